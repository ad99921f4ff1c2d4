#include "hw/rtl/state_sweep.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "models/random/random.hpp"

namespace kintsugi::rtl {

namespace {

/// The lanes of all switches, numbered one after the other, and where they lead outside their switch.
class LaneMap {
 public:
  struct LaneEnd {
    std::size_t at_switch;
    LaneRef lane;
    std::size_t far;  ///< the lane at the other end of the wire; itself: none
    bool is_tapped = false;
  };

  explicit LaneMap(const Fabric& fabric) : fabric_(fabric) {
    for (const FabricSwitch& each : fabric.switches) {
      first_terminal_.push_back(first_lane_.size());
      for (std::size_t t = 0; t < each.type->terminals().size(); ++t) {
        const auto terminal = static_cast<TerminalNo>(t);
        first_lane_.push_back(lanes_.size());
        for (unsigned lane = 0; lane < each.type->lanes(terminal); ++lane) {
          lanes_.push_back({first_terminal_.size() - 1, {terminal, static_cast<Lane>(lane)}, lanes_.size()});
        }
      }
    }
    for (const Wire& wire : fabric.wires) {
      for (unsigned lane = 0; lane < wire.lanes; ++lane) join(lane_of(wire.a, lane), lane_of(wire.b, lane));
    }
    for (const Tap& tap : fabric.taps) lanes_[lane_of(tap.terminal, tap.lane)].is_tapped = true;
  }

  std::size_t size() const { return lanes_.size(); }
  const LaneEnd& operator[](std::size_t lane) const { return lanes_[lane]; }
  const FabricSwitch& switch_of(std::size_t lane) const { return fabric_.switches[lanes_[lane].at_switch]; }
  /// Returns the lane at which a signal leaves a switch that enters at this one; nullopt: at none.
  std::optional<std::size_t> through(std::size_t lane, SwitchState state) const {
    const auto out = switch_of(lane).type->through(state, lanes_[lane].lane);
    if (!out) return std::nullopt;
    return lane_of({SwitchId::from(lanes_[lane].at_switch), out->terminal}, out->lane);
  }

 private:
  std::size_t lane_of(TerminalRef terminal, unsigned lane) const {
    return first_lane_[first_terminal_[terminal.switch_id.index()] + terminal.terminal] + lane;
  }
  void join(std::size_t a, std::size_t b) {
    lanes_[a].far = b;
    lanes_[b].far = a;
  }

  const Fabric& fabric_;
  std::vector<std::size_t> first_terminal_;  // by switch: in first_lane_
  std::vector<std::size_t> first_lane_;      // by terminal: in lanes_
  std::vector<LaneEnd> lanes_;
};

constexpr SwitchState kAnyState = 0xff;

/// Makes one configuration after the other.
class Sweeper {
 public:
  explicit Sweeper(const Fabric& fabric) : fabric_(fabric), lanes_(fabric), visited_(lanes_.size(), 0) {
    for (const ConfigField& field : fabric.fields) most_ = std::max(most_, field.states);
    is_passed_.assign(lanes_.size() * most_, false);
    was_set_.assign(fabric.fields.size() * most_, false);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      const unsigned states = states_of(lane);
      for (unsigned s = 0; s < states; ++s) passages_ += lanes_.through(lane, static_cast<SwitchState>(s)).has_value();
    }
  }

  StateSweep run() {
    constexpr std::size_t kFew = 100;  // one that adds less than one passage in so many is the last with targets
    StateSweep sweep{.configurations = {}, .passages = passages_, .passed = 0};
    std::size_t added = passages_;
    while (added > passages_ / kFew && sweep.configurations.size() < kMostTargeted) {
      sweep.configurations.push_back(next(true));
      added = passed_ - std::exchange(sweep.passed, passed_);
    }
    while (!all_were_set()) sweep.configurations.push_back(next(false));
    sweep.passed = passed_;
    return sweep;
  }

 private:
  struct Step {
    std::size_t leaves;  // a lane by which the way leaves a switch
    std::size_t before;  // the step before
    std::size_t field;   // of the switch
    SwitchState state;
  };

  /// Returns how many states the switch of a lane can be set to.
  unsigned states_of(std::size_t lane) const {
    const FabricSwitch& at = lanes_.switch_of(lane);
    return std::min(at.type->states(), fabric_.fields[at.field].states);
  }

  Configuration next(bool has_targets) {
    chosen_.assign(fabric_.fields.size(), kAnyState);
    ++turn_;
    if (has_targets) choose_ways();
    choose_rest();
    const SwitchStates states = switch_states(fabric_, chosen_);
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
      if (lanes_[lane].is_tapped) follow(lane, states);
    }
    return chosen_;
  }

  /// Chooses the states of switches so that passages which none has passed are on ways from port to port.
  void choose_ways() {
    const std::size_t all = is_passed_.size();
    const std::size_t begin = RandomStream(turn_, all).below(std::max<std::size_t>(all, 1));
    for (std::size_t i = 0; i < all; ++i) {
      const std::size_t passage = (begin + i) % all;
      if (!is_passed_[passage]) choose_way(passage / most_, static_cast<SwitchState>(passage % most_));
    }
  }

  void choose_way(std::size_t lane, SwitchState state) {
    const FabricSwitch& at = lanes_.switch_of(lane);
    if (state >= states_of(lane) || (chosen_[at.field] != kAnyState && chosen_[at.field] != state)) return;
    const auto out = lanes_.through(lane, state);
    if (!out) return;
    choices_.clear();
    set(at.field, state);
    if (!find_port(lane) || !find_port(*out)) {
      for (const std::size_t field : choices_) chosen_[field] = kAnyState;
    }
  }

  void set(std::size_t field, SwitchState state) {
    if (chosen_[field] != kAnyState) return;
    chosen_[field] = state;
    choices_.push_back(field);
  }

  /// Chooses states so that a signal that leaves a switch by this lane reaches a port. Returns whether there are such.
  bool find_port(std::size_t lane) {
    constexpr std::size_t kMostSteps = 128;  // a port is near
    steps_ = {{lane, 0, 0, kAnyState}};
    ++visit_;
    for (std::size_t i = 0; i < steps_.size() && i < kMostSteps; ++i) {
      const LaneMap::LaneEnd& leaves = lanes_[steps_[i].leaves];
      if (leaves.is_tapped) return take(i);
      if (leaves.far == steps_[i].leaves) continue;
      const FabricSwitch& at = lanes_.switch_of(leaves.far);
      const unsigned states = states_of(leaves.far);
      const unsigned turn = static_cast<unsigned>(turn_) + static_cast<unsigned>(i);  // another way in each turn
      for (unsigned s = 0; s < states; ++s) {
        const auto state = static_cast<SwitchState>((s + turn) % states);
        if (chosen_[at.field] != kAnyState && chosen_[at.field] != state) continue;
        const auto out = lanes_.through(leaves.far, state);
        if (!out || visited_[*out] == visit_) continue;
        visited_[*out] = visit_;
        steps_.push_back({*out, i, at.field, state});
      }
    }
    return false;
  }

  /// Takes the way to this step. Returns whether it needs no field in two states.
  bool take(std::size_t last) {
    for (std::size_t i = last; i != 0; i = steps_[i].before) {
      set(steps_[i].field, steps_[i].state);
      if (chosen_[steps_[i].field] != steps_[i].state) return false;
    }
    return true;
  }

  /// Gives fields without a state one that they have not had, else any.
  void choose_rest() {
    for (std::size_t field = 0; field < chosen_.size(); ++field) {
      const unsigned states = fabric_.fields[field].states;
      const auto begin = static_cast<unsigned>(RandomStream(turn_, field).below(states));
      for (unsigned s = 0; s < states && chosen_[field] == kAnyState; ++s) {
        const auto state = static_cast<SwitchState>((begin + s) % states);
        if (!was_set_[field * most_ + state]) chosen_[field] = state;
      }
      if (chosen_[field] == kAnyState) chosen_[field] = static_cast<SwitchState>(begin);
      was_set_[field * most_ + chosen_[field]] = true;
    }
  }

  bool all_were_set() const {
    for (std::size_t field = 0; field < fabric_.fields.size(); ++field) {
      for (unsigned s = 0; s < fabric_.fields[field].states; ++s) {
        if (!was_set_[field * most_ + s]) return false;
      }
    }
    return true;
  }

  /// Notes the passages on the way from the port on this lane, if it reaches another port.
  void follow(std::size_t lane, const SwitchStates& states) {
    way_.clear();
    while (true) {
      const SwitchState state = states[lanes_[lane].at_switch];
      const auto out = lanes_.through(lane, state);
      if (!out) return;
      way_.push_back(lane * most_ + state);
      if (lanes_[*out].is_tapped) break;
      if (lanes_[*out].far == *out) return;
      lane = lanes_[*out].far;
    }
    for (const std::size_t passage : way_) {
      passed_ += !is_passed_[passage];
      is_passed_[passage] = true;
    }
  }

  const Fabric& fabric_;
  LaneMap lanes_;
  unsigned most_ = 1;  // states of a field
  std::size_t passages_ = 0;
  std::size_t passed_ = 0;
  std::vector<bool> is_passed_;  // by lane and state
  std::vector<bool> was_set_;    // by field and state
  std::uint64_t turn_ = 0;
  Configuration chosen_;
  std::vector<std::size_t> choices_;  // fields, of one way
  std::vector<Step> steps_;
  std::vector<std::uint64_t> visited_;  // by lane: the search that was there last
  std::uint64_t visit_ = 0;
  std::vector<std::size_t> way_;
};

}  // namespace

StateSweep state_sweep(const Fabric& fabric) {
  return Sweeper(fabric).run();
}

}  // namespace kintsugi::rtl
