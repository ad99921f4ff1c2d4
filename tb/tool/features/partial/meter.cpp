/// Says of a run of a part of a network which nodes and links it lacks: `repair.partial: holes`.
#include "models/network/text.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/partial_network.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

class PartialReport final : public Instrument {
 public:
  explicit PartialReport(const RunBegin& begin)
      : run_(*begin.wishes.scenario.features.find<PartialRun>()), network_(begin.setup.network()) {}

  /// Adds {nodes, of, holes, dead, cut_off, cut_links, because}.
  void report(ordered_json& json, const ReportNumbers& /*numbers*/) const override {
    json["partial"] = {{"nodes", run_.holes.nodes},
                       {"of", run_.of},
                       {"holes", run_.sites},
                       {"dead", names(run_.holes.dead)},
                       {"cut_off", names(run_.holes.cut_off)},
                       {"cut_links", ordered_json::array()},
                       {"because", run_.why}};
    for (const auto& [a, b] : run_.holes.links) {
      json["partial"]["cut_links"].push_back({network_.node_name(a), network_.node_name(b)});
    }
  }
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    std::string text = std::to_string(run_.holes.nodes) + " of " + counted(run_.of, "node") + ": " +
                       std::to_string(run_.holes.dead.size()) + " at dead PEs, " +
                       std::to_string(run_.holes.cut_off.size()) + " cut off; " +
                       counted(run_.holes.links.size(), "link") + " between the others missing";
    table.add({"partial", text});
    table.add({"", "because: " + run_.why + "; wired directly, as the switches join the PEs without a plan"});
  }

 private:
  ordered_json names(const std::vector<NodeId>& nodes) const {
    ordered_json list = ordered_json::array();
    for (const NodeId node : nodes) list.push_back(network_.node_name(node));
    return list;
  }

  const PartialRun& run_;
  const Network& network_;
};

}  // namespace

extern const InstrumentInfo kPartialReport;
const InstrumentInfo kPartialReport{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<PartialRun>() != nullptr; },
    .make_first = make_instrument<PartialReport>,
    .place = ReportPlace::kEnd,
    .check = check_partial,
};

}  // namespace kintsugi
