/// A second search for closed rings, for tests only, by another algorithm than models/fabric/closed_rings: a flood over
/// all lanes. A set of lanes that wires and switch states join is a ring if each of them has a wire, is joined in its
/// switch, and is not tapped. With it, a check that the passages of a ring do lead on from each to the next.
#pragma once

#include <algorithm>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

#include "models/fabric/closed_rings.hpp"

namespace kintsugi::test {

/// Switch, terminal, lane.
using FloodLane = std::tuple<std::size_t, TerminalNo, Lane>;

/// What two searches must agree in, for one lane of a ring: its lowest lane, and all its terminals, ascending.
struct RingOutline {
  FloodLane lowest;
  std::vector<std::pair<std::size_t, TerminalNo>> terminals;
  friend auto operator<=>(const RingOutline&, const RingOutline&) = default;
};
using RingOutlines = std::vector<RingOutline>;

class RingFlood {
 public:
  RingFlood(const Fabric& fabric, const SwitchStates& states) {
    for (std::size_t i = 0; i < fabric.switches.size(); ++i) add_switch(i, *fabric.switches[i].type, states[i]);
    for (const Wire& wire : fabric.wires) {
      for (Lane lane = 0; lane < wire.lanes; ++lane) add_wire(at(wire.a, lane), at(wire.b, lane));
    }
    for (const Tap& tap : fabric.taps) tapped_.insert(at(tap.terminal, tap.lane));
  }

  RingOutlines rings() {
    RingOutlines found;
    for (const auto& [lane, neighbours] : neighbours_) {
      if (seen_.contains(lane)) continue;
      if (const auto outline = flood(lane)) found.push_back(*outline);
    }
    std::ranges::sort(found);
    return found;
  }

 private:
  static FloodLane at(TerminalRef terminal, Lane lane) { return {terminal.switch_id.index(), terminal.terminal, lane}; }

  void add_switch(std::size_t number, const SwitchType& type, SwitchState state) {
    for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
      for (Lane lane = 0; lane < type.lanes(terminal); ++lane) {
        std::vector<FloodLane>& neighbours = neighbours_[{number, terminal, lane}];
        const auto out = type.through(state, {terminal, lane});
        if (out) neighbours.push_back({number, out->terminal, out->lane});
      }
    }
  }
  void add_wire(const FloodLane& a, const FloodLane& b) {
    neighbours_[a].push_back(b);
    neighbours_[b].push_back(a);
  }

  /// Returns the outline of the set with this lane if the set is a ring. The lane is the lowest of the set.
  std::optional<RingOutline> flood(const FloodLane& lowest) {
    RingOutline outline{lowest, {}};
    bool is_ring = true;
    std::vector<FloodLane> open{lowest};
    seen_.insert(lowest);
    while (!open.empty()) {
      const FloodLane lane = open.back();
      open.pop_back();
      is_ring = is_ring && neighbours_[lane].size() == 2 && !tapped_.contains(lane);
      outline.terminals.emplace_back(std::get<0>(lane), std::get<1>(lane));
      for (const FloodLane& next : neighbours_[lane]) {
        if (seen_.insert(next).second) open.push_back(next);
      }
    }
    if (!is_ring) return std::nullopt;
    std::ranges::sort(outline.terminals);
    return outline;
  }

  std::map<FloodLane, std::vector<FloodLane>> neighbours_;
  std::set<FloodLane> tapped_;
  std::set<FloodLane> seen_;
};

/// For fabrics without a wire that comes straight back.
inline RingOutlines flood_rings(const Fabric& fabric, const SwitchStates& states) {
  return RingFlood(fabric, states).rings();
}

inline RingOutlines outlines(const std::vector<ClosedRing>& rings) {
  RingOutlines found;
  for (const ClosedRing& ring : rings) {
    RingOutline outline;
    for (const RingPassage& passage : ring.passages) {
      outline.terminals.emplace_back(passage.switch_id.index(), passage.in);
      outline.terminals.emplace_back(passage.switch_id.index(), passage.out);
    }
    std::ranges::sort(outline.terminals);
    const RingPassage& first = ring.passages.front();
    for (const Lane lane : ring.lanes) {
      outline.lowest = {first.switch_id.index(), first.out, lane};
      found.push_back(outline);
    }
  }
  std::ranges::sort(found);
  return found;
}

/// Returns the other end of the wire at a terminal.
inline std::optional<TerminalRef> wire_end(const Fabric& fabric, TerminalRef from) {
  for (const Wire& wire : fabric.wires) {
    if (wire.a == from) return wire.b;
    if (wire.b == from) return wire.a;
  }
  return std::nullopt;
}

/// Returns whether each lane leads from each passage of the ring to the next, and from the last to the first.
inline bool closes(const Fabric& fabric, const SwitchStates& states, const ClosedRing& ring) {
  for (const Lane begin : ring.lanes) {
    Lane lane = begin;
    for (std::size_t i = 0; i < ring.passages.size(); ++i) {
      const RingPassage& from = ring.passages[i];
      const RingPassage& to = ring.passages[(i + 1) % ring.passages.size()];
      if (wire_end(fabric, {from.switch_id, from.out}) != TerminalRef{to.switch_id, to.in}) return false;
      const std::size_t number = to.switch_id.index();
      const auto out = fabric.switches[number].type->through(states[number], {to.in, lane});
      if (!out || out->terminal != to.out) return false;
      lane = out->lane;
    }
    if (lane != begin) return false;
  }
  return true;
}

}  // namespace kintsugi::test
