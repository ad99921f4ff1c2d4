/// Counts what becomes of defect maps, on several threads.
///
/// The counts do not depend on the number of threads: every map is judged once, by itself, and of the maps that come
/// out wrong the one of the lowest number in the first set is kept.
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
  kWrong,  ///< said to be repaired, and is not
};

/// Says what becomes of a map. It may keep memory from one to the next, so every thread makes its own.
using Judge = std::function<MapOutcome(const Defects&)>;
using JudgeMaker = std::function<Judge()>;

struct RepairCount {
  std::uint64_t maps = 0;
  std::uint64_t repairable = 0;  ///< repaired, or wrongly so
  std::uint64_t wrong = 0;
  std::optional<Defects> first_wrong;
  friend bool operator==(const RepairCount&, const RepairCount&) = default;
};

/// All judges see the same maps. Result: by set, by judge. What a judge throws ends the count. `progress` is told on
/// any thread but never on two at a time. `threads` at least 1.
std::vector<std::vector<RepairCount>> count_repairs(std::span<const DefectMaps> sets,
                                                    std::span<const JudgeMaker> judges, unsigned threads,
                                                    const Progress& progress = {});

}  // namespace kintsugi
