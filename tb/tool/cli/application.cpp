#include "tb/tool/cli/application.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/failure.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi::cli {

namespace {

void describe_program(CLI::App& app, Action& action) {
  app.name("kintsugi");
  app.set_version_flag("--version", "kintsugi " KINTSUGI_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 done and all checks held, 1 a check failed, 2 the input or the command line is wrong, or the "
      "result cannot be written.");
  add_demo(app, action);
  add_run(app, action);
  add_topo(app, action);
  add_prove(app, action);
  add_repair(app, action);
  add_yield(app, action);
  add_sweep(app, action);
  add_saturate(app, action);
  add_list(app, action);
}

/// Returns the argument that CLI11 took for an unknown command, which its message does not name; "" if there is none.
std::string unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  if (!app.get_subcommands().empty() || argc < 2 || argv[1][0] == '-') return "";
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return std::string("unknown command '") + argv[1] + "'" + suggestion(argv[1], names);
}

bool wants_json(int argc, const char* const* argv) {
  return std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
}

void print_json(const Failure& failed) {
  nlohmann::ordered_json document;
  for (const Diagnostic& diagnostic : failed.diagnostics) {
    const Where& where = diagnostic.where;
    document["errors"].push_back(
        {{"source", where.source}, {"line", where.line}, {"column", where.column}, {"message", diagnostic.message}});
  }
  std::cout << dump(document);
}

/// Prints every mistake on a line of its own; with --json also as the one document.
int report(const Failure& failed, bool json) {
  for (const Diagnostic& diagnostic : failed.diagnostics) std::cerr << describe(diagnostic) << '\n';
  if (json) print_json(failed);
  return failed.of_model ? kCheckFailed : kBadInput;
}

/// Handles the exceptions of CLI11: --help and --version are exceptions too, of status 0.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const bool json = wants_json(argc, argv);
  const std::string unknown = unknown_command(app, argc, argv);
  if (!unknown.empty()) return report(failure(unknown), json);
  if (json) print_json(failure(error.what()));
  app.exit(error);
  return kBadInput;
}

int perform(const Action& action, bool json) {
  try {
    return action();
  } catch (...) {
    return report(current_failure(), json);
  }
}

int parse_and_perform(int argc, const char* const* argv) {
  CLI::App app("Router chips that heal around their defects: networks, repair, proof and simulation.");
  Action action;
  describe_program(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report_parse_error(app, error, argc, argv);
  }
  return perform(action, wants_json(argc, argv));
}

}  // namespace

int run(int argc, const char* const* argv) {
  const int status = parse_and_perform(argc, argv);
  if (std::cout.flush()) return status;
  return report(failure("cannot write to standard output; what is printed there is not complete"), false);
}

}  // namespace kintsugi::cli
