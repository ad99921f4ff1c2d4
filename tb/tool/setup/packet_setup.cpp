#include "tb/tool/setup/build_steps.hpp"

#include "tb/tool/setup/node_finder.hpp"
#include "tb/tool/setup/traffic_setup.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

namespace {

/// Finds the packet that opens or closes the waveform.
std::optional<PacketTime> find_packet(const std::optional<WrittenPacket>& written, const Where& where, const char* key,
                                      const NodeFinder& nodes) {
  if (!written) return std::nullopt;
  PacketTime packet{written->number, std::nullopt, written->after};
  if (!written->source) return packet;
  const auto source = nodes.find({*written->source, where}, key);
  if (source) packet.source = source->value;
  return packet;
}

/// Returns the node that a fact of a packet expects; kNoNode if none does.
NodeId expected_node(const ExpectedPacket& packet, const NodeFinder& nodes) {
  for (const Expectation& fact : packet.facts) {
    const auto* node = std::get_if<WrittenNode>(&fact.wanted);
    if (node != nullptr) return nodes.find(*node, "expect.single_packets." + fact.name).value_or(kNoNode);
  }
  return kNoNode;
}

}  // namespace

void build_traffic(const Building& building) {
  if (!building.scenario.traffic) return;
  building.setup.traffic =
      build_traffic(building.scenario, building.setup.design.get(), building.errors, building.progress);
}

/// Makes the relation of multicasts. A group around the source is addressed by a family's own relation, which goes with
/// the family's routings as they are.
void build_multicasts(const Building& building) {
  const Scenario& scenario = building.scenario;
  Setup& setup = building.setup;
  if (!setup.relation || !setup.traffic || scenario.multicast_key().empty()) return;
  if (!scenario.traffic->multicast || !goes_to_own_group(scenario, *setup.design)) {
    setup.multicast = setup.design->multicast(*setup.relation);
    return;
  }
  setup.multicast = setup.design->broadcast(*setup.relation);
  if (setup.multicast) return;
  const std::string& to = scenario.traffic->multicast->to;
  building.errors.add(scenario.where("traffic.multicast.to"),
                      "traffic.multicast.to: " + to +
                          " goes with the network's own routings without detours, not with '" + setup.routing.name +
                          "'; set router.routing to one of them, or name other destinations");
}

void build_program(const Building& building) {
  const Scenario& scenario = building.scenario;
  Setup& setup = building.setup;
  if (!scenario.runs_program() || !setup.traffic) return;
  const std::vector<NodeId> dead = setup.dead_nodes();
  const WorkloadSite site{setup.network(), setup.relation.get(), dead, building.purpose == SetupFor::kScenario};
  setup.traffic->workload = build_workload(scenario, site, building.errors, building.progress);
}

/// Finds the nodes of the packets that the waveform and the expectations name.
void find_named_packets(const Building& building) {
  const Scenario& scenario = building.scenario;
  Setup& setup = building.setup;
  const NodeFinder nodes(setup.network(), building.errors);
  if (scenario.waves) {
    setup.from_packet = find_packet(scenario.waves->from_packet, scenario.where("waves.from"), "waves.from", nodes);
    setup.to_packet = find_packet(scenario.waves->to_packet, scenario.where("waves.to"), "waves.to", nodes);
  }
  for (const ExpectedPacket& packet : scenario.expect.packets) {
    const auto source = nodes.find(packet.source, "expect.single_packets.source");
    setup.expected_sources.push_back(source.value_or(NodeId{0}));
    setup.expected_destinations.push_back(expected_node(packet, nodes));
  }
}

}  // namespace kintsugi
