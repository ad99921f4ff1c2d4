/// Defects of the switches and wires of a fabric, and the fabric with these defects.
///
/// A defective fabric has the same sites, switches, wires and fields; only what a defective switch joins has changed.
/// A cut wire is open at the switch at its end. Extraction and hardware are built from the defective fabric as from a
/// sound one: both find the defect in the table of the switch.
///
/// StuckSwitch  joins what it joins in `state`, whatever state it is set to
/// StuckLane    the same for one lane of a bundle: the lane between the terminals a and b, with its taps. If it holds a
///              tap that another lane is set to, that other lane stays open there
/// CutWire      the wire at a terminal is cut: one lane of it, or all lanes
///
/// Errors       throws std::invalid_argument if the fabric does not have the switch, terminal, lane or state, or if
///              something is stuck in two states
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <variant>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

struct StuckSwitch {
  SwitchId switch_id;
  SwitchState state = 0;
  friend constexpr auto operator<=>(const StuckSwitch&, const StuckSwitch&) = default;
};

struct StuckLane {
  SwitchId switch_id;
  TerminalNo a = 0;
  TerminalNo b = 0;
  Lane lane = 0;
  SwitchState state = 0;
  friend constexpr auto operator<=>(const StuckLane&, const StuckLane&) = default;
};

struct CutWire {
  SwitchId switch_id;
  TerminalNo terminal = 0;
  std::optional<Lane> lane = {};  ///< nullopt: all lanes
  friend constexpr auto operator<=>(const CutWire&, const CutWire&) = default;
};

/// A defective part of a fabric that is not a PE.
struct ElementDefect {
  std::variant<StuckSwitch, StuckLane, CutWire> what;
  std::string name = {};  ///< for reports: "sh.g2.c5 stuck in D1"

  SwitchId switch_id() const;
  friend bool operator==(const ElementDefect& a, const ElementDefect& b);
  friend std::strong_ordering operator<=>(const ElementDefect& a, const ElementDefect& b);
};

/// Returns whether both name the same switch or lane as stuck, but in different states.
bool contradict(const ElementDefect& a, const ElementDefect& b);

}  // namespace kintsugi
