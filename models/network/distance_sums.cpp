#include "models/network/distance_sums.hpp"

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>

#include "models/network/batch_search.hpp"
#include "models/network/shared_items.hpp"
#include "models/network/source_search.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kMostBytes = std::size_t{512} << 20;       // of all batches
constexpr std::uint64_t kWorthAThread = std::uint64_t{1} << 22;  // pairs of a source and a node
constexpr std::size_t kWorthABatch = 64;                         // sources
constexpr std::uint64_t kPriceOfABatch = 8;  // what a visit for a set of sources costs, in visits for one source

/// The searches of one thread.
class Searches {
 public:
  Searches(const Adjacency& adjacency, std::span<const NodeId> sources, bool in_batches)
      : adjacency_(adjacency), sources_(sources) {
    if (in_batches) batch_.emplace(adjacency);
  }

  /// Returns how many sources the next search takes.
  std::uint32_t at_a_time() const { return batch_ ? BatchSearch::kMostSources : 1; }
  /// Searches from the sources of a range. `stays` keeps it from changing to the other way of searching.
  void run(SharedItems::Range range, bool stays, DistanceSums& sums) {
    const std::span<const NodeId> sources = sources_.subspan(range.first, range.count);
    if (!batch_) return add_source(sources.front().value, sums);
    batch_->run(sources);
    sums += {batch_->pairs(), batch_->sum(), batch_->largest(),
             batch_->pairs() == sources.size() * (adjacency_.nodes() - 1)};
    if (!stays && batch_->visits() * kPriceOfABatch > batch_->pairs()) batch_.reset();
  }

 private:
  void add_source(std::uint32_t source, DistanceSums& sums) {
    if (!single_) single_.emplace(adjacency_);
    single_->run(source);
    const std::span<const std::uint32_t> reached = single_->reached();
    const std::vector<std::uint32_t>& distances = single_->distances();
    std::uint64_t sum = 0;
    for (const std::uint32_t node : reached) sum += distances[node];
    sums += {reached.size() - 1, sum, distances[reached.back()], reached.size() == adjacency_.nodes()};
  }

  const Adjacency& adjacency_;
  std::span<const NodeId> sources_;
  std::optional<BatchSearch> batch_;
  std::optional<SourceSearch> single_;
};

unsigned threads_for(std::uint64_t pairs, unsigned wanted) {
  if (wanted != 0) return wanted;
  return static_cast<unsigned>(std::min<std::uint64_t>(std::thread::hardware_concurrency(), pairs / kWorthAThread));
}

}  // namespace

DistanceSums& DistanceSums::operator+=(const DistanceSums& other) {
  pairs += other.pairs;
  sum += other.sum;
  largest = std::max(largest, other.largest);
  connected = connected && other.connected;
  return *this;
}

DistanceSums sum_distances(const Adjacency& adjacency, std::span<const NodeId> sources, const Progress& progress,
                           unsigned threads, SearchBy by) {
  const std::size_t bytes = BatchSearch::bytes_for(adjacency.nodes());
  const bool in_batches =
      by != SearchBy::kSource && bytes <= kMostBytes && (by == SearchBy::kBatch || sources.size() >= kWorthABatch);
  threads = threads_for(std::uint64_t{sources.size()} * adjacency.nodes(), threads);
  if (in_batches) threads = std::min(threads, static_cast<unsigned>(kMostBytes / bytes));
  SharedItems items(narrow<std::uint32_t>(sources.size()), threads, progress);
  std::mutex mutex;
  DistanceSums all;
  items.share([&] {
    Searches searches(adjacency, sources, in_batches);
    DistanceSums sums;
    while (true) {
      const SharedItems::Range range = items.next(searches.at_a_time());
      if (range.count == 0) break;
      searches.run(range, by == SearchBy::kBatch, sums);
      items.count_done(range.count);
    }
    const std::lock_guard lock(mutex);
    all += sums;
  });
  return all;
}

}  // namespace kintsugi
