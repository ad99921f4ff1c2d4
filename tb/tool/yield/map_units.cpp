#include "tb/tool/yield/map_units.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/scenario/written_parameters.hpp"
#include "tb/tool/store/identity.hpp"

namespace kintsugi::yield {

namespace {

using nlohmann::ordered_json;

constexpr std::uint64_t kBlockStep = 512;  // maps
constexpr std::uint64_t kMostBlocks = 1024;

std::uint64_t block_size(std::uint64_t maps) {
  const std::uint64_t most = kBlockStep * kMostBlocks;
  return kBlockStep * std::max<std::uint64_t>(1, maps / most + (maps % most == 0 ? 0 : 1));
}

/// Returns a hash of each file that the network or the fabric is made from, by the path of its key.
ordered_json hashes_of_inputs(const Scenario& scenario) {
  ordered_json hashes = ordered_json::object();
  for (const auto& [key, path] : scenario.files) {
    if (!key.starts_with("network.") && !key.starts_with("fabric.")) continue;
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none)) {
      throw InputError(
          {{scenario.where(key),
            key + ": '" + path.string() + "' is no regular file, and every job reads it; name a regular file"}});
    }
    hashes[key] = store::hash_of_file(path);
  }
  return hashes;
}

ordered_json count_json(const RepairCount& count) {
  ordered_json json = {{"maps", count.maps}, {"repairable", count.repairable}, {"wrong", count.wrong}};
  if (count.not_decided != 0) json["not_decided"] = count.not_decided;
  if (!count.first_wrong) return json;
  json["first_wrong"] = ordered_json::array();
  for (const SiteId site : count.first_wrong->sites) json["first_wrong"].push_back(site.value);
  for (const SegmentId segment : count.first_wrong->segments) json["first_wrong_chain"].push_back(segment.value);
  return json;
}

RepairCount count_of(const ordered_json& json) {
  RepairCount count{json.at("maps").get<std::uint64_t>(), json.at("repairable").get<std::uint64_t>(),
                    json.at("wrong").get<std::uint64_t>(), std::nullopt, json.value("not_decided", std::uint64_t{0})};
  if (!json.contains("first_wrong")) return count;
  count.first_wrong.emplace();
  for (const ordered_json& site : json["first_wrong"]) {
    count.first_wrong->sites.push_back(SiteId{site.get<std::uint32_t>()});
  }
  for (const ordered_json& segment : json.value("first_wrong_chain", ordered_json::array())) {
    count.first_wrong->segments.push_back(SegmentId{segment.get<std::uint32_t>()});
  }
  return count;
}

store::UnitResult result_of_block(const std::vector<RepairCount>& counts) {
  store::UnitResult result{0, {{"counts", ordered_json::array()}}};
  for (const RepairCount& count : counts) {
    result.report["counts"].push_back(count_json(count));
    if (count.wrong > 0) result.status = 1;
  }
  return result;
}

}  // namespace

std::uint64_t size_of(const JudgedMaps& maps) {
  std::uint64_t sum = 0;
  for (const DefectMaps& set : maps.sets) sum += set.size();
  return sum;
}

MapUnits::MapUnits(const JudgedMaps& maps, const Scenario& scenario, std::string program)
    : maps_(maps),
      program_(std::move(program)),
      inputs_(hashes_of_inputs(scenario)),
      blocks_(blocks_of(maps.sets, block_size(size_of(maps)))) {}

ordered_json MapUnits::identity(std::size_t unit) const {
  const MapBlock& block = blocks_[unit];
  return {{"program", program_},         {"inputs", inputs_},
          {"judges", maps_.judge_names}, {"drawn", maps_.drawn[block.set]},
          {"first", block.first},        {"maps", block.end - block.first}};
}

std::string MapUnits::name(std::size_t unit) const {
  const MapBlock& block = blocks_[unit];
  const std::string faults = counted(maps_.drawn[block.set].at("faults").get<std::uint64_t>(), "defective PE");
  return "block " + std::to_string(unit + 1) + " (maps " + std::to_string(block.first) + " to " +
         std::to_string(block.end - 1) + " with " + faults + ")";
}

store::StoreLayout MapUnits::layout() const {
  return {"blocks", "yield\\.(json|csv|svg)"};
}

bool MapUnits::compute(std::span<const std::size_t> units, const store::ComputeOptions& options,
                       const store::UnitDone& done) {
  const auto blocks = each_of(units, [this](std::size_t unit) { return blocks_[unit]; });
  std::size_t complete = 0;
  const auto counted = [&](std::size_t block, const std::vector<RepairCount>& counts) {
    done(units[block], result_of_block(counts));
    ++complete;
  };
  count_blocks(maps_.sets, blocks, maps_.judges, options.jobs, options.progress, stop_requested, counted);
  return complete == units.size();
}

std::vector<std::vector<RepairCount>> MapUnits::counts(std::span<const store::UnitResult> results) const {
  std::vector<std::vector<RepairCount>> sums(maps_.sets.size(), std::vector<RepairCount>(maps_.judges.size()));
  for (std::size_t unit = 0; unit < blocks_.size(); ++unit) {
    const ordered_json& counts = results[unit].report.at("counts");
    for (std::size_t judge = 0; judge < maps_.judges.size(); ++judge) {
      add(count_of(counts.at(judge)), sums[blocks_[unit].set][judge]);
    }
  }
  return sums;
}

namespace {

std::string repair_text(const RepairOptions& options) {
  std::string text = "planner: " + options.planner + ", rule: " + options.rule + ", objective: " + options.objective;
  if (options.longest != RepairOptions{}.longest) text += ", longest: " + std::to_string(options.longest);
  if (options.conflicts != RepairOptions{}.conflicts) text += ", conflicts: " + std::to_string(options.conflicts);
  return text;
}

}  // namespace

std::string reproducer(const Scenario& scenario, const Parameters& fabric_options, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects) {
  Parameters own = fabric_options;
  own.merge(Parameters(scenario.fabric_or_default().options));
  const auto address = [&fabric](SiteId site) { return describe_address(fabric.sites[site.value].address); };
  const auto segment = [&fabric](SegmentId each) { return fabric.segments[each.index()].name; };
  const std::string chain = defects.segments.empty() ? "" : ", chain: [" + with_commas(defects.segments, segment) + ']';
  return "{network: {" + written_network(scenario.network) + "}, fabric: {" + written_options(scenario.network, own) +
         "}, repair: {" + repair_text(options) + "}, defects: {pe: [" + with_commas(defects.sites, address) + ']' +
         chain + "}}";
}

}  // namespace kintsugi::yield
