#include "models/network/source_search.hpp"

#include <algorithm>

namespace kintsugi {

SourceSearch::SourceSearch(const Adjacency& adjacency)
    : adjacency_(&adjacency), distance_(adjacency.nodes()), reached_(adjacency.nodes()) {}

void SourceSearch::run(std::uint32_t source) {
  std::ranges::fill(distance_, kUnreachable);
  count_ = 0;
  reach(source, 0);
  for (std::size_t next = 0; next < count_; ++next) {
    const std::uint32_t node = reached_[next];
    for (const std::uint32_t neighbour : adjacency_->neighbours(node)) {
      if (distance_[neighbour] == kUnreachable) reach(neighbour, distance_[node] + 1);
    }
  }
}

}  // namespace kintsugi
