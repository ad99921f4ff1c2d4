#include "models/network/adjacency.hpp"

#include <algorithm>

namespace kintsugi {

Adjacency::Adjacency(const Network& network) {
  first_.reserve(network.nodes() + 1);
  first_.push_back(0);
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    for (const PortRef peer : network.peers(node)) {
      if (peer.node != kNoNode) neighbour_.push_back(peer.node.value);
    }
    end_list(node.value);
  }
}

Adjacency::Adjacency(std::span<const std::vector<std::uint32_t>> lists) {
  first_.reserve(lists.size() + 1);
  first_.push_back(0);
  for (std::uint32_t node = 0; node < lists.size(); ++node) {
    neighbour_.insert(neighbour_.end(), lists[node].begin(), lists[node].end());
    end_list(node);
  }
}

void Adjacency::end_list(std::uint32_t node) {
  const auto begin = neighbour_.begin() + static_cast<std::ptrdiff_t>(first_.back());
  std::sort(begin, neighbour_.end());
  neighbour_.erase(std::unique(begin, neighbour_.end()), neighbour_.end());
  if (const auto self = std::lower_bound(begin, neighbour_.end(), node); self != neighbour_.end() && *self == node) {
    neighbour_.erase(self);
  }
  first_.push_back(neighbour_.size());
}

unsigned Adjacency::most_neighbours() const {
  std::size_t largest = 0;
  for (std::uint32_t node = 0; node < nodes(); ++node) largest = std::max(largest, neighbours(node).size());
  return static_cast<unsigned>(largest);
}

}  // namespace kintsugi
