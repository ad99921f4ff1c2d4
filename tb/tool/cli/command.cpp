#include "tb/tool/cli/command.hpp"

#include <algorithm>
#include <iostream>

#include "tb/tool/cli/values.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/network_notes.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::cli {

namespace {

ProgressLines loading_progress(const CommonOptions& options) {
  return ProgressLines(progress_style(options), std::cerr);
}

Overrides overrides_of(const CommonOptions& options) {
  return {options.overrides, options.map, options.routing};
}

/// Returns whether a key belongs to a section whose files a run alone reads.
bool only_run_reads(const std::string& key) {
  return std::ranges::any_of(feature_sections(), [&key](const FeatureSection& section) {
    return section.run_reads && key.starts_with(section.name + std::string("."));
  });
}

}  // namespace

void add_overrides(CLI::App& command, CommonOptions& options) {
  command
      .add_option("--set", options.overrides,
                  "set a key of the input to this value; can be repeated, the last one of a key counts")
      ->type_name("KEY.PATH=VALUE")
      ->allow_extra_args(false);
}

void add_scenario(CLI::App& command, CommonOptions& options, const std::string& name) {
  add_argument(command, name, options.input, "a YAML file, or the text itself if it begins with {");
  add_overrides(command, options);
}

void add_network(CLI::App& command, CommonOptions& options) {
  add_argument(command, "NETWORK", options.input,
               "a YAML file, or the text itself if it begins with {: a network, {kind: srt2d, n: 4}, or a scenario");
  add_overrides(command, options);
}

void add_report_options(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "print one JSON document on standard output, all else on standard error");
  command.add_flag("--quiet", options.quiet, "show no progress");
  command.add_flag("--timing", options.timing,
                   "report the wall-clock time in seconds too; without it every run prints the same");
}

void add_routing(CLI::App& command, CommonOptions& options, const std::string& help) {
  add_text(command, "--routing NAME", options.routing, help, "the name of the routing",
           "kintsugi list names the routings of every network");
}

void add_out(CLI::App& command, CommonOptions& options, const std::string& help) {
  add_directory(command, "--out", options.out, help);
}

void refuse_given(const std::vector<GivenOption>& options, const std::string& why, Diagnostics& errors) {
  for (const auto& [option, is_given] : options) {
    if (is_given) errors.add({option, 0, 0}, why);
  }
}

void write_after_work(Report& report, const std::function<void()>& write) {
  try {
    write();
  } catch (const std::runtime_error&) {
    report.unwritten = current_failure();
  }
}

void add_written(Report& report, const std::string& key, const std::string& label, const std::filesystem::path& file) {
  report.json[key] = file.string();
  report.text += label + escaped(file.string()) + '\n';
}

void add_network_name(const Setup& setup, Report& report) {
  report.json["network"] = setup.network().name();
  add_notes(setup.design->notes(), report.json);
}

void add_routing_name(const RoutingRelation& relation, const std::string& name, const Setup& setup, Report& report) {
  report.json["routing"] = name;
  if (const std::string weight = setup.weight(name); !weight.empty()) report.json["weight"] = weight;
  report.json["vcs"] = relation.vcs();
}

void add_defect_map(const Setup& setup, Report& report) {
  report.json["defects"] = defect_map(setup);
  add_wafer_map(report.json, setup);
  report.text = wafer_map_text(setup) + report.text;
}

int print(Report report, const CommonOptions& options, bool holds) {
  std::string ending;
  if (const int signal = take_stop()) {
    report.json["stopped"] = signal_name(signal);
    ending += "stopped  by " + signal_name(signal) + '\n';
  }
  if (options.timing) {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - options.start;
    report.json["wall_seconds"] = spent.count();
    ending += "wall clock " + fixed(spent.count(), 3) + " s\n";
  }
  if ((report.is_data || report.data) && !options.json) {
    std::cerr << ending;
  } else {
    report.text += ending;
  }
  if (report.unwritten) report.json["errors"] = to_json(*report.unwritten)["errors"];
  if (report.data && !options.json) {
    report.data();
  } else {
    const std::string text = options.json ? dump(report) : report.text;
    ProgressBoard::end_work(std::cerr);
    std::cout << text;
  }
  std::cout << std::flush;
  if (!report.unwritten) return holds ? kDone : kCheckFailed;
  for (const Diagnostic& diagnostic : report.unwritten->diagnostics) std::cerr << describe(diagnostic) << '\n';
  return kBadInput;
}

std::string dump(const nlohmann::ordered_json& json) {
  return states::dump(json, {});
}

std::string dump(const Report& report) {
  return states::dump(report.json, report.lists);
}

ProgressLine::Style progress_style(const CommonOptions& options) {
  return ProgressLine::style_for_stderr(options.quiet);
}

Input load_scenario(const CommonOptions& options) {
  ProgressLines progress = loading_progress(options);
  return kintsugi::load_scenario(options.input, overrides_of(options), families(), progress.listener(),
                                 check_instruments);
}

std::vector<InputFile> files_of(const Scenario& scenario, bool of_run) {
  std::vector<InputFile> files = {{scenario.source, "the scenario"}};
  for (const auto& [key, path] : scenario.files) {
    if (of_run || !only_run_reads(key)) files.push_back({path, "the file of " + key});
  }
  return files;
}

std::vector<OutputFile> files_in_out(const CommonOptions& options, const std::vector<NamedForm>& names) {
  std::vector<OutputFile> files;
  add_files_in("--out", options.out, names, files);
  return files;
}

void add_files_in(const char* option, const std::optional<std::filesystem::path>& directory,
                  const std::vector<NamedForm>& names, std::vector<OutputFile>& files) {
  if (!directory) return;
  for (const auto& [name, form] : names) files.push_back({*directory / name, {option, 0, 0}, form, true, directory});
}

std::vector<OutputFile> files_of_options(const std::vector<OptionFile>& options, std::vector<OutputFile> others) {
  for (const auto& [option, file, form] : options) {
    if (file) others.push_back({*file, {option, 0, 0}, form});
  }
  return others;
}

Input load_network(const CommonOptions& options, SetupFor purpose) {
  return load_network(open_source(options.input), options, purpose);
}

Input load_network(const Source& source, const CommonOptions& options, SetupFor purpose) {
  ProgressLines progress = loading_progress(options);
  return kintsugi::load_network(source, overrides_of(options), purpose, families(), progress.listener(),
                                check_names_of_instruments);
}

std::optional<std::string> add_longest_link(const std::optional<LongestLink>& longest, Report& report) {
  if (!longest) return std::nullopt;
  report.json["longest_link"] = to_json(*longest);
  return explained(*longest);
}

void add_longest_link(const Input& input, const CheckedRepair& repair, Report& report) {
  if (!repair.verified()) return;
  const auto text = add_longest_link(longest_link(input.scenario, input.setup, repair), report);
  if (text) report.text += "longest link: " + *text + '\n';
}

void add_longest_link_as_repaired(const Input& input, const CommonOptions& options, Report& report) {
  if (!input.setup.fabric) return;
  const CheckedRepair repair = check_repair(input.scenario, input.setup, progress_style(options), std::cerr);
  report.text += '\n';
  if (repair.verified()) return add_longest_link(input, repair, report);
  report.json["longest_link"] = nullptr;
  report.text += "longest link: none, because no repair of the defects was found\n";
}

void require_fabric(const Input& input, const std::string& verb) {
  if (input.setup.fabric) return;
  const Where where = input.scenario.where(can_have_fabric(*input.setup.design) ? "network" : "network.kind");
  throw InputError({{where, "there is no fabric to " + verb + "; " + fabric_remedy(*input.setup.design)}});
}

}  // namespace kintsugi::cli
