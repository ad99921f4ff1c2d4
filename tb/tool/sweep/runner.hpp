/// Does the points of a sweep, each in a process of its own.
///
/// A point that fails does not stop the others. The results do not depend on how many processes there are, nor on which
/// of them ends first.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::sweep {

struct RunnerOptions {
  unsigned jobs = 1;                         ///< processes at a time
  bool resume = false;                       ///< take the results that are there
  std::string program;                       ///< name and version
  std::optional<std::filesystem::path> out;  ///< where results are kept; nothing: nowhere
  Progress progress = {};
};

struct Outcome {
  std::vector<Result> results;     ///< one for each point, when `signal` is 0
  std::vector<std::string> files;  ///< of the results, relative to the directory; empty without one
  std::size_t taken = 0;           ///< results that were there
  std::size_t others = 0;          ///< results in the directory that are of none of the points
  std::size_t done = 0;            ///< runs
  int signal = 0;                  ///< that stopped the sweep
};

Outcome run_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options);

}  // namespace kintsugi::sweep
