#include "models/fabric/export.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

std::string id_of(SiteId site) {
  return "p" + std::to_string(site.value);
}

std::string id_of(SwitchId each) {
  return "s" + std::to_string(each.value);
}

std::string terminal_name(const Fabric& fabric, TerminalRef terminal) {
  return fabric.switches[terminal.switch_id.value].type->terminals()[terminal.terminal];
}

GraphNode graph_node(const Fabric& fabric, SiteId number, const Network& network, const Defects& defects,
                     const Placement& placement) {
  const Site& site = fabric.sites[number.value];
  const bool is_placed = !placement.node_at.empty();
  const NodeId node = is_placed ? placement.node_at[number.value] : kNoNode;
  std::string role;
  if (is_placed) role = node == kNoNode ? "spare" : "node";
  if (std::ranges::binary_search(defects.sites, number)) role = "defective";
  const std::string name = node == kNoNode ? "" : network.node_name(node);
  return {id_of(number), site.name, site.position, {"site", role, name, ""}};
}

GraphNode graph_node(const Fabric& fabric, SwitchId number, const SwitchStates& states) {
  const FabricSwitch& each = fabric.switches[number.value];
  const std::string state = states.empty() ? "" : each.type->state_name(states[number.value]);
  return {id_of(number), each.name, each.position, {each.type->name(), "", "", state}};
}

GraphEdge graph_edge(const Fabric& fabric, const Tap& tap) {
  return {id_of(tap.site),
          id_of(tap.terminal.switch_id),
          "tap",
          fabric.layout[tap.port.value],
          terminal_name(fabric, tap.terminal) + '.' + std::to_string(tap.lane),
          {"1", ""}};
}

GraphEdge graph_edge(const Fabric& fabric, const Wire& wire) {
  return {id_of(wire.a.switch_id),
          id_of(wire.b.switch_id),
          "wire",
          terminal_name(fabric, wire.a),
          terminal_name(fabric, wire.b),
          {std::to_string(wire.lanes), std::to_string(wire.pitches)}};
}

GraphEdge graph_edge(const Fabric& fabric, const FixedLink& link) {
  return {id_of(link.a.site),
          id_of(link.b.site),
          "link",
          fabric.layout[link.a.port.value],
          fabric.layout[link.b.port.value],
          {"1", std::to_string(link.pitches)}};
}

}  // namespace

std::string to_graph(const Fabric& fabric, GraphFormat format, const Network& network, const Defects& defects,
                     const Placement& placement, const SwitchStates& states) {
  const auto writer = make_graph_writer(format, fabric.name, {{"type"}, {"role"}, {"logical"}, {"state"}},
                                        {{"lanes", true}, {"pitches", true}});
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    writer->add(graph_node(fabric, site, network, defects, placement));
  }
  for (const SwitchId each : ids<SwitchId>(fabric.switches.size())) writer->add(graph_node(fabric, each, states));
  for (const Tap& tap : fabric.taps) writer->add(graph_edge(fabric, tap));
  for (const Wire& wire : fabric.wires) writer->add(graph_edge(fabric, wire));
  for (const FixedLink& link : fabric.links) writer->add(graph_edge(fabric, link));
  return writer->finish();
}

}  // namespace kintsugi
