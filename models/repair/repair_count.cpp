#include "models/repair/repair_count.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <system_error>

namespace kintsugi {

namespace {

constexpr std::uint64_t kPiece = 512;  // maps that a thread takes at a time

using RepairCounts = std::vector<std::vector<RepairCount>>;  // by block, by judge

/// A part of a block.
struct Piece {
  std::size_t block = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
};

/// Hands out pieces of blocks, and adds up their counts.
class Count {
 public:
  Count(std::span<const DefectMaps> sets, std::span<const MapBlock> blocks, std::span<const JudgeMaker> judges,
        const Progress& progress, const std::function<bool()>& stop, const BlockCounted& counted)
      : sets_(sets),
        blocks_(blocks),
        judges_(judges),
        progress_(&progress),
        stop_(&stop),
        counted_(&counted),
        counts_(blocks.size(), std::vector<RepairCount>(judges.size())) {
    for (const MapBlock& block : blocks) total_ += block.end - block.first;
    if (!blocks.empty()) first_ = blocks.front().first;
  }

  /// Judges pieces until there are none; called on each thread.
  void work() {
    try {
      judge_pieces();
    } catch (...) {
      stopped_ = true;
      throw;
    }
  }

  RepairCounts result() { return std::move(counts_); }

 private:
  void judge_pieces() {
    std::vector<Judge> judges;
    for (const JudgeMaker& make : judges_) judges.push_back(make());
    std::optional<std::size_t> set;
    std::optional<DefectMapReader> reader;
    while (const auto piece = next()) {
      const std::size_t of = blocks_[piece->block].set;
      if (set != of) reader.emplace(sets_[of]);
      set = of;
      add_piece(*piece, judge(*piece, *reader, judges));
    }
  }

  std::optional<Piece> next() {
    const std::lock_guard lock(mutex_);
    if (*stop_ && (*stop_)()) stopped_ = true;
    while (block_ < blocks_.size() && first_ == blocks_[block_].end) {
      ++block_;
      if (block_ < blocks_.size()) first_ = blocks_[block_].first;
    }
    if (stopped_ || block_ == blocks_.size()) return std::nullopt;
    const std::uint64_t first = first_;
    first_ += std::min(kPiece, blocks_[block_].end - first_);
    return Piece{block_, first, first_};
  }

  static std::vector<RepairCount> judge(const Piece& piece, DefectMapReader& reader, std::span<Judge> judges) {
    std::vector<RepairCount> counts(judges.size());
    for (std::uint64_t number = piece.first; number < piece.end; ++number) {
      const Defects& defects = reader.read(number);
      for (std::size_t i = 0; i < judges.size(); ++i) add_map(judges[i](defects), defects, counts[i]);
    }
    return counts;
  }

  static void add_map(MapOutcome outcome, const Defects& defects, RepairCount& count) {
    ++count.maps;
    if (outcome == MapOutcome::kNotDecided) ++count.not_decided;
    if (outcome == MapOutcome::kRepaired || outcome == MapOutcome::kWrong) ++count.repairable;
    if (outcome != MapOutcome::kWrong) return;
    ++count.wrong;
    if (!count.first_wrong) count.first_wrong = defects;
  }

  /// Adds the counts of a piece. Pieces of a block can finish in any order, so the piece's number decides which wrong
  /// map is the first.
  void add_piece(const Piece& piece, const std::vector<RepairCount>& found) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 0; i < found.size(); ++i) {
      RepairCount& sum = counts_[piece.block][i];
      sum.maps += found[i].maps;
      sum.repairable += found[i].repairable;
      sum.wrong += found[i].wrong;
      sum.not_decided += found[i].not_decided;
      keep_first_wrong(piece, i, found[i]);
    }
    done_ += piece.end - piece.first;
    const MapBlock& block = blocks_[piece.block];
    const bool is_complete = !found.empty() && counts_[piece.block].front().maps == block.end - block.first;
    if (is_complete && *counted_) (*counted_)(piece.block, counts_[piece.block]);
    if (*progress_) (*progress_)(done_, total_);
  }

  void keep_first_wrong(const Piece& piece, std::size_t judge, const RepairCount& found) {
    if (!found.first_wrong) return;
    wrong_in_.resize(blocks_.size() * judges_.size());
    std::optional<std::uint64_t>& earlier = wrong_in_[piece.block * judges_.size() + judge];
    if (earlier && *earlier < piece.first) return;
    earlier = piece.first;
    counts_[piece.block][judge].first_wrong = found.first_wrong;
  }

  std::span<const DefectMaps> sets_;
  std::span<const MapBlock> blocks_;
  std::span<const JudgeMaker> judges_;
  const Progress* progress_;
  const std::function<bool()>* stop_;
  const BlockCounted* counted_;
  std::mutex mutex_;
  std::size_t block_ = 0;  // of the next piece
  std::uint64_t first_ = 0;
  std::atomic<bool> stopped_ = false;
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  RepairCounts counts_;
  std::vector<std::optional<std::uint64_t>> wrong_in_;  // first map of the piece, by block and judge
};

}  // namespace

void add(const RepairCount& later, RepairCount& sum) {
  sum.maps += later.maps;
  sum.repairable += later.repairable;
  sum.wrong += later.wrong;
  sum.not_decided += later.not_decided;
  if (!sum.first_wrong) sum.first_wrong = later.first_wrong;
}

std::vector<MapBlock> blocks_of(std::span<const DefectMaps> sets, std::uint64_t size) {
  std::vector<MapBlock> blocks;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    for (std::uint64_t first = 0; first < sets[set].size();) {
      const std::uint64_t end = first + std::min(size, sets[set].size() - first);
      blocks.push_back({set, first, end});
      first = end;
    }
  }
  return blocks;
}

std::vector<std::vector<RepairCount>> count_blocks(std::span<const DefectMaps> sets, std::span<const MapBlock> blocks,
                                                   std::span<const JudgeMaker> judges, unsigned threads,
                                                   const Progress& progress, const std::function<bool()>& stop,
                                                   const BlockCounted& counted) {
  Count count(sets, blocks, judges, progress, stop, counted);
  {
    std::vector<std::future<void>> others;
    try {
      for (unsigned i = 1; i < threads; ++i) others.push_back(std::async(std::launch::async, [&] { count.work(); }));
    } catch (const std::system_error&) {
      // The system starts no more threads. Those that run count all maps.
    }
    count.work();
    for (std::future<void>& other : others) other.get();
  }
  return count.result();
}

std::vector<std::vector<RepairCount>> count_repairs(std::span<const DefectMaps> sets,
                                                    std::span<const JudgeMaker> judges, unsigned threads,
                                                    const Progress& progress, const std::function<bool()>& stop) {
  std::vector<MapBlock> blocks;
  for (std::size_t set = 0; set < sets.size(); ++set) blocks.push_back({set, 0, sets[set].size()});
  return count_blocks(sets, blocks, judges, threads, progress, stop);
}

}  // namespace kintsugi
