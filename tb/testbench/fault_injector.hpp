/// Kills PEs and links of a chip while it runs, and repairs the chip.
///
/// Repair    a fabric repairs itself around all defects so far, those known at the beginning included. If it cannot,
///           the controller of the chip fails: the chip stays stopped and drained
/// Errors    those of ReconfigurationController::expect()
#pragma once

#include <span>
#include <systemc>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class FaultInjector final : public sc_core::sc_module {
 public:
  /// `known`: the defects that the chip was configured around.
  FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric, Defects known = {});
  /// Injects faults, by cycle; once, before the first of them. A plan takes `plan_cycles`.
  void inject(std::vector<RunTimeFault> faults, Cycle plan_cycles = 0);
  /// Returns the reconfigurations so far.
  std::span<const ReconfigurationController::Reconfiguration> reconfigurations() const;

 private:
  ReconfigurationPlan plan(const Defects& so_far) const;

  Chip& chip_;
  const ReconfigurableFabric& fabric_;
  Defects known_;
};

}  // namespace kintsugi
