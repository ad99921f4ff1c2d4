/// The distances between the nodes of a network, in hops, for an optimiser that asks for many of them.
///
/// Hops     the fewest links from one node to another, over nodes that are not dead; the same both ways
/// Apart    nodes that no path joins count as nodes() hops apart, more than any that a path joins, and so do dead ones
/// Memory   2 bytes for each ordered pair of nodes
/// Errors   std::length_error for more than kMostTabled nodes
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "models/network/adjacency.hpp"

namespace kintsugi::workload {

inline constexpr std::uint32_t kMostTabled = 4096;  ///< nodes

/// Returns the neighbours of each node of a network; of those that are dead, and among neighbours, none.
Adjacency live_adjacency(const Network& network, std::span<const NodeId> dead);

class HopTable {
 public:
  /// Searches the network breadth-first from each node.
  explicit HopTable(const Network& network, std::span<const NodeId> dead = {});
  /// Takes the distances of a function; what it returns for (a, b) must be what it returns for (b, a), at most 65535.
  HopTable(std::uint32_t nodes, const std::function<std::uint32_t(NodeId, NodeId)>& hops);

  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t operator()(NodeId a, NodeId b) const { return hops_[a.index() * nodes_ + b.index()]; }

 private:
  explicit HopTable(std::size_t nodes);

  std::uint32_t nodes_;
  std::vector<std::uint16_t> hops_;
};

}  // namespace kintsugi::workload
