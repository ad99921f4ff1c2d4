/// `kintsugi repair`: plan, switch states, trace, bitstream.
#include "tb/cli/commands.hpp"
#include "tb/scenario/input.hpp"
#include "tb/scenario/output.hpp"
#include "tb/scenario/repair_check.hpp"

namespace kintsugi::cli {

namespace {

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

int repair_command(const CommonOptions& options) {
  const auto [scenario, setup] = load_scenario(options.input, options.overrides);
  require_fabric(scenario, setup);
  const CheckedRepair repair = check_repair(scenario, setup);
  Report report;
  report.json["network"] = setup.network().name();
  report.json.update(to_json(repair, *setup.fabric, Listing::kSites));
  report.text = to_text(repair, setup.fabric->fabric());
  if (repair.verified() && options.out) write_files(repair, report.json, *options.out);
  print(std::move(report), options);
  return repair.verified() ? kDone : kCheckFailed;
}

}  // namespace

void add_repair(CLI::App& app, Action& action) {
  auto options = std::make_shared<CommonOptions>();
  CLI::App* command = app.add_subcommand("repair", "plan a repair, set the switches, trace the result");
  add_scenario(*command, *options);
  add_report_options(*command, *options);
  add_out(*command, *options,
          "write bitstream.bin (the configuration, then its CRC-32, low byte first) and repair.json there; "
          "nothing is written without it, or when the repair fails");
  on_chosen(*command, options, action, repair_command);
}

}  // namespace kintsugi::cli
