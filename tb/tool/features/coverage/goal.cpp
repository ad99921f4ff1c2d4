#include "tb/tool/features/coverage/goal.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "hw/chip/chip.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric_number.hpp"
#include "models/routing/message_classes.hpp"
#include "models/routing/used_turns.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/scenario/written_parameters.hpp"
#include "tb/tool/states/repair_states.hpp"

namespace kintsugi {

namespace {

void add_switch_goals(coverage::Groups& groups, const Fabric& fabric, const std::string& root) {
  for (const FabricSwitch& each : fabric.switches) {
    const std::string name = root + '.' + each.name;
    for (unsigned from = 0; from < each.type->states(); ++from) {
      const auto state = static_cast<SwitchState>(from);
      groups["states"][name][each.type->state_name(state)];
      for (unsigned to = 0; to < each.type->states(); ++to) {
        if (to == from) continue;
        groups["transitions"][name][coverage::transition_name(*each.type, state, static_cast<SwitchState>(to))];
      }
    }
  }
}

std::string covered_port(const Network& network, NodeId node, PortId port) {
  const PortLayout& ports = network.ports(node);
  return port.index() < ports.size() ? ports[port.index()] : "local";
}

/// Adds the ports by which packets can leave: on a fabric those with a tap or a link that some node uses, at every
/// site; else those that its node uses.
void add_port_goals(coverage::Groups& groups, const Setup& setup, const UsedTurns& used, const std::string& root) {
  const Network& network = setup.network();
  std::set<std::string> names = {"local"};
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      if (used.channels({node, port}) == 0) continue;
      names.insert(covered_port(network, node, port));
      if (!setup.fabric)
        groups["ports"][root + '.' + network.node_name(node) + ".router"][covered_port(network, node, port)];
    }
    if (!setup.fabric && network.has_pe(node))
      groups["ports"][root + '.' + network.node_name(node) + ".router"]["local"];
  }
  if (!setup.fabric) return;
  const Fabric& fabric = setup.fabric->fabric();
  const auto add = [&](SitePort at) {
    const std::string& name = fabric.layout[at.port.index()];
    if (names.contains(name)) groups["ports"][root + '.' + fabric.sites[at.site.index()].name + ".router"][name];
  };
  for (const Tap& tap : fabric.taps) add({tap.site, tap.port});
  for (const FixedLink& link : fabric.links) {
    add(link.a);
    add(link.b);
  }
  for (const Site& site : fabric.sites) groups["ports"][root + '.' + site.name + ".router"]["local"];
}

void add_routing_goals(coverage::Groups& groups, const Setup& setup, const std::string& root) {
  const Network& network = setup.network();
  const auto* const classes = dynamic_cast<const MessageClasses*>(setup.relation.get());
  const UsedTurns used =
      used_turns(network, *setup.relation, classes == nullptr ? 1 : classes->classes(), setup.dead_nodes());
  add_port_goals(groups, setup, used, root);
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const std::string& name = network.node_name(node);
    const std::size_t ports = network.ports(node).size() + 1;
    for (const PortId in : ids<PortId>(ports)) {
      for (const PortId out : ids<PortId>(ports)) {
        if (!used.has_turn(node, in, out)) continue;
        groups["turns"][name][coverage::turn_name(covered_port(network, node, in), covered_port(network, node, out))];
      }
      for (unsigned vc = 0; in != used.pe_port(node) && vc < kMaxVcs; ++vc) {
        if ((used.channels({node, in}) & vc_bit(vc)) == 0) continue;
        groups["channels"][name][coverage::channel_name(covered_port(network, node, in), vc)];
      }
    }
  }
}

/// A phase of the controller is reached if it takes a cycle.
std::vector<ReconfigurationPhase> phases_of_controller(const Setup& setup) {
  using enum ReconfigurationPhase;
  if (!setup.fabric) return {kIdle, kDrain, kPlan, kSpread, kSettle, kResume};
  std::vector<ReconfigurationPhase> phases = {kIdle, kDrain, kPlan, kLoad, kSwitch, kResume, kFailed};
  if (setup.fabric->self_diagnosis()) {
    for (const ReconfigurationPhase phase : {kNotice, kReport, kBroadcast, kExchange}) phases.push_back(phase);
  }
  return phases;
}

void add_phase_goals(coverage::Groups& groups, const Setup& setup, const std::string& root) {
  if (setup.fabric) {
    for (const char* const phase : ConfigChain::kPhaseNames) groups["phases"][root + ".config_chain"][phase];
  }
  if (!setup.fabric && setup.fault_aware == nullptr) return;
  for (const ReconfigurationPhase phase : phases_of_controller(setup)) {
    groups["phases"][root + ".controller"][phase_name(phase)];
  }
}

/// A stream of another length is refused before the run, when its file is read. PEs inspect the states of the repairs
/// of their fabric alone, and these streams arrive as they were sent.
std::vector<ConfigChain::Refusal> possible_refusals(const ReconfigurableFabric& fabric) {
  std::vector<ConfigChain::Refusal> refusals = {ConfigChain::Refusal::kChecksum};
  std::size_t bits = 0;
  bool has_gap = false;
  for (const ConfigField& field : fabric.fabric().fields) {
    bits += field.bits;
    has_gap = has_gap || field.states < 1U << field.bits;
  }
  if (has_gap) refusals.push_back(ConfigChain::Refusal::kState);
  if (bits % 8 != 0) refusals.push_back(ConfigChain::Refusal::kFiller);
  return refusals;
}

void add_plan_goals(coverage::Groups& groups, const Setup& setup, const std::string& root) {
  const FabricInfo& info = setup.fabric->info();
  coverage::Points& kinds = groups["plans"][root];
  kinds["no defects"];
  const auto has = [&](const char* planner) { return find_term(info.planners, planner) != nullptr; };
  const bool is_plane = info.pe.size() == 2;
  if (!info.directions.empty()) kinds["straight"];
  if (info.directions.empty()) kinds["placed"];
  if (is_plane && has("rings")) kinds["diagonal"];
  if (is_plane && has("fabric")) kinds["triple"];
}

/// Returns whether the fabric knows defects of links: it then knows that of some link of its sound network.
bool can_have_link_defects(const Setup& setup) {
  const Fabric& fabric = setup.fabric->fabric();
  const auto sound = states::setting_before(setup, {});
  if (!sound) return false;
  const AddressResolver resolve(*setup.fabric);
  const ExtractedNetwork network = NetworkExtractor(fabric).extract(sound->states);
  return std::ranges::any_of(network.joins, [&](const Join& join) {
    try {
      resolve(LinkAddress{fabric.sites[join.a.site.index()].address, fabric.sites[join.b.site.index()].address});
      return true;
    } catch (const std::invalid_argument&) {
      return false;
    }
  });
}

void add_defect_goals(coverage::Groups& groups, const Setup& setup) {
  coverage::Elements& kinds = groups["defects"];
  const auto add = [&](const coverage::DefectKind& kind) { kinds[kind.of][kind.kind]; };
  add({"PE", "dead"});
  if (!setup.fabric || can_have_link_defects(setup)) add({"link", "dead"});
  if (!setup.fabric) return;
  for (const auto& each : AddressResolver(*setup.fabric).elements()) {
    add(coverage::kind_of(each.defect, &setup.fabric->fabric()));
  }
}

/// Adds "key: value" to what is within the braces of a section.
void add_key(std::string& section, const std::string& key, const std::string& value) {
  section += (section.empty() ? "" : ", ") + key + ": " + value;
}

/// Returns the latencies of the section link; empty if the preset has them.
std::string text_of_latencies(const Scenario& scenario) {
  std::string kinds;
  for (const auto& [kind, cycles] : scenario.link.by_kind) add_key(kinds, quoted_text(kind), std::to_string(cycles));
  if (!kinds.empty()) return '{' + kinds + '}';
  return scenario.positions.contains("link.latency") ? std::to_string(scenario.link.latency) : "";
}

}  // namespace

coverage::ChipName chip_name(const Setup& setup, unsigned vcs) {
  const Network& network = setup.network();
  const std::uint32_t number = setup.fabric ? setup.fabric->fabric().number : fabric_number(Fabric{}, network);
  return {network.name(), hex32(number), setup.plain_relation().name(), vcs};
}

std::string chip_scenario(const Scenario& scenario, const Setup& setup, unsigned vcs) {
  std::string text = "{network: {" + written_network(scenario.network) + '}';
  if (setup.fabric) {
    text += ", fabric: {" + written_options(scenario.network, scenario.fabric_or_default().options) + '}';
  }
  std::string router;
  const RouterSection& given = scenario.router;
  if (given.table) add_key(router, "table", quoted_text(given.table->string()));
  if (given.routing) add_key(router, "routing", *given.routing);
  // a preset, classes and routes side by side have more channels than the routing needs
  const bool has_more = given.preset != RouterSection{}.preset || setup.of_a_class != nullptr || scenario.unstopped;
  if (given.vcs || (has_more && !given.table)) add_key(router, "vcs", std::to_string(vcs));
  if (given.weight) add_key(router, "weight", *given.weight);
  std::string latencies;
  if (!setup.weights.empty()) {  // the routes follow from them
    if (given.preset != RouterSection{}.preset) add_key(router, "preset", given.preset);
    add_key(router, "latency", std::to_string(given.latency));
    latencies = text_of_latencies(scenario);
  }
  if (!router.empty()) text += ", router: {" + router + '}';
  if (!latencies.empty()) text += ", link: {latency: " + latencies + '}';
  return text + '}';
}

void add_goals(coverage::Groups& groups, const Setup& setup, const std::string& root) {
  add_routing_goals(groups, setup, root);
  add_phase_goals(groups, setup, root);
  if (setup.fabric || setup.fault_aware != nullptr) add_defect_goals(groups, setup);
  if (!setup.fabric) return;
  add_switch_goals(groups, setup.fabric->fabric(), root);
  for (const ConfigChain::Refusal refusal : possible_refusals(*setup.fabric)) {
    groups["refusals"][root + ".config_chain"][ConfigChain::kRefusalNames[static_cast<std::size_t>(refusal)]];
  }
  add_plan_goals(groups, setup, root);
}

}  // namespace kintsugi
