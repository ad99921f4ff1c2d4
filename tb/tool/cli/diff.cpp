/// `kintsugi diff`: the first difference between two files of one form, and how many there are.
#include <limits>

#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/diff/compare.hpp"
#include "tb/tool/picture/chip_difference.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi::cli {

namespace {

constexpr IntegerRange kListedDifferences{0, 1'000'000};
constexpr IntegerRange kStepRange{0, std::numeric_limits<std::int64_t>::max()};
constexpr RealRange kToleranceRange{0, 1};

struct DiffCommand {
  CommonOptions common;  ///< its input is the scenario of bitstreams
  diff::Request request;
  std::vector<std::string> ignored;
  std::string form;                          ///< of --as
  std::optional<std::filesystem::path> svg;  ///< of the picture
};

GivenRepair::Form repair_form(diff::Form form) {
  using enum GivenRepair::Form;
  if (form == diff::Form::kBitstream) return kBitstream;
  return form == diff::Form::kPlan ? kPlan : kStates;
}

/// Returns the switches and nodes of a chip as a file sets them. Throws InputError for a plan that no states carry.
picture::Setting chip_setting_of(diff::Form form, const Source& text, const Input& input) {
  const states::JudgedFile judged = states::judge_source(repair_form(form), text, input.scenario, input.setup);
  if (judged.result.placement) return {*judged.result.placement, judged.result.states};
  refuse(text.name,
         "no states carry this plan, so that there is nothing to draw: " + judged.result.differences.front().message);
}

/// Draws what differs on the chip, and adds it to the report.
void draw_difference(const DiffCommand& command, const diff::ComparedFiles& compared, const Input& input,
                     OutputDirectory& directory, Report& report) {
  const Source& a = compared.texts.front();
  const Source& b = compared.texts.back();
  const picture::SettingPair pair{&input.setup.network(), &input.setup.fabric->fabric(), &input.setup.built_fabric(),
                                  chip_setting_of(compared.form, a, input), chip_setting_of(compared.form, b, input)};
  const picture::ChipDifference found = picture::difference_of(pair);
  directory.write_elsewhere(*command.svg, picture::to_svg(pair, found, a.name, b.name));
  directory.commit();
  report.json["chip"] = {{"switches", found.switches.size()},
                         {"links_only_in_a", found.only_in_a.size()},
                         {"links_only_in_b", found.only_in_b.size()},
                         {"nodes_moved", found.nodes.size()}};
  add_written(report, "svg", "\nchip     " + picture::summary(found) + "\npicture  ", *command.svg);
}

/// The picture may replace no file that is compared, and none of the scenario.
OutputDirectory directory_for(const DiffCommand& command, const Input& input) {
  std::vector<InputFile> read = files_of(input.scenario);
  for (const std::string* file : {&command.request.a, &command.request.b}) {
    if (*file != "-") read.push_back({*file, "a file that is compared"});
  }
  return {{}, files_of_options({{"--svg", command.svg, kPictureForm}}), std::move(read)};
}

int diff_command(const DiffCommand& command) {
  diff::Request request = command.request;
  std::optional<Input> input;
  const auto load = [&]() -> const Input& {
    if (input) return *input;
    input.emplace(load_scenario(command.common));
    require_fabric(*input, command.svg ? "draw" : "name the fields of");
    return *input;
  };
  if (!command.form.empty()) request.as = diff::form_named(command.form);
  request.of_chips = command.svg.has_value();
  request.report.ignored.insert(request.report.ignored.end(), command.ignored.begin(), command.ignored.end());
  if (!command.common.input.empty()) request.fabric = [&]() -> const Fabric& { return load().setup.fabric->fabric(); };
  const diff::ComparedFiles compared = diff::compare_files(request);
  Report report;
  report.json = diff::to_json(request, compared);
  report.text = diff::to_text(request, compared);
  if (command.svg) {
    OutputDirectory directory = directory_for(command, load());
    draw_difference(command, compared, load(), directory, report);
  }
  return print(std::move(report), command.common, compared.comparison.equal());
}

void add_wave_options(CLI::App& command, diff::WaveOptions& options) {
  const auto take_scope = [](const char* file) {
    return std::string("of waveforms: take the signals of this scope of ") + file + " alone, without its name";
  };
  add_wave_scope(command, "--prefix-a", options.a.prefix, take_scope("A"));
  add_wave_scope(command, "--prefix-b", options.b.prefix, take_scope("B"));
  const std::string period = "of waveforms: the length of a cycle in ";
  const std::string otherwise = " (default: 1ns if kintsugi has written it, else that of the other one)";
  add_wave_time(command, "--period-a", options.a.period, period + 'A' + otherwise);
  add_wave_time(command, "--period-b", options.b.period, period + 'B' + otherwise);
  add_wave_time(command, "--start-a", options.a.start, "of waveforms: where cycle 0 begins in A (default: 0)");
  add_wave_time(command, "--start-b", options.b.start, "of waveforms: where cycle 0 begins in B (default: 0)");
  add_integer(command, "--from", kStepRange, options.from, "of waveforms: the first cycle that is compared");
  add_integer(command, "--to", kStepRange, options.to, "of waveforms: the last cycle that is compared");
  command.add_flag("--match-texts", options.match_texts,
                   "of waveforms: compare the texts of one with the numbers of the other: names of states with RTL");
  command.add_flag("--all", options.all, "of waveforms: a signal that only one has is a difference too");
}

}  // namespace

void add_diff(CLI::App& app, Action& action) {
  auto [command, options] = add_command<DiffCommand>(
      app, action, "diff", "find the first difference between two reports, packet logs, states, plans or waveforms",
      diff_command);
  diff::Request& request = options.request;
  add_argument(command, "A", request.a, "the first file; - is standard input");
  add_argument(command, "B", request.b, "the second file, of the same form");
  add_name(command, "--as FORM", diff::form_names(), options.form,
           "what both files are: " + with_commas(diff::form_names()));
  add_integer(command, "--list", kListedDifferences, request.most_listed, "list the first differences, so many");
  add_real(command, "--tolerance", kToleranceRange, request.report.tolerance,
           "of reports: numbers are equal that differ by this share of the larger one");
  add_names(command, "--ignore", options.ignored, "of reports: leave out these keys too, wherever they are");
  add_text(command, "--scenario SCENARIO", options.common.input,
           "of bitstreams, and with --svg: take the fabric of this scenario, a YAML file, or the text itself "
           "if it begins with {",
           "the name of the scenario");
  add_svg(command, "--svg", options.svg, "a picture",
          "of states, plans and bitstreams: draw the switches whose states differ, the links that only one has and the "
          "nodes that move; needs --scenario");
  add_wave_options(command, request.wave);
  add_report_options(command, options.common);
  describe_end(command,
               {.notes = "A and B are two reports (--json), packet logs, lists of states, bitstreams, plans or\n"
                         "waveforms (VCD). Their form is found by their content. Of reports the keys files,\n"
                         "timing and wall_seconds are left out.",
                .examples = {"kintsugi diff traces/packets/ring.jsonl traces/packets/ring.jsonl --list 5",
                             "kintsugi diff traces/golden/demo.json traces/golden/demo.json --ignore defects,packets"},
                .pages = "tb/tool/diff/README.md says what is compared of each form",
                .failed_check = "the two files differ"});
}

}  // namespace kintsugi::cli
