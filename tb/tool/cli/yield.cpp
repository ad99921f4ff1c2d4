/// `kintsugi yield`: repair probability by number of defective PEs.
#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/map_store.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/rivals/report.hpp"
#include "tb/tool/rivals/study.hpp"
#include "tb/tool/view/page.hpp"
#include "tb/tool/yield/measured.hpp"
#include "tb/tool/yield/result.hpp"

namespace kintsugi::cli {

namespace {

struct YieldCommand {
  CommonOptions common;
  yield::YieldOptions options;
  ShardOptions shards = {};
  bool csv = false;
  unsigned jobs = 1;
  bool rivals = false;
  std::uint64_t saturation = 0;
  std::string tolerance = "0.01";
  const CLI::Option* maps = nullptr;
  std::optional<std::filesystem::path> page;  ///< for a browser
  Place place = {};
  const CLI::App* app = nullptr;  ///< the description of this command
};

constexpr std::uint64_t kRivalMaps = 500;  // of --rivals without --maps

/// Options that the process which counts a block does not get.
const std::vector<std::string> kNotOfBlocks = {"--shard", "--resume", "--collect", "--page",   "--csv",
                                               "--jobs",  "--json",   "--quiet",   "--timing", "--out"};

constexpr const char* kNotDealt = "this work is not dealt to others; use kintsugi yield";

constexpr IntegerRange kMapsRange{1, 1'000'000'000'000};  // more take years
constexpr IntegerRange kSaturationRange{0, 1'000'000};

constexpr const char* kYieldNotes =
    "Only the sections network, fabric and repair of a scenario are read. Each map is drawn uniformly\n"
    "from all sets of that many PEs; all curves use the same maps. Confidence intervals are Wilson's.\n"
    "With --rivals, each planner of --planner is a scheme of its own. Planner fabric takes seconds for a\n"
    "map that planner rings does not repair.\n"
    "With --rivals and --saturation, traffic, router and run are read too; --out then writes rivals.json,\n"
    "rivals.csv and a plot for each kind of dies.\n"
    "With --out, the files yield.json, yield.csv and yield.svg are written to DIR, and with --page the\n"
    "page, unless the command is stopped by a signal: then the counts so far are printed only.\n"
    "With --map, a lot of wafer maps is judged, wafer by wafer; kintsugi map shows what is read of it.\n"
    "A job array counts the maps in blocks: job I of N has --shard I/N --out DIR --resume; then\n"
    "--collect DIR... makes the report and the files of a single run.";

yield::YieldResult count(const yield::YieldRequest& request, const YieldCommand& command) {
  ProgressLine progress("maps", "map", progress_style(command.common), std::cerr);
  return yield::result(request, command.jobs, progress.listener());
}

/// Returns nullopt, and sets the exit status, if there are not all counts.
std::optional<yield::YieldResult> result_in_blocks(const yield::YieldRequest& request, const Source& source,
                                                   const YieldCommand& command, int& status) {
  const yield::JudgedMaps maps = yield::maps_of(request);
  BlockWork work{command.jobs, command.place};
  if (command.place.is_other) work.deal = deal_blocks(command.place, given_options(*command.app, kNotOfBlocks), source);
  const StoredCounts found = count_in_store(maps, *request.scenario, command.shards, command.common, work);
  status = found.status;
  return found.counts ? std::optional(yield::result_of(request, maps, *found.counts)) : std::nullopt;
}

/// A share of the maps has no files but the counts of its blocks.
std::vector<OutputFile> files_to_write(const YieldCommand& command) {
  if (command.shards.shard) return {};
  return files_of_options(
      {{"--page", command.page, kPageForm}},
      files_in_out(command.common,
                   {{"yield.json", kYieldForm}, {"yield.csv", kYieldCsvForm}, {"yield.svg", kPlotForm}}));
}

/// Writes all files, or none.
void write_files(const yield::YieldRequest& request, const yield::YieldResult& result,
                 const nlohmann::ordered_json& json, const YieldCommand& command, std::optional<view::PageFile>& page,
                 OutputDirectory& directory) {
  if (command.common.out) {
    directory.write("yield.json", dump(json));
    directory.write("yield.csv", yield::to_csv(request, result));
    directory.write("yield.svg", plot::to_svg(yield::plot_of(request, result)));
  }
  if (page) directory.add(page->complete(view::yield_page(request, result, json)));
  directory.commit();
}

std::uint64_t maps_in(const yield::YieldResult& result) {
  std::uint64_t maps = 0;
  for (const yield::Row& row : result.rows.front()) maps += row.count.maps;
  return maps;
}

rivals::StudyResult judge_rivals(const rivals::Study& study, const YieldCommand& command) {
  ProgressLine progress("maps", "map", progress_style(command.common), std::cerr);
  return rivals::judge(study, command.jobs, progress.listener());
}

/// Returns the throughput without defects; 0 if nothing is to be simulated.
double simulate_rivals(const rivals::Study& study, const Source& scenario, const YieldCommand& command,
                       rivals::StudyResult& result) {
  if (study.options.saturation == 0) return 0;
  ProgressLine progress("saturation", "run", progress_style(command.common), std::cerr);
  const rivals::ThroughputSearch search{scenario, command.common.overrides, *sweep::parse_decimal(command.tolerance),
                                        command.jobs};
  return rivals::add_throughputs(study, search, progress.listener(), result);
}

/// Writes all files, or none.
void write_study(const rivals::StudyReport& study, const nlohmann::ordered_json& json, OutputDirectory& directory) {
  directory.write("rivals.json", dump(json));
  directory.write("rivals.csv", rivals::to_csv(study));
  for (const rivals::NamedPlot& plot : rivals::plots_of(study)) directory.write(plot.file, plot::to_svg(plot.plot));
  directory.commit();
}

Report study_report(const rivals::Study& study, const Source& scenario, const YieldCommand& command,
                    OutputDirectory& directory) {
  rivals::StudyResult result = judge_rivals(study, command);
  const double full_throughput = simulate_rivals(study, scenario, command, result);
  const rivals::StudyReport of{&study, &result, full_throughput};
  Report report{rivals::to_json(of), rivals::to_text(of)};
  if (command.common.out && stop_requested() == 0) write_study(of, report.json, directory);
  if (command.csv) report.set_data(rivals::to_csv(of));
  return report;
}

/// Compares the rivals on the network of `input`, writes the files and prints the report. Returns the exit status.
int compare_rivals(const Input& input, const rivals::StudyOptions& options, const YieldCommand& command) {
  const rivals::Study study = rivals::make_study(input, options);
  std::vector<NamedForm> files = {{"rivals.json", kRivalsForm}, {"rivals.csv", kRivalsCsvForm}};
  for (const std::string& plot : rivals::plot_files(study)) files.push_back({plot, kPlotForm});
  OutputDirectory directory(command.common.out, files_in_out(command.common, files), files_of(input.scenario));
  Source scenario;
  if (study.options.saturation > 0) {
    rivals::require_traffic(input);
    scenario = open_source(command.common.input);
  }
  defer_stop();
  Report report;
  try {
    report = study_report(study, scenario, command, directory);
  } catch (const Stopped&) {
    report.json["network"] = study.input->setup.network().name();
    report.json["settings"] = nullptr;
    report.text = "stopped before the last map: there is no table\n";
  }
  return print(std::move(report), command.common);
}

/// Returns the one fabric and the planners that the options ask for.
yield::YieldRequest one_fabric(const Input& input, const YieldCommand& command) {
  yield::YieldOptions options = command.options;
  options.pe_defects.clear();
  options.cluster.reset();
  yield::YieldRequest request = yield::make_request(input, options);
  if (request.fabrics.size() == 1) return request;
  refuse("--rivals", "the rivals are compared with one fabric; give one value each");
}

int rivals_command(const YieldCommand& command) {
  if (command.place.is_other) refuse("--rivals", kNotDealt);
  const Input input = load_network(command.common, SetupFor::kYield);
  const yield::YieldRequest request = one_fabric(input, command);
  const yield::YieldOptions& options = command.options;
  const rivals::StudyOptions study{options.pe_defects,
                                   options.cluster,
                                   options.field,
                                   command.maps->count() == 0 ? kRivalMaps : options.maps,
                                   options.seed,
                                   command.saturation,
                                   request.curves.front().fabric_options,
                                   each_of(request.curves, &yield::Curve::options)};
  return compare_rivals(input, study, command);
}

/// Returns the wafer maps of --map.
const MeasuredMaps& measured_maps(const Scenario& scenario) {
  if (scenario.defects.measured) return *scenario.defects.measured;
  refuse("--map", "this is a defect map of a scenario, no file of wafer maps; kintsugi repair --map judges it");
}

int measured_command(const YieldCommand& command) {
  if (command.place.is_other) refuse("--map", kNotDealt);
  const Input input = load_network(command.common, SetupFor::kYield);
  const MeasuredMaps& measured = measured_maps(input.scenario);
  const yield::YieldRequest request = yield::make_request(input, command.options);
  defer_stop();
  yield::MeasuredYield result;
  {
    ProgressLine progress("maps", "map", progress_style(command.common), std::cerr);
    result = yield::judge_measured(request, measured, command.jobs, progress.listener());
  }
  Report report{yield::to_json(request, result), yield::to_text(request, result)};
  if (command.csv) report.set_data(yield::to_csv(request, result));
  const bool right = std::ranges::none_of(result.counts, [](const auto& count) { return count.wrong > 0; });
  return print(std::move(report), command.common, right);
}

int yield_command(const YieldCommand& command) {
  if (command.rivals) return rivals_command(command);
  if (!command.common.map.empty()) return measured_command(command);
  require_directory(command.shards, command.common, true);
  const Source source = open_source(command.common.input);
  const Input input = load_network(source, command.common, SetupFor::kYield);
  const yield::YieldRequest request = yield::make_request(input, command.options);
  OutputDirectory directory(command.common.out, files_to_write(command), files_of(input.scenario));
  std::optional<view::PageFile> page;
  if (command.page) page.emplace(*command.page);
  defer_stop();
  const MapRate rate;
  int status = kDone;
  const bool in_blocks = uses_store(command.shards) || command.place.is_other;
  const auto counted = in_blocks ? result_in_blocks(request, source, command, status) : count(request, command);
  if (!counted) return status;
  const yield::YieldResult& result = *counted;
  Report report{yield::to_json(request, result), yield::to_text(request, result)};
  if (stop_requested() == 0) {
    write_after_work(report, [&] { write_files(request, result, report.json, command, page, directory); });
  }
  rate.add_to(report, command.common, maps_in(result));
  if (command.csv) report.set_data(yield::to_csv(request, result));
  status = print(std::move(report), command.common, yield::wrong(result) == 0);
  std::cerr << yield::wrong_repairs(request, result);
  return status;
}

void add_map_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  add_text(command, "--faults A:B", options.faults,
           "test these numbers of defective PEs, or the one number A (0 to the number of PEs; default: 0 to the "
           "number of spares, at most 32)",
           "the number of defective PEs", "give a number or a range A:B");
  CLI::Option* maps = add_integer(command, "--maps", kMapsRange, options.maps,
                                  "draw this many random maps for each number of defective PEs",
                                  std::to_string(options.maps) + "; with --rivals " + std::to_string(kRivalMaps));
  into.maps = maps;
  CLI::Option* seed = add_integer(command, "--seed", kSeedRange, options.seed, "set the seed of the random maps");
  command.add_flag("--exhaustive", options.exhaustive, "test all maps instead of random ones")
      ->excludes(maps)
      ->excludes(seed);
  CLI::Option* cluster = add_real(command, "--cluster", kClusterRange, options.cluster,
                                  "draw clustered maps with this alpha; numbers of defective PEs are then means");
  cluster->excludes("--exhaustive");
  add_pair(
      command, "--field", kFieldRange, options.field,
      "draw the density of clustered defects for each block of A columns and B rows of PEs, not for the whole chip")
      ->needs(cluster);
  command.add_flag("--core-only", options.core_only, "place defects in the core only: no spare is defective");
}

void add_curve_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  for (const ParameterSpec& spec : yield::compared_options()) {
    add_names(command, "--" + spec.name + " VALUE[,VALUE]", options.fabric_options[spec.name],
              spec.help + "; several: a curve each");
  }
  add_names(command, "--planner", options.planners,
            "use this planner, which kintsugi list names; several: a curve each (default: the one of the scenario, "
            "else the first that list names)");
  command.add_flag("--strict", options.strict, "count an overlap of one position as a conflict");
  command.add_flag("--compare", options.compare,
                   "add curves of all rules, all planners and all values of the options of the fabric above");
  command.add_flag("--bounds", options.bounds,
                   "add curves of the conditions that every map meets which straight paths repair");
  command.add_flag("--verify", options.verify,
                   "set the switches of every repair, extract the network and compare it; exit with 1 if one differs");
  add_reals(command, "--pe-defect P[,P]", {0, 1}, options.pe_defects,
            "report the yield of arrays whose PEs are defective with this probability; numbers of defective PEs "
            "that were not tested count as irreparable in `low`, as repairable in `high`");
  add_real(command, "--chain-defect P", {0, 1}, options.chain_defect,
           "let each segment of the configuration chain be dead with this probability in every map; a serial chain "
           "with one loads nothing (default: a perfect chain)")
      ->excludes("--exhaustive");
}

void add_rivals_options(CLI::App& command, YieldCommand& into) {
  CLI::Option* rivals = command.add_flag(
      "--rivals", into.rivals,
      "compare repair with harvested rows and columns, spare cores and holes on equal silicon, for PEs that are "
      "defective with the probabilities of --pe-defect, uniformly and, with --cluster, clustered");
  exclude(command, "--rivals",
          {"--faults", "--exhaustive", "--core-only", "--compare", "--bounds", "--verify", "--page", "--shard",
           "--resume", "--collect", "--chain-defect"});
  CLI::Option* saturation =
      add_integer(command, "--saturation", kSaturationRange, into.saturation,
                  "find the saturation throughput of what the rivals deliver on this many maps, by simulation");
  saturation->needs(rivals);
  add_tolerance(command, into.tolerance)->needs(saturation);
}

/// The maps of a file take the place of drawn ones.
void add_measured(CLI::App& command, YieldCommand& into) {
  add_map_file(command, into.common.map,
               "judge the wafers of this file of wafer maps instead of drawn maps: which are repaired, and their "
               "share; its keys defects.wafer, good, bad, rotate, origin, window and spares say how they are seen");
  exclude(command, "--map",
          {"--faults", "--maps", "--seed", "--exhaustive", "--cluster", "--field", "--core-only", "--pe-defect",
           "--chain-defect", "--page", "--shard", "--resume", "--collect", "--rivals"});
}

}  // namespace

void add_yield(CLI::App& app, Action& action, const Place& place) {
  auto [command, options] = add_command<YieldCommand>(
      app, action, "yield", "measure the repair probability of a fabric by number of defective PEs", yield_command);
  options.place = place;
  options.app = &command;
  add_network(command, options.common);
  add_map_options(command, options);
  add_curve_options(command, options);
  add_shard_options(command, options.shards, "blocks of maps");
  add_page(command, options.page, "the curves with the values of their points, and all counts");
  exclude(command, "--page", {"--shard"});
  add_rivals_options(command, options);
  add_jobs(command, options.jobs, "use this many threads; the report does not depend on it", place.jobs);
  add_measured(command, options);
  command.add_flag("--csv", options.csv, "print the rows as CSV");
  exclude(command, "--csv", {"--shard"});
  add_report_options(command, options.common);
  add_out(command, options.common, "write the curves to this directory; without it, only print the report");
  exclude(command, "--map", {"--out"});
  describe_end(command,
               {.notes = kYieldNotes,
                .examples = {"kintsugi yield '{kind: srt2d, n: 3}' --faults 4:8 --maps 2000 --compare --bounds",
                             "kintsugi yield traces/two_tracks.yaml --maps 200 --faults 0:6 --out out/yield"},
                .pages = "kintsugi help network, fabric or repair lists the keys that are read; "
                         "models/srt/README.md and models/sse/README.md define the rules and planners",
                .failed_check = "a repair makes another network than the one that is wanted (--verify), or blocks to "
                                "collect are missing"});
}

}  // namespace kintsugi::cli
