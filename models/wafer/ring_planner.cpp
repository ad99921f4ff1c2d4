#include "models/wafer/ring_planner.hpp"

#include <algorithm>
#include <array>

namespace kintsugi {

namespace {

/// How far from its default position a ring may pass a line, search by search.
constexpr std::array kReach{1, 3, RingLimits::kAny};

/// Asks for the numbers of a plan one after the other, each as small as those before it allow.
class LeastPlan {
 public:
  LeastPlan(RingFormula& formula, std::span<const SiteId> defects)
      : formula_(formula), defects_(defects), plan_(formula.plan()) {}

  RingPlan find(const WaferGrid& grid) {
    for (const Plane plane : kPlanes) {
      for (int ring = 1; ring <= grid.positions(plane); ++ring) fix_lines(plane, ring, grid.lines(plane));
    }
    for (const Plane plane : kPlanes) {
      for (int ring = 1; ring <= grid.positions(plane); ++ring) fix_positions(plane, ring);
    }
    return plan_;
  }

 private:
  void fix_lines(Plane plane, int ring, int lines) {
    fix([&] { return plan_.ring(plane, ring).low.line; },
        [&](int nodes) { return formula_.low_moves_at_most(plane, ring, nodes); });
    fix([&] { return lines + 1 - plan_.ring(plane, ring).high.line; },
        [&](int nodes) { return formula_.high_moves_at_most(plane, ring, nodes); });
  }

  void fix_positions(Plane plane, int ring) {
    for (RingPass Ring::*const pass : {&Ring::low, &Ring::high}) {
      const int line = (plan_.ring(plane, ring).*pass).line;
      fix([&] { return (plan_.ring(plane, ring).*pass).position; },
          [&](int position) { return formula_.passes_up_to(plane, ring, line, position); });
    }
  }

  /// `value` returns the number in the plan, `at_most` the literal of a limit. Asks for the least value first, since it
  /// is there most often.
  template <class Value, class AtMost>
  void fix(Value value, AtMost at_most) {
    int low = 0;
    while (low < value()) {
      const int middle = low == 0 ? 0 : (low + value() - 1) / 2;
      assumptions_.push_back(at_most(middle));
      const bool found = formula_.solve(defects_, assumptions_) == Decision::kYes;
      assumptions_.pop_back();
      if (found) {
        plan_ = formula_.plan();
      } else {
        low = middle + 1;
      }
    }
    assumptions_.push_back(at_most(value()));
  }

  RingFormula& formula_;
  std::span<const SiteId> defects_;
  RingPlan plan_;
  std::vector<Literal> assumptions_;
};

}  // namespace

RingPlanner::RingPlanner(const WaferGrid& grid, int tracks, ConflictRule rule)
    : grid_(grid), tracks_(tracks), rule_(rule), straight_(grid, rule), formulas_(kReach.size()) {}

RingLimits RingPlanner::limits(int reach) const {
  return {.reach = reach,
          .one_piece = rule_ == ConflictRule::kOneTrackStrict,
          .short_links = rule_ == ConflictRule::kShort};
}

RingFormula& RingPlanner::formula(std::size_t width) {
  std::unique_ptr<RingFormula>& formula = formulas_[width];
  if (!formula) formula = std::make_unique<RingFormula>(grid_, tracks_, limits(kReach[width]));
  return *formula;
}

bool RingPlanner::write_refutation(std::span<const SiteId> defects, const RefutationFiles& files) const {
  RingFormula formula(grid_, tracks_, limits(RingLimits::kAny), ExactSearch(files));
  return formula.refute(defects) == Decision::kNo;
}

/// Returns the first formula that has a plan, the number of formulas if none has. A row has straight paths only.
std::size_t RingPlanner::narrowest(std::span<const SiteId> defects) {
  if (!grid_.has_spare_rows() || defects.size() > grid_.sites() - grid_.nodes()) return kReach.size();
  for (std::size_t width = 0; width < kReach.size(); ++width) {
    if (formula(width).solve(defects) == Decision::kYes) return width;
  }
  return kReach.size();
}

bool RingPlanner::repairable(std::span<const SiteId> defects) {
  return straight_.plan(defects) || narrowest(defects) < kReach.size();
}

bool RingPlanner::plan(std::span<const SiteId> defects) {
  rings_ = std::nullopt;
  if (straight_.plan(defects)) return true;
  const std::size_t width = narrowest(defects);
  if (width == kReach.size()) return false;
  rings_ = LeastPlan(formula(width), defects).find(grid_);
  return true;
}

/// The defects that failed are irreparable by themselves. As long as all of them are left, any other one can be left
/// out without asking.
DefectMap RingPlanner::minimal_irreparable(const DefectMap& defects) {
  DefectMap set = defects;
  DefectMap failed = set;
  for (std::size_t next = 0; next < set.size();) {
    DefectMap rest = set;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(next));
    if (std::ranges::binary_search(failed, set[next])) {
      if (repairable(rest)) {
        ++next;
        continue;
      }
      const bool searched = grid_.has_spare_rows() && rest.size() <= grid_.sites() - grid_.nodes();
      failed = searched ? formula(kReach.size() - 1).failed(rest) : rest;
    }
    set = std::move(rest);
  }
  return set;
}

}  // namespace kintsugi
