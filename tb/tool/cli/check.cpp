/// `kintsugi check`: judges states, a bitstream or a plan that were made elsewhere.
#include <iostream>
#include <memory>

#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/states/check_report.hpp"
#include "tb/tool/states/plan_reader.hpp"

namespace kintsugi::cli {

namespace {

constexpr FileLimit kStreamLimit{std::uint64_t{64} << 20U, "64 MiB, the most that a bitstream may have"};
constexpr FileLimit kTableLimit{std::uint64_t{4} << 30U, "4 GiB, the most that a table may have"};

struct CheckCommand {
  CommonOptions common;
  std::string bitstream;  ///< one of these three is not empty
  std::string states;
  std::string plan;
};

/// What was checked, for the report.
struct Checked {
  std::string what;   ///< "bitstream"
  std::string input;  ///< "bitstream.bin: 70 bytes, checksum right"
  states::CheckedStates result;
  std::optional<states::Checksum> checksum = {};
  std::optional<std::size_t> left_out = {};  ///< switches that a list of states does not name
};

std::string name_of(const std::string& argument) {
  return argument == "-" ? "<standard input>" : argument;
}

std::string read_bytes(const std::string& argument, const FileLimit& limit) {
  FileText file = argument == "-" ? read_standard_input(limit) : read_file(argument, limit);
  if (file.text) return std::move(*file.text);
  throw InputError({{{name_of(argument), 0, 0}, "cannot read this file: " + file.error}});
}

Checked check_bitstream(const Input& input, const std::string& argument) {
  const Fabric& fabric = input.setup.fabric->fabric();
  const std::string bytes = read_bytes(argument, kStreamLimit);
  Diagnostics errors;
  const states::StreamStates stream = states::read_bitstream(bytes, name_of(argument), fabric, errors);
  errors.raise();
  const bool has_checksum = stream.checksum == states::Checksum::kRight;
  return {"bitstream",
          name_of(argument) + ": " + counted(stream.bytes, "byte") +
              (has_checksum ? ", the checksum is right" : ", no checksum"),
          states::check_states(input, {switch_states(fabric, stream.configuration), std::nullopt}), stream.checksum};
}

/// Only a table can be larger than a YAML file. A list of JSON can be the argument itself, as a mapping can.
Source open_list(const std::string& argument) {
  if (argument.starts_with('[')) return {"<command line>", argument};
  if (!argument.ends_with(".csv") && !argument.ends_with(".txt")) return open_source(argument);
  return {argument, read_bytes(argument, kTableLimit)};
}

Checked check_list(const Input& input, const std::string& argument) {
  const Source source = open_list(argument);
  Diagnostics errors;
  states::StateList list =
      states::read_states(source.text, source.name, input.setup.fabric->fabric(), input.setup.network(), errors);
  errors.raise();
  const std::size_t left_out = list.left_out;
  std::string note;
  if (left_out == 1) note = ": without 1 switch, in its state after power-up";
  if (left_out > 1) note = ": without " + std::to_string(left_out) + " switches, in their states after power-up";
  return {"states", source.name + note, states::check_states(input, std::move(list)), {}, left_out};
}

Checked check_plan(const Input& input, const std::string& argument) {
  const Source source = open_source(argument);
  Diagnostics errors;
  const auto plan = states::read_plan(source.text, source.name, input.setup, input.scenario.repair, errors);
  errors.raise();
  states::CheckedStates checked = states::check_plan(input, plan);
  if (checked.placement) states::compare_pes(plan, *checked.placement, input.setup, errors);
  errors.raise();
  return {"plan",
          source.name + (plan.placement        ? ": a placement"
                         : !plan.rings.empty() ? ": " + counted(plan.rings.size(), "ring")
                                               : ": " + counted(plan.paths.size(), "path")),
          std::move(checked)};
}

Checked perform(const Input& input, const CheckCommand& command) {
  if (!command.bitstream.empty()) return check_bitstream(input, command.bitstream);
  if (!command.states.empty()) return check_list(input, command.states);
  return check_plan(input, command.plan);
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
  const Checked checked = perform(input, command);
  const Fabric& fabric = input.setup.built_fabric();
  Report report;
  report.json["network"] = input.setup.network().name();
  report.json["defects"] = defect_map(input.setup);
  add_wafer_map(report.json, input.setup);
  report.json["checked"] = checked.what;
  if (checked.checksum) {
    report.json["checksum"] = *checked.checksum == states::Checksum::kRight ? "right" : "none";
  }
  if (checked.left_out) report.json["left_out"] = *checked.left_out;
  report.json.update(states::to_json(checked.result, fabric));
  TextTable table = states::table_of(checked.result, fabric, checked.what, checked.input);
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
