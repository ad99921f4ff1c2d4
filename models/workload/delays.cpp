#include "models/workload/delays.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace kintsugi::workload {

namespace {

/// Adds an operation to those that come first in an order, of which the list keeps at most some: a heap, the last one
/// on top.
template <class Before>
void keep_first(std::vector<DelayedOperation>& list, const DelayedOperation& each, std::size_t most, Before before) {
  if (most == 0 || (list.size() == most && !before(each, list.front()))) return;
  if (list.size() == most) {
    std::ranges::pop_heap(list, before);
    list.pop_back();
  }
  list.push_back(each);
  std::ranges::push_heap(list, before);
}

bool ends_before(const DelayedOperation& a, const DelayedOperation& b) {
  return std::pair(a.baseline, a.op) < std::pair(b.baseline, b.op);
}
bool is_later(const DelayedOperation& a, const DelayedOperation& b) {
  return a.delay() != b.delay() ? a.delay() > b.delay() : a.op < b.op;
}

std::optional<std::int64_t> difference(std::span<const Cycle> ends, std::span<const Cycle> baseline) {
  if (ends.empty()) return 0;
  const Cycle end = std::ranges::max(ends);
  const Cycle other = std::ranges::max(baseline);
  if (end == ProgramRun::kNever || other == ProgramRun::kNever) return std::nullopt;
  return static_cast<std::int64_t>(end) - static_cast<std::int64_t>(other);
}

}  // namespace

std::vector<Cycle> ends_of(const ProgramRun& run) {
  std::vector<Cycle> ends;
  ends.reserve(run.program().size());
  for (const OpId op : ids<OpId>(run.program().size())) ends.push_back(run.ended(op));
  return ends;
}

Delays compare(std::span<const Cycle> ends, std::span<const Cycle> baseline, std::size_t most) {
  if (ends.size() != baseline.size()) {
    throw std::invalid_argument("a program of " + std::to_string(ends.size()) +
                                " operations cannot be compared with one of " + std::to_string(baseline.size()));
  }
  Delays delays;
  delays.cycles = difference(ends, baseline);
  for (const OpId op : ids<OpId>(ends.size())) {
    const DelayedOperation each{op, baseline[op.index()], ends[op.index()]};
    if (each.end <= each.baseline) continue;
    ++(each.end == ProgramRun::kNever ? delays.missing : delays.later);
    keep_first(delays.first, each, most, ends_before);
    keep_first(delays.most, each, most, is_later);
  }
  std::ranges::sort(delays.first, ends_before);
  std::ranges::sort(delays.most, is_later);
  return delays;
}

Delays compare(const ProgramRun& run, const ProgramRun& baseline, std::size_t most) {
  return compare(ends_of(run), ends_of(baseline), most);
}

}  // namespace kintsugi::workload
