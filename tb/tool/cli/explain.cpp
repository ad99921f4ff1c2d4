/// `kintsugi explain`: what happened in a cycle of a run at a router, at a switch, or to a packet.
#include <sstream>
#include <utility>

#include "models/network/nearest.hpp"
#include "models/network/node_names.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/features/explain/explanation.hpp"
#include "tb/tool/run/partial_network.hpp"
#include "tb/tool/run/simulation.hpp"
#include "tb/tool/states/field_table.hpp"

namespace kintsugi::cli {

namespace {

struct ExplainCommand {
  CommonOptions common;
  std::optional<Cycle> cycle;
  std::string router;  ///< one of these three is not empty
  std::string of_switch;
  std::string packet;
};

void check_subject(const ExplainCommand& command) {
  const int given = !command.router.empty() + !command.of_switch.empty() + !command.packet.empty();
  if (given != 1) {
    refuse("kintsugi", std::string(given == 0 ? "nothing to explain" : "one thing is explained at a time") +
                           ": give one of --router ROUTER, --switch SWITCH and --packet NODE:NUMBER");
  }
  if (!command.cycle && command.packet.empty()) {
    refuse(command.router.empty() ? "--switch" : "--router",
           "it changes from cycle to cycle; say with --cycle C which one is to be explained");
  }
}

/// A PE of a fabric by its name, or a node, wherever it is in the cycle.
void take_router(const std::string& word, const Setup& setup, explain::Request& request) {
  std::vector<std::string> names;
  if (setup.fabric) {
    const Fabric& fabric = setup.fabric->fabric();
    request.site = states::FieldTable(fabric).site(word);
    if (request.site) return;
    for (const Site& site : fabric.sites) names.push_back(site.name);
  }
  const NodeNames nodes(setup.network());
  request.node = nodes.find(word);
  if (request.node) return;
  for (const NodeId node : ids<NodeId>(setup.network().nodes())) names.push_back(setup.network().node_name(node));
  std::string why = nodes.refusal(word);
  if (setup.fabric) why += ", or a PE such as " + setup.fabric->fabric().sites.front().name;
  refuse("--router", why + suggestion(word, names, ""));
}

void take_switch(const std::string& word, const Input& input, explain::Request& request) {
  require_fabric(input, "have switches");
  const Fabric& fabric = input.setup.fabric->fabric();
  request.of_switch = states::FieldTable(fabric).switch_named(word);
  if (request.of_switch) return;
  const std::vector<std::string> names = each_of(fabric.switches, &FabricSwitch::name);
  const std::string such = names.empty() ? "none" : names.front();
  refuse("--switch", in_quotes(word) + " is not a switch" +
                         suggestion(word, names, joined("; the fabric has ", names.size(), ", such as ", such)));
}

void take_packet(const std::string& word, const Setup& setup, explain::Request& request) {
  const std::size_t colon = word.rfind(':');
  const auto number = colon == std::string::npos ? std::nullopt : number_in<std::uint32_t>(word.substr(colon + 1));
  if (!number || *number >= kFirstAcknowledgement) {
    refuse("--packet", in_quotes(word) +
                           " is no packet; valid is NODE:NUMBER, the node that sends it and its number among "
                           "the packets of that node, from 0, such as 3:0");
  }
  const NodeNames nodes(setup.network());
  const std::string name = word.substr(0, colon);
  const auto source = nodes.find(name);
  if (!source) refuse("--packet", nodes.refusal(name));
  if (!setup.network().has_pe(*source)) refuse("--packet", nodes.refusal_of_router(name));
  request.packet = PacketName{*source, *number};
}

explain::Request request_of(const ExplainCommand& command, const Input& input) {
  explain::Request request;
  request.cycle = command.cycle;
  request.answer = std::make_shared<explain::Explanation>();
  if (!command.router.empty()) take_router(command.router, input.setup, request);
  if (!command.of_switch.empty()) take_switch(command.of_switch, input, request);
  if (!command.packet.empty()) take_packet(command.packet, input.setup, request);
  return request;
}

/// Says why there is nothing to report.
void require_found(const ExplainCommand& command, const explain::Explanation& answer, bool was_stopped) {
  if (!answer.simulated) {
    refuse("kintsugi",
           "the run has not begun: the network is not repaired, or its routing is not proved; "
           "kintsugi run says why");
  }
  if (!answer.found && was_stopped) refuse("kintsugi", "the run was stopped before the cycle");
  if (!answer.found) {
    refuse("--cycle", "the run ends after " + counted(answer.cycles, "cycle") + ", before cycle " +
                          std::to_string(command.cycle.value_or(0)) +
                          (answer.cycles == 0 ? "" : "; the last one is " + std::to_string(answer.cycles - 1)));
  }
  if (!command.router.empty() && !answer.router) {
    refuse("--router", "node " + command.router + " has no PE at the end of cycle " + std::to_string(answer.cycle) +
                           ": the configuration is not loaded yet; take a later cycle, or name a PE");
  }
}

int explain_command(const ExplainCommand& command) {
  check_subject(command);
  Input input = load_scenario(command.common);
  if (std::optional<Input> partial = partial_input(input)) {
    if (!command.of_switch.empty()) {
      refuse("--switch",
             "no plan repairs the chip, and the part of its network that runs (repair.partial) is wired "
             "directly; give --router or --packet");
    }
    input = std::move(*partial);
  }
  RunOptions options{.quiet = command.common.quiet, .writes = false};
  explain::Request& request = options.features.emplace<explain::Request>();
  request = request_of(command, input);
  const std::shared_ptr<explain::Explanation> answer = request.answer;
  std::ostringstream unused;  // the report of the run; its checks are not asked for
  run_scenario(input.scenario, input.setup, options, unused, std::cerr);
  require_found(command, *answer, stop_requested() != 0);
  Report report;
  report.json["network"] = input.setup.network().name();
  report.json.update(explain::to_json(*answer));
  report.text = explain::to_text(*answer);
  return print(std::move(report), command.common);
}

}  // namespace

void add_explain(CLI::App& app, Action& action) {
  auto [command, options] = add_command<ExplainCommand>(
      app, action, "explain",
      "run a scenario up to a cycle, and say what happens there at a router, at a switch or to a packet",
      explain_command);
  add_scenario(command, options.common);
  add_integer(command, "--cycle", {0, kMaxCycles}, options.cycle,
              "the cycle, of which the end is shown; with --packet the last one (default: until it has ended)");
  add_text(command, "--router ROUTER", options.router,
           "what each input channel waits for, and what the arbiters have chosen: a node by its name or its "
           "number, a PE of a fabric by its name",
           "the name of a router");
  add_text(command, "--switch SWITCH", options.of_switch,
           "the state of a switch of the fabric, what it joins, and the router ports that meet through it",
           "the name of a switch");
  add_text(command, "--packet NODE:NUMBER", options.packet,
           "the way of a packet: why each router has sent it there, and what it has waited for; the node that "
           "sends it and its number, from 0",
           "the name of a packet");
  add_report_options(command, options.common);
  describe_end(
      command,
      {.notes = "Give one of --router, --switch and --packet. The scenario runs as kintsugi run runs it, up to\n"
                "the cycle. No files are written.",
       .examples = {"kintsugi explain traces/demo.yaml --cycle 320 --router r5.c8",
                    "kintsugi explain traces/demo.yaml --packet x6.y4:2"},
       .pages = "tb/tool/features/README.md says what is explained"});
}

}  // namespace kintsugi::cli
