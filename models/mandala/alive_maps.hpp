/// What each node of a MANDALA network knows about faults: which crossings of its own cluster of each level are alive.
///
/// Map    of a node: for each level i, C (C - 1) / 2 bits, one for each crossing {a, b} of its cluster of level i. What
///        lies in other clusters it need not know: a crossing to them is alive or not, that is all. Here a level has C
///        masks, bit b of mask a and bit a of mask b being the same
/// Nodes  of one cluster know the same about it once news has spread (fault_flooding.hpp); until then they need not
/// Errors std::invalid_argument for what validate() refuses
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/mandala/faulty_network.hpp"

namespace kintsugi::mandala {

/// That of one node.
class AliveMap {
 public:
  AliveMap(unsigned ports, std::span<const std::uint16_t> masks) : ports_(ports), masks_(masks) {}
  bool is_alive(unsigned level, unsigned a, unsigned b) const { return (joined(level)[a] >> b & 1u) != 0; }
  /// The next digit on a shortest way of alive crossings of that level from `from` to `to`: `to` itself if it is
  /// joined, then the smallest; nothing when there is no way.
  std::optional<unsigned> next(unsigned level, unsigned from, unsigned to) const;

 private:
  std::span<const std::uint16_t> joined(unsigned level) const {
    return masks_.subspan(std::size_t{level - 1} * ports_, ports_);
  }

  unsigned ports_;
  std::span<const std::uint16_t> masks_;  // C for each level
};

/// Those of all nodes.
class AliveMaps {
 public:
  /// Every node knows of everything that is dead.
  explicit AliveMaps(const FaultyNetwork& damage);
  const Mandala& mandala() const { return mandala_; }
  AliveMap of(NodeId node) const { return {mandala_.ports, {&masks_[first(node)], masks_per_node()}}; }
  /// The node, which lies in the cluster of the crossing, learns that the crossing is dead. False when it knew.
  bool learn(NodeId node, const Crossing& crossing);

 private:
  std::size_t masks_per_node() const { return std::size_t{mandala_.levels} * mandala_.ports; }
  std::size_t first(NodeId node) const { return node.value * masks_per_node(); }

  Mandala mandala_;
  std::vector<std::uint16_t> masks_;
};

}  // namespace kintsugi::mandala
