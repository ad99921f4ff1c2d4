#include "hw/rtl/timing_constraints.hpp"

#include <algorithm>
#include <map>

#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/closed_rings.hpp"
#include "models/network/types.hpp"

namespace kintsugi::rtl {

namespace {

std::string disable(const SwitchType& type, LaneRef in, LaneRef out, const std::string& cells) {
  return "set_disable_timing -from {" + lane_name(type, in) + "_i*} -to {" + lane_name(type, out) +
         "_o*} [get_cells {" + cells + "}]\n";
}

/// Returns the cells of every kind of switch in every state.
std::map<std::pair<std::size_t, SwitchState>, std::string> cells_by_state(const Fabric& fabric,
                                                                          const SwitchKinds& kinds,
                                                                          const SwitchStates& states) {
  std::map<std::pair<std::size_t, SwitchState>, std::string> cells;
  for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
    std::string& list = cells[{kinds.index_of(id), states[id.value]}];
    list += (list.empty() ? "" : " ") + cell_name(fabric, id);
  }
  return cells;
}

std::string ring_text(const Fabric& fabric, const SwitchStates& states, const ClosedRing& ring) {
  std::string text = "\n# a closed ring: " + std::to_string(ring.lanes.size()) + " lanes through";
  for (const std::string& name : element_names(fabric, ring)) text += ' ' + name;
  text += '\n';
  const RingPassage& first = ring.passages.front();
  const SwitchType& type = *fabric.switches[first.switch_id.value].type;
  for (const Lane lane : ring.lanes) {
    const LaneRef out{first.out, lane};
    const LaneRef in = type.through(states[first.switch_id.value], out).value();
    text += disable(type, in, out, cell_name(fabric, first.switch_id));
    text += disable(type, out, in, cell_name(fabric, first.switch_id));
  }
  return text;
}

}  // namespace

RtlFile timing_constraints(const Fabric& fabric, const SwitchKinds& kinds, const Configuration& configuration) {
  const SwitchStates states = switch_states(fabric, configuration);
  std::string text = "# Ways through switches of `" + fabric.name +
                     "` that its states do not open. For these states only. Written by kintsugi.\n";
  for (const auto& [group, cells] : cells_by_state(fabric, kinds, states)) {
    const SwitchType& type = *kinds.all()[group.first].type;
    text += "\n# " + kinds.all()[group.first].name + " in state " + type.state_name(group.second) + '\n';
    for (const SwitchArc& arc : arcs_of(type)) {
      if (!std::ranges::binary_search(arc.states, group.second)) text += disable(type, arc.in, arc.out, cells);
    }
  }
  for (const ClosedRing& ring : closed_rings(fabric, states)) text += ring_text(fabric, states, ring);
  return {flat(fabric.name) + ".sdc", text};
}

}  // namespace kintsugi::rtl
