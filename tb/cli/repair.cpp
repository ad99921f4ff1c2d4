/// `kintsugi repair`: plan, switch states, trace, bitstream; or all of that for every map of a few defects.
#include <iostream>
#include <thread>

#include "tb/cli/commands.hpp"
#include "tb/cli/map_rate.hpp"
#include "tb/scenario/input.hpp"
#include "tb/scenario/output.hpp"
#include "tb/scenario/repair_check.hpp"
#include "tb/yield/every_map.hpp"

namespace kintsugi::cli {

namespace {

struct RepairCommand {
  CommonOptions common;
  std::optional<std::size_t> exhaustive;  ///< most defects of a map
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

void require_fabric(const Scenario& scenario, const Setup& setup) {
  if (setup.fabric) return;
  throw InputError({{scenario.where("fabric"), "there is no fabric to repair; add fabric: {}"}});
}

void write_files(const CheckedRepair& repair, const nlohmann::ordered_json& json, const std::filesystem::path& out) {
  OutputDirectory directory(out);
  directory.write("bitstream.bin", bitstream_file(repair));
  directory.write("repair.json", dump(json));
  directory.commit();
}

int repair_one(const Input& input, const CommonOptions& options) {
  const auto& [scenario, setup] = input;
  const CheckedRepair repair = check_repair(scenario, setup);
  Report report;
  report.json["network"] = setup.network().name();
  report.json.update(to_json(repair, *setup.fabric, Listing::kSites));
  report.text = to_text(repair, setup.fabric->fabric());
  if (repair.verified() && options.out) write_files(repair, report.json, *options.out);
  print(std::move(report), options);
  return repair.verified() ? kDone : kCheckFailed;
}

yield::EveryMap verify(const Input& input, const RepairCommand& command) {
  ProgressLine progress("maps", progress_style(command.common), std::cerr);
  return yield::verify_every_map(input, *command.exhaustive, command.jobs, progress.listener());
}

int repair_every_map(const Input& input, const RepairCommand& command) {
  const MapRate rate;
  const yield::EveryMap result = verify(input, command);
  Report report{yield::to_json(result, input), yield::to_text(result, input)};
  rate.add_to(report, command.common, result.maps());
  print(std::move(report), command.common);
  std::cerr << yield::wrong_repair(result, input);
  return result.wrong() == 0 ? kDone : kCheckFailed;
}

int repair_command(const RepairCommand& command) {
  const Input input = load_scenario(command.common.input, command.common.overrides);
  require_fabric(input.scenario, input.setup);
  return command.exhaustive ? repair_every_map(input, command) : repair_one(input, command.common);
}

}  // namespace

void add_repair(CLI::App& app, Action& action) {
  auto options = std::make_shared<RepairCommand>();
  CLI::App* command = app.add_subcommand("repair", "plan a repair, set the switches, trace the result");
  add_scenario(*command, options->common);
  add_report_options(*command, options->common);
  add_out(*command, options->common,
          "write bitstream.bin (the configuration, then its CRC-32, low byte first) and repair.json there; "
          "nothing is written without it, or when the repair fails");
  command
      ->add_option("--exhaustive", options->exhaustive,
                   "instead: plan, set and trace every map of up to K defective PEs, and count")
      ->type_name("K")
      ->check(CLI::NonNegativeNumber)
      ->excludes("--out");
  command->add_option("--jobs", options->jobs, "threads of --exhaustive (default: the number of cores)")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  on_chosen(*command, options, action, repair_command);
}

}  // namespace kintsugi::cli
