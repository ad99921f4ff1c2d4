#include "tb/tool/sweep/point_units.hpp"

#include <algorithm>

#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/store/identity.hpp"
#include "tb/tool/sweep/result.hpp"

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
  std::vector<std::string> arguments = {"run", store::to_line(scenario), "--json", "--quiet"};
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

}  // namespace kintsugi::sweep
