/// `kintsugi check`: judges states, a bitstream or a plan that were made elsewhere, and the states of a waveform.
#include <limits>
#include <utility>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/diff/wave_states.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/states/given_repair.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::cli {

namespace {

struct CheckCommand {
  CommonOptions common;
  std::string bitstream;  ///< one of these four is not empty
  std::string states;
  std::string plan;
  diff::WaveCut waves;
  std::optional<Cycle> at;  ///< the cycle of waves
};

constexpr IntegerRange kCutRange{0, std::numeric_limits<std::int64_t>::max()};

/// What was judged.
struct Checked {
  std::string form;  ///< "states"
  states::JudgedFile file;
  std::string scope = {};  ///< of a waveform
};

void check_options(const CheckCommand& command) {
  const int given =
      !command.bitstream.empty() + !command.states.empty() + !command.plan.empty() + !command.waves.file.empty();
  if (given != 1) {
    refuse("kintsugi", std::string(given == 0 ? "nothing to check" : "one thing is checked at a time") +
                           ": give one of --bitstream FILE, --states FILE, --plan FILE and --waves FILE");
  }
  Diagnostics errors;
  const bool has_waves = !command.waves.file.empty();
  if (has_waves && !command.at) {
    errors.add({"--waves", 0, 0}, "the states change with time; say with --at C in which cycle they are to be judged");
  }
  if (!has_waves) {
    refuse_given({{"--at", command.at.has_value()},
                  {"--prefix", !command.waves.prefix.empty()},
                  {"--period", command.waves.period.has_value()},
                  {"--start", command.waves.start.has_value()}},
                 "it has a meaning with --waves FILE only; leave it out", errors);
  }
  errors.raise();
}

/// Judges the states of one cycle of a waveform.
Checked judge_waves(const CheckCommand& command, const Input& input) {
  diff::WaveCut cut = command.waves;
  cut.cycle = *command.at;
  diff::StatesOfWave found = diff::states_of_wave(cut, input.setup.fabric->fabric());
  const std::string text = found.source + ": the end of cycle " + std::to_string(cut.cycle) +
                           (found.scope.empty() ? "" : ", in the scope " + found.scope);
  return {"waves", {text, states::check_states(input.scenario, input.setup, std::move(found.list))}, found.scope};
}

Checked judge(const CheckCommand& command, const Input& input) {
  if (!command.waves.file.empty()) return judge_waves(command, input);
  using enum GivenRepair::Form;
  const auto form = !command.bitstream.empty() ? kBitstream : !command.states.empty() ? kStates : kPlan;
  const std::string file = command.bitstream + command.states + command.plan;  // one is given
  return {states::form_name(form), states::judge_file(form, file, input.scenario, input.setup)};
}

/// Says how long the longest link of the network wanted is, as these states make it.
void add_link_of_states(const Input& input, const states::CheckedStates& checked, Report& report, TextTable& table) {
  if (!checked.verified() || !checked.placement) return;
  const auto longest = longest_link(input.scenario, input.setup, *checked.placement, checked.extracted);
  if (const auto text = add_longest_link(longest, report)) table.add({"longest link", *text});
}

int check_command(const CheckCommand& command) {
  check_options(command);
  const Input input = load_scenario(command.common);
  require_fabric(input);
  const Checked judged = judge(command, input);
  const states::JudgedFile& checked = judged.file;
  const Fabric& fabric = input.setup.built_fabric();
  Report report;
  report.json["network"] = input.setup.network().name();
  add_defect_map(input.setup, report);
  report.json["checked"] = judged.form;
  if (judged.form == "waves") {
    report.json["cycle"] = *command.at;
    report.json["scope"] = judged.scope;
  }
  if (checked.checksum) report.json["checksum"] = *checked.checksum == states::Checksum::kRight ? "right" : "none";
  if (checked.left_out) report.json["left_out"] = *checked.left_out;
  report.json.update(states::to_json(checked.result, fabric));
  TextTable table = states::table_of(checked.result, fabric, judged.form, checked.text);
  add_defects(table, input.setup);
  add_link_of_states(input, checked.result, report, table);
  report.text += table.text();
  return print(std::move(report), command.common, checked.result.verified());
}

}  // namespace

void add_check(CLI::App& app, Action& action) {
  auto [command, options] = add_command<CheckCommand>(
      app, action, "check",
      "extract the network of states, a bitstream, a plan or a waveform from elsewhere, and compare it", check_command);
  add_scenario(command, options.common);
  const auto add_what = [&command](const char* usage, std::string& into, const std::string& name, const char* help) {
    add_text(command, usage, into, help, "the name of the file", "name " + name);
  };
  add_what("--bitstream FILE", options.bitstream, "a bitstream",
           "the bytes that are loaded into the chip, with or without the checksum at the end, or a text with them as "
           "$readmemh and $readmemb read it");
  add_what("--states FILE", options.states, "a list of states",
           "JSON, YAML, CSV or lines of NAME STATE: the state of every field or switch, and the node of every PE if it "
           "is known; a file, or the text itself if it begins with { or [");
  add_what("--plan FILE", options.plan, "a plan",
           "YAML or JSON: paths, {paths: [{pe: [3, 4], direction: east}]}, or a placement, {placement: {x0.y0: [1, 1], "
           "...}}; a file, or the text itself if it begins with {");
  add_what("--waves FILE", options.waves.file, "a waveform",
           "a waveform (VCD) of kintsugi run, or of a simulator of the exported fabric: the states in the cycle of "
           "--at");
  add_integer(command, "--at", kCutRange, options.at, "with --waves: the cycle at whose end the states are judged");
  add_wave_scope(command, "--prefix", options.waves.prefix,
                 "with --waves: the scope of the fabric (default: the one that has its switches)");
  add_wave_time(command, "--period", options.waves.period,
                "with --waves: the length of a cycle (default: 1ns if kintsugi has written the waveform)");
  add_wave_time(command, "--start", options.waves.start, "with --waves: where cycle 0 begins (default: 0)");
  add_report_options(command, options.common);
  describe_end(
      command,
      {.notes = "Give one of --bitstream, --states, --plan and --waves. - is standard input. The report names each\n"
                "difference between the network that the states make and the one that the scenario wants,\n"
                "the switch to blame for it, and dead PEs, links and elements that are used.",
       .examples =
           {"kintsugi check traces/two_tracks.yaml --plan traces/plans/two_tracks.yaml",
            "kintsugi check '{network: {kind: srt2d, n: 2}, fabric: {}}' --plan '{placement: {x0.y0: [0, 1]}}'"},
       .pages = "tb/tool/states/README.md describes the files and the report",
       .failed_check = "the states make another network than the one that is wanted, they use what is "
                       "defective, or no states carry the plan"});
}

}  // namespace kintsugi::cli
