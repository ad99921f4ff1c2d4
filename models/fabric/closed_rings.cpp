#include "models/fabric/closed_rings.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace kintsugi {

namespace {

/// A lane of a terminal of a switch.
struct FabricLane {
  TerminalRef at;
  Lane lane = 0;
  friend bool operator==(FabricLane, FabricLane) = default;
};

/// Follows the lanes of all terminals and collects the rings. Its tables are per terminal, with a bit or two per lane:
/// a large wafer has millions of lanes.
class RingSearch {
 public:
  RingSearch(const Fabric& fabric, const SwitchStates& states) : fabric_(fabric), states_(states) {
    number_lanes();
    for (const Wire& wire : fabric.wires) {
      add_wire_end(wire.a, wire.b, wire.lanes);
      add_wire_end(wire.b, wire.a, wire.lanes);
    }
    for (const Tap& tap : fabric.taps) tapped_.at(number({tap.terminal, tap.lane})) = true;
  }

  /// The first lane of a ring that is met is its lowest one: there the ring begins.
  std::vector<ClosedRing> rings() {
    for (const SwitchId id : ids<SwitchId>(fabric_.switches.size())) {
      const SwitchType& type = *fabric_.switches[id.index()].type;
      for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
        follow_lanes({id, terminal}, type.lanes(terminal));
      }
    }
    return std::move(rings_);
  }

 private:
  struct Terminal {
    std::size_t first_lane = 0;  ///< the number of its lane 0
    TerminalRef far;             ///< at the other end of its wire
    unsigned wired = 0;          ///< lanes that the wire has; 0: there is no wire
  };
  /// On one lane through a switch.
  struct Step {
    FabricLane in;
    FabricLane out;
  };

  void number_lanes() {
    std::size_t lanes = 0;
    for (const FabricSwitch& each : fabric_.switches) {
      first_terminal_.push_back(terminals_.size());
      for (TerminalNo terminal = 0; terminal < each.type->terminals().size(); ++terminal) {
        terminals_.push_back({lanes, {}, 0});
        lanes += each.type->lanes(terminal);
      }
    }
    tapped_.assign(lanes, false);
    known_.assign(lanes, false);
  }

  void add_wire_end(TerminalRef near, TerminalRef far, unsigned lanes) {
    Terminal& terminal = terminals_.at(index(near));
    terminal.far = far;
    terminal.wired = lanes;
  }

  std::size_t index(TerminalRef terminal) const {
    return first_terminal_.at(terminal.switch_id.index()) + terminal.terminal;
  }
  std::size_t number(FabricLane lane) const { return terminals_[index(lane.at)].first_lane + lane.lane; }

  /// Returns the other end of the wire of a lane; nullopt if there is no wire, or a router at one of its ends.
  std::optional<FabricLane> across(FabricLane out) const {
    const Terminal& terminal = terminals_[index(out.at)];
    if (out.lane >= terminal.wired || tapped_[terminal.first_lane + out.lane]) return std::nullopt;
    const FabricLane in{terminal.far, out.lane};
    return tapped_[number(in)] ? std::nullopt : std::optional(in);
  }

  /// Returns the lane on which a signal leaves that enters a switch on this one.
  std::optional<FabricLane> through(FabricLane in) const {
    const std::size_t at_switch = in.at.switch_id.index();
    const SwitchType& type = *fabric_.switches[at_switch].type;
    const std::optional<LaneRef> out = type.through(states_[at_switch], {in.at.terminal, in.lane});
    if (!out) return std::nullopt;
    return FabricLane{{in.at.switch_id, out->terminal}, out->lane};
  }

  void follow_lanes(TerminalRef terminal, unsigned lanes) {
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const FabricLane start{terminal, static_cast<Lane>(lane)};
      if (known_[number(start)]) continue;
      const bool is_ring = follow(start);
      for (const Step& step : steps_) known_[number(step.in)] = true;
      if (is_ring) add_ring();
    }
  }

  /// Follows the wires from this lane, by which a switch is left, and keeps the steps. Returns whether they come back.
  bool follow(FabricLane start) {
    steps_.clear();
    for (FabricLane out = start;;) {
      known_[number(out)] = true;
      const std::optional<FabricLane> in = across(out);
      const std::optional<FabricLane> next = in ? through(*in) : std::nullopt;
      if (!next) return false;
      steps_.push_back({*in, *next});
      if (*next == start) return true;
      if (known_[number(*next)]) return false;  // the rest of this path has been followed: it has an end
      out = *next;
    }
  }

  /// Adds the ring of the steps, or its lane to a ring that passes the same terminals.
  void add_ring() {
    std::ranges::rotate(steps_, steps_.end() - 1);  // the last step leaves by the lane with which the ring begins
    std::vector<RingPassage> passages;
    for (const Step& step : steps_) {
      passages.push_back({step.in.at.switch_id, step.in.at.terminal, step.out.at.terminal});
    }
    const auto [known, is_new] = number_of_.try_emplace(std::move(passages), rings_.size());
    if (is_new) rings_.push_back({known->first, {}});
    rings_[known->second].lanes.push_back(steps_.front().out.lane);
  }

  const Fabric& fabric_;
  const SwitchStates& states_;
  std::vector<std::size_t> first_terminal_;  // per switch: index into terminals_
  std::vector<Terminal> terminals_;
  std::vector<bool> tapped_;  // per lane
  std::vector<bool> known_;   // per lane: a path that leaves a switch by it has been followed, in either direction
  std::vector<Step> steps_;
  std::vector<ClosedRing> rings_;
  std::map<std::vector<RingPassage>, std::size_t> number_of_;  // the place of a ring in rings_
};

}  // namespace

std::vector<ClosedRing> closed_rings(const Fabric& fabric, const SwitchStates& states) {
  if (states.size() != fabric.switches.size()) {
    throw std::invalid_argument("'" + fabric.name + "' has " + std::to_string(fabric.switches.size()) +
                                " switches, not " + std::to_string(states.size()));
  }
  return RingSearch(fabric, states).rings();
}

std::size_t count_lanes(std::span<const ClosedRing> rings) {
  std::size_t lanes = 0;
  for (const ClosedRing& ring : rings) lanes += ring.lanes.size();
  return lanes;
}

std::vector<std::string> element_names(const Fabric& fabric, const ClosedRing& ring) {
  std::vector<std::string> names;
  for (const RingPassage& passage : ring.passages) names.push_back(fabric.switches[passage.switch_id.index()].name);
  return names;
}

}  // namespace kintsugi
