#include "models/workload/group_times.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace kintsugi::workload {

namespace {

constexpr Cycle kNever = ProgramRun::kNever;

struct OpenGroup {
  GroupTime time;
  RankId last_rank = kAnyRank;  // of its operations so far
};

void add_operation(OpenGroup& group, const ProgramRun& run, RankId rank, OpId op) {
  GroupTime& time = group.time;
  const Operation& operation = run.program()[op];
  ++time.operations;
  time.ranks += group.last_rank != rank;
  group.last_rank = rank;
  if (operation.kind == OpKind::kSend) {
    ++time.sends;
    time.sent += operation.size;
  }
  time.begin = std::min(time.begin, run.started(op));
  if (run.ended(op) == kNever) {
    ++time.left;
  } else {
    time.end = std::max(time.end, run.ended(op));
  }
}

}  // namespace

std::vector<GroupTime> group_times(const ProgramRun& run) {
  const Program& program = run.program();
  std::unordered_map<std::string_view, std::size_t> numbers;
  std::vector<OpenGroup> groups;
  for (const RankId rank : ids<RankId>(program.ranks())) {
    for (OpId op = program.first(rank); op < program.end(rank); ++op.value) {
      const std::string_view name = program.group(op);
      if (name.empty()) continue;
      const std::size_t number = numbers.emplace(name, groups.size()).first->second;
      if (number == groups.size()) {
        groups.emplace_back();
        groups.back().time.name = name;
        groups.back().time.begin = kNever;
      }
      add_operation(groups[number], run, rank, op);
    }
  }
  std::vector<GroupTime> times;
  for (OpenGroup& group : groups) {
    if (group.time.begin == kNever) continue;
    group.time.end = std::max(group.time.end, group.time.begin);
    times.push_back(std::move(group.time));
  }
  std::ranges::stable_sort(times, {}, &GroupTime::begin);
  return times;
}

std::vector<std::string> group_names(const Program& program) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::string> names;
  for (const OpId op : ids<OpId>(program.size())) {
    const std::string_view name = program.group(op);
    if (!name.empty() && seen.insert(name).second) names.emplace_back(name);
  }
  return names;
}

}  // namespace kintsugi::workload
