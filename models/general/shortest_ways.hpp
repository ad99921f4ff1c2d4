/// Chooses one shortest way from every node to every destination, so that all links carry about the same number of
/// pairs. Cycles of dependencies do not matter here: these ways are for adaptive channels.
///
/// Choice     each destination gets a tree of shortest ways. Of several arcs that lead nearer, a node takes the one
///            whose way to the destination is used least by all pairs so far. After all destinations, all choose again:
///            the first ones know the others then
#pragma once

#include <cstdint>
#include <vector>

#include "models/general/port_table.hpp"
#include "models/general/table_steps.hpp"

namespace kintsugi::general {

class ShortestWays {
 public:
  /// Reports kSteps steps for each node.
  explicit ShortestWays(const LiveGraph& graph, const StepDone& step = {});
  static constexpr std::size_t kSteps = 3;

  /// Returns whether an arc of this weight between two nodes of a part is on a shortest way to a destination of it.
  bool leads_nearer(NodeId from, NodeId to, std::uint32_t weight, NodeId destination) const {
    const std::uint16_t* const distances = &distances_[std::size_t{destination.value} * nodes_];
    return static_cast<std::uint16_t>(distances[from.value] - distances[to.value]) == weight;
  }
  /// Returns the port by which the chosen way leaves a node; kNoPort if there is none.
  PortId port(NodeId at, NodeId destination) const { return ports_.port(at, destination); }

 private:
  void choose(const LiveGraph& graph, NodeId destination);

  std::uint32_t nodes_;
  // By destination, then by node: the distance modulo 2^16. The distances of two neighbours differ by their weight at
  // most, which is less than half of that.
  std::vector<std::uint16_t> distances_;
  PortTable ports_;
  std::vector<std::uint64_t> use_;  // by arc: pairs whose ways take it, summed over the rounds
};

}  // namespace kintsugi::general
