/// Lists the neighbours of every node of a network, or of a plain graph, in one flat array, for searches that visit all
/// nodes many times.
///
/// Neighbours  distinct nodes at the far ends of a node's links, ascending; a node is no neighbour of itself
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/network/network.hpp"

namespace kintsugi {

class Adjacency {
 public:
  explicit Adjacency(const Network& network);
  /// From lists of neighbours, by node. A node may be in the list of another more than once, and in its own.
  explicit Adjacency(std::span<const std::vector<std::uint32_t>> lists);
  std::size_t nodes() const { return first_.size() - 1; }
  std::span<const std::uint32_t> neighbours(std::uint32_t node) const {
    return {neighbour_.data() + first_[node], neighbour_.data() + first_[node + 1]};
  }
  /// Returns the largest number of neighbours that a node has.
  unsigned most_neighbours() const;

 private:
  /// Ends the list of the next node, whose neighbours have been appended.
  void end_list(std::uint32_t node);

  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> neighbour_;
};

}  // namespace kintsugi
