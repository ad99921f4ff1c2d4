#include "tb/tool/cli/application.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>

#include "models/version.hpp"
#include "tb/tool/cli/command_line.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/key_help.hpp"
#include "tb/tool/console/failure.hpp"
#include "tb/tool/console/process.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/terminal.hpp"

namespace kintsugi::cli {

namespace {

/// The completion of the shells finds the topics below this line.
const std::string kTopics = "kintsugi help TOPIC prints the keys of a section of a scenario:\n  ";

void describe_all(CLI::App& app, Action& action, const Place& place) {
  add_demo(app, action);
  add_run(app, action);
  add_topo(app, action);
  add_route(app, action);
  add_prove(app, action);
  add_repair(app, action);
  add_map(app, action);
  add_convert(app, action);
  add_check(app, action);
  add_export(app, action);
  add_yield(app, action, place);
  add_sweep(app, action, place);
  add_saturate(app, action);
  add_packets(app, action);
  add_diff(app, action);
  add_explain(app, action);
  add_coverage(app, action);
  add_list(app, action);
  add_new(app, action);
  add_workload(app, action);
  add_help(app, action);
  describe_end(app, {.notes = kTopics + wrapped(topics(), "  ", 2),
                     .examples = {"kintsugi run --help", "kintsugi topo '{kind: srt2d, n: 4}'"},
                     .pages = "tb/tool/scenario/README.md has the keys of a scenario, tb/tool/sweep/README.md those of "
                              "a sweep; kintsugi list prints every name that they can have",
                     .failed_check = "a check failed"});
}

/// Describes the commands whose jobs others can run.
void describe_dealt(CLI::App& app, Action& action, const Place& place) {
  add_yield(app, action, place);
  add_sweep(app, action, place);
  describe_end(
      app, {.notes = "The commands are those of kintsugi, with the same options, and have the same results.",
            .examples = {"mpirun -n 5 kintsugi-mpi sweep traces/sweeps/channels.yaml --out out/channels",
                         "srun --mpi=pmix -K -n 65 kintsugi-mpi sweep traces/sweeps/channels.yaml --out out/channels"},
            .pages = "tb/mpi/README.md",
            .failed_check = "a check failed"});
}

void describe_program(CLI::App& app, Action& action, const Place& place) {
  app.name(place.is_other ? "kintsugi-mpi" : "kintsugi");
  // The commands inherit layout, help and group.
  app.formatter(help_layout());
  app.set_help_flag("-h,--help", "print this text");
  app.set_version_flag("--version", "kintsugi " + version(), "print the version");
  app.group("Commands");
  app.require_subcommand(1);
  if (place.is_other) {
    describe_dealt(app, action, place);
  } else {
    describe_all(app, action, place);
  }
}

/// A value of --json is a mistake that goes into the document too.
bool wants_json(Words words) {
  return std::ranges::any_of(words,
                             [](const std::string& word) { return word == "--json" || word.starts_with("--json="); });
}

/// Prints every mistake on a line of its own; with --json also as the one document.
int report(const Failure& failed, bool json) {
  defer_stop();  // the document must not be cut
  for (const Diagnostic& diagnostic : failed.diagnostics) std::cerr << describe(diagnostic) << '\n';
  if (json) std::cout << dump(to_json(failed));
  return failed.of_model ? kCheckFailed : kBadInput;
}

/// Reading the words can fail too: the check of an option asks the system for a directory.
int parse_and_perform(int argc, const char* const* argv, const Place& place, bool json) {
  try {
    const Parsed parsed = parse(argc, argv, place);
    return parsed.action ? parsed.action() : parsed.status;
  } catch (...) {
    return report(current_failure(), json);
  }
}

std::vector<std::string> words_of(int argc, const char* const* argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

}  // namespace

Parsed parse(int argc, const char* const* argv, const Place& place) {
  const std::vector<std::string> words = words_of(argc, argv);
  const auto description = std::make_shared<CLI::App>(
      "Router chips that heal around their defects: networks, repair, proof and simulation.");
  CLI::App& app = *description;
  Parsed parsed;
  parsed.description = description;
  describe_program(app, parsed.action, place);
  if (const CLI::App* topic = topic_of_help(app, words)) {
    print_help(app, *topic);
    return {nullptr, kDone};
  }
  const bool json = wants_json(words);
  const std::vector<Diagnostic> mistakes = mistakes_in(app, words);
  if (!mistakes.empty()) return {nullptr, report({false, mistakes}, json)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // --version is an exception too, of status 0.
    return {nullptr, error.get_exit_code() == 0 ? app.exit(error) : report(failure(error.what()), json)};
  }
  return parsed;
}

int perform(int argc, const char* const* argv, const Place& place, std::chrono::milliseconds silence) {
  const bool json = wants_json(words_of(argc, argv));
  prepare_process();
  const TerminalOutput out(std::cout, STDOUT_FILENO, "\n\t");
  const TerminalOutput err(std::cerr, STDERR_FILENO, "\n\t\r");  // a line of progress returns to its beginning
  listen_for_stop(json);
  const ProgressBoard board(std::cerr, silence);
  int status = parse_and_perform(argc, argv, place, json);
  if (!std::cout.flush()) {
    status = report(failure("cannot write to standard output; what is printed there is not complete"), false);
  }
  return status;
}

int run(int argc, const char* const* argv, std::chrono::milliseconds silence) {
  const int status = perform(argc, argv, {}, silence);
  end_if_stopped();
  return status;
}

}  // namespace kintsugi::cli
