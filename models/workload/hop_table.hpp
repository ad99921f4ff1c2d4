/// The hops between the nodes of a network, for an optimiser that asks for many of them.
///
/// Hops     the links that a packet passes from one node to another; the way back may have another number
/// Memory   2 bytes for each ordered pair of nodes
/// Errors   std::length_error for more than kMostTabled nodes
#pragma once

#include <functional>
#include <vector>

#include "models/network/progress.hpp"
#include "models/network/types.hpp"

namespace kintsugi::workload {

inline constexpr std::uint32_t kMostTabled = 4096;  ///< nodes

class HopTable {
 public:
  /// `hops` is called for each pair of different nodes, and returns at most 65535. `progress` is called after each node
  /// from which they lead.
  HopTable(std::uint32_t nodes, const std::function<std::uint32_t(NodeId from, NodeId to)>& hops,
           const Progress& progress = {});

  std::uint32_t nodes() const { return nodes_; }
  std::uint32_t operator()(NodeId from, NodeId to) const { return hops_[from.index() * nodes_ + to.index()]; }

 private:
  std::uint32_t nodes_;
  std::vector<std::uint16_t> hops_;
};

}  // namespace kintsugi::workload
