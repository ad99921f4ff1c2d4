#include "models/workload/utilisation.hpp"

#include <algorithm>

namespace kintsugi::workload {

namespace {

struct Interval {
  Cycle begin;
  Cycle end;
};

/// Sorts intervals and joins those that meet.
void join(std::vector<Interval>& intervals) {
  std::ranges::sort(intervals, {}, &Interval::begin);
  std::size_t kept = 0;
  for (const Interval& each : intervals) {
    if (kept > 0 && each.begin <= intervals[kept - 1].end) {
      intervals[kept - 1].end = std::max(intervals[kept - 1].end, each.end);
    } else {
      intervals[kept++] = each;
    }
  }
  intervals.resize(kept);
}

class Bins {
 public:
  Bins(const ProgramRun& run, Utilisation& result) : run_(run), result_(result) {}

  void add_rank(RankId rank) {
    computing_.clear();
    waiting_.clear();
    const Program& program = run_.program();
    for (OpId op = program.first(rank); op < program.end(rank); ++op.value) {
      const OpKind kind = program[op].kind;
      if (kind == OpKind::kSend) {
        add_flits(op);
      } else {
        add_interval(kind == OpKind::kCalc ? computing_ : waiting_, run_.started(op), run_.ended(op));
      }
    }
    join(computing_);
    join(waiting_);
    for (const Interval& each : computing_) spread(each, &UtilisationBin::computing);
    for (const Interval& each : waiting_) spread_outside_calcs(each);
  }

 private:
  /// What has not started or ended has kNever, which is later than any end.
  void add_interval(std::vector<Interval>& intervals, Cycle begin, Cycle end) const {
    begin = std::max(begin, result_.begin);
    end = std::min(end, result_.end);
    if (begin < end) intervals.push_back({begin, end});
  }
  void add_flits(OpId send) {
    const OpId first = run_.casts().first(send);
    if (first != kNoOp && first != send) return;  // its packets are those of the first
    const Cycle ended = run_.ended(send);
    if (ended == ProgramRun::kNever) return;
    const Cycle flits = run_.protocol().flits(run_.program()[send].size);
    const Cycle begin = std::max(ended - flits, result_.begin);
    const Cycle end = std::min(ended, result_.end);
    if (begin < end) spread({begin, end}, &UtilisationBin::flits);
  }
  void spread(const Interval& interval, std::uint64_t UtilisationBin::*what) {
    for (Cycle from = interval.begin; from < interval.end;) {
      const Cycle bin = (from - result_.begin) / result_.width;
      const Cycle to = std::min(interval.end, result_.begin + (bin + 1) * result_.width);
      result_.bins[bin].*what += to - from;
      from = to;
    }
  }
  /// The intervals of calcs are sorted and do not meet.
  void spread_outside_calcs(const Interval& interval) {
    Cycle from = interval.begin;
    auto calc = std::ranges::upper_bound(computing_, from, {}, &Interval::end);
    for (; calc != computing_.end() && calc->begin < interval.end; ++calc) {
      if (from < calc->begin) spread({from, calc->begin}, &UtilisationBin::waiting);
      from = std::max(from, calc->end);
    }
    if (from < interval.end) spread({from, interval.end}, &UtilisationBin::waiting);
  }

  const ProgramRun& run_;
  Utilisation& result_;
  std::vector<Interval> computing_;
  std::vector<Interval> waiting_;
};

}  // namespace

Cycle Utilisation::width_of(std::size_t bin) const {
  return std::min(begin + (bin + 1) * width, end) - (begin + bin * width);
}

double Utilisation::share(std::size_t bin, std::uint64_t rank_cycles) const {
  return static_cast<double>(rank_cycles) / (static_cast<double>(ranks) * static_cast<double>(width_of(bin)));
}

UtilisationBin Utilisation::total() const {
  UtilisationBin total;
  for (const UtilisationBin& bin : bins) {
    total.computing += bin.computing;
    total.waiting += bin.waiting;
    total.flits += bin.flits;
  }
  return total;
}

Utilisation utilisation(const ProgramRun& run, Cycle begin, Cycle end, std::size_t most) {
  Utilisation result{run.program().ranks(), begin, std::max(begin, end), 0, {}};
  const Cycle span = result.end - begin;
  if (span == 0) return result;
  result.width = (span - 1) / most + 1;
  result.bins.resize((span - 1) / result.width + 1);
  Bins bins(run, result);
  for (const RankId rank : ids<RankId>(run.program().ranks())) bins.add_rank(rank);
  return result;
}

}  // namespace kintsugi::workload
