/// The number of threads that evaluate the modules of a run if it is not given (`--threads auto`).
///
/// Work       of a cycle: the evaluations of routers, estimated as the flits that nodes inject times the mean distance,
///            at most one for each router
/// Threads    as many as have enough of it that the wait for each other at the end of a cycle is short beside it, at
///            most one for each core that the process may use. The reports of the run do not depend on their number
/// Not known  other programs on these cores, a quota of processor time (cpu.max of a control group), bursts of traffic
#pragma once

#include "models/network/network.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

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

}  // namespace kintsugi
