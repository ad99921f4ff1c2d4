/// `kintsugi check`: judges states, a bitstream or a plan that were made elsewhere.
#include <iostream>
#include <memory>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/states/check_report.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi::cli {

namespace {

struct CheckCommand {
  CommonOptions common;
  std::string bitstream;  ///< one of these three is not empty
  std::string states;
  std::string plan;
};

GivenRepair::Form form_of(const CheckCommand& command) {
  using enum GivenRepair::Form;
  return !command.bitstream.empty() ? kBitstream : !command.states.empty() ? kStates : kPlan;
}

/// Says how long the longest link of the network wanted is, as these states make it.
void add_link_of_states(const Input& input, const states::CheckedStates& checked, Report& report, TextTable& table) {
  if (!checked.verified() || !checked.placement) return;
  const auto longest = longest_link(input.scenario, input.setup, *checked.placement, checked.extracted);
  if (const auto text = add_longest_link(longest, report)) table.add({"longest link", *text});
}

int check_command(const CheckCommand& command) {
  const int given = !command.bitstream.empty() + !command.states.empty() + !command.plan.empty();
  if (given != 1) {
    throw InputError({{{"kintsugi", 0, 0},
                       std::string(given == 0 ? "nothing to check" : "one thing is checked at a time") +
                           ": give one of --bitstream FILE, --states FILE and --plan FILE"}});
  }
  const Input input = load_scenario(command.common);
  require_fabric(input);
  const GivenRepair::Form form = form_of(command);
  const std::string file = command.bitstream + command.states + command.plan;  // one is given
  const states::JudgedFile checked = states::judge_file(form, file, input.scenario, input.setup);
  const Fabric& fabric = input.setup.built_fabric();
  Report report;
  report.json["network"] = input.setup.network().name();
  report.json["defects"] = defect_map(input.setup);
  add_wafer_map(report.json, input.setup);
  report.json["checked"] = states::form_name(form);
  if (checked.checksum) {
    report.json["checksum"] = *checked.checksum == states::Checksum::kRight ? "right" : "none";
  }
  if (checked.left_out) report.json["left_out"] = *checked.left_out;
  report.json.update(states::to_json(checked.result, fabric));
  TextTable table = states::table_of(checked.result, fabric, states::form_name(form), checked.text);
  add_defects(table, input.setup);
  add_link_of_states(input, checked.result, report, table);
  report.text = wafer_map_text(input.setup) + table.text();
  print(std::move(report), command.common);
  return checked.result.verified() ? kDone : kCheckFailed;
}

CLI::Validator not_empty_file(const std::string& what) {
  return not_empty("the name of the file", "name " + what);
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto options = std::make_shared<CheckCommand>();
  CLI::App* command = app.add_subcommand(
      "check", "extract the network of states, a bitstream or a plan from elsewhere, and compare it");
  add_scenario(*command, options->common);
  command
      ->add_option("--bitstream", options->bitstream,
                   "the bytes that are loaded into the chip, with or without the checksum at the end, or a text with "
                   "them as $readmemh and $readmemb read it")
      ->type_name("FILE")
      ->check(not_empty_file("a bitstream"))
      ->take_last();
  command
      ->add_option("--states", options->states,
                   "JSON, YAML, CSV or lines of NAME STATE: the state of every field or switch, and the node of every "
                   "PE if it is known; a file, or the text itself if it begins with { or [")
      ->type_name("FILE")
      ->check(not_empty_file("a list of states"))
      ->take_last();
  command
      ->add_option("--plan", options->plan,
                   "YAML or JSON: paths, {paths: [{pe: [3, 4], direction: east}]}, or a placement, {placement: {x0.y0: "
                   "[1, 1], ...}}; a file, or the text itself if it begins with {")
      ->type_name("FILE")
      ->check(not_empty_file("a plan"))
      ->take_last();
  add_report_options(*command, options->common);
  describe_end(
      *command,
      {.notes = "Give one of --bitstream, --states and --plan. - is standard input. The report names each\n"
                "difference between the network that the states make and the one that the scenario wants,\n"
                "the switch to blame for it, and dead PEs, links and elements that are used.",
       .examples =
           {"kintsugi check traces/two_tracks.yaml --plan traces/plans/two_tracks.yaml",
            "kintsugi check '{network: {kind: srt2d, n: 2}, fabric: {}}' --plan '{placement: {x0.y0: [0, 1]}}'"},
       .pages = "tb/tool/states/README.md describes the files and the report",
       .failed_check = "the states make another network than the one that is wanted, they use what is "
                       "defective, or no states carry the plan"});
  on_chosen(*command, options, action, check_command);
}

}  // namespace kintsugi::cli
