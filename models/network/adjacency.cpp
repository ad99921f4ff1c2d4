#include "models/network/adjacency.hpp"

#include <algorithm>

namespace kintsugi {

Adjacency::Adjacency(const Network& network) {
  first_.reserve(network.nodes() + 1);
  first_.push_back(0);
  for (const NodeId node : ids<NodeId>(network.nodes())) append_neighbours(network, node);
}

void Adjacency::append_neighbours(const Network& network, NodeId node) {
  for (const PortRef peer : network.peers(node)) {
    if (peer.node != kNoNode && peer.node != node) neighbour_.push_back(peer.node.value);
  }
  const auto begin = neighbour_.begin() + static_cast<std::ptrdiff_t>(first_.back());
  std::sort(begin, neighbour_.end());
  neighbour_.erase(std::unique(begin, neighbour_.end()), neighbour_.end());
  first_.push_back(neighbour_.size());
}

unsigned Adjacency::largest_degree() const {
  std::size_t largest = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) largest = std::max(largest, neighbours(node).size());
  return static_cast<unsigned>(largest);
}

}  // namespace kintsugi
