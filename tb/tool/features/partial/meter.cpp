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
    const auto link = [this](const auto& ends) -> ordered_json {
      return {network_.node_name(ends.first), network_.node_name(ends.second)};
    };
    json["partial"] = {{"nodes", run_.holes.nodes},
                       {"of", run_.of},
                       {"holes", run_.sites},
                       {"dead", names(run_.holes.dead)},
                       {"cut_off", names(run_.holes.cut_off)},
                       {"cut_links", json_list(run_.holes.links, link)},
                       {"because", run_.why}};
  }
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    const std::string text = joined(std::to_string(run_.holes.nodes), " of ", counted(run_.of, "node"), ": ",
                                    run_.holes.dead.size(), " at dead PEs, ", run_.holes.cut_off.size(), " cut off; ",
                                    counted(run_.holes.links.size(), "link"), " between the others missing");
    table.add({"partial", text});
    table.add({"", "because: " + run_.why + "; wired directly, as the switches join the PEs without a plan"});
  }

 private:
  ordered_json names(const std::vector<NodeId>& nodes) const {
    return json_list(nodes, [this](NodeId node) { return network_.node_name(node); });
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
