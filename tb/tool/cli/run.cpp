/// `kintsugi run` and `kintsugi demo`: the commands that simulate the hardware.
#include <iostream>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/run/simulation.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::cli {

namespace {

struct RunCommand {
  CommonOptions common;
  std::string schedule = "domain";
  unsigned threads = 1;
};

const std::map<std::string, Schedule>& schedules() {
  static const std::map<std::string, Schedule> names = {
      {"domain", Schedule::kDomain}, {"process", Schedule::kProcess}, {"always", Schedule::kAlways}};
  return names;
}

void add_schedule(CLI::App& command, std::string& schedule) {
  command
      .add_option("--schedule", schedule,
                  "choose how the modules are evaluated; the results are the same (default: domain)")
      ->type_name("")
      ->check(CLI::IsMember(&schedules()));
}

void add_threads(CLI::App& command, unsigned& threads) {
  command
      .add_option(
          "--threads", threads,
          "evaluate the modules with 1 to 64 threads, for a large network and idle cores; the results are the same "
          "(default: 1)")
      ->type_name("N")
      ->check(CLI::Range(1u, kMaxThreads));
}

RunOptions run_options(const RunCommand& command) {
  return {.schedule = schedules().at(command.schedule),
          .threads = command.threads,
          .json = command.common.json,
          .quiet = command.common.quiet,
          .timing = command.common.timing,
          .out = command.common.out};
}

int run_command(const RunCommand& command) {
  const Input input = load_scenario(command.common.input, command.common.overrides);
  return run_scenario(input.scenario, input.setup, run_options(command), std::cout, std::cerr);
}

int demo_command(const RunCommand& command) {
  return run_demo(run_options(command), std::cout, std::cerr);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunCommand>();
  CLI::App* command = app.add_subcommand("run", "elaborate, prove and simulate a scenario, cycle by cycle");
  add_scenario(*command, options->common);
  add_report_options(*command, options->common);
  add_out(*command, options->common, "write waveforms to this directory (default: the working directory)");
  add_schedule(*command, options->schedule);
  add_threads(*command, options->threads);
  on_chosen(*command, options, action, run_command);
}

void add_demo(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunCommand>();
  CLI::App* command =
      app.add_subcommand("demo", "repair a wafer with defects, prove its routing, run traffic and write a waveform");
  add_report_options(*command, options->common);
  add_out(*command, options->common, "write the files to this directory (default: the working directory)");
  add_schedule(*command, options->schedule);
  add_threads(*command, options->threads);
  on_chosen(*command, options, action, demo_command);
}

}  // namespace kintsugi::cli
