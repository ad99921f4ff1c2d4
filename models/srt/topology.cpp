#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

const PortLayout kPortNames{"e", "w", "n", "s", "u", "d"};
constexpr char kAxes[] = "xyz";

std::string title(const Torus& torus) {
  const std::string shift = torus.dimensions == 1 ? "" : "," + std::to_string(torus.s);
  return std::to_string(torus.dimensions) + "D-SRT(" + std::to_string(torus.n) + "," + std::to_string(torus.T) + shift +
         ")";
}

PortLayout port_layout(const Torus& torus) {
  PortLayout ports(kPortNames.begin(), kPortNames.begin() + 2 * torus.dimensions);
  for (unsigned port = 0; port < 2 * torus.dimensions; ++port) ports.push_back("bypass_" + kPortNames[port]);
  return ports;
}

/// "n5" in one dimension, otherwise "x3.y4" or "x3.y4.z1".
std::string node_name(const Torus& torus, NodeId node) {
  if (torus.dimensions == 1) return "n" + std::to_string(node.value);
  std::string name;
  for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
    name += (axis == 0 ? "" : ".") + (kAxes[axis] + std::to_string(torus.coordinate(node, axis)));
  }
  return name;
}

/// The planes of three dimensions stand side by side, a pitch apart.
Position place_in_picture(const Torus& torus, NodeId node) {
  const double plane = torus.dimensions < 3 ? 0 : torus.z(node) * (torus.size() + 1.0);
  return {plane + torus.x(node), torus.dimensions < 2 ? 0.0 : torus.y(node)};
}

/// Adds the kinds of links: kind 0 is "base", kind l is "level l".
void add_kinds(Network& network, const Ring& ring) {
  network.add_kind("base");
  for (unsigned level = 1; level <= ring.highest_level(); ++level) network.add_kind("level " + std::to_string(level));
}

KindId kind_of(unsigned level) {
  return KindId{static_cast<std::uint8_t>(level)};
}

/// Returns whether coordinate x has a bypass link of this level that leads ahead. The link between opposite nodes leads
/// ahead from the smaller coordinate: on the wafer its wire has no wrap.
bool bypass_leads_ahead(const Ring& ring, unsigned level, unsigned x) {
  return level > 0 && (!ring.is_half_turn(level) || x < ring.size() / 2);
}

void connect_ahead(Network& network, const Torus& torus, NodeId node) {
  for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
    const AxisPorts ports = axis_ports(torus.dimensions, axis);
    network.connect({node, ports.ahead}, {torus.ahead(node, axis, 1), ports.behind}, kind_of(0));
  }
  const unsigned level = torus.level(node);
  for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
    if (!bypass_leads_ahead(torus.ring(), level, torus.coordinate(node, axis))) continue;
    const AxisPorts ports = axis_ports(torus.dimensions, axis);
    network.connect({node, ports.bypass_ahead}, {torus.ahead(node, axis, 1u << level), ports.bypass_behind},
                    kind_of(level));
  }
}

/// Returns the nodes (X, 0, 0), one for each ring coordinate of a period.
std::vector<NodeId> first_period(const Ring& ring) {
  std::vector<NodeId> nodes;
  for (unsigned x = 0; x < ring.period(); ++x) nodes.push_back(NodeId{x});
  return nodes;
}

}  // namespace

Network make_network(const Ring& ring) {
  return make_network(torus_of(ring));
}

Network make_network(const Torus& torus) {
  validate(torus);
  Network network(title(torus));
  add_kinds(network, torus.ring());
  const std::size_t router = network.add_layout(port_layout(torus));
  for (const NodeId node : ids<NodeId>(torus.nodes())) {
    network.add_node(node_name(torus, node), router, place_in_picture(torus, node));
  }
  for (const NodeId node : ids<NodeId>(torus.nodes())) connect_ahead(network, torus, node);
  network.set_representatives(first_period(torus.ring()));
  network.set_grid({std::vector<unsigned>(torus.dimensions, torus.size()), true});
  return network;
}

}  // namespace kintsugi::srt
