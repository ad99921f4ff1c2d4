#include "models/fabric/link_path.hpp"

namespace kintsugi {

LinkPaths::LinkPaths(const Fabric& fabric)
    : fabric_(&fabric),
      tap_of_(fabric.sites.size() * fabric.layout.size(), nullptr),
      link_of_(fabric.sites.size() * fabric.layout.size(), kNone) {
  std::size_t terminals = 0;
  for (const FabricSwitch& each : fabric.switches) {
    first_terminal_.push_back(terminals);
    terminals += each.type->terminals().size();
  }
  wire_at_.assign(terminals, kNone);
  taps_at_.resize(terminals);
  for (std::size_t wire = 0; wire < fabric.wires.size(); ++wire) {
    wire_at_[index(fabric.wires[wire].a)] = wire;
    wire_at_[index(fabric.wires[wire].b)] = wire;
  }
  for (const Tap& tap : fabric.taps) {
    std::vector<const Tap*>& lanes = taps_at_[index(tap.terminal)];
    if (lanes.size() <= tap.lane) lanes.resize(tap.lane + 1u, nullptr);
    lanes[tap.lane] = &tap;
    tap_of_[index(SitePort{tap.site, tap.port})] = &tap;
  }
  for (std::size_t link = 0; link < fabric.links.size(); ++link) {
    link_of_[index(fabric.links[link].a)] = link;
    link_of_[index(fabric.links[link].b)] = link;
  }
}

const Tap* LinkPaths::tap_at(TerminalRef at, Lane lane) const {
  const std::vector<const Tap*>& lanes = taps_at_[index(at)];
  return lane < lanes.size() ? lanes[lane] : nullptr;
}

std::optional<SwitchId> LinkPaths::tapped(SitePort port) const {
  const Tap* tap = tap_of_[index(port)];
  if (tap == nullptr) return std::nullopt;
  return tap->terminal.switch_id;
}

std::optional<TerminalRef> LinkPaths::far_end(TerminalRef at) const {
  const std::size_t wire = wire_at_[index(at)];
  if (wire == kNone) return std::nullopt;
  return fabric_->wires[wire].a == at ? fabric_->wires[wire].b : fabric_->wires[wire].a;
}

LinkPath LinkPaths::fixed(SitePort port, std::size_t link) const {
  const FixedLink& joined = fabric_->links[link];
  LinkPath path;
  path.end = joined.a == port ? joined.b : joined.a;
  path.fixed = link;
  path.pitches = joined.pitches;
  return path;
}

LinkPath LinkPaths::from(SitePort port, const SwitchStates& states) const {
  if (const std::size_t link = link_of_[index(port)]; link != kNone) return fixed(port, link);
  LinkPath path;
  const Tap* tap = tap_of_[index(port)];
  if (tap == nullptr) return path;
  TerminalRef at = tap->terminal;
  Lane lane = tap->lane;
  while (true) {
    const SwitchType& type = *fabric_->switches[at.switch_id.value].type;
    const SwitchState state = states[at.switch_id.value];
    const LaneRef in{at.terminal, lane};
    const auto out = state < type.states() ? type.through(state, in) : std::nullopt;
    path.open_at = at.switch_id;
    if (!out) return path;
    path.passages.push_back({at.switch_id, in, *out});
    const TerminalRef leaving{at.switch_id, out->terminal};
    if (const Tap* reached = tap_at(leaving, out->lane)) {
      path.end = SitePort{reached->site, reached->port};
      path.open_at.reset();
      return path;
    }
    const std::size_t wire = wire_at_[index(leaving)];
    if (wire == kNone || out->lane >= fabric_->wires[wire].lanes) return path;
    path.passages.back().wire = wire;
    path.pitches += fabric_->wires[wire].pitches;
    at = *far_end(leaving);
    lane = out->lane;
  }
}

}  // namespace kintsugi
