#include "models/repair/repair_count.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>

namespace kintsugi {

namespace {

constexpr std::uint64_t kBlock = 512;  // maps that a thread takes at a time

using RepairCounts = std::vector<std::vector<RepairCount>>;  // by set, by judge

/// Some consecutive maps of one set.
struct Block {
  std::size_t set = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// Hands out blocks, and adds up their counts.
class Count {
 public:
  Count(std::span<const DefectMaps> sets, std::span<const JudgeMaker> judges, const Progress& progress,
        const std::function<bool()>& stop)
      : sets_(sets),
        judges_(judges),
        progress_(&progress),
        stop_(&stop),
        counts_(sets.size(), std::vector<RepairCount>(judges.size())) {
    for (const DefectMaps& set : sets) total_ += set.size();
  }

  /// Judges blocks until there are none; called on each thread.
  void work() {
    try {
      judge_blocks();
    } catch (...) {
      stopped_ = true;
      throw;
    }
  }

  RepairCounts result() { return std::move(counts_); }

 private:
  void judge_blocks() {
    std::vector<Judge> judges;
    for (const JudgeMaker& make : judges_) judges.push_back(make());
    std::optional<std::size_t> set;
    std::optional<DefectMapReader> reader;
    while (const auto block = next()) {
      if (set != block->set) reader.emplace(sets_[block->set]);
      set = block->set;
      add(*block, judge(*block, *reader, judges));
    }
  }

  std::optional<Block> next() {
    const std::lock_guard lock(mutex_);
    if (*stop_ && (*stop_)()) stopped_ = true;
    while (set_ < sets_.size() && first_ == sets_[set_].size()) {
      ++set_;
      first_ = 0;
    }
    if (stopped_ || set_ == sets_.size()) return std::nullopt;
    const std::uint64_t first = first_;
    first_ += std::min(kBlock, sets_[set_].size() - first_);
    return Block{set_, first, first_};
  }

  static std::vector<RepairCount> judge(const Block& block, DefectMapReader& reader, std::span<Judge> judges) {
    std::vector<RepairCount> counts(judges.size());
    for (std::uint64_t number = block.first; number < block.end; ++number) {
      const Defects& defects = reader.read(number);
      for (std::size_t i = 0; i < judges.size(); ++i) add(judges[i](defects), defects, counts[i]);
    }
    return counts;
  }

  static void add(MapOutcome outcome, const Defects& defects, RepairCount& count) {
    ++count.maps;
    if (outcome != MapOutcome::kIrreparable) ++count.repairable;
    if (outcome != MapOutcome::kWrong) return;
    ++count.wrong;
    if (!count.first_wrong) count.first_wrong = defects;
  }

  /// Adds the counts of a block. Blocks of a set can finish in any order, so the block's number decides which wrong map
  /// is the first.
  void add(const Block& block, const std::vector<RepairCount>& found) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      RepairCount& sum = counts_[block.set][i];
      sum.maps += found[i].maps;
      sum.repairable += found[i].repairable;
      sum.wrong += found[i].wrong;
      keep_first_wrong(block, i, found[i]);
    }
    done_ += block.end - block.first;
    if (*progress_) (*progress_)(done_, total_);
  }

  void keep_first_wrong(const Block& block, std::size_t judge, const RepairCount& found) {
    if (!found.first_wrong) return;
    wrong_in_.resize(sets_.size() * judges_.size());
    std::optional<std::uint64_t>& earlier = wrong_in_[block.set * judges_.size() + judge];
    if (earlier && *earlier < block.first) return;
    earlier = block.first;
    counts_[block.set][judge].first_wrong = found.first_wrong;
  }

  std::span<const DefectMaps> sets_;
  std::span<const JudgeMaker> judges_;
  const Progress* progress_;
  const std::function<bool()>* stop_;
  std::mutex mutex_;
  std::size_t set_ = 0;  // set of the next block
  std::uint64_t first_ = 0;
  std::atomic<bool> stopped_ = false;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  RepairCounts counts_;
  std::vector<std::optional<std::uint64_t>> wrong_in_;  // first map of the block, by set and judge
};

}  // namespace

std::vector<std::vector<RepairCount>> count_repairs(std::span<const DefectMaps> sets,
                                                    std::span<const JudgeMaker> judges, unsigned threads,
                                                    const Progress& progress, const std::function<bool()>& stop) {
  Count count(sets, judges, progress, stop);
  {
    std::vector<std::future<void>> others;
    for (unsigned i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, [&] { count.work(); }));
    count.work();
    for (std::future<void>& other : others) other.get();
  }
  return count.result();
}

}  // namespace kintsugi
