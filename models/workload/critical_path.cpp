#include "models/workload/critical_path.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace kintsugi::workload {

namespace {

/// An event that no requirement is: its number is larger than that of any operation.
const Dependent kNoRequirement(OpId{0x7fffffff}, true);

/// Walks from event to event, back in time.
class PathWalk {
 public:
  PathWalk(const ProgramRun& run, Cycle begin, const AloneTime& alone)
      : run_(run),
        program_(run.program()),
        begin_(begin),
        alone_(alone),
        ready_(program_.size(), begin),
        required_(program_.size(), kNoRequirement) {
    find_requirements();
    share_requirements_of_casts();
    find_releases();
  }

  CriticalPath path() const {
    CriticalPath path{begin_, begin_, {}, 0, 0, 0};
    if (program_.size() == 0) return path;
    Event event = last();
    path.completion = run_.ended(event.op);
    do {
      const PathStep step = event.is_start ? to_start(event) : to_end(event);
      (step.kind == TimeKind::kComputing ? path.computing : path.wire) += step.needed;
      path.waiting += step.end - step.begin - step.needed;
      path.steps.push_back(step);
    } while (path.steps.back().cause != PathCause::kBegin);
    std::ranges::reverse(path.steps);
    return path;
  }

 private:
  struct Event {
    OpId op;
    bool is_start;
  };
  /// From cycle `free` on, an operation no longer takes its unit.
  struct Release {
    std::uint32_t unit;
    OpId op;
    Cycle free;
    static std::tuple<std::uint32_t, Cycle, OpId> key(const Release& release) {
      return {release.unit, release.free, release.op};
    }
  };

  /// Finds of each operation the event that it requires and that happened last.
  void find_requirements() {
    for (const OpId before : ids<OpId>(program_.size())) {
      for (const Dependent dependent : program_.dependents(before)) {
        const std::size_t op = dependent.op().index();
        const Cycle happened = dependent.on_start() ? run_.started(before) : run_.ended(before);
        const bool is_later = required_[op] == kNoRequirement || happened > ready_[op];
        const bool is_end_of_it = happened == ready_[op] && required_[op].op() == before && !dependent.on_start();
        if (!is_later && !is_end_of_it) continue;
        ready_[op] = happened;
        required_[op] = Dependent(before, dependent.on_start());
      }
    }
  }

  /// The sends of a cast start when the last one is ready: what that one requires, they all do.
  void share_requirements_of_casts() {
    const Casts& casts = run_.casts();
    if (casts.empty()) return;
    for (const OpId first : ids<OpId>(program_.size())) {
      if (casts.first(first) != first) continue;
      const std::size_t begin = first.index();
      const std::size_t end = begin + casts.size(first);
      const auto from = ready_.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = static_cast<std::size_t>(
          std::max_element(from, ready_.begin() + static_cast<std::ptrdiff_t>(end)) - ready_.begin());
      for (std::size_t op = begin; op < end; ++op) {
        if (op == last) continue;
        ready_[op] = ready_[last];
        required_[op] = required_[last];
      }
    }
  }

  /// A calc of 0 cycles makes no other wait.
  void find_releases() {
    releases_.reserve(program_.size());
    for (const RankId rank : ids<RankId>(program_.ranks())) {
      for (OpId op = program_.first(rank); op < program_.end(rank); ++op.value) {
        const Operation& operation = program_[op];
        if (operation.kind == OpKind::kRecv || run_.started(op) == run_.ended(op)) continue;
        releases_.push_back({unit_of(rank, operation), op, run_.ended(op)});
        if (is_long(op)) releases_.push_back({unit_of(rank, operation), op, run_.started(op) + 1});
      }
    }
    std::ranges::sort(releases_, {}, Release::key);
  }
  static std::uint32_t unit_of(RankId rank, const Operation& operation) {
    return operation.kind == OpKind::kCalc ? rank.value << 9 | operation.cpu : rank.value << 9 | 256u | operation.nic;
  }
  bool is_long(OpId op) const {
    return program_[op].kind == OpKind::kSend && !run_.protocol().is_eager(program_[op].size);
  }

  Event last() const {
    OpId found{0};
    for (const OpId op : ids<OpId>(program_.size())) {
      if (run_.ended(op) > run_.ended(found)) found = op;
    }
    return {found, false};
  }

  /// Returns the last release of the unit of an operation before its start; nullptr if it was free when the operation
  /// was ready.
  const Release* release_before(OpId op) const {
    if (program_[op].kind == OpKind::kRecv || run_.started(op) == ready_[op.index()]) return nullptr;
    const std::uint32_t unit = unit_of(program_.rank_of(op), program_[op]);
    const auto after = std::ranges::upper_bound(releases_, std::tuple(unit, run_.started(op), kNoOp), {}, Release::key);
    if (after == releases_.begin()) return nullptr;
    const Release& release = *(after - 1);
    return release.unit == unit && release.free > ready_[op.index()] ? &release : nullptr;
  }

  /// Returns the step to a start; `event` becomes the event before it.
  PathStep to_start(Event& event) const {
    const OpId op = event.op;
    PathStep step{op, true, PathCause::kBegin, TimeKind::kWaiting, begin_, run_.started(op), 0};
    if (const Release* const release = release_before(op)) {
      step.cause = PathCause::kUnit;
      event = {release->op, release->free != run_.ended(release->op)};
      step.begin = event.is_start ? run_.started(event.op) : run_.ended(event.op);
    } else if (required_[op.index()] != kNoRequirement) {
      step.cause = PathCause::kRequirement;
      event = {required_[op.index()].op(), required_[op.index()].on_start()};
      step.begin = ready_[op.index()];
    }
    return step;
  }

  /// The same of a step to an end.
  PathStep to_end(Event& event) const {
    const OpId op = event.op;
    const Operation& operation = program_[op];
    PathStep step{op, false, PathCause::kOwnStart, TimeKind::kWire, run_.started(op), run_.ended(op), 0};
    if (operation.kind == OpKind::kCalc) {
      step.kind = TimeKind::kComputing;
      step.needed = run_.protocol().cycles(operation.size);
    } else {
      const bool receives = operation.kind == OpKind::kRecv;
      add_message(step, receives ? run_.partner(op) : op, receives ? op : run_.partner(op));
    }
    step.needed = std::min(step.needed, step.end - step.begin);
    event = {step.cause == PathCause::kPartner ? run_.partner(op) : op, true};
    return step;
  }

  /// Says of a step to the end of a send or recv what it waited for, and what the message needed.
  void add_message(PathStep& step, OpId send, OpId recv) const {
    const RankId from = program_.rank_of(send);
    const RankId to = program_[send].peer;
    const std::uint64_t flits = run_.protocol().flits(program_[send].size);
    const bool receives = step.op == recv;
    OpId before = send;
    step.needed = receives ? alone_(from, to, flits, step.end) : flits;
    if (is_long(send)) {
      const Cycle request = alone_(from, to, 1, step.end);
      if (run_.started(recv) > run_.started(send) + request) before = recv;
      step.needed += alone_(to, from, 1, step.end) + (before == send ? request : 0);
    } else if (receives && run_.ended(recv) == run_.started(recv)) {
      before = recv;
      step.needed = 0;
    }
    step.cause = before == step.op ? PathCause::kOwnStart : PathCause::kPartner;
    step.begin = run_.started(before);
  }

  const ProgramRun& run_;
  const Program& program_;
  Cycle begin_;
  const AloneTime& alone_;
  std::vector<Cycle> ready_;         // of each operation: when the last event happened that it requires
  std::vector<Dependent> required_;  // this event, as operation and whether it is its start
  std::vector<Release> releases_;    // sorted
};

void add_segment(std::vector<PathSegment>& segments, const PathSegment& segment) {
  if (segment.begin < segment.end) segments.push_back(segment);
}

}  // namespace

std::string_view word_of(TimeKind kind) {
  return kind == TimeKind::kComputing ? "computing" : kind == TimeKind::kWire ? "wire" : "waiting";
}

std::vector<PathSegment> CriticalPath::segments() const {
  std::vector<PathSegment> segments;
  for (const PathStep& step : steps) {
    const Cycle waits_from = step.begin + step.needed;
    add_segment(segments, {step.op, step.kind, step.begin, waits_from});
    add_segment(segments, {step.op, TimeKind::kWaiting, waits_from, step.end});
  }
  return segments;
}

CriticalPath critical_path(const ProgramRun& run, Cycle begin, const AloneTime& alone) {
  if (!run.has_ended()) throw std::invalid_argument("a program that has not ended has no critical path");
  return PathWalk(run, begin, alone).path();
}

}  // namespace kintsugi::workload
