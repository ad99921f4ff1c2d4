/// The critical path of a run: the chain of starts and ends of operations that determines when the program has ended,
/// and what its time was spent on.
///
/// Chain     the events are the starts and the ends of operations. The last event is the end of the operation that
///           ended last, of several the one with the lowest number. From each event the chain goes back to the event
///           that let it happen, down to one that waited for none; that one could happen in cycle `begin`. A step is
///           the time from one event to the next, so the steps tile begin .. completion
/// Start     of an operation: back to the event that it requires and that happened last, of several that of the
///           operation with the lowest number, and of this its end rather than its start. But if the unit of a calc or
///           send, which is its stream or interface, was taken after that event, then back to the operation that took
///           it last: to the end of a calc, to the end of a send, or to the start of a long send, whose request took
///           the interface for a cycle. All of it is waiting. The sends of a cast (casts.hpp) require what the one
///           requires that was ready last
/// End       of a calc: back to its start; computing, as many cycles as its size
///           of an eager send: back to its start; on the wire, as many cycles as its flits
///           of an eager recv: back to its own start if it ended in the same cycle, for then the message was there;
///           else back to the start of its send; on the wire, alone(from, to, flits) cycles
///           of a long recv: back to its own start if that came more than alone(from, to, 1) after the start of its
///           send, for then the request was there; else back to the start of its send. On the wire, alone(from, to, 1)
///           for the request if its send is the event before, alone(to, from, 1) for the answer, and
///           alone(from, to, flits) for the data
///           of a long send: as the end of its recv, but of the data only as many cycles as its flits
/// Waiting   what a step takes beyond that: contention in the network, flits or packets of others in the interface,
///           reconfiguration, a lost packet, a message that an earlier one of its channel holds up. If a step takes
///           less, it is all computing or all on the wire. Busy units and late receives are no waiting as far as the
///           chain goes on to what they were busy with
/// Known     are only starts, ends and partners. Answers and repeated packets take an interface unseen, so a send that
///           waits for one has a step back to what it requires, and waits. A request that contention delays beyond the
///           start of its receive is taken for a late receive
/// Memory    28 bytes an operation and 16 more a long send while it works, 32 a step of the result. Time is linear in
///           the operations and dependencies, but for a sort of calcs and sends by stream and interface
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

/// Returns the cycles from the one in which an interface takes the first packet of a message of some flits to the one
/// in which its last tail arrives, alone in the network as it is in cycle `at`, of its arrival: T0 of a packet of one
/// flit, and flits - 1.
using AloneTime = std::function<Cycle(RankId from, RankId to, std::uint64_t flits, Cycle at)>;

enum class TimeKind : std::uint8_t { kComputing, kWire, kWaiting };
/// Returns "computing", "wire" or "waiting".
std::string_view word_of(TimeKind kind);

/// What an event of the chain has waited for.
enum class PathCause : std::uint8_t {
  kBegin,        ///< for none: it could happen in cycle `begin`
  kRequirement,  ///< a start: for what it requires
  kUnit,         ///< a start: for the operation before it in its stream or interface
  kOwnStart,     ///< an end: for the start of the operation
  kPartner       ///< an end: for the start of its send or recv
};

/// The time up to an event, from the event before it.
struct PathStep {
  OpId op;
  bool is_start = false;  ///< the event is the start of the operation; else its end
  PathCause cause = PathCause::kBegin;
  TimeKind kind = TimeKind::kWaiting;  ///< of the first `needed` cycles; the others are waiting
  Cycle begin = 0;
  Cycle end = 0;  ///< cycle of the event
  Cycle needed = 0;
  friend bool operator==(const PathStep&, const PathStep&) = default;
};

/// A part of the path of one kind and of at least one cycle.
struct PathSegment {
  OpId op;
  TimeKind kind = TimeKind::kWaiting;
  Cycle begin = 0;
  Cycle end = 0;

  Cycle cycles() const { return end - begin; }
  friend bool operator==(const PathSegment&, const PathSegment&) = default;
};

struct CriticalPath {
  Cycle begin = 0;
  Cycle completion = 0;
  std::vector<PathStep> steps;  ///< in the order of time; empty if the program has no operations
  Cycle computing = 0;
  Cycle wire = 0;
  Cycle waiting = 0;  ///< computing + wire + waiting == completion - begin

  /// Returns the steps without those of no cycles, each split by kind: first what it needed, then waiting.
  std::vector<PathSegment> segments() const;
};

/// `begin` is that of the run. Throws std::invalid_argument if the program has not ended.
CriticalPath critical_path(const ProgramRun& run, Cycle begin, const AloneTime& alone);

}  // namespace kintsugi::workload
