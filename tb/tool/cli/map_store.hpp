/// Counts the defect maps of a study in blocks that are kept in a store: for `yield` and `repair --exhaustive`.
#pragma once

#include <optional>
#include <vector>

#include "tb/tool/cli/dealt_blocks.hpp"
#include "tb/tool/cli/shards.hpp"
#include "tb/tool/yield/map_units.hpp"

namespace kintsugi::cli {

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
