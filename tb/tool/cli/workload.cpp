/// `kintsugi workload`: writes a program, of the catalogue or of a GOAL file, as GOAL text.
#include <algorithm>
#include <array>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "models/workload/binary_goal.hpp"
#include "models/workload/goal.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/scenario/listing.hpp"
#include "tb/tool/scenario/overrides.hpp"
#include "tb/tool/scenario/parameter_reader.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/scenario/written_parameters.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi::cli {

namespace {

struct WorkloadCommand {
  CommonOptions common;
  bool text = false;  ///< of a program that a file has
  std::optional<std::filesystem::path> out = {};
};

struct WrittenProgram {
  std::string name;                      ///< of the workload, or of the file
  std::optional<Parameters> parameters;  ///< nullopt: it is that of a file
  workload::Program program;
  std::unique_ptr<OutputDirectory> directory;  ///< of --out
};

std::vector<std::string> workload_names() {
  return each_of(workload::workloads(), &workload::WorkloadInfo::name);
}

/// Whether the argument is a text or a file; else it is a name.
bool is_source(const std::string& argument) {
  return argument == "-" || argument.find_first_not_of(" \t\n") == std::string::npos ||
         argument.find_first_of("{./") != std::string::npos;
}

/// Whether a text or a file is a program itself, not a workload that names one. Every program says its ranks.
bool is_goal(std::string_view text) {
  return text.starts_with(workload::kBinaryGoalBegin) || text.find("num_ranks ") != std::string_view::npos;
}

/// Returns the document, and sets `source` to the name of its file if there is one.
Value document_of(const std::string& argument, std::string& source, Diagnostics& errors) {
  if (is_source(argument)) {
    const Source opened = open_source(argument);
    source = opened.name;
    if (is_goal(opened.text)) {
      errors.add({opened.name, 0, 0}, "a program in GOAL; add --text to write it as text");
      errors.raise();
    }
    return parse_source(opened, errors);
  }
  const std::vector<std::string> names = workload_names();
  if (std::ranges::find(names, argument) == names.end()) {
    refuse("kintsugi", "unknown WORKLOAD '" + argument + "'" + suggestion(argument, names));
  }
  return *parse_value("{name: " + argument + '}', {"kintsugi", 0, 0}, errors);
}

/// Refuses a file that cannot be written before the work for it. A workload that is named has no file.
std::unique_ptr<OutputDirectory> directory_of(const WorkloadCommand& command, const std::string& source) {
  std::vector<InputFile> read;
  if (!source.empty()) read.push_back({source, "the workload"});
  return std::make_unique<OutputDirectory>(std::nullopt, files_of_options({{"--out", command.out, kProgramForm}}),
                                           std::move(read));
}

void refuse_json_without_file(const WorkloadCommand& command, Diagnostics& errors) {
  if (!command.common.json || command.out) return;
  errors.add({"--json", 0, 0}, "the program is GOAL text, no JSON; add --out FILE, or leave --json out");
}

WrittenProgram make_named(const WorkloadCommand& command) {
  const CommonOptions& options = command.common;
  NamedWorkload named;
  Diagnostics errors;
  std::string source;
  Value document = document_of(options.input, source, errors);
  refuse_json_without_file(command, errors);
  for (const std::string& text : options.overrides) apply_override(text, document, errors);
  if (document.type != Value::Type::kMap) {
    errors.add(document.where,
               "a workload is a mapping ({name: allreduce, ranks: 16, bytes: 65536}), not " + describe(document));
  }
  errors.raise();
  std::map<std::string, Where, std::less<>> positions;
  ReadContext context{.errors = errors, .positions = positions};
  MapReader map(context, document, "");
  read_named_workload(map, named);
  map.report_unknown_keys();
  errors.raise();
  WrittenProgram made{named.info->name, named.parameters, {}, directory_of(command, source)};
  try {
    ProgressLine progress("composing", "operation", progress_style(options), std::cerr);
    made.program = named.info->make(named.parameters, false, progress.listener()).program;
  } catch (const ParameterError& error) {
    const auto found = positions.find(error.parameter());
    throw InputError({{found == positions.end() ? document.where : found->second, error.what()}});
  }
  return made;
}

/// Reads the program of a file, in either form of GOAL.
WrittenProgram read_goal(const WorkloadCommand& command) {
  const std::string& file = command.common.input;
  Diagnostics errors;
  refuse_json_without_file(command, errors);
  if (!command.common.overrides.empty()) {
    errors.add({"--set " + command.common.overrides.front(), 0, 0},
               "the program of a file has no parameters; leave out --set or --text");
  }
  errors.raise();
  WrittenProgram made{file, std::nullopt, {}, directory_of(command, file)};
  ProgressLines progress(progress_style(command.common), std::cerr);
  auto program = read_goal_file(file, {"--text", 0, 0}, "; --text takes a file in GOAL, text or binary",
                                progress.listener(), errors);
  errors.raise();
  made.program = std::move(*program);
  return made;
}

Report report_on(const WrittenProgram& made, const std::filesystem::path& file) {
  const workload::Program& program = made.program;
  std::array<std::uint64_t, 3> operations{};
  std::uint64_t bytes = 0;
  for (std::size_t op = 0; op < program.size(); ++op) {
    const workload::Operation& operation = program[workload::OpId::from(op)];
    ++operations[static_cast<std::size_t>(operation.kind)];
    if (operation.kind == workload::OpKind::kSend) bytes += operation.size;
  }
  Report report;
  ReportRows rows(report);
  rows.add("workload", made.name);
  if (made.parameters) {
    report.json["parameters"] = nlohmann::ordered_json::object();
    for (const auto& [name, value] : *made.parameters) report.json["parameters"][name] = parameter_json(value);
  }
  rows.add("ranks", program.ranks());
  rows.add("operations", program.size());
  rows.add("messages", operations[static_cast<std::size_t>(workload::OpKind::kSend)]);
  rows.add("bytes", bytes);
  rows.add("calculations", operations[static_cast<std::size_t>(workload::OpKind::kCalc)]);
  rows.add("dependencies", program.dependencies());
  rows.add("file", file.string());
  report.text = rows.table.text();
  return report;
}

template <class Take>
void write_program(const WrittenProgram& made, const CommonOptions& options, Take take) {
  ProgressLine progress("writing", "operation", progress_style(options), std::cerr);
  workload::write_goal(made.program, take, progress.listener());
}

void write_file(const WrittenProgram& made, const std::filesystem::path& path, const CommonOptions& options) {
  made.directory->write_parts(path, [&](const auto& append) {
    append(kProgramHead);
    write_program(made, options, append);
  });
  made.directory->commit();
}

int list_workloads(const WorkloadCommand& command) {
  if (command.text) refuse("--text", "the file is missing: name one with a program in GOAL");
  if (command.out || !command.common.overrides.empty()) {
    const std::string option = command.out ? "--out" : "--set " + command.common.overrides.front();
    refuse(option, "WORKLOAD is missing; kintsugi workload lists the names");
  }
  NameList listing;
  add_workloads(listing);
  return print({std::move(listing.json), listing.text.substr(1)}, command.common);
}

int workload_command(const WorkloadCommand& command) {
  if (command.common.input.empty()) return list_workloads(command);
  const WrittenProgram made = command.text ? read_goal(command) : make_named(command);
  if (command.out) {
    write_file(made, *command.out, command.common);
    return print(report_on(made, *command.out), command.common);
  }
  write_program(made, command.common, [](std::string_view part) { std::cout << part; });
  return print({.json = {}, .text = "", .is_data = true}, command.common);
}

std::string names_text() {
  std::string text = "Workloads:\n";
  for (const workload::WorkloadInfo& info : workload::workloads()) text += help_row(info.name, info.summary, 18);
  text.pop_back();
  return text;
}

}  // namespace

void add_workload(CLI::App& app, Action& action) {
  auto [command, options] = add_command<WorkloadCommand>(
      app, action, "workload", "write a collective, an application or the program of a file as GOAL text",
      workload_command);
  add_argument(command, "WORKLOAD", options.common.input,
               "a name from the list below, a YAML file, or the text itself if it begins with {: {name: barrier, "
               "ranks: 16}; without it, all are listed with their parameters",
               not_empty("the name of the workload",
                         "valid: " + with_commas(workload_names()) + "; or leave it out to list them"),
               false);
  add_overrides(command, options.common);
  command.add_flag("--text", options.text,
                   "WORKLOAD is a file with a program in GOAL, text or binary as LogGOPSim's txt2bin writes it: write "
                   "it as text");
  add_file(command, "--out", options.out, {},
           "write the program to this file and report what it has; without it, print it");
  add_report_options(command, options.common);
  describe_end(command,
               {.notes = names_text(),
                .examples = {"kintsugi workload allreduce --set ranks=16 --set bytes=65536 --out out/allreduce.goal",
                             "kintsugi workload --text traces/programs/exchange.bin"},
                .pages = "models/workload/README.md describes the algorithms and the text"});
}

}  // namespace kintsugi::cli
