#include "tb/tool/run/partial_network.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "models/fabric/placed_network.hpp"
#include "models/general/live_graph.hpp"
#include "models/network/text.hpp"
#include "models/registry/routings.hpp"
#include "tb/tool/scenario/given_repair_reader.hpp"

namespace kintsugi {

namespace {

using NodePair = std::pair<NodeId, NodeId>;

WrittenAddress node_address(NodeId node, const Where& where) {
  return {PeAddress{static_cast<int>(node.value)}, where, {std::to_string(node.value)}};
}

WrittenAddress link_address(const NodePair& ends, const Where& where) {
  const PeAddress a = {static_cast<int>(ends.first.value)}, b = {static_cast<int>(ends.second.value)};
  return {LinkAddress{a, b}, where, {std::to_string(ends.first.value), std::to_string(ends.second.value)}};
}

/// Returns the scenario of the part: wired directly, with the holes as its defects.
Scenario direct_scenario(const Scenario& scenario, const Holes& holes, const Where& where) {
  Scenario direct = scenario;
  direct.fabric.reset();
  direct.repair = {};
  direct.unstopped = false;
  direct.defects = {};
  std::erase_if(direct.positions, [](const auto& position) {
    const std::string& path = position.first;
    return path == "fabric" || path.starts_with("fabric.") || path == "repair" || path.starts_with("repair.") ||
           path.starts_with("defects.");
  });
  direct.positions.insert_or_assign("defects", where);
  for (const std::vector<NodeId>* nodes : {&holes.dead, &holes.cut_off}) {
    for (const NodeId node : *nodes) direct.defects.named.push_back(node_address(node, where));
  }
  for (const NodePair& link : holes.links) direct.defects.named.push_back(link_address(link, where));
  if (!direct.router.routing || !is_general(*direct.router.routing)) direct.router.routing = "nue";
  return direct;
}

std::string reason_without_repair(const Repair& repair) {
  if (!repair.decided) return "whether there is a repair is not decided";
  return "no repair" + (repair.irreparable_by.empty() ? "" : " by " + repair.irreparable_by);
}

}  // namespace

Holes find_holes(const Network& network, const ReconfigurableFabric& fabric, const Fabric& built,
                 const Placement& placement, const SwitchStates& states, const Defects& defects) {
  std::set<SiteId> dead_sites(defects.sites.begin(), defects.sites.end());
  std::map<std::pair<SitePort, SitePort>, Join> joins;
  for (const Join& join : NetworkExtractor(built).extract(states).joins) joins.emplace(std::pair(join.a, join.b), join);
  const auto is_made = [&](const std::optional<SitePort>& a, const std::optional<SitePort>& b) {
    if (!a || !b) return false;
    const auto join = joins.find(std::minmax(*a, *b));
    return join != joins.end() &&
           std::ranges::none_of(defects.links, [&](const LinkDefect& link) { return fabric.uses(link, join->second); });
  };
  Holes holes;
  Defects dead;  // of the network
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (!dead_sites.contains(placement.site_of[node.value])) continue;
    holes.dead.push_back(node);
    dead.sites.push_back(SiteId{node.value});
  }
  const PlacedNetwork placed(network, placement, built);
  std::set<NodePair> broken;
  for (const Link& link : network.links()) {
    const NodePair ends = std::minmax(link.a.node, link.b.node);
    // No way of a packet leads over a link of a node to itself.
    if (ends.first != ends.second && !is_made(placed.at(link.a), placed.at(link.b))) broken.insert(ends);
  }
  for (const auto& [a, b] : broken) dead.links.push_back({SiteId{a.value}, SiteId{b.value}});
  const general::LiveGraph live(network, dead);
  std::uint32_t largest = 0;
  for (std::uint32_t part = 1; part < live.parts(); ++part) {
    if (live.members(part).size() > live.members(largest).size()) largest = part;
  }
  const auto is_in_part = [&](NodeId node) { return live.is_alive(node) && live.part(node) == largest; };
  holes.nodes = live.parts() == 0 ? 0 : live.members(largest).size();
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (live.is_alive(node) && !is_in_part(node)) holes.cut_off.push_back(node);
  }
  std::ranges::copy_if(broken, std::back_inserter(holes.links),
                       [&](const NodePair& ends) { return is_in_part(ends.first) && is_in_part(ends.second); });
  return holes;
}

void check_partial(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const auto* const partial = scenario.features.find<PartialRepair>();
  if (partial == nullptr) return;
  const auto refuse = [&](const std::string& why) { errors.add(partial->where, "repair.partial: " + why); };
  if (setup.design && setup.design->always_on_fabric()) {
    refuse("a network of kind " + scenario.network.kind + " is not wired without its fabric; leave the key out");
  }
  if (!scenario.faults.empty()) {
    refuse("a chip that is not repaired has no plan for faults at run time; leave faults out, or this key");
  }
  if (scenario.positions.contains("reconfigurations")) {
    refuse("a part of the network has no switches to be configured; leave reconfigurations out, or this key");
  }
  if (scenario.link.reach) {
    refuse("links of the part have no length; leave link.reach out, or this key");
  }
  if (scenario.router.table) {
    refuse("router.table is of the whole network; leave it out, or this key");
  }
}

std::optional<Input> partial_input(const Input& input) {
  const auto& [scenario, setup] = input;
  const auto* const partial = scenario.features.find<PartialRepair>();
  if (partial == nullptr || !setup.fabric) return std::nullopt;
  const Repair planned = setup.fabric->repair(setup.defects, scenario.repair);
  if (planned.repairable) return std::nullopt;
  const Repair plain = setup.fabric->repair({}, scenario.repair);
  if (!plain.repairable) return std::nullopt;
  const SwitchStates states = switch_states(setup.fabric->fabric(), plain.configuration);
  PartialRun run;
  run.holes = find_holes(setup.network(), *setup.fabric, setup.built_fabric(), plain.placement, states, setup.defects);
  run.of = setup.network().nodes();
  run.why = reason_without_repair(planned);
  for (const NodeId node : run.holes.dead) {
    run.sites.push_back(setup.fabric->fabric().sites[plain.placement.site_of[node.value].value].name);
  }
  if (run.holes.nodes < 2) {
    throw InputError({{partial->where, "repair.partial: no two nodes that work are joined, so that nothing can run; " +
                                           counted(run.holes.dead.size(), "PE") + " of " + std::to_string(run.of) +
                                           " nodes are dead"}});
  }
  ReadScenario read{.scenario = direct_scenario(scenario, run.holes, partial->where),
                    .family = setup.family,
                    .network_known = true,
                    .network_intact = true,
                    .known_keys = {}};
  read.scenario.features.emplace<PartialRun>() = std::move(run);
  Diagnostics errors;
  Setup direct = build_setup(read, errors);
  errors.raise();
  return Input{std::move(read.scenario), std::move(direct)};
}

}  // namespace kintsugi
