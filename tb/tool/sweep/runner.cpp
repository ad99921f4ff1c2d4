#include "tb/tool/sweep/runner.hpp"

#include <algorithm>

#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/store/collect.hpp"

namespace kintsugi::sweep {

using nlohmann::ordered_json;

PointUnits::PointUnits(const Sweep& sweep, const std::vector<Point>& points, std::string program,
                       const std::optional<std::filesystem::path>& out, bool covers, RunAll run_all)
    : sweep_(sweep), points_(points), program_(std::move(program)), covers_(covers), run_all_(std::move(run_all)) {
  if (out) store_.emplace(*out, layout());
}

ordered_json PointUnits::identity(std::size_t unit) const {
  const Point& point = points_[unit];
  ordered_json inputs = ordered_json::object();
  for (const auto& [key, path] : point.files) inputs[key] = hashes_.of(path);
  ordered_json identity = {{"program", program_}, {"scenario", point.scenario}, {"inputs", std::move(inputs)}};
  if (!point.written_otherwise.empty()) identity["written"] = point.written_otherwise;
  if (covers_) identity["coverage"] = true;
  return identity;
}

std::string PointUnits::name(std::size_t unit) const {
  return "point " + std::to_string(points_[unit].number) + " (" + name_of(sweep_, points_[unit].choice) + ")";
}

store::StoreLayout PointUnits::layout() const {
  return {"points", "sweep\\.json|points\\.csv|coverage\\.json|quantiles\\.csv|plot[^/]*\\.svg"};
}

std::vector<std::string> PointUnits::files() const {
  std::vector<std::string> files;
  for (std::size_t unit = 0; store_ && unit < points_.size(); ++unit) {
    files.push_back(store_->file_of(identity(unit)));
  }
  return files;
}

bool PointUnits::compute(std::span<const std::size_t> units, const store::ComputeOptions& options,
                         const store::UnitDone& done) {
  std::size_t ended = 0;
  const auto take = [&](std::size_t job, const Ended& end) {
    store::UnitResult result = result_of(end);
    settle_files(units[job], result.report);
    done(units[job], result);
    if (options.progress) options.progress(++ended, units.size());
  };
  return run_all_({units.size(), options.jobs, [&](std::size_t job) { return command(units[job]); }, take});
}

std::filesystem::path PointUnits::coverage_of(std::size_t unit) const {
  return store_ && covers_ ? store_->directory_of(identity(unit)) / "coverage.json" : std::filesystem::path();
}

Command PointUnits::command(std::size_t unit) const {
  const ordered_json& scenario = points_[unit].scenario;
  std::vector<std::string> arguments = {"run", points_[unit].text, "--json", "--quiet"};
  const auto writes = [&scenario](const FeatureSection& section) {
    return section.writes != nullptr && scenario.contains(section.name);
  };
  const bool writes_files = std::ranges::any_of(feature_sections(), writes);
  if (store_ && (writes_files || covers_)) store_->clean_directory_of(identity(unit));
  if (store_ && covers_) arguments.insert(arguments.end(), {"--coverage", coverage_of(unit).string()});
  if (store_ && writes_files) {
    arguments.insert(arguments.end(), {"--out", store_->directory_of(identity(unit)).string()});
  }
  return {std::move(arguments), directory_of(sweep_.base_source)};
}

void PointUnits::settle_files(std::size_t unit, ordered_json& report) const {
  if (!store_ || !report.contains("files")) return;
  const std::filesystem::path directory = store_->directory_of(identity(unit));
  for (ordered_json& file : report["files"]) {
    file = std::filesystem::path(file.get<std::string>()).lexically_relative(directory).string();
  }
}

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
  outcome.counts.changed = found.changed;
  for (const std::size_t unit : found.missing) outcome.missing.push_back(units.name(unit));
  if (options.out && found.missing.empty()) store::copy_results(units, directories, found, *options.out);
  return outcome;
}

}  // namespace kintsugi::sweep
