#include "models/fabric/switch_type.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

const std::string& TrackSwitchType::name() const {
  static const std::string name = "track switch";
  return name;
}

const std::vector<std::string>& TrackSwitchType::terminals() const {
  static const std::vector<std::string> names{"n", "e", "s", "w"};
  return names;
}

std::string TrackSwitchType::state_name(SwitchState state) const {
  static const char* const names[] = {"OPEN", "X", "D1", "D2"};
  return state < states() ? names[state] : "INVALID";
}

std::optional<LaneRef> TrackSwitchType::through(SwitchState state, LaneRef in) const {
  constexpr TerminalNo partner[4][4] = {
      {kNorth, kEast, kSouth, kWest},  // open: a terminal partnered with itself is open
      {kSouth, kWest, kNorth, kEast},
      {kEast, kNorth, kWest, kSouth},
      {kWest, kSouth, kEast, kNorth},
  };
  if (state >= states()) return std::nullopt;
  const TerminalNo out = partner[state][in.terminal];
  if (out == in.terminal) return std::nullopt;
  return LaneRef{out, in.lane};
}

const std::string& BunchSwitchType::name() const {
  static const std::string plain = "bunch switch";
  static const std::string of_axis[] = {"bunch switch (ew)", "bunch switch (ns)"};
  return axis_ ? of_axis[static_cast<std::size_t>(*axis_)] : plain;
}

const std::vector<std::string>& BunchSwitchType::terminals() const {
  static const std::vector<std::string> names{"line_a", "line_b", "tap_a", "tap_b"};
  return names;
}

unsigned BunchSwitchType::lanes(TerminalNo terminal) const {
  return terminal <= kLineB ? wires_ : std::min(wires_, 2u);
}

std::string BunchSwitchType::state_name(SwitchState state) const {
  if (state >= states()) return "INVALID";
  if (state == kBypassAll) return "cross";
  if (state > wires_) return state == isolated(*axis_) ? "isolated" : "cross_alone";
  if (state == connect(0)) return "connect_0";
  return "connect_0_" + std::to_string(state - 1);
}

std::optional<LaneRef> BunchSwitchType::through(SwitchState state, LaneRef in) const {
  if (state >= states() || (axis_ && state == isolated(*axis_))) return std::nullopt;
  if (in.terminal == kLineA || in.terminal == kLineB) {
    const bool a = in.terminal == kLineA;
    if (!connected(state, in.lane)) return LaneRef{a ? kLineB : kLineA, in.lane};
    return LaneRef{a ? kTapA : kTapB, in.lane == 0 ? kBase : kBypass};
  }
  if (state == kBypassAll || state > wires_) return std::nullopt;
  const TerminalNo line = in.terminal == kTapA ? kLineA : kLineB;
  if (in.lane == kBase) return LaneRef{line, 0};
  if (in.lane == kBypass && state > connect(0)) return LaneRef{line, static_cast<Lane>(state - 1)};
  return std::nullopt;
}

TwoModeSwitchType::TwoModeSwitchType(unsigned wires, unsigned wire)
    : wires_(wires),
      wire_(wire),
      name_("two-mode switch of wire " + std::to_string(wire)),
      terminals_{"line_a", "line_b", "tap_a", "tap_b"} {
  if (wire + 1 < wires) terminals_.insert(terminals_.end(), {"next_a", "next_b"});
}

unsigned TwoModeSwitchType::lanes(TerminalNo terminal) const {
  if (terminal <= kLineB) return wires_;
  return terminal <= kTapB && wire_ == 0 ? std::min(wires_, 2u) : 1;
}

std::string TwoModeSwitchType::state_name(SwitchState state) const {
  if (state >= states()) return "INVALID";
  return state == kCross ? "cross" : "connect";
}

std::optional<LaneRef> TwoModeSwitchType::through(SwitchState state, LaneRef in) const {
  if (state >= states()) return std::nullopt;
  if (in.terminal <= kLineB) return from_line(state, in);
  const bool has_next = wire_ + 1 < wires_;
  const bool passes_on = has_next && (state == kConnect) == (wire_ == 0);  // the bypass ports
  const bool a = in.terminal == kTapA || in.terminal == kNextA;
  const Lane bypass = wire_ == 0 ? 1 : 0;
  if (in.terminal >= kNextA) {
    return passes_on ? std::optional(LaneRef{a ? kTapA : kTapB, bypass}) : std::nullopt;
  }
  if (in.lane == 0 && state == kConnect) return LaneRef{a ? kLineA : kLineB, static_cast<Lane>(wire_)};
  if (in.lane == bypass && passes_on) return LaneRef{a ? kNextA : kNextB, 0};
  return std::nullopt;
}

std::optional<LaneRef> TwoModeSwitchType::from_line(SwitchState state, LaneRef in) const {
  const bool a = in.terminal == kLineA;
  if (state == kConnect && in.lane == wire_) return LaneRef{a ? kTapA : kTapB, 0};
  return LaneRef{a ? kLineB : kLineA, in.lane};
}

SelectorType::SelectorType(unsigned links) : terminals_{"port"} {
  if (links > kMostLinks) {
    throw std::invalid_argument("a selector has at most " + std::to_string(kMostLinks) + " links, not " +
                                std::to_string(links));
  }
  for (unsigned i = 1; i <= links; ++i) terminals_.push_back("link_" + std::to_string(i));
}

const std::string& SelectorType::name() const {
  static const std::string name = "selector";
  return name;
}

std::string SelectorType::state_name(SwitchState state) const {
  if (state >= states()) return "INVALID";
  return state == kOpen ? "open" : terminals_[state];
}

std::optional<LaneRef> SelectorType::through(SwitchState state, LaneRef in) const {
  if (state == kOpen || state >= states()) return std::nullopt;
  if (in.terminal == kPort) return LaneRef{state, in.lane};
  if (in.terminal == state) return LaneRef{kPort, in.lane};
  return std::nullopt;
}

const std::string& BypassSwitchType::name() const {
  static const std::string kName = "segment bypass";
  return kName;
}

const std::vector<std::string>& BypassSwitchType::terminals() const {
  static const std::vector<std::string> kNone;
  return kNone;
}

std::string BypassSwitchType::state_name(SwitchState state) const {
  return state == 0 ? "loaded" : "bypassed";
}

}  // namespace kintsugi
