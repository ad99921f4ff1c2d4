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

}  // namespace kintsugi
