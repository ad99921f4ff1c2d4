#include "tb/tests/oracles/fault_flooding.hpp"

#include <utility>

namespace kintsugi::mandala {

FaultFlooding::FaultFlooding(AliveMaps& maps, const FaultyNetwork& network, const Faults& faults)
    : maps_(&maps), network_(&network) {
  const Mandala& mandala = network.mandala();
  for (const NodeId dead : faults.nodes) {
    for (unsigned port = 0; port < mandala.ports; ++port) {
      if (const auto far = mandala.far(dead, port)) notice(far->node, dead);
    }
  }
  for (const auto& [a, b] : faults.links) {
    for (unsigned port = 0; port < mandala.ports; ++port) {
      const auto far = mandala.far(a, port);
      if (!far || far->node != b) continue;
      const Crossing crossing = crossing_at(mandala, a, port).value();
      forward(a, crossing);
      forward(b, crossing);
    }
  }
}

/// `node` is a neighbour of `dead`.
void FaultFlooding::notice(NodeId node, NodeId dead) {
  for (unsigned port = 0; port < network_->mandala().ports; ++port) {
    if (const auto crossing = crossing_at(network_->mandala(), dead, port)) forward(node, *crossing);
  }
}

void FaultFlooding::forward(NodeId node, const Crossing& crossing) {
  if (!network_->is_alive(node) || !concerns(network_->mandala(), crossing, node)) return;
  if (maps_->learn(node, crossing)) fresh_.push_back({node, crossing});
}

bool FaultFlooding::step() {
  const std::vector<Item> items = std::exchange(fresh_, {});
  for (const Item& item : items) {
    for (unsigned port = 0; port < network_->mandala().ports; ++port) {
      if (const auto neighbour = network_->neighbour(item.knows, port)) forward(*neighbour, item.crossing);
    }
  }
  return !fresh_.empty();
}

namespace {

/// Returns the number of pairs of a live node and a dead crossing that its map has as alive.
std::uint64_t not_known(const AliveMaps& maps, const FaultyNetwork& network) {
  const Mandala& mandala = network.mandala();
  std::uint64_t count = 0;
  for (const Crossing& crossing : network.dead_crossings()) {
    const std::uint32_t size = mandala.power(crossing.level);
    for (NodeId node{crossing.cluster * size}; node.value < (crossing.cluster + 1) * size; ++node.value) {
      if (network.is_alive(node) && maps.of(node).is_alive(crossing.level, crossing.a, crossing.b)) ++count;
    }
  }
  return count;
}

}  // namespace

Spread spread(const Mandala& mandala, const Faults& known, const Faults& faults) {
  AliveMaps maps{FaultyNetwork(mandala, known)};
  const FaultyNetwork network(mandala, both(known, faults));
  FaultFlooding flooding(maps, network, faults);
  Spread spread;
  while (flooding.step()) ++spread.steps;
  spread.unreached = not_known(maps, network);
  return spread;
}

}  // namespace kintsugi::mandala
