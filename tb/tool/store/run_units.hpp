/// Computes the units of a work, or those of a shard, that are not there yet, and keeps their results.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/store/store.hpp"

namespace kintsugi::store {

/// A share of the units of a work, for one job of an array of jobs.
///
/// Shard I/N  with I from 1 to N: the units I - 1, I - 1 + N, I - 1 + 2 N ... Neighbours, which often take equally
///            long, are in different shards. Every unit is in exactly one of the N shards. If N is more than the units,
///            some shards have none
struct Shard {
  std::size_t index = 1;  ///< from 1 to count
  std::size_t count = 1;

  bool contains(std::size_t unit) const { return unit % count == index - 1; }
};

inline constexpr std::size_t kMostShards = 1'000'000;

/// Returns the shard "2/7", or nullopt if the text is no such shard.
std::optional<Shard> parse_shard(std::string_view text);
std::string to_text(const Shard& shard);

/// Returns the units of a shard, ascending.
std::vector<std::size_t> units_of(const Shard& shard, std::size_t units);

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
