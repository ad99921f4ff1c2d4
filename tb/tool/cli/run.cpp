/// `kintsugi run` and `kintsugi demo`: the commands that simulate the hardware.
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <tuple>
#include <utility>

#include "models/network/node_names.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/file_forms.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/features/coverage/options.hpp"
#include "tb/tool/features/flows/flow_table.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_file.hpp"
#include "tb/tool/run/demo.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/partial_network.hpp"
#include "tb/tool/run/simulation.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/view/chip_data.hpp"
#include "tb/tool/view/page.hpp"

namespace kintsugi::cli {

namespace {

struct RunCommand {
  CommonOptions common;
  std::string schedule = "domain";
  std::optional<unsigned> threads = 1;
  std::optional<std::filesystem::path> page;
  std::optional<std::filesystem::path> packets;
  std::optional<std::filesystem::path> flows;
  std::optional<std::filesystem::path> coverage;
  std::optional<std::filesystem::path> defects;
  bool route = false;
  bool lost = false;
  std::optional<std::uint64_t> slowest;
  std::optional<std::string> source;
  std::optional<std::string> destination;
  std::optional<std::pair<Cycle, Cycle>> created;
};

const std::map<std::string, Schedule>& schedules() {
  static const std::map<std::string, Schedule> names = {
      {"domain", Schedule::kDomain}, {"process", Schedule::kProcess}, {"always", Schedule::kAlways}};
  return names;
}

constexpr std::int64_t kMostSlowest = 1'000'000'000;

constexpr const char* kFailedRun =
    "the repair or a proof failed, a packet was not delivered, the network is in deadlock, flits are missing, or what "
    "the "
    "scenario expects is not met";

void add_schedule(CLI::App& command, std::string& schedule) {
  std::vector<std::string> names;
  for (const auto& [name, value] : schedules()) names.push_back(name);
  add_choice(command, "--schedule", names, schedule, "choose how the modules are evaluated; the results are the same");
}

void add_threads(CLI::App& command, std::optional<unsigned>& threads) {
  add_integer_or_auto(
      command, "--threads", {1, kMaxThreads}, threads,
      "evaluate the modules with this many threads, for a large network and idle cores; auto: as many as its size, "
      "its load and the cores are worth; the results are the same");
}

void add_node(CLI::App& command, const std::string& name, std::optional<std::string>& into, const std::string& help) {
  command.add_option(name, into, help + ", by its name or its number")
      ->type_name("NODE")
      ->check(not_empty("the name or the number of a node", "name one, or leave " + name + " out"))
      ->take_last();
}

void add_packet_log(CLI::App& command, RunCommand& into) {
  command
      .add_option("--packets", into.packets,
                  "log every packet in this file, one JSON document a line; see packets.schema.json")
      ->type_name("FILE")
      ->check(file_ending_in({".jsonl"}));
  command.add_flag("--route", into.route, "log by which routers each packet went, and when");
  command.add_flag("--lost", into.lost, "log only packets that are lost");
  add_integer(command, "--slowest", {1, kMostSlowest}, into.slowest,
              "log only the packets of highest latency, so many");
  add_node(command, "--source", into.source, "log only packets of this node");
  add_node(command, "--destination", into.destination, "log only packets to this node");
  const auto store = [&into](std::int64_t from, std::int64_t to) {
    into.created = {static_cast<Cycle>(from), static_cast<Cycle>(to)};
  };
  add_pair(command, "--created", {0, kMaxCycles}, store, "log only packets created from cycle A to cycle B");
}

void add_flow_table(CLI::App& command, RunCommand& into) {
  command
      .add_option("--flows", into.flows,
                  "write what each flow of traffic.flows has offered and got to this file, as a table")
      ->type_name("FILE")
      ->check(file_ending_in({".csv"}));
}

void add_coverage_file(CLI::App& command, RunCommand& into) {
  command
      .add_option("--coverage", into.coverage,
                  "write which states, transitions, channels, turns and kinds the run has reached to this .json file; "
                  "kintsugi coverage adds several and says what is missing")
      ->type_name("FILE")
      ->take_last()
      ->check(file_ending_in({".json"}));
}

/// Refuses a network for which the turns that can be used are not worked out.
void require_coverable(const RunCommand& command, const Setup& setup) {
  if (!command.coverage || setup.network().nodes() <= kMostCoveredNodes) return;
  Diagnostics errors;
  errors.add({"--coverage", 0, 0},
             "all pairs of nodes are followed for the turns that they use, in networks of up to " +
                 std::to_string(kMostCoveredNodes) + " nodes; this one has " + std::to_string(setup.network().nodes()) +
                 ": leave the option out");
  errors.raise();
}

/// Refuses a table of flows that the scenario does not have.
void require_flows(const RunCommand& command, const Scenario& scenario) {
  if (!command.flows || (scenario.traffic && scenario.traffic->flows)) return;
  Diagnostics errors;
  errors.add({"--flows", 0, 0}, "the scenario has no flows; give traffic.flows, or leave the option out");
  errors.raise();
}

void add_run_page(CLI::App& command, RunCommand& into) {
  add_page(command, into.page, "the network with its load and packets over time, what faults did, latencies");
}

/// Writes the page of a run. The file is opened before the run, so that a place that cannot be written shows first.
std::function<std::string(const RunResult&)> page_writer(const std::filesystem::path& file, const Input& input) {
  const Setup& setup = input.setup;
  if (!input.scenario.traffic) {
    throw InputError({{{"--page", 0, 0}, "there is no traffic to show; add traffic: {} to the scenario"}});
  }
  view::require_page(setup);
  const auto page = std::make_shared<view::PageFile>(file);
  return [page, file, &setup](const RunResult& result) -> std::string {
    if (history_of(result) == nullptr || packet_log_of(result) == nullptr) return "";
    page->write(view::run_page(result, setup));
    return file.string();
  };
}

RunOptions run_options(const RunCommand& command) {
  return {.schedule = schedules().at(command.schedule),
          .threads = command.threads,
          .json = command.common.json,
          .quiet = command.common.quiet,
          .timing = command.common.timing,
          .defects = command.defects,
          .out = command.common.out};
}

/// Refuses options that choose packets for a log that is not asked for.
void require_log(const RunCommand& command) {
  if (command.packets) return;
  Diagnostics errors;
  const auto refuse = [&](bool is_given, const char* option) {
    if (is_given) errors.add({option, 0, 0}, "there is no packet log: add --packets FILE.jsonl, or leave it out");
  };
  refuse(command.route, "--route");
  refuse(command.lost, "--lost");
  refuse(command.slowest.has_value(), "--slowest");
  refuse(command.source.has_value(), "--source");
  refuse(command.destination.has_value(), "--destination");
  refuse(command.created.has_value(), "--created");
  errors.raise();
}

/// Refuses filters that no packet passes.
void require_packets(const RunCommand& command) {
  Diagnostics errors;
  if (command.lost && command.slowest) {
    errors.add({"--lost", 0, 0}, "a lost packet has no latency, so it is not among the slowest; leave one of them out");
  }
  if (command.created && command.created->first > command.created->second) {
    errors.add({"--created", 0, 0}, "no cycle is from " + std::to_string(command.created->first) + " to " +
                                        std::to_string(command.created->second) + "; the first comes first");
  }
  errors.raise();
}

/// Returns the packets that are logged. Throws InputError for words that are no nodes with a PE.
PacketFilter packet_filter(const RunCommand& command, const Network& network) {
  Diagnostics errors;
  const NodeNames names(network);
  PacketFilter filter;
  const auto set = [&](const std::optional<std::string>& word, const char* option, NodeId& node) {
    if (!word) return;
    const auto found = names.find(*word);
    if (!found) return errors.add({option, 0, 0}, names.refusal(*word));
    if (!network.has_pe(*found)) return errors.add({option, 0, 0}, names.refusal_of_router(*word));
    node = *found;
  };
  set(command.source, "--source", filter.source);
  set(command.destination, "--destination", filter.destination);
  if (command.created) std::tie(filter.from, filter.to) = *command.created;
  errors.raise();
  return filter;
}

PacketLogOptions log_options(const RunCommand& command, const Network& network) {
  return {.file = *command.packets,
          .route = command.route,
          .filter = packet_filter(command, network),
          .only_lost = command.lost,
          .slowest = static_cast<std::size_t>(command.slowest.value_or(0))};
}

std::vector<OutputFile> written_files(const RunCommand& command, const Scenario& scenario) {
  std::vector<OutputFile> files;
  add_file_of("--packets", command.packets, kPacketLogForm, files);
  add_file_of("--flows", command.flows, kFlowsForm, files);
  add_file_of("--coverage", command.coverage, kCoverageForm, files);
  add_file_of("--page", command.page, kPageForm, files);
  add_file_of("--defects", command.defects, kDefectMapForm, files);
  std::ranges::move(files_of_instruments(scenario, command.common.out), std::back_inserter(files));
  return files;
}

void say_what_is_ignored(const RunCommand& command, const Scenario& scenario) {
  if (!command.common.out || !writing_sections(scenario).empty() || command.common.quiet) return;
  std::string files, names;
  for (const FeatureSection& section : feature_sections()) {
    if (section.writes == nullptr) continue;
    files += (files.empty() ? "" : " and ") + std::string(section.writes) + 's';
    names += (names.empty() ? "" : " and no ") + std::string(section.name);
  }
  std::cerr << "--out ignored: it is for " << files << ", and the scenario has no " << names << '\n';
}

/// Checks what the command line says of the input, and returns how to run it.
RunOptions checked_options(const RunCommand& command, const Input& input) {
  RunOptions options = run_options(command);
  if (command.packets) options.features.emplace<PacketLogOptions>() = log_options(command, input.setup.network());
  require_flows(command, input.scenario);
  if (command.flows) options.features.emplace<FlowTableOptions>() = {*command.flows};
  require_coverable(command, input.setup);
  if (command.coverage) options.features.emplace<CoverageOptions>() = {*command.coverage};
  options.files = std::make_shared<OutputDirectory>(command.common.out, written_files(command, input.scenario),
                                                    files_of_run(input.scenario));
  if (command.page) options.page = page_writer(*command.page, input);
  return options;
}

int run_command(const RunCommand& command) {
  require_log(command);
  require_packets(command);
  Input input = load_scenario(command.common);
  if (std::optional<Input> partial = partial_input(input)) input = std::move(*partial);
  say_what_is_ignored(command, input.scenario);
  return run_scenario(input.scenario, input.setup, checked_options(command, input), std::cout, std::cerr);
}

int demo_command(const RunCommand& command) {
  require_log(command);
  require_packets(command);
  const Input demo = demo_input();
  return run_demo(demo, checked_options(command, demo), std::cout, std::cerr);
}

}  // namespace

void add_run(CLI::App& app, Action& action) {
  auto options = std::make_shared<RunCommand>();
  CLI::App* command = app.add_subcommand("run", "elaborate, prove and simulate a scenario, cycle by cycle");
  add_scenario(*command, options->common);
  add_map_file(*command, options->common.map);
  add_report_options(*command, options->common);
  add_out(*command, options->common, "write waveforms to this directory (default: the working directory)");
  add_schedule(*command, options->schedule);
  add_threads(*command, options->threads);
  add_packet_log(*command, *options);
  add_flow_table(*command, *options);
  add_coverage_file(*command, *options);
  add_run_page(*command, *options);
  add_defects(*command, options->defects);
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
  add_packet_log(*command, *options);
  add_run_page(*command, *options);
  add_defects(*command, options->defects);
  describe_end(*command, {.notes = "",
                          .examples = {"kintsugi demo --out out/demo --page out/demo/demo.html",
                                       "kintsugi demo --json --quiet --out out/demo"},
                          .pages = "tb/tool/scenario/README.md has the keys of a scenario; the one of the demo is "
                                   "traces/demo.yaml, with comments",
                          .failed_check = kFailedRun});
  on_chosen(*command, options, action, demo_command);
}

}  // namespace kintsugi::cli
