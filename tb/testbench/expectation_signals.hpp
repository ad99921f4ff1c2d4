/// Shows expectations in the waveform of a chip.
///
/// Signals  `<name>.at0`, `<name>.always0`, `<name>.never0` ... in the order in which they were added: outside,
///          pending, holds or fails in each cycle; `<name>.unmet` counts how many times one was not met so far
#pragma once

#include "hw/chip/chip_class.hpp"
#include "hw/link/module.hpp"
#include "tb/testbench/cycle_checks.hpp"

namespace kintsugi {

class ExpectationSignals : public Module {
 public:
  /// Makes the walks over the modules of the chip find it (Chip::show). It must live as long as the chip.
  ExpectationSignals(sc_core::sc_module_name name, Chip& chip);
  static constexpr const char* kKind = "kintsugi_expectations";
  const char* kind() const override { return kKind; }
  CycleChecks& checks() { return checks_; }
  const CycleChecks& checks() const { return checks_; }
  void list_probes(wave::ModuleProbes& probes) const override;

 private:
  CycleChecks checks_;
};

}  // namespace kintsugi
