/// A switch of a fabric: joins the lanes of its terminals according to its state. Track switches, bunch switches and
/// shuffle-port selectors are this module with different tables (models/fabric/switch_type.hpp).
///
/// Ports   one path port per terminal and wire; a tapped terminal has one path port per lane instead, each to one
///         router port
/// State   `state` is in force; `shadow` is what the configuration chain has shifted in so far
/// Timing  combinational: passing costs wire length, never a cycle. After commit() the caller must resolve the paths
///         again (hw/chip/path_table.hpp)
/// Stuck   a switch with defects has a table of its own, by which it joins the same whatever its state is, or leaves a
///         cut wire open (models/fabric/element_defect.hpp); state and shadow are what was loaded
/// Errors  shift_in() throws std::out_of_range for a state that the switch does not have
/// Not modelled: pass-gate delay, a switch caught between two states
/// Source  Inoguchi and Horiguchi 1996, sections 5.1 and 5.2, figures 9 to 12
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/link/module.hpp"
#include "hw/link/path_port.hpp"
#include "models/fabric/switch_type.hpp"

namespace kintsugi {

class SwitchModule final : public Module {
 public:
  /// tapped[t]: terminal t is tapped by router ports rather than wired.
  SwitchModule(sc_core::sc_module_name name, ClockDomain& clock, SwitchId id, const SwitchType& type,
               const std::vector<bool>& tapped, ShownPorts shown = ShownPorts::kAll);

  SwitchId id() const { return id_; }
  const SwitchType& type() const { return *type_; }
  /// Of switches of every type; which one it is, type() says.
  static constexpr const char* kKind = "kintsugi_switch";
  const char* kind() const override { return kKind; }

  /// @name Binding, during elaboration
  /// @{
  PathTargetIf& path_end(TerminalNo terminal) { return *terminals_.at(terminal).target; }
  PathPort& wire_port(TerminalNo terminal) { return terminals_.at(terminal).path_ports.at(0); }
  PathPort& tap_port(TerminalNo terminal, Lane lane) { return terminals_.at(terminal).path_ports.at(lane); }
  /// @}
  void list_probes(wave::ModuleProbes& probes) const override;

  /// Sets what knows the paths; until then no flit passes.
  void watch(const PathWatcher& paths) { paths_ = &paths; }
  /// Returns whether a flit that passes this switch was sent in the cycle evaluated last.
  bool passes() const { return paths_ != nullptr && paths_->flit_passes(id_); }

  /// Says that the switch is to have another state than the planned one.
  std::string describe_difference(SwitchState set, SwitchState planned) const;

  SwitchState state() const { return state_; }
  SwitchState shadow() const { return shadow_; }
  void shift_in(SwitchState state) { shadow_ = checked(state); }
  /// Brings the shadow into force; returns whether the state changed.
  bool commit();
  void discard_shadow() { shadow_ = state_; }
  /// Turns a bit of the state in force over. A value that is no state joins nothing, as in hardware.
  void upset(unsigned bit) { state_ = static_cast<SwitchState>(state_ ^ 1U << bit); }
  /// Sets the table, because the defects of the switch have changed; it has the same terminals, lanes and states. The
  /// paths must be resolved again.
  void set_type(const SwitchType& type) { type_ = &type; }

  /// Passes a cursor on that came in at this lane.
  void pass(PathCursor& cursor, LaneRef in);

 private:
  /// The outside of one terminal.
  class TerminalTarget final : public PathTargetIf {
   public:
    TerminalTarget(SwitchModule& owner, TerminalNo terminal) : owner_(&owner), terminal_(terminal) {}
    void enter(PathCursor& cursor, Lane lane) override { owner_->pass(cursor, {terminal_, lane}); }

   private:
    SwitchModule* owner_;
    TerminalNo terminal_;
  };
  struct Terminal {
    std::unique_ptr<TerminalTarget> target;
    bool tapped = false;
    std::vector<PathPort> path_ports = {};  // the one wire, or the taps by lane
  };
  SwitchState checked(SwitchState state) const;

  SwitchId id_;
  const SwitchType* type_;
  std::vector<Terminal> terminals_;
  const PathWatcher* paths_ = nullptr;
  SwitchState state_ = 0;
  SwitchState shadow_ = 0;
};

}  // namespace kintsugi
