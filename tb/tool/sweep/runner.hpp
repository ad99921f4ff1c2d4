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
#include "tb/tool/store/identity.hpp"
#include "tb/tool/store/run_units.hpp"
#include "tb/tool/store/store.hpp"
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

/// The points of a sweep as units of work (tb/tool/store/store.hpp).
///
/// Result    the exit status and the report of the run of a point, which is a process of its own
/// Identity  {program, scenario, inputs}: the full scenario, and a hash of each file that it reads, by its key. A file
///           is read once, and again only when its size or the time of its last change is another one. Numbers that
///           JSON writes in another way, such as 1.50, stand in a key `written`. With a coverage there is one key more,
///           so that a result without one is not taken in its place
/// Files     of a run, waveforms and the coverage, are in the directory that the store has for its unit; a report names
///           them relative to that
class PointUnits final : public store::UnitWork {
 public:
  /// `program`: store::identity_of_program(), if `out` is given. Both references must outlive the object.
  /// `covers`: the runs write their coverage; only with `out`.
  PointUnits(const Sweep& sweep, const std::vector<Point>& points, std::string program,
             const std::optional<std::filesystem::path>& out, bool covers = false, RunAll run_all = sweep::run_all);

  std::size_t units() const override { return points_.size(); }
  nlohmann::ordered_json identity(std::size_t unit) const override;
  std::string name(std::size_t unit) const override;
  store::StoreLayout layout() const override;
  bool compute(std::span<const std::size_t> units, const store::ComputeOptions& options,
               const store::UnitDone& done) override;

  /// Returns the store of the results; nullptr without a directory for them.
  const store::Store* store() const { return store_ ? &*store_ : nullptr; }
  /// Returns the file of each result, relative to the directory; none without one.
  std::vector<std::string> files() const;
  /// Returns the file of the coverage of a unit; empty if there is to be none.
  std::filesystem::path coverage_of(std::size_t unit) const;

 private:
  Command command(std::size_t unit) const;
  /// Names the written files relative to the directory of the unit.
  void settle_files(std::size_t unit, nlohmann::ordered_json& report) const;

  const Sweep& sweep_;
  const std::vector<Point>& points_;
  std::string program_;
  std::optional<store::Store> store_;
  bool covers_;
  RunAll run_all_;
  mutable store::FileHashes hashes_;
};

}  // namespace kintsugi::sweep
