#include "tb/cli/application.hpp"

#include <algorithm>
#include <exception>
#include <iostream>
#include <string_view>

#include "tb/cli/commands.hpp"
#include "tb/scenario/diagnostics.hpp"
#include "tb/scenario/nearest.hpp"

namespace kintsugi::cli {

namespace {

void describe_program(CLI::App& app, Action& action) {
  app.name("kintsugi");
  app.set_version_flag("--version", "kintsugi " KINTSUGI_VERSION);
  app.require_subcommand(1);
  app.footer("Exit status: 0 done and all checks held, 1 a check failed, 2 the input or the command line is wrong.");
  add_demo(app, action);
  add_run(app, action);
  add_topo(app, action);
  add_prove(app, action);
  add_repair(app, action);
  add_list(app, action);
}

/// CLI11 does not say what it took for a command; we do.
bool report_unknown_command(const CLI::App& app, int argc, const char* const* argv) {
  if (!app.get_subcommands().empty() || argc < 2 || argv[1][0] == '-') return false;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  std::cerr << "kintsugi: unknown command '" << argv[1] << "'" << suggestion(argv[1], names) << '\n';
  return true;
}

/// --help and --version are exceptions too, of status 0.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error, int argc, const char* const* argv) {
  if (error.get_exit_code() != 0 && report_unknown_command(app, argc, argv)) return kBadInput;
  return app.exit(error) == 0 ? kDone : kBadInput;
}

bool wants_json(int argc, const char* const* argv) {
  return std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
}

/// Every mistake on a line of its own; with --json also as the one document.
void report_input_error(const InputError& error, bool json) {
  std::cerr << error.what() << '\n';
  if (!json) return;
  nlohmann::ordered_json document;
  for (const Diagnostic& diagnostic : error.diagnostics()) {
    const Where& where = diagnostic.where;
    document["errors"].push_back(
        {{"source", where.source}, {"line", where.line}, {"column", where.column}, {"message", diagnostic.message}});
  }
  std::cout << dump(document);
}

int perform(const Action& action, bool json) {
  try {
    return action();
  } catch (const InputError& error) {
    report_input_error(error, json);
  } catch (const std::bad_alloc&) {
    std::cerr << "kintsugi: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "kintsugi: " << error.what() << '\n';
  }
  return kBadInput;
}

}  // namespace

int run(int argc, const char* const* argv) {
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

}  // namespace kintsugi::cli
