#include "tb/tool/run/link_cycles.hpp"

#include <tuple>

#include "hw/chip/path_table.hpp"
#include "models/fabric/placed_network.hpp"
#include "models/network/text.hpp"
#include "models/network/wire_length.hpp"

namespace kintsugi {

namespace {

LinkTiming link_timing_of(const Scenario& scenario, const Setup& setup) {
  return {scenario.link.latency, setup.link_latency, scenario.link.reach};
}

}  // namespace

std::vector<LinkLatency> link_cycles(const Scenario& scenario, const Setup& setup) {
  const LinkTiming timing = link_timing_of(scenario, setup);
  const Network& network = setup.network();
  std::vector<LinkLatency> cycles;
  for (const Link& link : network.links()) {
    const unsigned pitches = wire_pitches(network, link);
    cycles.emplace_back(timing.latency(LinkDirection{link.kind, false}, pitches),
                        timing.latency(LinkDirection{link.kind, true}, pitches));
  }
  return cycles;
}

std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup, const Repair& repair) {
  const LinkTiming timing = link_timing_of(scenario, setup);
  const Fabric& fabric = setup.fabric->fabric();
  const NetworkExtractor extractor(fabric);
  const SwitchStates states = switch_states(fabric, repair.configuration);
  std::vector<unsigned> cycles;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    for (const PortId port : ids<PortId>(fabric.layout.size())) {
      const auto join = extractor.follow({site, port}, states);
      const NodeId node = repair.placement.node_at[site.value];
      const auto direction = node == kNoNode ? std::nullopt : setup.network().direction_at({node, port});
      cycles.push_back(join ? timing.latency(direction, join->pitches) : 1);
    }
  }
  return cycles;
}

std::optional<LongestLink> longest_link(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair) {
  return longest_link(scenario, setup, repair.repair.placement, repair.extracted);
}

std::optional<LongestLink> longest_link(const Scenario& scenario, const Setup& setup, const Placement& placement,
                                        const ExtractedNetwork& extracted) {
  const LinkTiming timing = link_timing_of(scenario, setup);
  const Network& network = setup.network();
  const PlacedNetwork placed(network, placement, setup.built_fabric());
  std::optional<LongestLink> longest;
  for (const Join& join : extracted.joins) {
    const std::optional<PortRef> port = placed.port_at(join.a);
    if (!port || !network.peer(*port)) continue;
    const LongestLink link{join.pitches, timing.latency(network.direction_at(*port), join.pitches),
                           scenario.link.reach};
    if (!longest || std::tie(longest->pitches, longest->cycles) < std::tie(link.pitches, link.cycles)) longest = link;
  }
  return longest;
}

nlohmann::ordered_json to_json(const LongestLink& link) {
  return {{"pitches", link.pitches}, {"cycles", link.cycles}};
}

std::string to_text(const LongestLink& link) {
  return counted(link.pitches, "pitch") + ", " + counted(link.cycles, "cycle");
}

std::string reason_of(std::optional<unsigned> reach) {
  return reach ? "link.reach is " + counted(*reach, "pitch") + " a cycle"
               : "its length takes no cycles, because link.reach is not set";
}

std::string explained(const LongestLink& link) {
  return to_text(link) + "; " + reason_of(link.reach);
}

}  // namespace kintsugi
