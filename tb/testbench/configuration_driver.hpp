/// Configures a chip on a fabric, and kills PEs and links while it runs.
///
/// ConfigurationDriver   loads repairs: load() shifts one in from the next cycle on; `done` is notified when the chain
///                       has accepted or refused it, and accepted() and error() say which
/// FaultInjector         gives the faults to the controller of the chip, and has the fabric repair itself around all
///                       defects so far. A fabric that has no repair leaves the chip stopped and drained
/// Errors                std::logic_error for a repair that does not exist; those of ConfigChain::load() and
///                       ReconfigurationController::expect()
#pragma once

#include <string>
#include <systemc>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class ConfigurationDriver final : public sc_core::sc_module {
 public:
  sc_core::sc_event done;

  ConfigurationDriver(sc_core::sc_module_name name, Chip& chip);
  void load(const Repair& repair);
  bool accepted() const;
  /// Returns why the last load was refused; empty if it was not.
  const std::string& error() const;

 private:
  void after_cycle();

  Chip& chip_;
  bool loading_ = false;
};

class FaultInjector final : public sc_core::sc_module {
 public:
  /// `known`: the defects that the chip was configured around.
  FaultInjector(sc_core::sc_module_name name, Chip& chip, const ReconfigurableFabric& fabric, Defects known = {});
  /// Injects faults, by cycle; once, before the first of them.
  void inject(std::vector<RunTimeFault> faults);
  /// Returns the reconfigurations so far.
  std::span<const ReconfigurationController::Reconfiguration> reconfigurations() const;

 private:
  ReconfigurationPlan plan(const Defects& so_far) const;

  Chip& chip_;
  const ReconfigurableFabric& fabric_;
  Defects known_;
};

}  // namespace kintsugi
