#include "tb/tool/sweep/runner.hpp"

#include "tb/tool/sweep/point_units.hpp"

namespace kintsugi::sweep {

Outcome run_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options) {
  PointUnits units(sweep, points, options.program, options.out, options.run_all);
  Outcome outcome;
  outcome.results.resize(points.size());
  outcome.files = units.files();
  const store::UnitRun run{.store = units.store(),
                           .resume = options.resume,
                           .shard = options.shard,
                           .compute = {options.jobs, options.progress}};
  const auto take = [&outcome](std::size_t unit, const store::UnitResult& result) {
    outcome.results[unit] = result_of(result);
  };
  outcome.counts = store::run_units(units, run, take);
  return outcome;
}

}  // namespace kintsugi::sweep
