/// Searches a network breadth-first from one source, and reuses its arrays for one source after another.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/adjacency.hpp"

namespace kintsugi {

inline constexpr std::uint32_t kUnreachable = 0xffffffff;

class SourceSearch {
 public:
  /// `adjacency` must outlive the search.
  explicit SourceSearch(const Adjacency& adjacency);

  void run(std::uint32_t source);
  /// Returns the nodes reached, in the order of their distances; the source is the first.
  std::span<const std::uint32_t> reached() const { return {reached_.data(), count_}; }
  /// Returns the distance of every node, or kUnreachable.
  const std::vector<std::uint32_t>& distances() const { return distance_; }

 private:
  void reach(std::uint32_t node, std::uint32_t distance) {
    distance_[node] = distance;
    reached_[count_++] = node;
  }

  const Adjacency* adjacency_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> reached_;  // the queue of the search, too
  std::size_t count_ = 0;
};

}  // namespace kintsugi
