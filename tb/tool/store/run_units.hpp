/// Computes the units of a work that are not there yet, and keeps their results.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "tb/tool/store/shard.hpp"
#include "tb/tool/store/store.hpp"
#include "tb/tool/store/unit_work.hpp"

namespace kintsugi::store {

/// Computes these units as UnitWork::compute() does, but elsewhere: a cluster's other processes.
using UnitDealer = std::function<bool(UnitWork& work, std::span<const std::size_t> units, const ComputeOptions& options,
                                      const UnitDone& done)>;

struct UnitRun {
  const Store* store = nullptr;  ///< nullptr: results are not kept
  bool resume = false;           ///< take the results that are in the store
  Shard shard = {};
  ComputeOptions compute = {};
  UnitDealer deal = {};  ///< empty: this process computes
};

struct UnitCounts {
  std::size_t own = 0;                              ///< units in the shard
  std::size_t taken = 0;                            ///< results of these that were in the store
  std::size_t done = 0;                             ///< units computed
  std::size_t others = 0;                           ///< results in the store that belong to no unit of the work
  std::vector<std::filesystem::path> changed = {};  ///< results of the shard that were changed or cut: computed anew
  bool stopped = false;  ///< the program was asked to stop before all units of the shard were done
};

/// Hands over a result for each unit of the shard, those from the store first and in order; unless it is stopped. A
/// result is in the store before it is handed over.
UnitCounts run_units(UnitWork& work, const UnitRun& run, const UnitDone& take);

}  // namespace kintsugi::store
