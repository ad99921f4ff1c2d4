/// Counts the outcomes of repairs over many defect maps, on several threads.
///
/// The counts do not depend on the number of threads: every map is judged once, by itself. Of the maps that are
/// repaired wrongly, the one with the lowest number is kept, for each block.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "models/network/progress.hpp"
#include "models/repair/defect_maps.hpp"

namespace kintsugi {

enum class MapOutcome : std::uint8_t {
  kIrreparable,
  kNotDecided,  ///< the search for a repair reached its limit
  kRepaired,
  /// The fabric reports a repair, but it uses a defective PE, or the extracted network differs from the wanted one.
  kWrong,
};

/// Returns the outcome of a map. It may keep memory from one map to the next, so every thread makes its own.
using Judge = std::function<MapOutcome(const Defects&)>;
using JudgeMaker = std::function<Judge()>;

struct RepairCount {
  std::uint64_t maps = 0;
  std::uint64_t repairable = 0;  ///< repaired, or wrongly so
  std::uint64_t wrong = 0;
  std::optional<Defects> first_wrong = {};
  std::uint64_t not_decided = 0;
  friend bool operator==(const RepairCount&, const RepairCount&) = default;
};

/// Adds the counts of maps that come after those of `sum`.
void add(const RepairCount& later, RepairCount& sum);

/// Consecutive maps of one set.
struct MapBlock {
  std::size_t set = 0;
  std::uint64_t first = 0;
  std::uint64_t end = 0;  ///< behind the last
  friend bool operator==(const MapBlock&, const MapBlock&) = default;
};

/// Returns all maps in blocks, in order of sets and maps; `size` maps each, the last one of a set fewer. None is empty.
std::vector<MapBlock> blocks_of(std::span<const DefectMaps> sets, std::uint64_t size);

/// Takes the counts of a block, by judge, when all of its maps are counted.
using BlockCounted = std::function<void(std::size_t block, const std::vector<RepairCount>& counts)>;

/// Returns the counts by block and by judge; all judges get the same maps. An exception from a judge ends the count and
/// is thrown on. Once `stop` returns true the rest is left out; the maps that are counted are the first of each block,
/// and only one block is counted in part. `progress`, in maps, `stop` and `counted` are called on any thread but never
/// on two at a time. `threads` is at least 1.
std::vector<std::vector<RepairCount>> count_blocks(std::span<const DefectMaps> sets, std::span<const MapBlock> blocks,
                                                   std::span<const JudgeMaker> judges, unsigned threads,
                                                   const Progress& progress = {},
                                                   const std::function<bool()>& stop = {},
                                                   const BlockCounted& counted = {});

/// Counts each set as one block.
std::vector<std::vector<RepairCount>> count_repairs(std::span<const DefectMaps> sets,
                                                    std::span<const JudgeMaker> judges, unsigned threads,
                                                    const Progress& progress = {},
                                                    const std::function<bool()>& stop = {});

}  // namespace kintsugi
