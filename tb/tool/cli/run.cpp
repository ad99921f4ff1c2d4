/// `kintsugi run` and `kintsugi demo`: the commands that simulate the hardware.
#include <iostream>

#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
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

constexpr const char* kFailedRun =
    "the repair or a proof failed, a packet was not delivered, the network is in deadlock, flits are missing, or what "
    "the "
    "scenario expects is not met";

void add_schedule(CLI::App& command, std::string& schedule) {
  std::vector<std::string> names;
  for (const auto& [name, value] : schedules()) names.push_back(name);
  add_choice(command, "--schedule", names, schedule, "choose how the modules are evaluated; the results are the same");
}

void add_threads(CLI::App& command, unsigned& threads) {
  add_integer(
      command, "--threads", {1, kMaxThreads}, threads,
      "evaluate the modules with this many threads, for a large network and idle cores; the results are the same");
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
  const Input input = load_scenario(command.common);
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
  describe_end(*command, {.notes = "",
                          .examples = {"kintsugi run traces/two_tracks.yaml --set traffic.rate=0.01 --out out/run",
                                       "kintsugi run '{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}}' --json"},
                          .pages = "tb/tool/scenario/README.md has the keys of a scenario, tb/tool/run/README.md the "
                                   "numbers of the report",
                          .failed_check = kFailedRun});
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
  describe_end(*command, {.notes = "",
                          .examples = {"kintsugi demo --out out/demo", "kintsugi demo --json --quiet --out out/demo"},
                          .pages = "tb/tool/scenario/README.md has the keys of a scenario; the one of the demo is "
                                   "traces/demo.yaml, with comments",
                          .failed_check = kFailedRun});
  on_chosen(*command, options, action, demo_command);
}

}  // namespace kintsugi::cli
