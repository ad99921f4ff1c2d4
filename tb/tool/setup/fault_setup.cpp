#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/detection/parameters.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/network/metrics.hpp"

namespace kintsugi {

namespace {

/// Returns a node that no way leads to from node 0; nullopt if the network is connected.
std::optional<NodeId> unreachable_node(const Network& network) {
  const std::vector<std::uint32_t> distances = distances_from(network, NodeId{0});
  const auto found = std::ranges::find(distances, kUnreachable);
  if (found == distances.end()) return std::nullopt;
  return NodeId{static_cast<std::uint32_t>(found - distances.begin())};
}

/// Refuses multicasts in a directly wired network in which a member may have no way: a copy cannot be dropped alone.
void refuse_multicast_without_ways(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const std::string key(scenario.multicast_key());
  if (key.empty()) return;
  if (!setup.defects.empty()) {
    scenario.complain(
        errors, key,
        ": multicast is not supported together with defects where there is no fabric; leave out one of them");
  }
  const Network& network = setup.network();
  if (const auto node = unreachable_node(network)) {
    scenario.complain(errors, key, ": multicast is not supported where the network has parts: no way leads from ",
                      network.node_name(NodeId{0}), " to ", network.node_name(*node),
                      "; add links between the parts, or leave out ", key);
  }
}

/// Refuses faults that are not noticed; `what` begins the sentence that says so.
void refuse_unnoticed(const Scenario& scenario, const std::string& what, const std::string& remedy,
                      Diagnostics& errors) {
  for (const TimedFault& fault : scenario.faults) {
    if (std::holds_alternative<ElementAddress>(fault.what.address)) {
      errors.add(fault.what.where, what, " that a switch or a wire dies; ", remedy);
    }
    if (fault.until) errors.add(fault.until_where, what, " that a fault ends; ", remedy, ", or leave out until");
  }
}

/// Returns whether the setup has what defects and faults can be told to: a fabric, or a routing that knows them.
bool can_die(const Building& building) {
  return building.setup.fabric || (building.is_direct() && building.setup.routing.routes_around_faults);
}

/// Takes the defects from a wafer map, if the scenario names one. Commands about yield judge all maps of a file by
/// themselves.
DefectMap fit_map(const Building& building) {
  const auto& measured = building.scenario.defects.measured;
  if (!measured || building.purpose == SetupFor::kYield) return {};
  try {
    building.setup.measured = fit(only_view(measured->maps), measured->maps, building.setup.places);
    return building.setup.measured->defects.sites;
  } catch (const std::invalid_argument& error) {
    building.errors.add(measured->where, error.what());
    return {};
  }
}

}  // namespace

/// Finds defects and faults; without a fabric the routing must route around them, as it must where a network has parts.
void find_what_dies(const Building& building) {
  if (!can_die(building)) return;
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  setup.places = setup.fabric ? places_of(*setup.fabric) : places_of(*setup.design);
  setup.defects = find_defects(scenario.defects, fit_map(building), setup.places, errors);
  if (!setup.defects.elements.empty()) {
    setup.element_addresses = addresses_of_elements(scenario.defects, setup.defects, setup.places);
    setup.defective = std::make_unique<DefectiveFabric>(setup.fabric->fabric(), setup.defects.elements);
  }
  setup.faults = find_faults(scenario, setup.defects, setup.places, errors);
  if (setup.fabric || !setup.relation) return;
  setup.connected = !unreachable_node(setup.network());
  if (setup.connected && setup.defects.empty() && scenario.faults.empty() && !setup.table_dead) return;
  refuse_multicast_without_ways(scenario, setup, errors);
  if (setup.table_dead && setup.defects != *setup.table_dead) {
    scenario.complain(errors, "router.table",
                      ": the table is of a network in which other nodes or links are dead; give those of its rows "
                      "`dead` under defects, or another table");
    return;
  }
  setup.fault_aware = &dynamic_cast<FaultAware&>(setup.plain_relation());
  setup.fault_aware->know(setup.defects);
}

/// Finds how the PEs diagnose faults, if the scenario wants them to.
void build_diagnosis(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  if (!can_die(building) || scenario.diagnosis.is_told()) return;
  setup.diagnosis = scenario.diagnosis.method;
  if (setup.fabric) setup.self_diagnosis = setup.fabric->self_diagnosis();
  if (setup.self_diagnosis) {
    return refuse_unnoticed(scenario, "no PE notices", "set repair.diagnosis to told", errors);
  }
  scenario.complain(errors, "repair.diagnosis", ": ",
                    (setup.fabric ? "the PEs of this fabric cannot diagnose faults themselves; set it to told"
                                  : "without a fabric there is no repair to diagnose for; set it to told"));
}

/// Finds the links that corrupt flits, and refuses detection where it is not modelled.
void build_detection(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  const auto refuse = [&](const char* path, const char* why) { scenario.complain(errors, path, ": ", why); };
  const auto* const detection = scenario.features.find<DetectionParameters>();
  if (!scenario.knows({"detection", "fabric"})) return;
  if (!scenario.corruptions.empty() && detection == nullptr) {
    refuse("faults", "only a run with detection has links that corrupt flits; add detection: {}");
  }
  if (detection == nullptr || !building.is_for_a_run()) return;
  if (setup.fabric || scenario.fabric) {
    return refuse("detection", "it is modelled for directly wired networks only; leave out fabric, or detection");
  }
  if (const std::string key(scenario.multicast_key()); !key.empty()) {
    refuse(key.c_str(), "multicast is not supported together with detection; leave out one of them");
  }
  if (scenario.traffic && scenario.traffic->classes) {
    refuse("traffic.classes", "priority classes are not supported together with detection; leave out one of them");
  }
  setup.has_heartbeats = detection->heartbeat != 0;
  if (setup.has_heartbeats) {
    refuse_unnoticed(scenario, "no heartbeat says", "leave out detection.heartbeat", errors);
    if (scenario.unstopped) refuse("detection.heartbeat", "nodes that notice faults drain the network; leave it out");
  }
  setup.places = places_of(*setup.design);
  setup.corruptions = find_corruptions(scenario, setup.places, errors);
}

}  // namespace kintsugi
