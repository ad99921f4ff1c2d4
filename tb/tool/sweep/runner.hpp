/// Runs the points of a sweep, each in a process of its own.
///
/// A point that fails does not stop the others. The results depend neither on the number of processes nor on the order
/// in which they end.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/store/run_units.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/result.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::sweep {

struct RunnerOptions {
  unsigned jobs = 1;    ///< processes at a time
  bool resume = false;  ///< take the results of an earlier run from `out`
  std::string program;  ///< store::identity_of_program(), if `out` is given or results are collected
  std::optional<std::filesystem::path> out;  ///< directory for the results; nullopt: they are not kept
  Progress progress = {};
  store::Shard shard = {};
  bool covers = false;  ///< each run writes its coverage; only with `out`
  RunAll run_all = sweep::run_all;
};

struct Outcome {
  std::vector<Result> results;     ///< one for each point; empty ones of other shards, and of points that are not done
  std::vector<std::string> files;  ///< of the results, relative to the directory; empty without one
  std::vector<std::filesystem::path> coverages;  ///< of the points, where runs write them; not every file is there
  store::UnitCounts counts;
  std::vector<std::string> missing;  ///< names of points that were to be collected and have no result
};

Outcome run_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options);

/// Takes the results of all points from directories of shards (tb/tool/store/collect.hpp), and copies them to `out`, if
/// it is given, unless some are missing.
Outcome collect_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options,
                       std::span<const std::filesystem::path> directories);

}  // namespace kintsugi::sweep
