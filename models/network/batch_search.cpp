#include "models/network/batch_search.hpp"

#include <algorithm>

namespace kintsugi {

BatchSearch::BatchSearch(const Adjacency& adjacency)
    : adjacency_(&adjacency), sets_(adjacency.nodes()), marks_(adjacency.nodes()) {
  active_.reserve(adjacency.nodes());
  called_.reserve(adjacency.nodes());
}

void BatchSearch::run(std::span<const NodeId> sources) {
  start(sources);
  for (unsigned distance = 1; !active_.empty(); ++distance) {
    call_neighbours();
    take(distance);
  }
}

void BatchSearch::start(std::span<const NodeId> sources) {
  std::ranges::fill(sets_, Sets{});
  std::ranges::fill(marks_, Mark::kNone);
  active_.clear();
  all_ = {};
  pairs_ = sum_ = visits_ = 0;
  largest_ = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::uint64_t bit = std::uint64_t{1} << i % 64;
    Sets& sets = sets_[sources[i].value];
    sets.reached[i / 64] |= bit;
    sets.fresh[i / 64] |= bit;
    all_[i / 64] |= bit;
    active_.push_back(sources[i].value);
  }
}

void BatchSearch::call_neighbours() {
  called_.clear();
  for (const std::uint32_t node : active_) {
    const Set& fresh = sets_[node].fresh;
    for (const std::uint32_t neighbour : adjacency_->neighbours(node)) {
      if (marks_[neighbour] == Mark::kComplete) continue;
      Set& coming = sets_[neighbour].coming;
      for (std::size_t w = 0; w < kWords; ++w) coming[w] |= fresh[w];
      if (marks_[neighbour] == Mark::kCalled) continue;
      marks_[neighbour] = Mark::kCalled;
      called_.push_back(neighbour);
    }
  }
}

void BatchSearch::take(unsigned distance) {
  active_.clear();
  const std::uint64_t before = pairs_;
  for (const std::uint32_t node : called_) {
    auto& [reached, fresh, coming] = sets_[node];
    std::uint64_t any = 0;
    std::uint64_t missing = 0;
    for (std::size_t w = 0; w < kWords; ++w) {
      fresh[w] = coming[w] & ~reached[w];
      reached[w] |= fresh[w];
      coming[w] = 0;
      any |= fresh[w];
      missing |= all_[w] & ~reached[w];
    }
    marks_[node] = missing == 0 ? Mark::kComplete : Mark::kNone;
    if (any == 0) continue;
    pairs_ += count(fresh);
    active_.push_back(node);
  }
  visits_ += active_.size();
  sum_ += distance * (pairs_ - before);
  if (!active_.empty()) largest_ = distance;
}

/// Counts the bits in steps that the compiler makes vector operations of, as a processor without an instruction for it
/// needs them: in groups of two, four and eight bits, then the groups of all words.
std::uint64_t BatchSearch::count(const Set& set) {
  constexpr std::uint64_t kPairs = 0x5555555555555555;
  constexpr std::uint64_t kFours = 0x3333333333333333;
  constexpr std::uint64_t kEights = 0x0f0f0f0f0f0f0f0f;
  constexpr std::uint64_t kSixteens = 0x00ff00ff00ff00ff;
  std::uint64_t groups = 0;  // of eight bits, at most 64 each
  for (std::uint64_t word : set) {
    word -= word >> 1 & kPairs;
    word = (word & kFours) + (word >> 2 & kFours);
    groups += (word + (word >> 4)) & kEights;
  }
  groups = (groups & kSixteens) + (groups >> 8 & kSixteens);
  return groups * 0x0001000100010001 >> 48;
}

}  // namespace kintsugi
