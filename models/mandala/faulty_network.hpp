/// A MANDALA network with dead nodes and links, and the crossings that these take away.
///
/// Crossing  {a, b} of a cluster of level i: the link of level i between its clusters a and b of level i - 1, which for
///           level 1 are single nodes. It is alive if the link and the nodes at both its ends are
/// Missing   nodes count as dead; nodes are given by number (geometry.hpp)
/// Errors    throws std::invalid_argument for the same reasons as validate(), for a node that does not exist and for a
///           pair that is not joined
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "models/mandala/geometry.hpp"

namespace kintsugi::mandala {

struct Faults {
  std::vector<NodeId> nodes;
  std::vector<std::pair<NodeId, NodeId>> links;  ///< by the nodes at their ends, in any order
};

/// Returns the faults of both.
Faults both(const Faults& a, const Faults& b);

struct Crossing {
  unsigned level;
  std::uint32_t cluster;  ///< number of the cluster of that level: the number of any of its nodes / C^level
  unsigned a;             ///< less than b
  unsigned b;
  friend constexpr auto operator<=>(const Crossing&, const Crossing&) = default;
};

/// Returns the crossing of the link at a port, or nullopt if the port is open in the whole network.
std::optional<Crossing> crossing_at(const Mandala& mandala, NodeId node, unsigned port);

/// Returns whether the node is in the cluster of the crossing. Only these nodes need to know of it.
bool concerns(const Mandala& mandala, const Crossing& crossing, NodeId node);

class FaultyNetwork {
 public:
  explicit FaultyNetwork(const Mandala& mandala, const Faults& faults = {});
  const Mandala& mandala() const { return mandala_; }
  /// Returns whether a node, any of the whole network, is alive.
  bool is_alive(NodeId node) const { return node_is_alive_[node.value]; }
  /// Returns the node at the other end of the link at a port, or nullopt if the link or a node at its ends is dead or
  /// the port is open.
  std::optional<NodeId> neighbour(NodeId node, unsigned port) const;
  /// Returns the dead crossings, ascending.
  std::vector<Crossing> dead_crossings() const;

 private:
  Mandala mandala_;
  std::vector<bool> node_is_alive_;
  std::vector<std::pair<NodeId, NodeId>> dead_links_;  // both ways, ascending
};

}  // namespace kintsugi::mandala
