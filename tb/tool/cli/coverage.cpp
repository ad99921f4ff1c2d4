/// `kintsugi coverage`: adds the coverage of runs, says what is missing, and completes it.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/coverage/fill.hpp"
#include "tb/tool/coverage/report.hpp"

namespace kintsugi::cli {

namespace {

constexpr RealRange kNeedRange{0, 100};

struct CoverageCommand {
  CommonOptions common;
  std::vector<std::string> files;
  coverage::ReportOptions report;
  std::optional<std::filesystem::path> merged;
  std::optional<std::filesystem::path> page;
  std::optional<std::filesystem::path> filled;  ///< directory
};

coverage::Coverage sum_of_coverages(const std::vector<std::string>& files) {
  coverage::Coverage sum;
  for (const std::string& file : files) {
    const coverage::Coverage read = coverage::read_coverage(file);
    try {
      coverage::merge(sum, read);
    } catch (const std::invalid_argument& error) {
      refuse(file, std::string("cannot be added to the files before: ") + error.what());
    }
  }
  return sum;
}

constexpr const char* kFilledHead = "# Written by kintsugi coverage --fill\n";

coverage::Filling search_filling(const coverage::Coverage& sum, const CoverageCommand& command) {
  ProgressLine progress("searching legal states", "state", progress_style(command.common), std::cerr);
  return coverage::fill(sum, *command.filled, progress.listener());
}

/// Returns the files that the command writes; of --fill those with these names.
std::vector<OutputFile> outputs_of(const CoverageCommand& command, const std::vector<std::string>& filled) {
  std::vector<OutputFile> files =
      files_of_options({{"--out", command.merged, kCoverageForm}, {"--page", command.page, kPageForm}});
  const auto with_form = [](const std::string& name) {
    return NamedForm{name, name.ends_with(".json") ? kCoverageForm : FileForm{kFilledHead}};
  };
  add_files_in("--fill", command.filled, each_of(filled, with_form), files);
  return files;
}

std::vector<std::string> names_there(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  std::error_code missing;  // then there are none
  for (const auto& entry : std::filesystem::directory_iterator(directory, missing)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

void write_outputs(const CoverageCommand& command, const coverage::Coverage& sum, const coverage::Filling& filling,
                   const std::vector<InputFile>& read) {
  OutputDirectory directory(command.filled, outputs_of(command, each_of(filling.files, &coverage::FillFile::name)),
                            read);
  if (command.merged) directory.write_elsewhere(*command.merged, coverage::to_file(sum));
  if (command.page) directory.write_elsewhere(*command.page, coverage::to_page(sum));
  for (const coverage::FillFile& file : filling.files) directory.write(file.name, file.text);
  directory.commit();
}

/// Says which scenarios reach what is missing.
void add_filling(const coverage::Filling& filling, const std::filesystem::path& directory, Report& report) {
  std::vector<std::string> scenarios;
  for (const coverage::FillFile& file : filling.files) {
    if (file.is_scenario) scenarios.push_back(file.name);
  }
  report.json["fill"] = {{"directory", directory.string()}, {"scenarios", scenarios}, {"notes", filling.notes}};
  report.text +=
      "\nfill  " + directory.string() + ": " + (scenarios.empty() ? "nothing to run" : with_commas(scenarios)) + '\n';
  for (const std::string& note : filling.notes) report.text += "      " + note + '\n';
}

int coverage_command(const CoverageCommand& command) {
  std::vector<InputFile> read;
  for (const std::string& file : command.files) {
    if (file != "-") read.push_back({file, "a coverage"});
  }
  require_own_files(outputs_of(command, {}), read);
  const coverage::Coverage sum = sum_of_coverages(command.files);
  // Before a file is written: from then on a signal only asks to stop, and the search takes minutes without hearing it.
  coverage::Filling filling;
  if (command.filled) {
    require_own_files(outputs_of(command, coverage::possible_names(sum, names_there(*command.filled))), read);
    filling = search_filling(sum, command);
  }
  Report report;
  report.json = coverage::to_json(sum, command.report);
  report.text = coverage::to_text(sum, command.report);
  write_after_work(report, [&] { write_outputs(command, sum, filling, read); });
  if (command.filled && !report.unwritten) add_filling(filling, *command.filled, report);
  const bool is_enough = !command.report.need || coverage::groups_below(sum, *command.report.need).empty();
  return print(std::move(report), command.common, is_enough);
}

}  // namespace

void add_coverage(CLI::App& app, Action& action) {
  auto [command, options] = add_command<CoverageCommand>(
      app, action, "coverage", "add what runs have reached of their chips, and name what is missing", coverage_command);
  add_argument(command, "FILE", options.files, "files that kintsugi run --coverage has written; - is standard input");
  add_real(command, "--need", kNeedRange, options.report.need,
           "exit with status 1 if a group has reached less than this percentage");
  command.add_flag("--all", options.report.all, "name every missing point, not only the first ones");
  add_file(command, "--out", options.merged, {".json"}, "write the sum to this .json file");
  add_page(command, options.page, "the chips coloured by their coverage");
  add_directory(command, "--fill", options.filled,
                "write scenarios that reach what is missing to this directory, and unreachable.json, a coverage with "
                "the states that no legal configuration has");
  add_report_options(command, options.common);
  describe_end(command, {.examples = {"kintsugi coverage traces/coverage/torus.json --all",
                                      "kintsugi coverage traces/coverage/torus.json --page out/coverage.html"},
                         .pages = "tb/tool/coverage/README.md says what the groups are, and how files are added",
                         .failed_check = "a group has reached less than --need"});
}

}  // namespace kintsugi::cli
