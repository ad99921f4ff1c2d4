/// What each node of a MANDALA network knows about faults: which crossings of its own cluster of each level are alive.
///
/// Crossing  {a, b} of a cluster of level i is the link between its clusters a and b of level i - 1
///           (faulty_network.hpp)
/// Map     of a node: for each level i, C (C - 1) / 2 bits, one for each crossing {a, b} of its cluster of level i. The
///         map says nothing about faults inside the neighbour clusters; of the link to such a cluster it says only
///         whether it is alive. Stored as C masks for each level; bit b of mask a and bit a of mask b are the same
/// Nodes   of one cluster have the same map of it after fault flooding (fault_flooding.hpp); until then maps may differ
/// Errors  throws std::invalid_argument for the same reasons as validate()
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/mandala/faulty_network.hpp"

namespace kintsugi::mandala {

/// The map of one node.
class AliveMap {
 public:
  AliveMap(unsigned ports, std::span<const std::uint16_t> masks) : ports_(ports), masks_(masks) {}
  bool is_alive(unsigned level, unsigned a, unsigned b) const { return (joined(level)[a] >> b & 1u) != 0; }
  /// Returns the digit of the cluster that comes next on a shortest path over alive crossings of the level from cluster
  /// `from` to another cluster `to`. If several paths are shortest, returns the smallest digit. Returns nullopt if
  /// there is no path.
  std::optional<unsigned> next(unsigned level, unsigned from, unsigned to) const;

 private:
  std::span<const std::uint16_t> joined(unsigned level) const {
    return masks_.subspan(std::size_t{level - 1} * ports_, ports_);
  }

  unsigned ports_;
  std::span<const std::uint16_t> masks_;  // C for each level
};

/// The maps of all nodes.
class AliveMaps {
 public:
  /// At the start every node knows of all faults that concern it.
  explicit AliveMaps(const FaultyNetwork& network);
  const Mandala& mandala() const { return mandala_; }
  AliveMap of(NodeId node) const { return {mandala_.ports, {&masks_[first(node)], masks_per_node()}}; }
  /// Records that a node, which is in the cluster of the crossing, learns that the crossing is dead. Returns false if
  /// the node knew.
  bool learn(NodeId node, const Crossing& crossing) { return set(node, crossing, false); }
  /// Records that a node learns whether the crossing is alive. Returns false if the node knew.
  bool set(NodeId node, const Crossing& crossing, bool alive);

 private:
  std::size_t masks_per_node() const { return std::size_t{mandala_.levels} * mandala_.ports; }
  std::size_t first(NodeId node) const { return node.value * masks_per_node(); }

  Mandala mandala_;
  std::vector<std::uint16_t> masks_;
};

}  // namespace kintsugi::mandala
