#include "tb/tool/setup/fabric_graph.hpp"

#include "models/fabric/export.hpp"

namespace kintsugi {

std::string fabric_graph(const Setup& setup, const Repair& repair, GraphFormat format) {
  SwitchStates states;
  if (repair.repairable) states = switch_states(setup.built_fabric(), repair.configuration);
  const auto is_link = [&](LinkDefect link, const Join& join) { return setup.fabric->uses(link, join); };
  return to_graph(setup.built_fabric(), format, setup.network(), setup.defects, repair.placement, states, is_link);
}

}  // namespace kintsugi
