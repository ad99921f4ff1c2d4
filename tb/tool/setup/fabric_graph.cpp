#include "tb/tool/setup/fabric_graph.hpp"

#include "models/fabric/export.hpp"
#include "tb/tool/setup/checked_repair.hpp"

namespace kintsugi {

std::string fabric_graph(const Scenario& scenario, const Setup& setup, GraphFormat format) {
  const Repair repair = check_repair(scenario, setup).repair;
  SwitchStates states;
  if (repair.repairable) states = switch_states(setup.built_fabric(), repair.configuration);
  return to_graph(setup.built_fabric(), format, setup.network(), setup.defects, repair.placement, states);
}

}  // namespace kintsugi
