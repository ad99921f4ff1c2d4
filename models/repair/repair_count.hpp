/// Counts the outcomes of repairs over many defect maps, on several threads.
///
/// The counts do not depend on the number of threads: every map is judged once, by itself. Of the maps that are
/// repaired wrongly, the one with the lowest number in the first set is kept.
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
  std::optional<Defects> first_wrong;
  friend bool operator==(const RepairCount&, const RepairCount&) = default;
};

/// Returns the counts by set and by judge; all judges get the same maps. An exception from a judge ends the count and
/// is thrown on. Once `stop` returns true the rest is left out; the maps that are counted are the first of each set,
/// and only one set is counted in part. `progress` and `stop` are called on any thread but never on two at a time.
/// `threads` is at least 1.
std::vector<std::vector<RepairCount>> count_repairs(std::span<const DefectMaps> sets,
                                                    std::span<const JudgeMaker> judges, unsigned threads,
                                                    const Progress& progress = {},
                                                    const std::function<bool()>& stop = {});

}  // namespace kintsugi
