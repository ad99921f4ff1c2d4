/// Kills PEs, links, switches and wires of a chip while it runs, ends their faults, and lets the chip heal.
///
/// Fabric    repairs itself around all defects so far, those known at the beginning included, and keeps the paths in
///           force as far as it can. The planned states are extracted and compared with the network. If there is no
///           repair, the controller of the chip fails: the chip stays stopped and drained. Links die too where the
///           fabric can have defects of links. The controller is told of the faults
/// In force  the repair that the chip is configured with when a fault comes, whoever has loaded it: it is worked out
///           from where the chip has its nodes
/// Wired     a directly wired chip with fault-aware routing floods its nodes with what happened, and routes around it
/// Begin     a PE that dies before the first configuration is in force makes the controller fail: it is a defect
/// Elements  the chip must be built without defects of switches and wires: those of the fabric that it is given
/// Names     a fault can be named by a text (NamedFault): a PE by its site or by the node that is there when inject()
///           is called, "r1.c0" or "x1.y0"; a link by both ends, "r1.c0 - r1.c1"; an element by what reports call it,
///           "sh.g2.c5 stuck in D1", or by its key and address in a scenario, "switch [0, 2, 3, 0, D1]"
/// Errors    std::invalid_argument for a name that means nothing, with the nearest one, for options that the fabric
///           does not know, for a fault of what the chip does not have, of what has failed already, or of a link that
///           cannot be a defect of the fabric; std::logic_error for a chip that is wired in the other way, or whose
///           routing is not fault-aware, or in which no plan of the fabric puts the nodes where they are; those of
///           ReconfigurationController::expect()
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

#include "hw/chip/chip_class.hpp"
#include "hw/control/reconfiguration.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class ChangingFabric;

/// A fault named by a text, or its end, at the end of a cycle.
struct NamedFault {
  Cycle cycle = 0;
  std::string what;
  bool ends = false;
};

class FaultInjector final : public sc_core::sc_module {
 public:
  /// `known`: the defects that the chip was configured around. `options`: those of the repairs to come; best those of
  /// the repair that is loaded. The plan in force is not read from them.
  FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric, Defects known,
                RepairOptions options = {});
  /// For a chip that is wired directly. `known`: the defects that the routing knows.
  FaultInjector(sc_core::sc_module_name name, Chip& chip, Defects known);
  ~FaultInjector() override;
  static constexpr const char* kKind = "kintsugi_fault_injector";  ///< of all modules of this class
  const char* kind() const override { return kKind; }              ///< for walks over the hierarchy: kKind
  /// Injects faults, by cycle; once, before the first of them. A plan takes `plan_cycles`.
  void inject(std::vector<RunTimeFault> faults, Cycle plan_cycles = 0);
  void inject(const std::vector<NamedFault>& faults, Cycle plan_cycles = 0);
  /// Returns the fault that the words mean.
  Fault fault(std::string_view words) const;
  /// Returns the reconfigurations so far.
  std::span<const ReconfigurationController::Reconfiguration> reconfigurations() const;

 private:
  std::optional<SiteId> site(std::string_view word) const;
  std::optional<ElementDefect> element(std::string_view words) const;
  void check(const Fault& fault) const;
  void check(SiteId site) const;
  void check_order(std::vector<RunTimeFault> faults) const;
  Repair loaded() const;
  ReconfigurationPlan repair(const Defects& so_far);
  ReconfigurationPlan route_around(const Defects& so_far);

  Chip& chip_;
  const ReconfigurableFabric* fabric_;  // nullptr if wired directly
  Defects known_;                       // so far
  RepairOptions options_;
  std::unique_ptr<ChangingFabric> built_;  // the fabric as it is since the last plan; nullptr if wired directly
  std::optional<Repair> in_force_;         // as of the last plan; nullopt: there is none yet
};

}  // namespace kintsugi
