#include "models/mandala/alive_maps.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::mandala {

std::optional<unsigned> AliveMap::next(unsigned level, unsigned from, unsigned to) const {
  const std::span<const std::uint16_t> joined = this->joined(level);
  unsigned reached = 1u << to;
  unsigned edge = reached;  // the digits at the present distance from `to`
  while (edge != 0) {
    const unsigned next = joined[from] & edge;
    if (next != 0) return static_cast<unsigned>(std::countr_zero(next));
    unsigned beyond = 0;
    for (; edge != 0; edge &= edge - 1) beyond |= joined[static_cast<unsigned>(std::countr_zero(edge))];
    edge = beyond & ~reached;
    reached |= beyond;
  }
  return std::nullopt;
}

AliveMaps::AliveMaps(const FaultyNetwork& network) : mandala_(network.mandala()) {
  const auto all = static_cast<std::uint16_t>((1u << mandala_.ports) - 1);
  masks_.assign(mandala_.end() * masks_per_node(), all);
  for (std::size_t i = 0; i < masks_.size(); ++i) masks_[i] ^= static_cast<std::uint16_t>(1u << i % mandala_.ports);
  for (const Crossing& crossing : network.dead_crossings()) {
    const std::uint32_t size = mandala_.power(crossing.level);
    const std::uint32_t last = std::min((crossing.cluster + 1) * size, mandala_.end());
    for (std::uint32_t node = crossing.cluster * size; node < last; ++node) learn(NodeId{node}, crossing);
  }
}

bool AliveMaps::set(NodeId node, const Crossing& crossing, bool alive) {
  std::uint16_t* const joined = &masks_[first(node) + std::size_t{crossing.level - 1} * mandala_.ports];
  const unsigned known = joined[crossing.a];
  const auto set_bit = [alive](std::uint16_t& mask, unsigned bit) {
    mask = static_cast<std::uint16_t>(alive ? mask | 1u << bit : mask & ~(1u << bit));
  };
  set_bit(joined[crossing.a], crossing.b);
  set_bit(joined[crossing.b], crossing.a);
  return joined[crossing.a] != known;
}

}  // namespace kintsugi::mandala
