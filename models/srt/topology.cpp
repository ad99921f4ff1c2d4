#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

std::string title(const Ring& ring) {
  return "1D-SRT(" + std::to_string(ring.n) + "," + std::to_string(ring.T) + ")";
}

std::string title(const Torus& torus) {
  return "2D-SRT(" + std::to_string(torus.n) + "," + std::to_string(torus.T) + "," + std::to_string(torus.s) + ")";
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

void connect_ahead(Network& network, const Ring& ring, unsigned x) {
  using namespace ring_port;
  const unsigned level = ring.level(x);
  network.connect({NodeId{x}, kEast}, {NodeId{ring.wrap(x + 1)}, kWest}, kind_of(0));
  if (!bypass_leads_ahead(ring, level, x)) return;
  network.connect({NodeId{x}, kBypassEast}, {NodeId{ring.wrap(x + (1u << level))}, kBypassWest}, kind_of(level));
}

void connect_ahead(Network& network, const Torus& torus, unsigned x, unsigned y) {
  using namespace torus_port;
  const NodeId node = torus.node(x, y);
  const unsigned level = torus.level(x, y);
  const unsigned span = 1u << level;
  network.connect({node, kEast}, {torus.node(x + 1, y), kWest}, kind_of(0));
  network.connect({node, kSouth}, {torus.node(x, y + 1), kNorth}, kind_of(0));
  if (bypass_leads_ahead(torus.ring(), level, x)) {
    network.connect({node, kBypassEast}, {torus.node(x + span, y), kBypassWest}, kind_of(level));
  }
  if (bypass_leads_ahead(torus.ring(), level, y)) {
    network.connect({node, kBypassSouth}, {torus.node(x, y + span), kBypassNorth}, kind_of(level));
  }
}

std::vector<NodeId> first_period(const Ring& ring) {
  std::vector<NodeId> nodes;
  for (unsigned x = 0; x < ring.period(); ++x) nodes.push_back(NodeId{x});
  return nodes;
}

}  // namespace

Network make_network(const Ring& ring) {
  validate(ring);
  Network network(title(ring));
  add_kinds(network, ring);
  const std::size_t router = network.add_layout({"e", "w", "bypass_e", "bypass_w"});
  for (unsigned x = 0; x < ring.size(); ++x) network.add_node("n" + std::to_string(x), router, {double(x), 0});
  for (unsigned x = 0; x < ring.size(); ++x) connect_ahead(network, ring, x);
  network.set_representatives(first_period(ring));
  network.set_grid({{ring.size()}, true});
  return network;
}

Network make_network(const Torus& torus) {
  validate(torus);
  Network network(title(torus));
  add_kinds(network, torus.ring());
  const std::size_t router = network.add_layout({"e", "w", "n", "s", "bypass_e", "bypass_w", "bypass_n", "bypass_s"});
  for (unsigned y = 0; y < torus.size(); ++y) {
    for (unsigned x = 0; x < torus.size(); ++x) {
      network.add_node("x" + std::to_string(x) + ".y" + std::to_string(y), router, {double(x), double(y)});
    }
  }
  for (unsigned y = 0; y < torus.size(); ++y) {
    for (unsigned x = 0; x < torus.size(); ++x) connect_ahead(network, torus, x, y);
  }
  network.set_grid({{torus.size(), torus.size()}, true});
  network.set_representatives(first_period(torus.ring()));  // the nodes (X, 0): one for each ring coordinate
  return network;
}

}  // namespace kintsugi::srt
