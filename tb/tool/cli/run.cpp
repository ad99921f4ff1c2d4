/// `kintsugi run` and `kintsugi demo`: the commands that simulate the hardware.
#include <algorithm>
#include <functional>
#include <iterator>
#include <tuple>
#include <utility>

#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/features/coverage/options.hpp"
#include "tb/tool/features/flows/flow_table.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_file.hpp"
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
    "the scenario expects is not met";

void add_node(CLI::App& command, const std::string& name, std::optional<std::string>& into, const std::string& help) {
  add_text(command, name + " NODE", into, help + ", by its name or its number", "the name or the number of a node");
}

/// How the modules are evaluated, and the packet log.
void add_simulation(CLI::App& command, RunCommand& into) {
  const auto names = each_of(schedules(), [](const auto& each) { return each.first; });
  add_choice(command, "--schedule", names, into.schedule,
             "choose how the modules are evaluated; the results are the same");
  add_integer_or_auto(
      command, "--threads", {1, kMaxThreads}, into.threads,
      "evaluate the modules with this many threads, for a large network and idle cores; auto: as many as its size, "
      "its load and the cores are worth; the results are the same");
  add_file(command, "--packets", into.packets, {".jsonl"},
           "log every packet in this file, one JSON document a line; see packets.schema.json");
  command.add_flag("--route", into.route, "log by which routers each packet went, and when");
  command.add_flag("--lost", into.lost, "log only packets that are lost");
  add_integer(command, "--slowest", {1, kMostSlowest}, into.slowest,
              "log only the packets of highest latency, so many");
  add_node(command, "--source", into.source, "log only packets of this node");
  add_node(command, "--destination", into.destination, "log only packets to this node");
  add_pair(command, "--created", {0, kMaxCycles}, into.created, "log only packets created from cycle A to cycle B");
}

void add_outputs(CLI::App& command, RunCommand& into) {
  add_page(command, into.page, "the network with its load and packets over time, what faults did, latencies");
  add_defects(command, into.defects);
}

/// Refuses a network for which the turns that can be used are not worked out.
void require_coverable(const RunCommand& command, const Setup& setup) {
  if (!command.coverage || setup.network().nodes() <= kMostCoveredNodes) return;
  refuse("--coverage", "all pairs of nodes are followed for the turns that they use, in networks of up to " +
                           std::to_string(kMostCoveredNodes) + " nodes; this one has " +
                           std::to_string(setup.network().nodes()) + ": leave the option out");
}

/// Refuses a table of flows that the scenario does not have.
void require_flows(const RunCommand& command, const Scenario& scenario) {
  if (!command.flows || (scenario.traffic && scenario.traffic->flows)) return;
  refuse("--flows", "the scenario has no flows; give traffic.flows, or leave the option out");
}

/// Writes the page of a run. The file is opened before the run, so that a place that cannot be written shows first.
std::function<std::string(const RunResult&)> page_writer(const std::filesystem::path& file, const Input& input) {
  const Setup& setup = input.setup;
  if (!input.scenario.traffic) refuse("--page", "there is no traffic to show; add traffic: {} to the scenario");
  view::require_page(setup);
  const auto page = std::make_shared<view::PageFile>(file);
  return [page, file, &setup](const RunResult& result) -> std::string {
    if (history_of(result) == nullptr || packet_log_of(result) == nullptr) return "";
    page->write(view::run_page(result, setup));
    return file.string();
  };
}

/// Refuses options that choose packets for a log that is not asked for.
void require_log(const RunCommand& command) {
  if (command.packets) return;
  Diagnostics errors;
  refuse_given({{"--route", command.route},
                {"--lost", command.lost},
                {"--slowest", command.slowest.has_value()},
                {"--source", command.source.has_value()},
                {"--destination", command.destination.has_value()},
                {"--created", command.created.has_value()}},
               "there is no packet log: add --packets FILE.jsonl, or leave it out", errors);
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

/// Returns how packets are logged, and which. Throws InputError for words that are no nodes with a PE.
PacketLogOptions log_options(const RunCommand& command, const Network& network) {
  Diagnostics errors;
  const NodeNames names(network);
  PacketLogOptions log{.file = *command.packets,
                       .route = command.route,
                       .filter = {},
                       .only_lost = command.lost,
                       .slowest = static_cast<std::size_t>(command.slowest.value_or(0))};
  const auto set = [&](const std::optional<std::string>& word, const char* option, NodeId& node) {
    if (!word) return;
    const auto found = names.find(*word);
    if (!found) return errors.add({option, 0, 0}, names.refusal(*word));
    if (!network.has_pe(*found)) return errors.add({option, 0, 0}, names.refusal_of_router(*word));
    node = *found;
  };
  set(command.source, "--source", log.filter.source);
  set(command.destination, "--destination", log.filter.destination);
  if (command.created) std::tie(log.filter.from, log.filter.to) = *command.created;
  errors.raise();
  return log;
}

std::vector<OutputFile> written_files(const RunCommand& command, const Scenario& scenario) {
  std::vector<OutputFile> files = files_of_options({{"--packets", command.packets, kPacketLogForm},
                                                    {"--flows", command.flows, kFlowsForm},
                                                    {"--coverage", command.coverage, kCoverageForm},
                                                    {"--page", command.page, kPageForm},
                                                    {"--defects", command.defects, kDefectMapForm}});
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
  RunOptions options{.schedule = schedules().at(command.schedule),
                     .threads = command.threads,
                     .json = command.common.json,
                     .quiet = command.common.quiet,
                     .timing = command.common.timing,
                     .defects = command.defects,
                     .out = command.common.out};
  if (command.packets) options.features.emplace<PacketLogOptions>() = log_options(command, input.setup.network());
  require_flows(command, input.scenario);
  if (command.flows) options.features.emplace<FlowTableOptions>() = {*command.flows};
  require_coverable(command, input.setup);
  if (command.coverage) options.features.emplace<CoverageOptions>() = {*command.coverage};
  options.files = std::make_shared<OutputDirectory>(command.common.out, written_files(command, input.scenario),
                                                    files_of(input.scenario, true));
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
  auto [command, options] = add_command<RunCommand>(
      app, action, "run", "elaborate, prove and simulate a scenario, cycle by cycle", run_command);
  add_scenario(command, options.common);
  add_map_file(command, options.common.map);
  add_report_options(command, options.common);
  add_out(command, options.common, "write waveforms to this directory (default: the working directory)");
  add_simulation(command, options);
  add_file(command, "--flows", options.flows, {".csv"},
           "write what each flow of traffic.flows has offered and got to this file, as a table");
  add_file(command, "--coverage", options.coverage, {".json"},
           "write which states, transitions, channels, turns and kinds the run has reached to this .json file; "
           "kintsugi coverage adds several and says what is missing");
  add_outputs(command, options);
  describe_end(command, {.examples = {"kintsugi run traces/two_tracks.yaml --set traffic.rate=0.01 --out out/run",
                                      "kintsugi run '{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}}' --json"},
                         .pages = "tb/tool/scenario/README.md has the keys of a scenario, tb/tool/run/README.md the "
                                  "numbers of the report",
                         .failed_check = kFailedRun});
}

void add_demo(CLI::App& app, Action& action) {
  auto [command, options] = add_command<RunCommand>(
      app, action, "demo", "repair a wafer with defects, prove its routing, run traffic and write a waveform",
      demo_command);
  add_report_options(command, options.common);
  add_out(command, options.common, "write the files to this directory (default: the working directory)");
  add_simulation(command, options);
  add_outputs(command, options);
  describe_end(command, {.examples = {"kintsugi demo --out out/demo --page out/demo/demo.html",
                                      "kintsugi demo --json --quiet --out out/demo"},
                         .pages = "tb/tool/scenario/README.md has the keys of a scenario; the one of the demo is "
                                  "traces/demo.yaml, with comments",
                         .failed_check = kFailedRun});
}

}  // namespace kintsugi::cli
