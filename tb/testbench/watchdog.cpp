#include "tb/testbench/watchdog.hpp"

#include <exception>
#include <stdexcept>

#include "hw/chip/chip.hpp"
#include "hw/chip/deadlock_report.hpp"
#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

Cycle checked_cycles(Cycle cycles) {
  if (cycles >= 1 && cycles <= Cycle{kMaxCycles}) return cycles;
  throw std::invalid_argument("the cycles of a watchdog must be " + to_text(IntegerRange{1, kMaxCycles}) + ", not " +
                              std::to_string(cycles));
}

}  // namespace

Watchdog::Watchdog(sc_core::sc_module_name name, Chip& chip, Cycle cycles)
    : sc_module(name),
      chip_(&chip),
      chip_name_(chip.name()),
      rule_(checked_cycles(cycles)),
      watch_(chip.clock().add_watch([this](Cycle finished) { return look(finished); })) {}

Watchdog::~Watchdog() {
  if (sc_core::sc_find_object(chip_name_.c_str()) != chip_) return;  // the chip is gone
  chip_->clock().remove_watch(watch_);
  if (!sc_core::sc_start_of_simulation_invoked() || std::uncaught_exceptions() != 0) return;
  try {
    look_at_the_end();
  } catch (const sc_core::sc_report&) {  // its handler has seen it
  }
}

void Watchdog::end_of_simulation() {
  look_at_the_end();
}

Cycle Watchdog::look(Cycle finished) {
  if (has_reported()) return ClockDomain::kNever;
  rule_.observe(finished, chip_->counters());
  if (!rule_.has_flits()) return ClockDomain::kNever;
  if (rule_.is_certain(finished, chip_->clock(), chip_->modules())) report();
  return has_reported() ? ClockDomain::kNever : rule_.certain_after(chip_->clock());
}

/// Looks at the last cycle: in those since the last look no module was active.
void Watchdog::look_at_the_end() {
  const Cycle end = chip_->clock().next();
  if (has_reported() || end == 0) return;
  rule_.observe(chip_->clock().now(), chip_->counters());
  if (rule_.is_certain(end - 1, chip_->clock(), chip_->modules())) report();
}

void Watchdog::report() {
  text_ = std::string(name()) + ": " + deadlock_text(*chip_, rule_.last_move());
  SC_REPORT_WARNING(kDeadlockReport, text_.c_str());
}

}  // namespace kintsugi
