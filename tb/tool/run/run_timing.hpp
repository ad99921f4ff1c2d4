/// The cost of a run: wall-clock time, memory and work. It differs from run to run, so a report has it only with
/// --timing.
///
/// Units         seconds of wall clock, bytes
/// Flit-hop      one flit over one link between routers; links between a PE and its router are not counted. Their
///               number is the sum of the flits over all links in the whole run, delivered or not
/// Router-cycle  one router in one cycle, evaluated or asleep
#pragma once

#include <chrono>
#include <cstdint>

#include "hw/chip/chip.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

/// Measures the time since its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

struct RunTiming {
  double elaboration_seconds = 0;           ///< making the modules, binding them, resolving the paths
  double configuration_seconds = 0;         ///< loading the switch states, resolving the paths, extraction
  double simulation_seconds = 0;            ///< running the cycles counted below
  unsigned threads = 1;                     ///< the threads that had modules to evaluate
  std::uint64_t cycles = 0;                 ///< after the configuration
  std::uint64_t router_cycles = 0;          ///< routers, idle ones included, times cycles
  std::uint64_t evaluations = 0;            ///< of modules, in these cycles
  std::uint64_t busiest_thread = 0;         ///< the evaluations of the thread that made most of them
  std::uint64_t flit_hops = 0;              ///< in these cycles
  std::uint64_t peak_memory_bytes = 0;      ///< of the process so far
  std::uint64_t memory_estimate_bytes = 0;  ///< of that, before the run

  /// Both return 0 if the divisor is 0.
  double ns_per_flit_hop() const;
  double router_cycles_per_second() const;
};

/// Returns the flit-hops of a chip so far. Call it between cycles.
std::uint64_t flit_hops(const Chip& chip);

void add_timing(TextTable& table, const RunTiming& timing);

}  // namespace kintsugi
