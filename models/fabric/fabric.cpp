#include "models/fabric/fabric.hpp"

#include <stdexcept>

namespace kintsugi {

SwitchStates switch_states(const Fabric& fabric, const Configuration& configuration) {
  if (configuration.size() != fabric.fields.size()) {
    throw std::invalid_argument("a configuration of '" + fabric.name + "' has " + std::to_string(fabric.fields.size()) +
                                " fields, not " + std::to_string(configuration.size()));
  }
  SwitchStates states;
  states.reserve(fabric.switches.size());
  for (const FabricSwitch& each : fabric.switches) states.push_back(configuration[each.field]);
  return states;
}

Configuration configuration_of(const Fabric& fabric, const SwitchStates& states) {
  Configuration configuration(fabric.fields.size());
  for (std::size_t i = 0; i < fabric.switches.size(); ++i) configuration[fabric.switches[i].field] = states.at(i);
  return configuration;
}

std::size_t count_moved(const Placement& before, const Placement& after) {
  std::size_t moved = 0;
  for (std::size_t node = 0; node < after.site_of.size(); ++node) moved += before.site_of[node] != after.site_of[node];
  return moved;
}

}  // namespace kintsugi
