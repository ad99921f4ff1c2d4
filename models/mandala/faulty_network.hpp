/// What is dead in a MANDALA network, and which crossings that takes away.
///
/// Crossing  {a, b} of a cluster of level i: the link of level i between its clusters a and b of level i - 1, which for
///           level 1 are single nodes. Alive when the link and the nodes at both its ends are
/// Prefix    nodes that are not there are dead
/// Errors    std::invalid_argument for what validate() refuses, a node that is not there, a pair that is not joined
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

/// All of both.
Faults both(const Faults& a, const Faults& b);

struct Crossing {
  unsigned level;
  std::uint32_t cluster;  ///< number of the cluster of that level: that of any of its nodes / C^level
  unsigned a;             ///< less than b
  unsigned b;
  friend constexpr auto operator<=>(const Crossing&, const Crossing&) = default;
};

/// That of the link at a port; nothing where the port stays open in the whole network.
std::optional<Crossing> crossing_at(const Mandala& mandala, NodeId node, unsigned port);

/// Whether the node lies in the cluster of the crossing: the others need not know of it.
bool concerns(const Mandala& mandala, const Crossing& crossing, NodeId node);

class FaultyNetwork {
 public:
  explicit FaultyNetwork(const Mandala& mandala, const Faults& faults = {});
  const Mandala& mandala() const { return mandala_; }
  /// Any node of the whole network.
  bool is_alive(NodeId node) const { return node_is_alive_[node.value]; }
  /// The node at the other end of the link at a port; nothing when the link or a node at its ends is dead, or the port
  /// stays open.
  std::optional<NodeId> neighbour(NodeId node, unsigned port) const;
  /// Ascending.
  std::vector<Crossing> dead_crossings() const;

 private:
  Mandala mandala_;
  std::vector<bool> node_is_alive_;
  std::vector<std::pair<NodeId, NodeId>> dead_links_;  // both ways, ascending
};

}  // namespace kintsugi::mandala
