/// Counts the defect maps of a study in blocks that are kept in a store: for `yield` and `repair --exhaustive`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tb/tool/cli/place.hpp"
#include "tb/tool/cli/shards.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/yield/map_units.hpp"

namespace kintsugi::cli {

/// Measures the defect maps tested per second, for --timing. The clock starts at construction. A map counts once,
/// however many curves use it.
class MapRate {
 public:
  /// Adds `maps_per_second` to the report if `options.timing`.
  void add_to(Report& report, const CommonOptions& options, std::uint64_t maps) const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Counts these blocks as UnitWork::compute() does, by other processes: each is a `kintsugi yield` with the options of
/// the command, and with the block as its shard. Throws std::runtime_error with a block whose process has broken down.
using BlockDealer = std::function<bool(const yield::MapUnits& units, std::span<const std::size_t> blocks,
                                       const store::ComputeOptions& options, const store::UnitDone& done)>;

/// Returns the options that were given to a command, without those named, as words of a command line. An option that
/// was given several times is there several times.
std::vector<std::string> given_options(const CLI::App& command, std::span<const std::string> but);

/// `words`: the options of `kintsugi yield`, which reads the source from standard input.
BlockDealer deal_blocks(const Place& place, std::vector<std::string> words, Source source);

/// What a block is called.
extern const UnitWords kBlockWords;

struct StoredCounts {
  /// By set, by judge; nullopt if there are not all: of a shard, after a stop, or if blocks are missing. What there is
  /// has been reported then.
  std::optional<std::vector<std::vector<RepairCount>>> counts;
  int status = 0;  ///< exit status, if there are not all
};

/// Returns whether the options ask for a store.
bool uses_store(const ShardOptions& options);

/// How the blocks are counted.
struct BlockWork {
  unsigned jobs = 1;
  Place place = {};
  BlockDealer deal = {};  ///< empty: on `jobs` threads of this process
};

/// Counts the blocks of the shard, or collects all. Without a directory it keeps no results; those of a shard it prints
/// then, as {..., results: [{block, status, report}]}.
StoredCounts count_in_store(const yield::JudgedMaps& maps, const Scenario& scenario, const ShardOptions& options,
                            const CommonOptions& common, const BlockWork& work);

}  // namespace kintsugi::cli
