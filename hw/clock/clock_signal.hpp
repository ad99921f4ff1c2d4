/// The clock signal of a chip, for modules outside it. It toggles only once a module, a process or a waveform uses it.
///
/// Value   true in the first half of each period, from time 0 on
/// Begin   when a port is bound to it, or its value or one of its events is asked for, with the value of the half
///         period of that time. Until then it stays false and causes no event of the kernel
#pragma once

#include <systemc>

namespace kintsugi {

class ClockSignal final : public sc_core::sc_signal<bool> {
 public:
  ClockSignal(const char* name, sc_core::sc_time period);

  void register_port(sc_core::sc_port_base& port, const char* if_typename) override;
  const bool& read() const override { return begin(), sc_signal::read(); }
  const sc_core::sc_event& default_event() const override { return begin(), sc_signal::default_event(); }
  const sc_core::sc_event& value_changed_event() const override { return begin(), sc_signal::value_changed_event(); }
  const sc_core::sc_event& posedge_event() const override { return begin(), sc_signal::posedge_event(); }
  const sc_core::sc_event& negedge_event() const override { return begin(), sc_signal::negedge_event(); }

 private:
  void begin() const;
  void toggle();

  sc_core::sc_time period_;
  mutable sc_core::sc_event edge_;
  mutable bool toggles_ = false;
};

}  // namespace kintsugi
