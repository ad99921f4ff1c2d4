/// Judges whether latency and throughput of a run were measured in a steady state: whether the source queues have grown
/// over the window, so that latencies depend on how long the run was.
///
/// Rule     that of Statistics::Queues, for patterns and multicasts over the window, for a trace up to its last packet
/// Unknown  where the window is too short to tell, and where the question has no meaning; with the reason
#pragma once

#include <optional>
#include <string>

#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

struct Steadiness {
  std::optional<bool> steady;
  std::string why;  ///< it is not, or is not known; empty if it is
};

/// The run must have traffic.
Steadiness steadiness_of(const RunResult& result, const Setup& setup);

}  // namespace kintsugi
