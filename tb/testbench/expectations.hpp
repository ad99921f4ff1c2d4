/// What a testbench in SystemC expects of the signals of a chip, in cycles.
///
///   Expectations expect("expect", chip);
///   expect.at(2000, "wafer.sh.g0.c0.state", "D1");
///   expect.always("wafer.*.router.in_*.occupancy", {.low = 0, .high = 3});
///   expect.never("wafer.r0.c1.router.out_e.kind", "head").from = 500;
///
/// Meaning   that of tb/testbench/cycle_check.hpp; add() takes any check, and what at(), always() and never() return
///           can be completed until the next call
/// Reports   an expectation is reported the first time that it is not met, with severity SC_ERROR and the message type
///           kExpectationReport. That throws, unless the testbench sets other actions for this type
/// Cycles    each cycle is evaluated, also one in which nothing is due
/// Errors    std::invalid_argument when the simulation begins: a name that is no signal, a state that a switch does not
///           have. std::logic_error for an expectation that comes later
#pragma once

#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "hw/chip/chip_class.hpp"
#include "tb/testbench/cycle_checks.hpp"
#include "tb/testbench/expectation_signals.hpp"

namespace kintsugi {

class Expectations final : public ExpectationSignals {
 public:
  /// The chip must outlive it. Make it before the simulation begins.
  Expectations(sc_core::sc_module_name name, Chip& chip);
  ~Expectations() override;

  /// Expects that signals have a value in a cycle, in each, or in none: the name of a state, or a number.
  /// @{
  CycleCheck& at(Cycle cycle, const std::string& signals, const char* name);
  CycleCheck& at(Cycle cycle, const std::string& signals, SignalRange range);
  CycleCheck& always(const std::string& signals, const char* name);
  CycleCheck& always(const std::string& signals, SignalRange range);
  CycleCheck& never(const std::string& signals, const char* name);
  CycleCheck& never(const std::string& signals, SignalRange range);
  /// @}
  /// Expects a check of any kind. Throws std::logic_error when the simulation has begun.
  CycleCheck& add(CycleCheck check);

  /// Returns a sentence for each expectation that is not met. No cycle is looked at after the first call.
  std::vector<std::string> unmet();

 private:
  struct EachCycle;

  void start_of_simulation() override;
  void after_cycle();

  Chip& chip_;
  std::unique_ptr<EachCycle> each_cycle_;
  bool began_ = false;
  std::vector<bool> reported_;
};

}  // namespace kintsugi
