#include "tb/tool/states/link_lengths.hpp"

#include "models/fabric/placed_network.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi::states {

namespace {

using nlohmann::ordered_json;

/// Returns the sums of each kind, and of all links in the end.
std::vector<LengthSums> sums_of(const ExtractedNetwork& extracted, const PlacedNetwork& placed) {
  const Network& network = placed.network();
  std::vector<LengthSums> sums(network.kinds().size() + 1);
  for (const Join& join : extracted.joins) {
    const std::optional<PortRef> port = placed.port_at(join.a);
    if (!port || !network.peer(*port)) continue;
    sums[network.kind_at(*port).index()].count(join.pitches);
    sums.back().count(join.pitches);
  }
  return sums;
}

}  // namespace

std::vector<KindLengths> link_lengths(const Setup& setup, const RepairOptions& options, const CheckedRepair& checked) {
  const Network& network = setup.network();
  const std::vector<LengthSums> after =
      sums_of(checked.extracted, {network, checked.repair.placement, setup.built_fabric()});
  std::vector<LengthSums> before;
  if (const std::optional<Setting> sound = setting_before(setup, options)) {
    before =
        sums_of(NetworkExtractor(*sound->fabric).extract(sound->states), {network, sound->placement, *sound->fabric});
  }
  std::vector<KindLengths> rows;
  for (std::size_t kind = 0; kind < after.size(); ++kind) {
    if (after[kind].links == 0) continue;
    const std::string name = kind < network.kinds().size() ? network.kinds()[kind] : "all";
    rows.push_back({name, before.empty() ? std::nullopt : std::optional(before[kind]), after[kind]});
  }
  return rows;
}

ordered_json to_json(const std::vector<KindLengths>& lengths) {
  ordered_json json = ordered_json::object();
  for (const auto& [kind, before, after] : lengths) {
    json[kind] = {{"links", after.links},
                  {"mean_before", before ? ordered_json(before->mean()) : ordered_json()},
                  {"mean_after", after.mean()},
                  {"longest_before", before ? ordered_json(before->longest) : ordered_json()},
                  {"longest_after", after.longest}};
  }
  return json;
}

std::string to_text(const std::vector<KindLengths>& lengths) {
  TextTable table;
  table.add({"link lengths in pitches", "links", "mean", "longest"});
  for (const auto& [kind, before, after] : lengths) {
    table.add({"  " + kind, std::to_string(after.links),
               (before ? fixed(before->mean(), 2) : "-") + " -> " + fixed(after.mean(), 2),
               (before ? std::to_string(before->longest) : "-") + " -> " + std::to_string(after.longest)});
  }
  return '\n' + table.text();
}

}  // namespace kintsugi::states
