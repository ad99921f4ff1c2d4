#include "models/mandala/fault_flooding.hpp"

#include <utility>

namespace kintsugi::mandala {

FaultFlooding::FaultFlooding(AliveMaps& maps, const FaultyNetwork& damage, const Faults& faults)
    : maps_(&maps), damage_(&damage) {
  const Mandala& mandala = damage.mandala();
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

/// A neighbour of a dead node.
void FaultFlooding::notice(NodeId node, NodeId dead) {
  for (unsigned port = 0; port < damage_->mandala().ports; ++port) {
    if (const auto crossing = crossing_at(damage_->mandala(), dead, port)) forward(node, *crossing);
  }
}

void FaultFlooding::forward(NodeId node, const Crossing& crossing) {
  if (!damage_->is_alive(node) || !concerns(damage_->mandala(), crossing, node)) return;
  if (maps_->learn(node, crossing)) fresh_.push_back({node, crossing});
}

bool FaultFlooding::step() {
  const std::vector<Item> items = std::exchange(fresh_, {});
  for (const Item& item : items) {
    for (unsigned port = 0; port < damage_->mandala().ports; ++port) {
      if (const auto neighbour = damage_->neighbour(item.knows, port)) forward(*neighbour, item.crossing);
    }
  }
  return !fresh_.empty();
}

namespace {

/// Pairs of a live node and a crossing that it takes to be alive and is not.
std::uint64_t not_known(const AliveMaps& maps, const FaultyNetwork& damage) {
  const Mandala& mandala = damage.mandala();
  std::uint64_t count = 0;
  for (const Crossing& crossing : damage.dead_crossings()) {
    const std::uint32_t size = mandala.power(crossing.level);
    for (NodeId node{crossing.cluster * size}; node.value < (crossing.cluster + 1) * size; ++node.value) {
      if (damage.is_alive(node) && maps.of(node).is_alive(crossing.level, crossing.a, crossing.b)) ++count;
    }
  }
  return count;
}

}  // namespace

Spread spread(const Mandala& mandala, const Faults& known, const Faults& faults) {
  AliveMaps maps{FaultyNetwork(mandala, known)};
  const FaultyNetwork damage(mandala, both(known, faults));
  FaultFlooding news(maps, damage, faults);
  Spread spread;
  while (news.step()) ++spread.steps;
  spread.unreached = not_known(maps, damage);
  return spread;
}

}  // namespace kintsugi::mandala
