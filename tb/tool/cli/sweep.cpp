/// `kintsugi sweep`: runs a scenario along axes, every point in a process of its own.
#include <map>
#include <set>

#include "models/network/nearest.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/shards.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/drawing.hpp"
#include "tb/tool/sweep/reader.hpp"
#include "tb/tool/sweep/report.hpp"
#include "tb/tool/sweep/runner.hpp"
#include "tb/tool/view/page.hpp"

namespace kintsugi::cli {

namespace {

struct SweepCommand {
  CommonOptions common;
  ShardOptions shards;
  unsigned jobs = 1;
  bool covers = false;                        ///< what the points have reached is written to DIR too
  std::optional<std::filesystem::path> page;  ///< for a browser
  Place place;
};

constexpr const char* kSweepNotes =
    "A sweep is {base: SCENARIO or its file, axes: {...}, plot: {...}}.\n"
    "Axes, of which all combinations are run:\n"
    "  router.vcs: [2, 4]                                  a key and its values\n"
    "  traffic.rate: {from: 0.01, to: 0.1, step: 0.005}    a key and a range, decimal and exact\n"
    "  design: [{name: ring, set: {network: {kind: srt1d, n: 8}, router.vcs: 2}}, ...]\n"
    "                                                      keys that change together, by a name\n"
    "Plot (all keys are optional): title, x: AXIS (traffic.rate), y: REPORT NUMBER (latency.mean),\n"
    "panels: AXIS (a file for each value), over: AXIS (of samples, such as defects.seed: quantiles of y),\n"
    "x_scale, y_scale: linear or log, y_high.\n"
    "With --out, DIR gets sweep.json, points.csv, quantiles.csv (with over), plot.svg and\n"
    "points/*.json, the report of each run.\n"
    "A run that fails is reported and does not stop the others.\n"
    "A job array does the points in shards: job I of N has --shard I/N --out DIR --resume; then\n"
    "--collect DIR... makes the report and the files of a single run.";

const UnitWords kWords{"point", "run"};
const std::string kWhereCollectivesAre =
    "; the list workload.collectives of a report has the names and numbers of its collectives";

std::vector<sweep::Point> check_points(const sweep::Sweep& swept, const CommonOptions& options) {
  ProgressLine progress("checking", "point", progress_style(options), std::cerr);
  return sweep::points_of(swept, {.files = options.out.has_value(), .progress = progress.listener()});
}

/// Returns the files that are written for all points. Reports a missing gnuplot, or a title that cannot be drawn,
/// before hours of work, not after.
std::vector<OutputFile> files_to_write(const sweep::Sweep& swept, const SweepCommand& command) {
  std::vector<NamedForm> names = {{"sweep.json", kSweepForm}, {"points.csv", kPointsForm}};
  if (swept.plot && swept.plot->over) names.push_back({"quantiles.csv", kQuantilesForm});
  if (command.covers) names.push_back({"coverage.json", kCoverageForm});
  if (swept.plot && command.common.out) {
    sweep::Result sample;
    sample.numbers[swept.plot->y] = 1;
    for (const sweep::Drawing& drawing : sweep::drawings_of(swept, std::vector(swept.points(), sample))) {
      names.push_back({drawing.file, kPlotForm});
      plot::to_svg(drawing.plot);
    }
  }
  return files_of_options({{"--page", command.page, kPageForm}}, files_in_out(command.common, names));
}

/// Returns the sweep, its base, and the files that scenarios of points name, each once.
std::vector<InputFile> files_read(const sweep::Sweep& swept, const std::vector<sweep::Point>& points) {
  std::map<std::filesystem::path, std::string> named;
  for (const sweep::Point& point : points) {
    for (const auto& [key, path] : point.files) named.emplace(path, "the file of " + key);
  }
  std::vector<InputFile> files = {{swept.source, "the sweep"}, {swept.base_source, "its base"}};
  for (const auto& [path, what] : named) files.push_back({path, what});
  return files;
}

/// Runs the points of the shard, or collects all.
sweep::Outcome results_of(const sweep::Sweep& swept, const std::vector<sweep::Point>& points,
                          const SweepCommand& command) {
  const auto& [common, shards, jobs, covers, page, place] = command;
  ProgressLine progress("sweep", "point", progress_style(common), std::cerr);
  const sweep::RunnerOptions options{.jobs = jobs,
                                     .resume = shards.resume,
                                     .program = common.out || !shards.collect.empty() ? program_of(place) : "",
                                     .out = common.out,
                                     .progress = progress.listener(),
                                     .shard = shards.shard.value_or(store::Shard{}),
                                     .covers = covers,
                                     .run_all = place.run_all};
  if (!shards.collect.empty()) return sweep::collect_points(swept, points, options, shards.collect);
  return sweep::run_points(swept, points, options);
}

/// Returns the sum of what all points have reached. A run that failed may have no coverage.
coverage::Coverage coverage_of(const sweep::Outcome& outcome) {
  coverage::Coverage sum;
  for (std::size_t i = 0; i < outcome.coverages.size(); ++i) {
    std::error_code ignored;
    if (outcome.results[i].failed() && !std::filesystem::exists(outcome.coverages[i], ignored)) continue;
    coverage::merge(sum, coverage::read_coverage(outcome.coverages[i].string()));
  }
  return sum;
}

/// Writes all files of the results or, if one cannot be drawn or written, none.
void write_files(const sweep::Sweep& swept, const std::vector<sweep::Point>& points, const sweep::Outcome& outcome,
                 const Report& report, const SweepCommand& command, std::optional<view::PageFile>& page,
                 OutputDirectory& directory) {
  if (command.common.out) {
    directory.write("sweep.json", dump(report.json));
    directory.write("points.csv", sweep::to_csv(swept, points, outcome));
    if (sweep::axis_of_samples(swept)) {
      directory.write("quantiles.csv", sweep::quantiles_csv(swept, points, outcome));
    }
    if (command.covers) directory.write("coverage.json", coverage::to_file(coverage_of(outcome)));
    for (const sweep::Drawing& drawing : sweep::drawings_of(swept, outcome.results)) {
      directory.write(drawing.file, plot::to_svg(drawing.plot));
    }
  }
  if (page) directory.add(page->complete(view::sweep_page(swept, outcome.results, report.json)));
  directory.commit();
}

/// Reports failed runs; returns whether there were none.
bool tell_failures(const sweep::Sweep& swept, const std::vector<sweep::Point>& points, const sweep::Outcome& outcome) {
  bool all_held = true;
  for (const sweep::Point& point : points) {
    const sweep::Result& result = outcome.results[point.number - 1];  // of other shards, none has failed
    if (!result.failed()) continue;
    all_held = false;
    std::cerr << "kintsugi: point " << point.number << " (" << sweep::name_of(swept, point.choice)
              << ") failed: " << result.outcome() << '\n';
  }
  return all_held;
}

/// Returns whether plot and quantiles have values: without run.details, multicasts or a wafer reports lack the numbers
/// of these.
bool tell_what_is_not_drawn(const sweep::Sweep& swept, const sweep::Outcome& outcome, const SweepCommand& command) {
  if (!swept.plot || !(command.common.out || swept.plot->over)) return true;
  std::set<std::string> numbers;
  for (const sweep::Result& result : outcome.results) {
    if (result.number(swept.plot->y)) return true;
    for (const auto& [path, value] : result.numbers.items()) {
      if (value.is_number() && !result.failed()) numbers.insert(path);
    }
  }
  if (numbers.empty()) return true;  // all runs failed, which has been reported
  const std::vector<std::string> there(numbers.begin(), numbers.end());
  std::cerr << "kintsugi: " << (swept.plot->over ? "there are no quantiles" : "there is no plot")
            << ": no run reports plot.y, '" << swept.plot->y << "'"
            << (entry_path(swept.plot->y) ? kWhereCollectivesAre : suggestion(swept.plot->y, there)) << '\n';
  return false;
}

/// Returns why the directory cannot be made, or "". Checked before hours of work, not after.
std::string obstacle_to(const std::string& directory) {
  std::error_code unknown;  // any other error is reported when the directory is made
  std::filesystem::path path = std::filesystem::absolute(directory, unknown);
  if (unknown) return "the working directory is gone; change to another one, or name DIR by its whole path";
  while (!std::filesystem::exists(path, unknown) && path.has_relative_path()) path = path.parent_path();
  if (std::filesystem::is_directory(path, unknown)) return "";
  return "'" + path.string() + "' is no directory, and nothing can be written below it; name another directory";
}

/// Reports the results of all points.
int report_all(const sweep::Sweep& swept, const std::vector<sweep::Point>& points, const sweep::Outcome& outcome,
               const SweepCommand& command, std::optional<view::PageFile>& page, OutputDirectory& directory) {
  Report report{sweep::to_json(swept, points, outcome), sweep::to_text(swept, points, outcome)};
  write_after_work(report, [&] { write_files(swept, points, outcome, report, command, page, directory); });
  const int status = print(std::move(report), command.common);
  const bool all_held = tell_failures(swept, points, outcome);
  if (status != kDone) return status;
  return tell_what_is_not_drawn(swept, outcome, command) && all_held ? kDone : kCheckFailed;
}

int sweep_command(const SweepCommand& command) {
  require_directory(command.shards, command.common);
  const sweep::Sweep swept = sweep::load_sweep(command.common.input, command.common.overrides);
  const std::vector<sweep::Point> points = check_points(swept, command.common);
  const bool is_share = command.shards.shard.has_value();  // which writes the reports of points only
  OutputDirectory directory(command.common.out, is_share ? std::vector<OutputFile>() : files_to_write(swept, command),
                            files_read(swept, points));
  std::optional<view::PageFile> page;
  if (command.page) page.emplace(*command.page);
  defer_stop();
  const sweep::Outcome outcome = results_of(swept, points, command);
  if (outcome.counts.stopped) {
    report_share(outcome.counts, points.size(), command.shards, command.common, kWords);
    return kCheckFailed;
  }
  report_what_was_taken(outcome.counts, command.shards, command.common, kWords);
  if (!outcome.missing.empty()) {
    report_missing(outcome.missing, points.size(), command.common, kWords);
    return kCheckFailed;
  }
  if (!is_share) return report_all(swept, points, outcome, command, page, directory);
  report_share(outcome.counts, points.size(), command.shards, command.common, kWords);
  return tell_failures(swept, points, outcome) ? kDone : kCheckFailed;
}

}  // namespace

void add_sweep(CLI::App& app, Action& action, const Place& place) {
  auto [command, options] = add_command<SweepCommand>(
      app, action, "sweep", "run a scenario along axes, all points at once on all cores", sweep_command);
  options.place = place;
  add_scenario(command, options.common, "SWEEP");
  add_jobs(command, options.jobs, "run this many processes at a time; the report does not depend on it", place.jobs);
  add_shard_options(command, options.shards, "points");
  add_report_options(command, options.common);
  add_out(command, options.common, "write the results to this directory; without it, only print the report");
  command.get_option("--out")->check(obstacle_to);
  command
      .add_flag("--coverage", options.covers,
                "write what all runs have reached to DIR/coverage.json, for kintsugi coverage")
      ->needs(command.get_option("--out"));
  add_page(command, options.page, "the curves with the values of their points, and the numbers of all runs");
  exclude(command, "--page", {"--shard"});
  describe_end(
      command,
      {.notes = kSweepNotes,
       .examples = {"kintsugi sweep '{base: traces/hotspot.yaml, axes: {router.vcs: [2, 4]}}' --set run.cycles=2000",
                    "kintsugi sweep traces/sweeps/channels.yaml --shard 1/40 --out out/channels --resume"},
       .pages = "tb/tool/sweep/README.md has the keys of a sweep, tb/tool/scenario/README.md those of its scenario",
       .failed_check =
           "a run failed, points to collect are missing, or no run reports the number that the plot is of"});
}

}  // namespace kintsugi::cli
