#include "models/mandala/growth.hpp"

#include "models/mandala/alive_maps.hpp"

namespace kintsugi::mandala {

namespace {

/// Compares each node with the first of its cluster: all nodes of a cluster have the same map of it.
std::optional<Gap> gap_of_level(const Mandala& mandala, const AliveMaps& maps, unsigned level) {
  std::optional<NodeId> first;
  for (const NodeId id : ids<NodeId>(mandala.nodes())) {
    const NodeId node = mandala.number_of(id);
    if (!first || node.value / mandala.power(level) != first->value / mandala.power(level)) {
      first = node;
      continue;
    }
    const unsigned from = mandala.digits(*first)[level];
    const unsigned to = mandala.digits(node)[level];
    if (from != to && !maps.of(*first).next(level, from, to)) return Gap{*first, node, level};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Gap> find_gap(const Mandala& mandala) {
  const AliveMaps maps{FaultyNetwork(mandala)};
  for (unsigned level = 1; level <= mandala.levels; ++level) {
    if (auto gap = gap_of_level(mandala, maps, level)) return gap;
  }
  return std::nullopt;
}

}  // namespace kintsugi::mandala
