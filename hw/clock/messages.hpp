/// The reports of the library, by sc_report_handler: all message types, and how an event is reported.
///
/// Mistakes  kMistakeReport (SC_ERROR), kExpectationReport (SC_ERROR), kRtlDifferenceReport (SC_ERROR)
/// Warnings  kConfigurationReport, kDeadlockReport (SC_WARNING); those of a scenario: tb/tool/run/system.hpp
/// Events    kFaultReport, kPhaseReport, kPlacementReport, kRefusalReport, kUpsetReport, kDropReport (SC_INFO,
///           verbosity SC_HIGH): off unless the testbench says sc_report_handler::set_verbosity_level(SC_HIGH), at any
///           time. The message is "<module>: cycle <c>: <event>"
/// Cost      of an event that is off: one comparison, where the event happens; no event is one of a flit. Nothing is
///           asked in other cycles
/// Order     the same on every schedule and number of threads: packets that are dropped in a cycle are reported behind
///           its modules, by source and number
#pragma once

#include <string>
#include <systemc>

#include "models/network/types.hpp"

namespace kintsugi {

/// A mistake of the model, which a module throws as std::logic_error, or of a TLM initiator in the base protocol.
inline constexpr const char* kMistakeReport = "/kintsugi/mistake";
/// An expectation that is not met (tb/testbench/expectations.hpp).
inline constexpr const char* kExpectationReport = "/kintsugi/expectation";
/// A part in RTL that does not do what the model does (hw/pins/rtl_comparison.hpp).
inline constexpr const char* kRtlDifferenceReport = "/kintsugi/rtl_difference";
/// States in force that make another network, or a module that waits for a configuration that has not come.
inline constexpr const char* kConfigurationReport = "/kintsugi/configuration";
/// A chip that is stalled (tb/testbench/watchdog.hpp).
inline constexpr const char* kDeadlockReport = "/kintsugi/deadlock";
/// A fault at run time, or its end: of a PE, a link, a switch, a wire.
inline constexpr const char* kFaultReport = "/kintsugi/fault";
/// A new phase of the reconfiguration controller or of the configuration chain.
inline constexpr const char* kPhaseReport = "/kintsugi/phase";
/// Nodes that are placed, and each that moves.
inline constexpr const char* kPlacementReport = "/kintsugi/placement";
/// A stream that the chain refuses, and why.
inline constexpr const char* kRefusalReport = "/kintsugi/refused";
/// States that the scrub of the chain finds to be others than those of the stream.
inline constexpr const char* kUpsetReport = "/kintsugi/upset";
/// A packet, or a copy of one, that a PE drops, and why.
inline constexpr const char* kDropReport = "/kintsugi/drop";

/// Returns whether events are reported.
inline bool reports_events() {
  return sc_core::sc_report_handler::get_verbosity_level() >= sc_core::SC_HIGH;
}

/// Reports an event of a module; only then `text` is called, which returns what happened. From the thread of sc_start()
/// only.
template <class Text>
void report_event(const char* type, const char* module, Cycle cycle, Text text) {
  if (!reports_events()) return;
  const std::string message = std::string(module) + ": cycle " + std::to_string(cycle) + ": " + text();
  SC_REPORT_INFO_VERB(type, message.c_str(), sc_core::SC_HIGH);
}

}  // namespace kintsugi
