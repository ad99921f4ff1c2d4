/// A kind of switch: the tables that say which of its terminals are joined in which state.
///
/// A switch has terminals, each a bundle of parallel wires called lanes. In a given state a lane is joined to at most
/// one other lane of the switch; the joining is symmetric. The extraction of the network (extraction.hpp) and the
/// hardware modules use the same tables, so the network that is checked is the one that is built.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/switch_state.hpp"

namespace kintsugi {

/// One lane of one terminal of a switch.
struct LaneRef {
  TerminalNo terminal = 0;
  Lane lane = 0;
  friend constexpr bool operator==(LaneRef, LaneRef) = default;
};

class SwitchType {
 public:
  virtual ~SwitchType() = default;
  /// Returns the name of the kind: "track switch", "bunch switch" ...
  virtual const std::string& name() const = 0;
  /// Returns the names of the terminals: "n", "line_a", "tap_a" ...
  virtual const std::vector<std::string>& terminals() const = 0;
  virtual unsigned lanes(TerminalNo terminal) const = 0;
  virtual unsigned states() const = 0;
  /// Returns the name that the waveform shows: "D1", "cross", "connect_0_2" ... It has no blanks.
  virtual std::string state_name(SwitchState state) const = 0;
  /// Returns the lane at which a signal that enters at `in` leaves, or nullopt if `in` is open in this state.
  virtual std::optional<LaneRef> through(SwitchState state, LaneRef in) const = 0;
};

/// Track switch: one state for all lanes. Lane i of a terminal is joined to lane i of another. Terminals N, E, S, W.
/// Source: Inoguchi and Horiguchi 1996, section 5.1. The paper says "4 states"; these four are what repair by shifting
/// nodes requires.
class TrackSwitchType final : public SwitchType {
 public:
  enum Terminal : TerminalNo { kNorth, kEast, kSouth, kWest };
  enum State : SwitchState {
    kOpen,  ///< no terminals joined; power-up
    kX,     ///< N-S and W-E
    kD1,    ///< N-E and S-W
    kD2,    ///< N-W and S-E
  };
  explicit TrackSwitchType(unsigned lanes) : lanes_(lanes) {}
  const std::string& name() const override;
  const std::vector<std::string>& terminals() const override;
  unsigned lanes(TerminalNo) const override { return lanes_; }
  unsigned states() const override { return 4; }
  std::string state_name(SwitchState state) const override;
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override;

 private:
  unsigned lanes_;
};

/// Bunch switch of one PE on one axis, east-west or north-south: attaches the PE's router to wires of the bundle.
///
/// Terminals  line_a, line_b   the bundle towards west/north and towards east/south, one lane per wire
///            tap_a, tap_b     the router's ports on each of these sides: lane 0 base, lane 1 bypass; no lane 1 with
///                             a single wire
/// States     0                bypass: all wires pass straight through, no tap is joined
///            1                wire 0 connected (line_a.0 - tap_a.0, line_b.0 - tap_b.0), the others straight
///            1 + w, w > 0     wires 0 and w connected; wire w is on lane 1 of the taps
/// Isolation  A PE has one code for its two bunch switches. Where the switch of an axis can be isolated, two codes more
///            say which of the two is open while the other passes all wires straight:
///            wires + 1        that of the east-west axis is "isolated", the other one "cross_alone"
///            wires + 2        the same with the axes exchanged
///            The two switches of a PE then are of two types, one for each axis
/// Source     Inoguchi and Horiguchi 1996, section 5.2 (modes cross and connect); the isolation is not in it
class BunchSwitchType final : public SwitchType {
 public:
  enum Terminal : TerminalNo { kLineA, kLineB, kTapA, kTapB };
  enum TapLane : Lane { kBase, kBypass };
  enum class Axis : SwitchState { kEw, kNs };
  static constexpr SwitchState kBypassAll = 0;
  /// Returns the state that attaches the router to wire 0 and, for wire > 0, to that wire too.
  static constexpr SwitchState connect(unsigned wire) { return static_cast<SwitchState>(1 + wire); }

  /// A switch that cannot be isolated.
  explicit BunchSwitchType(unsigned wires) : wires_(wires) {}
  /// A switch of this axis that can be isolated.
  BunchSwitchType(unsigned wires, Axis axis) : wires_(wires), axis_(axis) {}

  const std::string& name() const override;
  const std::vector<std::string>& terminals() const override;
  unsigned lanes(TerminalNo terminal) const override;
  unsigned states() const override { return wires_ + (axis_ ? 3 : 1); }
  std::string state_name(SwitchState state) const override;
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override;
  /// Returns the code with which the switch of this axis is isolated. Both types of a fabric must have it.
  SwitchState isolated(Axis axis) const { return static_cast<SwitchState>(wires_ + 1 + static_cast<unsigned>(axis)); }
  /// Returns whether the wire ends at the router (is not passed straight through) in this state.
  bool connected(SwitchState state, unsigned wire) const {
    return state != kBypassAll && state <= wires_ && (wire == 0 || wire == state - 1u);
  }

 private:
  unsigned wires_;
  std::optional<Axis> axis_;  // empty: the switch cannot be isolated
};

/// Two-mode switch of one wire of a bunch, which is set on its own. The switches of a bunch are a chain along the
/// bundle, that of wire 0 first: line_b of each leads to line_a of the next.
///
/// Terminals  line_a, line_b   the bundle towards west/north and towards east/south, one lane per wire
///            tap_a, tap_b     towards the router. Wire 0: its ports on each of these sides, as in BunchSwitchType. Any
///                             other wire: the bypass port alone, by way of the switches before it
///            next_a, next_b   the bypass port, for the switches after it; the last switch has none
/// States     0  cross         the wire passes straight through. Tap and next are joined, but not by the switch of
///                             wire 0
///            1  connect       the wire ends at the router, on lane 0 of the taps. The switch of wire 0 joins the
///                             bypass ports with next; that of any other wire does not pass them on
///            All other wires of the bundle pass straight through in both states
/// So a router is attached only if wire 0 is in mode connect, and of the other wires in this mode the first has its
/// bypass ports: the ends of the others are open
/// Source     Inoguchi and Horiguchi 1996, section 5.2; how several switches share the ports is worked out here
class TwoModeSwitchType final : public SwitchType {
 public:
  enum Terminal : TerminalNo { kLineA, kLineB, kTapA, kTapB, kNextA, kNextB };
  enum Mode : SwitchState { kCross, kConnect };
  TwoModeSwitchType(unsigned wires, unsigned wire);
  const std::string& name() const override { return name_; }
  const std::vector<std::string>& terminals() const override { return terminals_; }
  unsigned lanes(TerminalNo terminal) const override;
  unsigned states() const override { return 2; }
  std::string state_name(SwitchState state) const override;
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override;

 private:
  std::optional<LaneRef> from_line(SwitchState state, LaneRef in) const;

  unsigned wires_;
  unsigned wire_;
  std::string name_;
  std::vector<std::string> terminals_;
};

/// Selector of one router port: joins the port to one of several links.
///
/// Terminals  port     the router's port
///            link_i   the links, one lane each; at most 254
/// States     0        open: no terminals joined
///            i        port - link_i joined, all other links open; i from 1
/// Source     H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, section 2 (port selection)
class SelectorType final : public SwitchType {
 public:
  static constexpr unsigned kMostLinks = 254;
  static constexpr TerminalNo kPort = 0;
  static constexpr SwitchState kOpen = 0;
  /// Returns the terminal of the link at `index`, 0 .. links - 1.
  static constexpr TerminalNo link(unsigned index) { return static_cast<TerminalNo>(1 + index); }
  /// Returns the state that joins the port to that link.
  static constexpr SwitchState choose(unsigned index) { return static_cast<SwitchState>(1 + index); }

  /// Throws std::invalid_argument if `links` is more than kMostLinks.
  explicit SelectorType(unsigned links);
  const std::string& name() const override;
  const std::vector<std::string>& terminals() const override { return terminals_; }
  unsigned lanes(TerminalNo) const override { return 1; }
  unsigned states() const override { return static_cast<unsigned>(terminals_.size()); }
  std::string state_name(SwitchState state) const override;
  std::optional<LaneRef> through(SwitchState state, LaneRef in) const override;

 private:
  std::vector<std::string> terminals_;
};

/// Bypass of a segment of the configuration chain (chain_segment.hpp): it joins nothing, its state is that of the
/// segment.
///
/// States  0 loaded, 1 bypassed
class BypassSwitchType final : public SwitchType {
 public:
  const std::string& name() const override;
  const std::vector<std::string>& terminals() const override;
  unsigned lanes(TerminalNo) const override { return 0; }
  unsigned states() const override { return 2; }
  std::string state_name(SwitchState state) const override;
  std::optional<LaneRef> through(SwitchState, LaneRef) const override { return std::nullopt; }
};

}  // namespace kintsugi
