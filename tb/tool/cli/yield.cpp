/// `kintsugi yield`: repair probability by number of defective PEs.
#include <algorithm>
#include <iostream>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/map_rate.hpp"
#include "tb/tool/cli/map_store.hpp"
#include "tb/tool/cli/rivals.hpp"
#include "tb/tool/cli/tolerance.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/view/page.hpp"
#include "tb/tool/yield/measured.hpp"
#include "tb/tool/yield/report.hpp"

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
  std::vector<OutputFile> files = files_in_out(
      command.common, {{"yield.json", kYieldForm}, {"yield.csv", kYieldCsvForm}, {"yield.svg", kPlotForm}});
  add_file_of("--page", command.page, kPageForm, files);
  return files;
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

/// Returns the one fabric and the planners that the options ask for.
yield::YieldRequest one_fabric(const Input& input, const YieldCommand& command) {
  yield::YieldOptions options = command.options;
  options.pe_defects.clear();
  options.cluster.reset();
  yield::YieldRequest request = yield::make_request(input, options);
  if (request.fabrics.size() == 1) return request;
  throw InputError({{{"--rivals", 0, 0}, "the rivals are compared with one fabric; give one value each"}});
}

int rivals_command(const YieldCommand& command) {
  if (command.place.is_other) {
    throw InputError({{{"--rivals", 0, 0}, "this work is not dealt to others; use kintsugi yield"}});
  }
  const Input input = load_network(command.common, SetupFor::kYield);
  const yield::YieldRequest request = one_fabric(input, command);
  const yield::YieldOptions& options = command.options;
  std::vector<RepairOptions> repairs;
  for (const yield::Curve& curve : request.curves) repairs.push_back(curve.options);
  const rivals::StudyOptions study{options.pe_defects,
                                   options.cluster,
                                   options.field,
                                   command.maps->count() == 0 ? kRivalMaps : options.maps,
                                   options.seed,
                                   command.saturation,
                                   request.curves.front().fabric_options,
                                   std::move(repairs)};
  return compare_rivals(input, {command.common, study, command.tolerance, command.csv, command.jobs});
}

/// Returns the wafer maps of --map.
const MeasuredMaps& measured_maps(const Scenario& scenario) {
  if (scenario.defects.measured) return *scenario.defects.measured;
  throw InputError({{{"--map", 0, 0},
                     "this is a defect map of a scenario, no file of wafer maps; kintsugi repair --map judges it"}});
}

int measured_command(const YieldCommand& command) {
  if (command.place.is_other) {
    throw InputError({{{"--map", 0, 0}, "this work is not dealt to others; use kintsugi yield"}});
  }
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
  if (command.csv) {
    report.text = yield::to_csv(request, result);
    report.is_data = true;
  }
  print(std::move(report), command.common);
  const bool wrong = std::ranges::any_of(result.counts, [](const auto& count) { return count.wrong > 0; });
  return wrong ? kCheckFailed : kDone;
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
  if (command.csv) {
    report.text = yield::to_csv(request, result);
    report.is_data = true;
  }
  const bool is_written = !report.unwritten;
  print(std::move(report), command.common);
  std::cerr << yield::wrong_repairs(request, result);
  if (!is_written) return kBadInput;
  return yield::wrong(result) == 0 ? kDone : kCheckFailed;
}

void add_map_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  command
      .add_option("--faults", options.faults,
                  "test these numbers of defective PEs, or the one number A (0 to the number of PEs; default: 0 to the "
                  "number of spares, at most 32)")
      ->type_name("A:B")
      ->check(not_empty("the number of defective PEs", "give a number or a range A:B"))
      ->take_last();
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
      command, "--field", kFieldRange,
      [&options](std::int64_t columns, std::int64_t rows) {
        options.field = FieldSize{static_cast<unsigned>(columns), static_cast<unsigned>(rows)};
      },
      "draw the density of clustered defects for each block of A columns and B rows of PEs, not for the whole chip")
      ->needs(cluster);
  command.add_flag("--core-only", options.core_only, "place defects in the core only: no spare is defective");
}

void add_curve_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  for (const ParameterSpec& spec : yield::compared_options()) {
    add_names(command, "--" + spec.name, options.fabric_options[spec.name], spec.help + "; several: a curve each")
        ->type_name("VALUE[,VALUE]");
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
  add_reals(command, "--pe-defect", {0, 1}, options.pe_defects,
            "report the yield of arrays whose PEs are defective with this probability; numbers of defective PEs "
            "that were not tested count as irreparable in `low`, as repairable in `high`")
      ->type_name("P[,P]");
}

void add_rivals_options(CLI::App& command, YieldCommand& into) {
  CLI::Option* rivals = command.add_flag(
      "--rivals", into.rivals,
      "compare repair with harvested rows and columns, spare cores and holes on equal silicon, for PEs that are "
      "defective with the probabilities of --pe-defect, uniformly and, with --cluster, clustered");
  for (const char* other : {"--faults", "--exhaustive", "--core-only", "--compare", "--bounds", "--verify", "--page",
                            "--shard", "--resume", "--collect"}) {
    rivals->excludes(other);
  }
  CLI::Option* saturation =
      add_integer(command, "--saturation", kSaturationRange, into.saturation,
                  "find the saturation throughput of what the rivals deliver on this many maps, by simulation");
  saturation->needs(rivals);
  add_tolerance(command, into.tolerance)->needs(saturation);
}

/// The maps of a file take the place of drawn ones.
void add_measured(CLI::App& command, YieldCommand& into) {
  CLI::Option* map =
      add_map_file(command, into.common.map,
                   "judge the wafers of this file of wafer maps instead of drawn maps: which are repaired, "
                   "and their share; its keys defects.wafer, good, bad, rotate, origin, window and spares say how "
                   "they are seen");
  for (const char* other : {"--faults", "--maps", "--seed", "--exhaustive", "--cluster", "--field", "--core-only",
                            "--pe-defect", "--page", "--shard", "--resume", "--collect", "--rivals"}) {
    map->excludes(other);
  }
}

}  // namespace

void add_yield(CLI::App& app, Action& action, const Place& place) {
  auto options = std::make_shared<YieldCommand>();
  CLI::App* command =
      app.add_subcommand("yield", "measure the repair probability of a fabric by number of defective PEs");
  options->place = place;
  options->app = command;
  add_network(*command, options->common);
  add_map_options(*command, *options);
  add_curve_options(*command, *options);
  const ShardOptionHandles shards = add_shard_options(*command, options->shards, "blocks of maps");
  add_page(*command, options->page, "the curves with the values of their points, and all counts")
      ->excludes(shards.shard);
  add_rivals_options(*command, *options);
  add_jobs(*command, options->jobs, "use this many threads; the report does not depend on it", place.jobs);
  add_measured(*command, *options);
  command->add_flag("--csv", options->csv, "print the rows as CSV")->excludes(shards.shard);
  add_report_options(*command, options->common);
  add_out(*command, options->common, "write the curves to this directory; without it, only print the report");
  command->get_option("--map")->excludes("--out");
  describe_end(*command,
               {.notes = kYieldNotes,
                .examples = {"kintsugi yield '{kind: srt2d, n: 3}' --faults 4:8 --maps 2000 --compare --bounds",
                             "kintsugi yield traces/two_tracks.yaml --maps 200 --faults 0:6 --out out/yield"},
                .pages = "kintsugi help network, fabric or repair lists the keys that are read; "
                         "models/srt/README.md and models/sse/README.md define the rules and planners",
                .failed_check = "a repair makes another network than the one that is wanted (--verify), or blocks to "
                                "collect are missing"});
  on_chosen(*command, options, action, yield_command);
}

}  // namespace kintsugi::cli
