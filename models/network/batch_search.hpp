/// Searches a network breadth-first from many sources at once. Each node has a set of sources, one bit for each source.
///
/// A step   every node that some sources have reached in the last step sends these to its neighbours; each neighbour
///          keeps those that are new to it. So a node is visited in as many steps as sources have different distances
///          to it, at most the diameter
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "models/network/adjacency.hpp"

namespace kintsugi {

class BatchSearch {
 public:
  static constexpr std::uint32_t kMostSources = 512;
  /// Returns the bytes that a search takes in a network of that many nodes.
  static constexpr std::size_t bytes_for(std::size_t nodes) { return nodes * (sizeof(Sets) + 9); }

  /// `adjacency` must outlive the search.
  explicit BatchSearch(const Adjacency& adjacency);

  /// Searches from at most kMostSources distinct sources.
  void run(std::span<const NodeId> sources);
  /// @name Results of the last run
  /// @{
  /// Ordered pairs of a source and another node that it reaches, the sum and the largest of their distances.
  std::uint64_t pairs() const { return pairs_; }
  std::uint64_t sum() const { return sum_; }
  unsigned largest() const { return largest_; }
  /// Visits of nodes by which these pairs were found.
  std::uint64_t visits() const { return visits_; }
  /// @}

 private:
  static constexpr std::size_t kWords = kMostSources / 64;
  using Set = std::array<std::uint64_t, kWords>;
  struct alignas(64) Sets {
    Set reached{};  // the sources that have reached the node
    Set fresh{};    // those that reached it in the last step in which any did
    Set coming{};   // those that reach it, or reach it again, in this step
  };
  enum class Mark : std::uint8_t {
    kNone,
    kCalled,    // it is in called_
    kComplete,  // all sources have reached it
  };

  void start(std::span<const NodeId> sources);
  void call_neighbours();
  void take(unsigned distance);
  static std::uint64_t count(const Set& set);

  const Adjacency* adjacency_;
  std::vector<Sets> sets_;
  std::vector<Mark> marks_;
  std::vector<std::uint32_t> active_;  // nodes reached by new sources in the last step
  std::vector<std::uint32_t> called_;  // their neighbours
  Set all_{};
  std::uint64_t pairs_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t visits_ = 0;
  unsigned largest_ = 0;
};

}  // namespace kintsugi
