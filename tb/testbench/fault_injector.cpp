#include "tb/testbench/fault_injector.hpp"

#include <utility>

#include "tb/testbench/configuration_driver.hpp"

namespace kintsugi {

FaultInjector::FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric,
                             Defects known)
    : sc_module(name), chip_(chip), fabric_(fabric), known_(std::move(known)) {}

void FaultInjector::inject(std::vector<RunTimeFault> faults, Cycle plan_cycles) {
  chip_.faults().controller().expect(
      std::move(faults), known_, [this](const Defects& so_far) { return plan(so_far); }, plan_cycles);
}

ReconfigurationPlan FaultInjector::plan(const Defects& so_far) const {
  const Repair repair = fabric_.repair(so_far, {});
  if (!repair.repairable) return {repair.reason.empty() ? "no repair" : repair.reason, {}, 0};
  const Placement& before = chip_.nodes().placement();
  std::size_t moved = 0;
  for (std::size_t node = 0; node < before.site_of.size(); ++node) {
    moved += before.site_of[node] != repair.placement.site_of[node];
  }
  return {"", chip_.configuration().steps(configuration_stream(chip_, repair), repair.placement, repair.message),
          moved};
}

std::span<const ReconfigurationController::Reconfiguration> FaultInjector::reconfigurations() const {
  return chip_.faults().controller().reconfigurations();
}

}  // namespace kintsugi
