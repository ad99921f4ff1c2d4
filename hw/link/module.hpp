/// Base class of the modules of a chip: what a module shows, and which flits and credits it holds.
///
/// Probes   list_probes() names what a waveform can show of the module. sc_trace() adds them all to a trace file of
///          SystemC, which reads memory only: copies of the values, taken after each cycle
/// Check    add_to() states what the module holds; the check then compares all modules of the chip with each other
/// Walk     the chip finds its modules in the SystemC hierarchy below it: a module that is made there takes part
#pragma once

#include <string>
#include <systemc>

#include "hw/clock/clock_domain.hpp"
#include "hw/wave/probe.hpp"

namespace kintsugi {

class ConservationCheck;

class Module : public sc_core::sc_module {
 public:
  /// `clock`: after whose cycles the values of the probes hold.
  Module(sc_core::sc_module_name name, ClockDomain& clock) : sc_module(name), module_clock_(&clock) {}

  static constexpr const char* kKind = "kintsugi_module";
  const char* kind() const override { return kKind; }
  /// Lists all probes of the module.
  virtual void list_probes(wave::ModuleProbes& probes) const = 0;
  /// Adds what the module holds in its buffers, receivers and credit counters; nothing if it holds no flit.
  virtual void add_to(ConservationCheck&) const {}

  ClockDomain& module_clock() const { return *module_clock_; }

 private:
  ClockDomain* module_clock_;
};

/// Adds the probes of a module to a trace file, under "<name>.<probe>". Call it before the simulation begins, as for
/// any signal. A value that is unknown is shown as x.
void sc_trace(sc_core::sc_trace_file* file, const Module& module, const std::string& name);

}  // namespace kintsugi
