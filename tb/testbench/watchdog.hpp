/// Reports a stalled chip: a deadlock, or packets that wait at an open port.
///
///   Watchdog watchdog("watchdog", chip, 10'000);
///
/// Rule     that of hw/chip/stall_rule.hpp: no flit has moved for so many cycles, though some are in the network
/// Report   once, of type kDeadlockReport, severity SC_WARNING: since when, and what each blocked packet waits for
///          (hw/chip/deadlock_report.hpp). The simulation goes on; sc_report_handler can stop it
/// End      also when the simulation ends, by sc_stop() or with the destructor, and the rule is met by then
/// Cost     a look at the counters of the chip after each cycle in which a module was active. A stalled chip
///          is woken once, for the report: sc_start() without an end still returns
/// Errors   std::invalid_argument for 0 cycles, and for more than kMaxCycles
#pragma once

#include <string>
#include <systemc>

#include "hw/chip/chip_class.hpp"
#include "hw/chip/stall_rule.hpp"

namespace kintsugi {

class Watchdog final : public sc_core::sc_module {
 public:
  static constexpr const char* kKind = "kintsugi_watchdog";  ///< of all modules of this class
  const char* kind() const override { return kKind; }        ///< for walks over the hierarchy: kKind

  /// `cycles`: 1 to kMaxCycles; as `run.watchdog` of a scenario.
  Watchdog(sc_core::sc_module_name name, Chip& chip, Cycle cycles = 10'000);
  ~Watchdog() override;
  /// Reports if the rule is met by then.
  void end_of_simulation() override;

  /// Returns whether it has reported that the chip is stalled.
  bool has_reported() const { return !text_.empty(); }
  /// Returns the text of the report; empty if there is none.
  const std::string& text() const { return text_; }
  /// Returns the last cycle in which a flit moved, or none was in the network.
  Cycle last_move() const { return rule_.last_move(); }

 private:
  Cycle look(Cycle finished);
  void look_at_the_end();
  void report();

  Chip* chip_;
  std::string chip_name_;
  StallRule rule_;
  std::size_t watch_;
  std::string text_;
};

}  // namespace kintsugi
