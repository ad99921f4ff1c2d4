#include "models/workload/program_result.hpp"

#include <algorithm>
#include <functional>

namespace kintsugi::workload {

namespace {

NamedOperation named(const Program& program, OpId op) {
  return {program.rank_of(op), program.written_name(op)};
}

/// Returns the longest segments, and the first of equals, in the order of time.
std::vector<PathSegment> longest(std::vector<PathSegment> segments) {
  std::ranges::stable_sort(segments, std::ranges::greater{}, &PathSegment::cycles);
  segments.resize(std::min(segments.size(), ProgramResult::kMostSegments));
  std::ranges::sort(segments, {}, &PathSegment::begin);
  return segments;
}

ProgramResult::Path path_of(const ProgramRun& run, const ProgramFacts& facts) {
  const CriticalPath path = critical_path(run, facts.begin, facts.alone);
  ProgramResult::Path result{path.computing, path.wire, path.waiting, {}, 0};
  const std::vector<PathSegment> segments = path.segments();
  for (const PathSegment& each : longest(segments)) {
    result.segments.push_back({named(run.program(), each.op), each});
  }
  result.more = segments.size() - result.segments.size();
  return result;
}

std::vector<ProgramResult::Delayed> named_delays(const Program& program, const std::vector<DelayedOperation>& list) {
  std::vector<ProgramResult::Delayed> result;
  for (const DelayedOperation& each : list) result.push_back({named(program, each.op), each});
  return result;
}

ProgramResult::Delay delay_of(const ProgramRun& run, std::span<const Cycle> baseline) {
  const Delays delays = compare(ends_of(run), baseline, ProgramResult::kMostNamed);
  return {delays.cycles, delays.later, delays.missing, named_delays(run.program(), delays.first),
          named_delays(run.program(), delays.most)};
}

Cycle completion_of(const ProgramRun& run, Cycle begin) {
  Cycle last = begin;
  for (const OpId op : ids<OpId>(run.program().size())) last = std::max(last, run.ended(op));
  return last;
}

}  // namespace

ProgramSums sums_of(const Program& program, const Protocol& protocol) {
  ProgramSums sums;
  sums.ranks = program.ranks();
  const Casts casts(program, protocol);
  for (const OpId op : ids<OpId>(program.size())) {
    const Operation& operation = program[op];
    sums.calcs += operation.kind == OpKind::kCalc;
    sums.receives += operation.kind == OpKind::kRecv;
    if (operation.kind != OpKind::kSend) continue;
    const unsigned handshake = protocol.is_eager(operation.size) ? 0 : 2;  // packets of one flit
    ++sums.sends;
    sums.bytes += operation.size;
    if (casts.first(op) != kNoOp && casts.first(op) != op) continue;  // its packets are those of the first
    sums.packets += protocol.packets(operation.size) + handshake;
    sums.flits += protocol.flits(operation.size) + handshake;
  }
  return sums;
}

ProgramResult program_result(const ProgramRun& run, const ProgramFacts& facts) {
  ProgramResult result;
  result.sums = sums_of(run.program(), run.protocol());
  result.begin = facts.begin;
  if (run.has_ended()) {
    result.completion = completion_of(run, facts.begin);
    result.critical_path = path_of(run, facts);
  }
  result.collectives = group_times(run);
  result.asked_bytes = facts.asked_bytes;
  result.utilisation = utilisation(run, facts.begin, result.completion.value_or(facts.end));
  if (!facts.baseline.empty()) result.delay = delay_of(run, facts.baseline);
  result.left = run.operations_left();
  result.is_stuck = facts.is_stuck;
  for (const WaitingOperation& each : run.waiting(ProgramResult::kMostNamed)) {
    result.waiting.push_back({named(run.program(), each.op), each.reason});
  }
  return result;
}

}  // namespace kintsugi::workload
