/// Broken switches and wires of a fabric, and the fabric as it then is.
///
/// A damaged fabric has the same sites, switches, wires and fields; only what a broken switch joins has changed. A wire
/// that is broken is open at the switch at its end. Trace and hardware are built from the damaged fabric as from a
/// sound one: both meet the defect in the table of the switch.
///
/// StuckSwitch  joins what it joins in `state`, whatever state it is set to
/// StuckLane    the same for one lane of a bundle: between the terminals a and b, and the taps they have. What it keeps
///              from another lane that is set to the same tap stays open
/// CutWire      the wire at a terminal is broken: in one lane, or in all
///
/// Errors  std::invalid_argument for a switch, terminal, lane or state that the fabric does not have, and for what is
/// stuck
///         in two states
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

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
  std::optional<Lane> lane = {};  ///< nothing: all of them
  friend constexpr auto operator<=>(const CutWire&, const CutWire&) = default;
};

/// Something of a fabric that is broken but is not a PE.
struct ElementDefect {
  std::variant<StuckSwitch, StuckLane, CutWire> what;
  std::string name = {};  ///< as reports call it: "sh.g2.c5 stuck in D1"

  SwitchId switch_id() const;
  friend bool operator==(const ElementDefect& a, const ElementDefect& b) { return a.what == b.what; }
  friend auto operator<=>(const ElementDefect& a, const ElementDefect& b) { return a.what <=> b.what; }
};

/// Whether both say in which state the same switch or lane is stuck, and not the same.
bool contradict(const ElementDefect& a, const ElementDefect& b);

class DefectiveFabric {
 public:
  /// The sound fabric must outlive this one: its switch types are still used.
  DefectiveFabric(const Fabric& sound, std::span<const ElementDefect> broken);
  DefectiveFabric(const DefectiveFabric&) = delete;  // the fabric points at the switch types
  DefectiveFabric& operator=(const DefectiveFabric&) = delete;

  const Fabric& fabric() const { return fabric_; }

 private:
  Fabric fabric_;
  std::deque<std::unique_ptr<SwitchType>> types_;
};

}  // namespace kintsugi
