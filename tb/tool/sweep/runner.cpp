#include "tb/tool/sweep/runner.hpp"

#include "tb/tool/store/collect.hpp"
#include "tb/tool/sweep/point_units.hpp"

namespace kintsugi::sweep {

namespace {

Outcome empty_outcome(const PointUnits& units) {
  Outcome outcome;
  outcome.results.resize(units.units());
  outcome.files = units.files();
  for (std::size_t unit = 0; unit < units.units(); ++unit) {
    std::filesystem::path file = units.coverage_of(unit);
    if (!file.empty()) outcome.coverages.push_back(std::move(file));
  }
  return outcome;
}

store::UnitDone into(Outcome& outcome, const Sweep& sweep) {
  return [&outcome, plotted = sweep.plot ? sweep.plot->y : ""](std::size_t unit, const store::UnitResult& result) {
    outcome.results[unit] = result_of(result, plotted);
  };
}

}  // namespace

Outcome run_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options) {
  PointUnits units(sweep, points, options.program, options.out, options.covers, options.run_all);
  Outcome outcome = empty_outcome(units);
  const store::UnitRun run{.store = units.store(),
                           .resume = options.resume,
                           .shard = options.shard,
                           .compute = {options.jobs, options.progress}};
  outcome.counts = store::run_units(units, run, into(outcome, sweep));
  return outcome;
}

Outcome collect_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options,
                       std::span<const std::filesystem::path> directories) {
  const PointUnits units(sweep, points, options.program, options.out, options.covers);
  Outcome outcome = empty_outcome(units);
  const store::Collected found = store::collect_units(units, directories, into(outcome, sweep));
  outcome.counts.others = found.others;
  for (const std::size_t unit : found.missing) outcome.missing.push_back(units.name(unit));
  if (options.out && found.missing.empty()) store::copy_results(units, directories, found, *options.out);
  return outcome;
}

}  // namespace kintsugi::sweep
