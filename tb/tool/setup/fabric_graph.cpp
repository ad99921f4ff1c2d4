#include "tb/tool/setup/fabric_graph.hpp"

#include "models/fabric/export.hpp"

namespace kintsugi {

void write_fabric_graph(const Setup& setup, const Repair& repair, GraphFormat format, const TextSink& sink) {
  SwitchStates states;
  if (repair.repairable) states = switch_states(setup.built_fabric(), repair.configuration);
  const auto is_link = [&](LinkDefect link, const Join& join) { return setup.fabric->uses(link, join); };
  write_graph(setup.built_fabric(), format, setup.network(), setup.defects, repair.placement, states, is_link, sink);
}

}  // namespace kintsugi
