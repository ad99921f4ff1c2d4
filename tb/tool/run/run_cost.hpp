/// What a run costs: how long it takes, about, and how many threads are worth it, before its chip is made; and what it
/// has taken.
///
/// A rough estimate for one core of a machine of 2024: fitted to meshes and 2D-SRTs of 65 536 nodes; the growth and the
/// parts of a fabric are extrapolated. Another machine, other load on it, and a network near saturation make factors of
/// two. A cycle takes time for each flit on each link that it passes, shared among the threads; as many links as the
/// routes of some pairs of PEs have, which are drawn. Traffic of a trace or a program is not estimated.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "hw/chip/chip.hpp"
#include "models/network/network.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunEstimate {
  std::uint64_t sites = 0;
  std::uint64_t memory_bytes = 0;
  double elaboration_seconds = 0;
  std::optional<double> seconds_per_1000_cycles =
      std::nullopt;  ///< nullopt: there is no traffic, or a trace or a program
};

RunEstimate estimate_run(const Scenario& scenario, const Setup& setup, std::uint64_t memory_bytes, unsigned threads);

/// Returns whether a user wants to know before the run: it takes 256 MiB, or a second to elaborate.
bool is_worth_saying(const RunEstimate& estimate);

/// Returns "1048576 sites: about 4.4 GiB of memory, 15 s to elaborate, 32 s for 1000 cycles at this load".
std::string to_text(const RunEstimate& estimate);

/// The number of threads that evaluate the modules of a run if it is not given (`--threads auto`).
///
/// Work       of a cycle: the evaluations of routers, estimated as the flits that nodes inject times the mean distance,
///            at most one for each router
/// Threads    as many as have enough of it that the wait for each other at the end of a cycle is short beside it, at
///            most one for each core that the process may use. The reports of the run do not depend on their number
/// Not known  other programs on these cores, a quota of processor time (cpu.max of a control group), bursts of traffic
///
/// Evaluations in a cycle, some 4 microseconds, that are worth a thread: waiting for each other takes about one.
inline constexpr double kEvaluationsPerThread = 150;

/// Returns the expected evaluations of routers in a cycle. `rate` in flits/node/cycle; the mean distance is that from
/// a few nodes with a PE to all others, the same ones each time.
double expected_evaluations(const Network& network, double rate);

/// Returns the rate of a scenario on so many nodes: that of its patterns, the default for a trace, multicasts or a
/// program, whose load is not known, and 0 without traffic.
double expected_rate(const Scenario& scenario, std::size_t nodes);

/// Returns the number of threads, from 1 to kMaxThreads, for so many evaluations in a cycle.
unsigned threads_for(double evaluations, unsigned cores);

/// Measures the time since its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

/// The cost of a run: wall-clock time, memory and work. It differs from run to run, so a report has it only with
/// --timing.
///
/// Units         seconds of wall clock, bytes
/// Flit-hop      one flit over one link between routers; links between a PE and its router are not counted. Their
///               number is the sum of the flits over all links in the whole run, delivered or not
/// Router-cycle  one router in one cycle, evaluated or asleep
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
