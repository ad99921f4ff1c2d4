/// What happened to a run in time: its faults, the phases of its reconfigurations, and the reasons of loss.
/// For reports, logs and pages.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hw/pe/pe.hpp"
#include "tb/tool/run/run_time_repair.hpp"

namespace kintsugi {

/// A phase of a reconfiguration, with its first and its last cycle.
struct PhaseSpan {
  const char* name;
  Cycle from = 0;
  Cycle to = 0;
  std::size_t reconfiguration = 0;  ///< its number, from 0
};

/// Returns the phases in the order of time.
std::vector<PhaseSpan> phases_of(std::span<const ReconfigurationController::Reconfiguration> reconfigurations);

/// Returns the faults and ends of faults of a run of so many cycles, each once, in the order in which they were taken
/// up. Those that the run has not reached are left out.
std::vector<RunTimeFault> faults_of(const FaultsResult& faults, Cycle cycles);

/// Names a fault: "PE 7", "the link from 3 to 6", "sh.g2.c5 stuck in D1".
std::string text_of(const Fault& fault, const Setup& setup);
/// "PE 7 dead since cycle 100", "PE 7 dead until cycle 300".
std::string text_of(const RunTimeFault& fault, const Setup& setup);

/// "queued", "reached" ...
const char* reason_name(DropReason reason);

}  // namespace kintsugi
