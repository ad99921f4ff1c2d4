#include "tb/tool/sweep/runner.hpp"

#include "tb/tool/sweep/document.hpp"
#include "tb/tool/sweep/store.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

class Runner {
 public:
  Runner(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options)
      : points_(points), options_(options), directory_(directory_of(sweep.base_source)) {
    if (options.out) store_.emplace(*options.out, options.program);
    outcome_.results.resize(points.size());
  }

  Outcome run() {
    if (store_) store_->open();
    take_what_is_there();
    Work work{missing_.size(), options_.jobs, [this](std::size_t job) { return command(points_[missing_[job]]); },
              [this](std::size_t job, Ended end) { done(missing_[job], end); }};
    outcome_.stopped = !run_all(work);
    return std::move(outcome_);
  }

 private:
  void take_what_is_there() {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      if (store_) outcome_.files.push_back(store_->file_of(points_[i]));
      const auto there = store_ && options_.resume ? store_->load(points_[i]) : std::nullopt;
      if (there) {
        outcome_.results[i] = result_of((*there)["status"].get<int>(), (*there)["report"]);
        ++outcome_.taken;
      } else {
        missing_.push_back(i);
      }
    }
    if (store_) outcome_.others = store_->others(points_);
  }

  Command command(const Point& point) const {
    std::vector<std::string> arguments = {"run", to_text(point.scenario), "--json", "--quiet"};
    if (store_ && point.scenario.contains("waves")) {
      arguments.insert(arguments.end(), {"--out", store_->directory_of(point).string()});
    }
    return {std::move(arguments), directory_};
  }

  void done(std::size_t i, const Ended& end) {
    if (auto report = report_of(end)) {
      settle_files(*report, points_[i]);
      if (store_) store_->save(points_[i], end.status, *report);
      outcome_.results[i] = result_of(end.status, *report);
    } else {
      outcome_.results[i] = breakdown_of(end);
    }
    ++outcome_.done;
    if (options_.progress) options_.progress(outcome_.done, missing_.size());
  }

  /// Names a written file relative to the directory of the point.
  void settle_files(ordered_json& report, const Point& point) const {
    if (!store_ || !report.contains("files")) return;
    for (ordered_json& file : report["files"]) {
      const std::filesystem::path path = file.get<std::string>();
      file = path.lexically_relative(store_->directory_of(point)).string();
    }
  }

  const std::vector<Point>& points_;
  const RunnerOptions& options_;
  std::filesystem::path directory_;
  std::optional<Store> store_;
  std::vector<std::size_t> missing_;
  Outcome outcome_;
};

}  // namespace

Outcome run_points(const Sweep& sweep, const std::vector<Point>& points, const RunnerOptions& options) {
  return Runner(sweep, points, options).run();
}

}  // namespace kintsugi::sweep
