#include "hw/clock/clock_signal.hpp"

#include "hw/clock/spawn.hpp"

namespace kintsugi {

ClockSignal::ClockSignal(const char* name, sc_core::sc_time period) : sc_signal(name), period_(period), edge_("edge") {
  spawn_method(
      edge_, sc_core::sc_gen_unique_name("toggle"), [this] { toggle(); }, FirstCall::kAtStart);
}

void ClockSignal::register_port(sc_core::sc_port_base& port, const char* if_typename) {
  begin();
  sc_signal::register_port(port, if_typename);
}

/// Begins to toggle. The process runs once when the simulation begins; a first use after that must wake it.
void ClockSignal::begin() const {
  if (toggles_) return;
  toggles_ = true;
  if (sc_core::sc_get_status() >= sc_core::SC_RUNNING) edge_.notify(sc_core::SC_ZERO_TIME);
}

/// Sets the value of the present half period and waits for the next one.
void ClockSignal::toggle() {
  if (!toggles_) return;
  const auto now = sc_core::sc_time_stamp().value();
  const auto passed = now % period_.value();
  const auto half = period_.value() / 2;
  write(passed < half);
  edge_.notify(sc_core::sc_time::from_value(passed < half ? half - passed : period_.value() - passed));
}

}  // namespace kintsugi
