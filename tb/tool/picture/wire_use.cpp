#include "tb/tool/picture/wire_use.hpp"

namespace kintsugi::picture {

WireMap::WireMap(const Fabric& fabric) : fabric_(&fabric) {
  std::size_t terminals = 0;
  for (const FabricSwitch& each : fabric.switches) {
    first_terminal_.push_back(terminals);
    terminals += each.type->terminals().size();
  }
  wire_at_.assign(terminals, kNone);
  tapped_.resize(terminals);
  for (std::size_t wire = 0; wire < fabric.wires.size(); ++wire) {
    wire_at_[terminal_index(fabric.wires[wire].a)] = wire;
    wire_at_[terminal_index(fabric.wires[wire].b)] = wire;
  }
  for (const Tap& tap : fabric.taps) {
    std::vector<bool>& lanes = tapped_[terminal_index(tap.terminal)];
    if (lanes.size() <= tap.lane) lanes.resize(tap.lane + 1u);
    lanes[tap.lane] = true;
  }
}

bool WireMap::is_tapped(TerminalRef terminal, Lane lane) const {
  const std::vector<bool>& lanes = tapped_[terminal_index(terminal)];
  return lane < lanes.size() && lanes[lane];
}

std::optional<TerminalRef> WireMap::far_end(TerminalRef terminal) const {
  const std::size_t index = wire_at_[terminal_index(terminal)];
  if (index == kNone) return std::nullopt;
  const Wire& wire = fabric_->wires[index];
  return wire.a == terminal ? wire.b : wire.a;
}

/// Returns the wires up to the next router port; none if the path ends open or returns to its own port.
std::vector<std::size_t> WireMap::path_from(const Tap& tap, const SwitchStates& states) const {
  std::vector<std::size_t> way;
  TerminalRef at = tap.terminal;
  Lane lane = tap.lane;
  while (true) {
    const std::size_t number = at.switch_id.value;
    const auto out = fabric_->switches[number].type->through(states[number], {at.terminal, lane});
    if (!out) return {};
    const TerminalRef leaving{at.switch_id, out->terminal};
    if (is_tapped(leaving, out->lane)) return way;
    const std::size_t wire = wire_at_[terminal_index(leaving)];
    if (wire == kNone || out->lane >= fabric_->wires[wire].lanes) return {};
    way.push_back(wire);
    at = *far_end(leaving);
    lane = out->lane;
  }
}

std::vector<unsigned> WireMap::lanes_in_use(const SwitchStates& states) const {
  std::vector<unsigned> ends(fabric_->wires.size());  // each path is found from both of its ends
  for (const Tap& tap : fabric_->taps) {
    for (const std::size_t wire : path_from(tap, states)) ++ends[wire];
  }
  for (unsigned& count : ends) count = (count + 1) / 2;
  return ends;
}

}  // namespace kintsugi::picture
