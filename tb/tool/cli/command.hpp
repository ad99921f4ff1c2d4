/// Shared by the commands of `kintsugi`: options, reports, files, exit statuses.
///
/// Each command is a file with one function add_<command>(app, action): it describes the command to CLI11 by
/// add_command() and, if the command is chosen, stores its work in `action`.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi::cli {

enum ExitStatus : int {
  kDone = 0,
  kCheckFailed = 1,
  kBadInput = 2,
};

/// The work of a command; returns its exit status.
using Action = std::function<int()>;

struct CommonOptions {
  std::string input;                         ///< SCENARIO, NETWORK or SWEEP: a file, or text that begins with `{`
  std::vector<std::string> overrides;        ///< of --set
  std::string map = {};                      ///< of --map; empty: none
  std::string routing = {};                  ///< of --routing; empty: none
  bool json = false;                         ///< exactly one JSON document on standard output
  bool quiet = false;                        ///< no progress
  bool timing = false;                       ///< wall-clock times in the report
  std::optional<std::filesystem::path> out;  ///< directory for the files of the command
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
};

void add_scenario(CLI::App& command, CommonOptions& options, const std::string& name = "SCENARIO");
void add_network(CLI::App& command, CommonOptions& options);
/// Adds --set.
void add_overrides(CLI::App& command, CommonOptions& options);
void add_report_options(CLI::App& command, CommonOptions& options);
/// Adds --out. If it is given more than once, the last one counts: tb/demo puts a default in front.
void add_out(CLI::App& command, CommonOptions& options, const std::string& help);

/// Adds --routing, the name of a routing that takes the place of the scenario's.
void add_routing(CLI::App& command, CommonOptions& options, const std::string& help);

/// A command that is being described, and where its options are stored.
template <class Options>
struct AddedCommand {
  CLI::App& command;
  Options& options;
};

/// Adds a command: its name, what it does, and its work, which is stored in `action` if the command is chosen.
template <class Options>
AddedCommand<Options> add_command(CLI::App& app, Action& action, const std::string& name, const std::string& does,
                                  int (*work)(const Options&)) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(name, does);
  command->callback([options, &action, work] { action = [options, work] { return work(*options); }; });
  return {*command, *options};
}

/// An option that may be given without what it needs.
struct GivenOption {
  const char* option;
  bool is_given;
};
/// Adds a mistake for each option that is given.
void refuse_given(const std::vector<GivenOption>& options, const std::string& why, Diagnostics& errors);

/// Returns what `make` returns. Refuses the option if that is too large: then `make` throws std::length_error.
template <class Make>
auto if_not_too_large(const std::string& option, const Make& make) {
  try {
    return make();
  } catch (const std::length_error& error) {
    refuse(option, error.what());
  }
}

struct Report {
  nlohmann::ordered_json json;
  std::string text;
  bool is_data = false;                     ///< the text is CSV for another program: nothing may follow it
  std::vector<states::RowList> lists = {};  ///< of the JSON document, after its keys
  std::optional<Failure> unwritten = {};    ///< why files of the command could not be written after its work
  std::function<void()> data = {};          ///< prints a graph in place of the text: one that is too large for a text

  /// Takes a CSV for the text.
  void set_data(std::string csv) {
    text = std::move(csv);
    is_data = true;
  }
};

/// Writes files after work whose report must not be lost with them, because a disk is full or a directory has gone.
void write_after_work(Report& report, const std::function<void()>& write);

inline std::string text_of_value(const std::string& value) {
  return value;
}
inline std::string text_of_value(std::uint64_t value) {
  return std::to_string(value);
}

/// Rows of a report that are written in both forms: by key in the document, by label in a table.
class ReportRows {
 public:
  explicit ReportRows(Report& report) : ReportRows(report.json) {}
  explicit ReportRows(nlohmann::ordered_json& json) : json_(json) {}
  /// `text` stands in the table, below `label`.
  template <class Value>
  void add(const std::string& key, const Value& value, const std::string& label, const std::string& text) {
    json_[key] = value;
    table.add({label, text});
  }
  /// A text or a number that is the same in both, with its key for a label if there is no other.
  template <class Value>
  void add(const std::string& key, const Value& value, const std::string& label = "") {
    add(key, value, label.empty() ? key : label, text_of_value(value));
  }

  TextTable table = {};

 private:
  nlohmann::ordered_json& json_;
};

/// Adds a file that an option names and that is written: its key in the document, its label in the text.
void add_written(Report& report, const std::string& key, const std::string& label, const std::filesystem::path& file);

/// Adds the name of the network and its notes to the document.
void add_network_name(const Setup& setup, Report& report);
/// Adds the routing, its weight if it has one and its channels.
void add_routing_name(const RoutingRelation& relation, const std::string& name, const Setup& setup, Report& report);
/// Adds the defect map, and what was taken of a wafer map, which begins the text too.
void add_defect_map(const Setup& setup, Report& report);

/// Prints one of the two forms to standard output, with the wall-clock time if `options.timing`, and the signal if the
/// program was asked to stop. Beside a text for another program these two go to standard error, as the messages about
/// files that could not be written always do; in the document these are `errors`. Returns the exit status of a command
/// whose checks hold, or do not.
int print(Report report, const CommonOptions& options, bool holds = true);
std::string dump(const nlohmann::ordered_json& json);
std::string dump(const Report& report);

ProgressLine::Style progress_style(const CommonOptions& options);

/// Loads the input of a command, and shows progress if that takes long.
Input load_scenario(const CommonOptions& options);
Input load_network(const CommonOptions& options, SetupFor purpose = SetupFor::kNetwork);
/// The same, of a source that has been read.
Input load_network(const Source& source, const CommonOptions& options, SetupFor purpose);

/// Returns the files that a scenario was read from: its own, and those that its keys name. Those that a run alone reads
/// are left out unless it is `of_run`: another command can write them.
std::vector<InputFile> files_of(const Scenario& scenario, bool of_run = false);

struct NamedForm {
  std::string name;  ///< of a file in a directory
  FileForm form;
};

/// Returns the files of these names in the directory of --out; none without it.
std::vector<OutputFile> files_in_out(const CommonOptions& options, const std::vector<NamedForm>& names);
/// Adds files of these names in the directory of an option, if it is given.
void add_files_in(const char* option, const std::optional<std::filesystem::path>& directory,
                  const std::vector<NamedForm>& names, std::vector<OutputFile>& files);

/// A file that an option names, if it is given.
struct OptionFile {
  const char* option;
  std::optional<std::filesystem::path> file;
  FileForm form;
};
/// Returns the files of the options that are given, after other ones.
std::vector<OutputFile> files_of_options(const std::vector<OptionFile>& options, std::vector<OutputFile> others = {});

/// Adds the longest link to the document; returns the text about it; nullopt if there is no link.
std::optional<std::string> add_longest_link(const std::optional<LongestLink>& longest, Report& report);
/// Adds the line about the longest link that a repair makes, and how many cycles it takes; none if it makes no link.
void add_longest_link(const Input& input, const CheckedRepair& repair, Report& report);
/// The same for a command that plans no repair for anything else; adds nothing if there is no fabric, and null with a
/// sentence if no repair is found. Throws InputError as check_repair() does.
void add_longest_link_as_repaired(const Input& input, const CommonOptions& options, Report& report);

/// Throws InputError, with the remedy, if the scenario has no fabric. `verb` says what the command does with it.
void require_fabric(const Input& input, const std::string& verb = "repair");

}  // namespace kintsugi::cli
