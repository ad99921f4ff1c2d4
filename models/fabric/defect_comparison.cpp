#include "models/fabric/defect_comparison.hpp"
#include "models/fabric/defective_fabric.hpp"

#include <algorithm>

namespace kintsugi {

DefectComparison::DefectComparison(const Fabric& sound) : fabric_(&sound), defective_(sound.switches.size()) {
  std::uint32_t terminals = 0;
  first_terminal_.reserve(sound.switches.size());
  for (const FabricSwitch& each : sound.switches) {
    first_terminal_.push_back(terminals);
    terminals += static_cast<std::uint32_t>(each.type->terminals().size());
  }
  beyond_.resize(terminals);
  add_wires(sound);
  add_taps(sound);
}

void DefectComparison::add_wires(const Fabric& fabric) {
  for (const Wire& wire : fabric.wires) {
    for (const auto& [near, far] : {std::pair{wire.a, wire.b}, std::pair{wire.b, wire.a}}) {
      Beyond& end = beyond(near);
      end.far = far;
      end.lanes = wire.lanes;
      end.pitches = wire.pitches;
    }
  }
}

void DefectComparison::add_taps(const Fabric& fabric) {
  for (const Tap& tap : fabric.taps) ++beyond(tap.terminal).taps;
  std::uint32_t first = 0;
  for (Beyond& end : beyond_) {
    end.first_tap = first;
    first += end.taps;
    end.taps = 0;
  }
  taps_.resize(fabric.taps.size());
  tap_of_port_.assign(fabric.sites.size() * fabric.layout.size(), kNone);
  for (const Tap& tap : fabric.taps) {
    Beyond& end = beyond(tap.terminal);
    const std::uint32_t number = end.first_tap + end.taps++;
    taps_[number] = tap;
    tap_of_port_[tap.site.value * fabric.layout.size() + tap.port.value] = number;
  }
}

bool DefectComparison::same(const DefectiveSwitches& defective, const StateOf& state_of) {
  state_of_ = &state_of;
  for (const auto& each : defective.all()) defective_[each.switch_id.value] = each.type.get();
  const bool same = std::ranges::all_of(defective.all(), [&](const auto& each) { return same_at(each.switch_id); });
  for (const auto& each : defective.all()) defective_[each.switch_id.value] = nullptr;
  return same;
}

bool DefectComparison::same_at(SwitchId id) {
  ++passed_;
  const SwitchType& type = *fabric_->switches[id.value].type;
  for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
    for (unsigned lane = 0; lane < type.lanes(terminal); ++lane) {
      if (!same_turn({id, {terminal, static_cast<Lane>(lane)}})) return false;
    }
  }
  return true;
}

/// Returns whether the turn is the same, or the joins that take it are.
bool DefectComparison::same_turn(At at) {
  const std::optional<LaneRef> sound = turn(Side::kSound, at);
  const std::optional<LaneRef> defective = turn(Side::kDefective, at);
  if (sound == defective) return true;
  if (sound.has_value() != defective.has_value() && !same_attachment(at)) return false;
  return (!sound || same_join(Side::kSound, at, {at.switch_id, *sound})) &&
         (!defective || same_join(Side::kDefective, at, {at.switch_id, *defective}));
}

/// Returns whether the join that passes from one lane of a switch to the other on one side is on the other side too, or
/// there is no such join because an end is open.
bool DefectComparison::same_join(Side side, At one, At other) {
  const std::optional<Far> a = follow_out(side, one);
  if (!a) return true;
  const std::optional<Far> b = follow_out(side, other);
  if (!b) return true;
  const Side opposite = side == Side::kSound ? Side::kDefective : Side::kSound;
  return follow(opposite, a->port) == Far{b->port, a->pitches + b->pitches};
}

std::optional<DefectComparison::Far> DefectComparison::follow(Side side, SitePort from) {
  const Tap& tap = *tap_of(from);
  const At at{tap.terminal.switch_id, {tap.terminal.terminal, tap.lane}};
  const std::optional<LaneRef> out = turn(side, at);
  if (!out) return std::nullopt;
  return follow_out(side, {at.switch_id, *out});
}

/// Follows what leaves a switch on a lane. Returns nullopt if it reaches no tap: an open end, or the same lane again.
std::optional<DefectComparison::Far> DefectComparison::follow_out(Side side, At from) {
  unsigned pitches = 0;
  At at = from;
  do {
    const Beyond& end = beyond({at.switch_id, at.lane.terminal});
    if (const Tap* tap = tap_at(end, at.lane.lane)) return Far{{tap->site, tap->port}, pitches};
    if (at.lane.lane >= end.lanes) return std::nullopt;
    pitches += end.pitches;
    at = {end.far.switch_id, {end.far.terminal, at.lane.lane}};
    const std::optional<LaneRef> out = turn(side, at);
    if (!out) return std::nullopt;
    at.lane = *out;
    ++passed_;
  } while (at != from);
  return std::nullopt;
}

std::optional<LaneRef> DefectComparison::turn(Side side, At at) {
  const SwitchType* defective = side == Side::kDefective ? defective_[at.switch_id.value] : nullptr;
  const SwitchType& type = defective != nullptr ? *defective : *fabric_->switches[at.switch_id.value].type;
  const SwitchState state = (*state_of_)(at.switch_id);
  return state < type.states() ? type.through(state, at.lane) : std::nullopt;
}

bool DefectComparison::same_attachment(At at) {
  const Tap* tap = tap_at(beyond({at.switch_id, at.lane.terminal}), at.lane.lane);
  return tap == nullptr || attached(Side::kSound, tap->site) == attached(Side::kDefective, tap->site);
}

bool DefectComparison::attached(Side side, SiteId site) {
  for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
    const Tap* tap = tap_of({site, PortId{port}});
    if (tap != nullptr && turn(side, {tap->terminal.switch_id, {tap->terminal.terminal, tap->lane}})) return true;
  }
  return false;
}

const Tap* DefectComparison::tap_at(const Beyond& beyond, Lane lane) const {
  for (std::uint32_t i = beyond.first_tap; i < beyond.first_tap + beyond.taps; ++i) {
    if (taps_[i].lane == lane) return &taps_[i];
  }
  return nullptr;
}

const Tap* DefectComparison::tap_of(SitePort port) const {
  const std::uint32_t number = tap_of_port_[port.site.value * fabric_->layout.size() + port.port.value];
  return number == kNone ? nullptr : &taps_[number];
}

}  // namespace kintsugi
