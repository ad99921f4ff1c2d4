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
  std::optional<Lane> lane = {};  ///< nullopt: all lanes
  friend constexpr auto operator<=>(const CutWire&, const CutWire&) = default;
};

/// A defective part of a fabric that is not a PE.
struct ElementDefect {
  std::variant<StuckSwitch, StuckLane, CutWire> what;
  std::string name = {};  ///< for reports: "sh.g2.c5 stuck in D1"

  SwitchId switch_id() const;
  friend bool operator==(const ElementDefect& a, const ElementDefect& b) { return a.what == b.what; }
  friend auto operator<=>(const ElementDefect& a, const ElementDefect& b) { return a.what <=> b.what; }
};

/// Returns whether both name the same switch or lane as stuck, but in different states.
bool contradict(const ElementDefect& a, const ElementDefect& b);

/// The types that the defective switches of a fabric have with their defects. The sound types must outlive it.
class DefectiveSwitches {
 public:
  struct Each {
    SwitchId switch_id;
    std::unique_ptr<const SwitchType> type;
  };
  DefectiveSwitches(const Fabric& sound, std::span<const ElementDefect> defects);
  /// Returns them by ascending number of the switch.
  std::span<const Each> all() const { return all_; }

 private:
  std::vector<Each> all_;
};

/// A fabric with certain defects.
class DefectiveFabric {
 public:
  /// The sound fabric must outlive this one, which still uses its switch types.
  DefectiveFabric(const Fabric& sound, std::span<const ElementDefect> defects);
  DefectiveFabric(const DefectiveFabric&) = delete;  // the fabric points at the switch types
  DefectiveFabric& operator=(const DefectiveFabric&) = delete;

  const Fabric& fabric() const { return fabric_; }

 private:
  Fabric fabric_;
  DefectiveSwitches switches_;
};

/// A fabric whose elements die, and perhaps work again, one after the other: the fabric as it is now.
class ChangingFabric {
 public:
  /// The sound fabric must outlive this one.
  explicit ChangingFabric(const Fabric& sound, std::vector<ElementDefect> defects = {});
  const Fabric& now() const { return defective_ ? defective_->fabric() : *sound_; }
  /// Sets the defects, ascending. Returns whether they have changed. The fabric before the change, and its switch
  /// types, stay valid until the next change.
  bool change_to(const std::vector<ElementDefect>& defects);

 private:
  const Fabric* sound_;
  std::vector<ElementDefect> defects_;
  std::unique_ptr<const DefectiveFabric> defective_;  // nullptr: no defects
  std::unique_ptr<const DefectiveFabric> before_;
};

}  // namespace kintsugi
