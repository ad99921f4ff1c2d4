#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/setup/build_steps.hpp"
#include "tb/tool/setup/node_finder.hpp"
#include "tb/tool/setup/traffic_setup.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

void build_traffic(const Building& building) {
  if (!building.scenario.traffic) return;
  building.setup.traffic =
      build_traffic(building.scenario, building.setup.design.get(), building.errors, building.progress);
}

/// Makes the relation of multicasts. A group around the source is addressed by a family's own relation, which goes with
/// the family's routings as they are.
void build_multicasts(const Building& building) {
  const Scenario& scenario = building.scenario;
  Setup& setup = building.setup;
  if (!setup.relation || !setup.traffic || scenario.multicast_key().empty()) return;
  if (!scenario.traffic->multicast || !goes_to_own_group(scenario, *setup.design)) {
    setup.multicast = setup.design->multicast(*setup.relation);
    return;
  }
  setup.multicast = setup.design->broadcast(*setup.relation);
  if (setup.multicast) return;
  const std::string& to = scenario.traffic->multicast->to;
  building.errors.add(scenario.where("traffic.multicast.to"),
                      "traffic.multicast.to: " + to +
                          " goes with the network's own routings without detours, not with '" + setup.routing.name +
                          "'; set router.routing to one of them, or name other destinations");
}

void build_program(const Building& building) {
  const Scenario& scenario = building.scenario;
  Setup& setup = building.setup;
  if (!scenario.runs_program() || !setup.traffic) return;
  const std::vector<NodeId> dead = setup.dead_nodes();
  const WorkloadSite site{setup.network(), setup.relation.get(), dead, building.purpose == SetupFor::kScenario};
  setup.traffic->workload = build_workload(scenario, site, building.errors, building.progress);
}

void find_named_nodes(const Building& building) {
  const NodeFinder nodes(building.setup.network(), building.errors);
  const FindNode find = [&nodes](const WrittenNode& node, const std::string& key) { return nodes.find_pe(node, key); };
  for (const FeatureSection& section : feature_sections()) {
    if (section.find != nullptr) section.find(building.scenario, find, building.setup.features);
  }
}

}  // namespace kintsugi
