/// What a run cost: wall-clock time, memory, and the work that was done for it. Not the same from run to run, so it is
/// in a report only on request (--timing).
///
/// Units     seconds of wall clock, bytes
/// Flit-hop  one flit over one link between routers; links between a PE and its router are not counted. Their number is
///           the sum of the flits over all links in the whole run, delivered or not
/// Router-cycle  one router in one cycle, evaluated or asleep
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "hw/chip/chip.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

/// Runs from its construction on.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

struct RunTiming {
  double elaboration_seconds = 0;       ///< making the modules, binding them, resolving the paths
  double configuration_seconds = 0;     ///< loading the switch states, resolving the paths, tracing
  double simulation_seconds = 0;        ///< of the loop over the cycles below, nothing else
  unsigned threads = 1;                 ///< that had modules to evaluate
  std::uint64_t cycles = 0;             ///< after the configuration
  std::uint64_t router_cycles = 0;      ///< routers, idle ones included, times cycles
  std::uint64_t evaluations = 0;        ///< of modules, in these cycles
  std::uint64_t flit_hops = 0;          ///< in these cycles
  std::uint64_t peak_memory_bytes = 0;  ///< of the process so far

  /// Both 0 where there is nothing to divide by.
  double ns_per_flit_hop() const;
  double router_cycles_per_second() const;
};

/// Flit-hops of a chip so far. Between cycles only.
std::uint64_t flit_hops(const Chip& chip);
/// The most memory this process has had; 0 where the system does not say.
std::uint64_t peak_memory_bytes();

nlohmann::ordered_json to_json(const RunTiming& timing);
void add_timing(TextTable& table, const RunTiming& timing);

}  // namespace kintsugi
