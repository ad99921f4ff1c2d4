#include "tb/tool/run/link_cycles.hpp"

#include "hw/chip/path_table.hpp"
#include "models/fabric/extraction.hpp"
#include "models/network/wire_length.hpp"

namespace kintsugi {

namespace {

LinkTiming link_timing_of(const Scenario& scenario, const Setup& setup) {
  return {scenario.link.latency, setup.link_latency, scenario.link.reach};
}

/// Returns the kind of the link at a port, as seen by the logical node placed there.
std::optional<KindId> kind_at(const Network& network, NodeId node, PortId port) {
  if (node == kNoNode || !network.peer({node, port})) return std::nullopt;
  return network.kind_at({node, port});
}

}  // namespace

std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup) {
  const LinkTiming timing = link_timing_of(scenario, setup);
  const Network& network = setup.network();
  std::vector<unsigned> cycles;
  for (const Link& link : network.links()) {
    cycles.push_back(timing.latency(link.kind, wire_pitches(network, link)));
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
      const auto kind = kind_at(setup.network(), repair.placement.node_at[site.value], port);
      cycles.push_back(join ? timing.latency(kind, join->pitches) : 1);
    }
  }
  return cycles;
}

}  // namespace kintsugi
