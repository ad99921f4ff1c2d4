/// `kintsugi yield`: repair probability by number of faults.
#include <iostream>
#include <thread>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/map_rate.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/yield/report.hpp"

namespace kintsugi::cli {

namespace {

struct YieldCommand {
  CommonOptions common;
  yield::YieldOptions options;
  bool csv = false;
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

constexpr const char* kYieldFooter =
    "Only the sections network, fabric and repair of a scenario are read. Each map is drawn uniformly from all sets "
    "of\n"
    "that many PEs; all curves use the same maps. Confidence intervals are Wilson's.\n"
    "With --out, the files yield.json, yield.csv and yield.svg are written to DIR.";

yield::YieldResult count(const yield::YieldRequest& request, const YieldCommand& command) {
  ProgressLine progress("maps", progress_style(command.common), std::cerr);
  return yield::result(request, command.jobs, progress.listener());
}

/// Writes all files, or none.
void write_files(const yield::YieldRequest& request, const yield::YieldResult& result,
                 const nlohmann::ordered_json& json, const std::filesystem::path& out) {
  OutputDirectory directory(out);
  directory.write("yield.json", dump(json));
  directory.write("yield.csv", yield::to_csv(request, result));
  directory.write("yield.svg", plot::to_svg(yield::plot_of(request, result)));
  directory.commit();
}

std::uint64_t maps_in(const yield::YieldResult& result) {
  std::uint64_t maps = 0;
  for (const yield::Row& row : result.rows.front()) maps += row.count.maps;
  return maps;
}

int yield_command(const YieldCommand& command) {
  const Input input = load_network(command.common.input, command.common.overrides, SetupFor::kYield);
  const yield::YieldRequest request = yield::make_request(input, command.options);
  const MapRate rate;
  const yield::YieldResult result = count(request, command);
  Report report{yield::to_json(request, result), yield::to_text(request, result)};
  if (command.common.out) write_files(request, result, report.json, *command.common.out);
  rate.add_to(report, command.common, maps_in(result));
  if (command.csv) report.text = yield::to_csv(request, result);
  print(std::move(report), command.common);
  std::cerr << yield::wrong_repairs(request, result);
  return yield::wrong(result) == 0 ? kDone : kCheckFailed;
}

void add_map_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  command
      .add_option("--faults", options.faults,
                  "test these numbers of faults (default: 0 to the number of spares, at most 32)")
      ->type_name("A:B");
  CLI::Option* maps =
      command.add_option("--maps", options.maps, "draw so many random maps for each number of faults (default 20000)")
          ->type_name("M")
          ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  CLI::Option* seed = command.add_option("--seed", options.seed, "set the seed of the random maps (default 1)")
                          ->type_name("S")
                          ->check(CLI::NonNegativeNumber);
  command.add_flag("--exhaustive", options.exhaustive, "test all maps instead of random ones")
      ->excludes(maps)
      ->excludes(seed);
  command.add_flag("--core-only", options.core_only, "place faults in the core only: spares never fail");
}

void add_curve_options(CLI::App& command, YieldCommand& into) {
  yield::YieldOptions& options = into.options;
  for (const ParameterSpec& spec : yield::compared_options()) {
    command.add_option("--" + spec.name, options.fabric_options[spec.name], spec.help + "; several: a curve each")
        ->type_name("VALUE[,VALUE]")
        ->delimiter(',');
  }
  command
      .add_option("--planner", options.planners,
                  "use this planner (see kintsugi list); several give a curve each (default exact)")
      ->type_name("NAME[,NAME]")
      ->delimiter(',');
  command.add_flag("--strict", options.strict, "count an overlap of one position as a conflict");
  command.add_flag("--compare", options.compare,
                   "add curves of all rules, all planners and all values of the options of the fabric above");
  command.add_flag("--bounds", options.bounds, "add curves of the upper bounds for any planner");
  command.add_flag("--verify", options.verify,
                   "set the switches of every repair, extract the network and compare it; exit with 1 if one differs");
  command
      .add_option("--pe-defect", options.pe_defects,
                  "report the yield of arrays whose PEs are defective with this probability; numbers of faults that "
                  "were not tested count as irreparable in `low`, as repairable in `high`")
      ->type_name("P[,P]")
      ->delimiter(',')
      ->check(CLI::Range(0.0, 1.0));
}

}  // namespace

void add_yield(CLI::App& app, Action& action) {
  auto options = std::make_shared<YieldCommand>();
  CLI::App* command = app.add_subcommand("yield", "measure the repair probability of a fabric by number of faults");
  add_network(*command, options->common);
  add_map_options(*command, *options);
  add_curve_options(*command, *options);
  command
      ->add_option("--jobs", options->jobs,
                   "use so many threads (default: the number of cores); the report does not depend on it")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--csv", options->csv, "print the rows as CSV");
  add_report_options(*command, options->common);
  add_out(*command, options->common, "write the curves to this directory; without it, only print the report");
  command->footer(kYieldFooter);
  on_chosen(*command, options, action, yield_command);
}

}  // namespace kintsugi::cli
