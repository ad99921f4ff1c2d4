#include "models/wafer/ring_planner.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "models/search/deletion_filter.hpp"

namespace kintsugi {

namespace {

/// How far from its default position a ring may pass a line, search by search.
constexpr std::array kReach{1, 3, LinkLimits::kAny};

/// One of the numbers of a plan: how to read it, and the literal that is true if it is at most so much.
struct Number {
  std::function<int(const RingPlan&)> of;
  std::function<Literal(int)> at_most;
};

/// Asks for the numbers of a plan one after the other, each as small as those before it allow.
class LeastPlan {
 public:
  LeastPlan(RingFormula& formula, const WaferGrid& grid, std::span<const SiteId> defects)
      : formula_(formula), grid_(grid), defects_(defects), plan_(formula.plan()) {}
  /// Of the plans that meet assumptions, as `plan` does.
  LeastPlan(RingFormula& formula, const WaferGrid& grid, std::span<const SiteId> defects, RingPlan plan,
            std::vector<Literal> assumptions)
      : formula_(formula),
        grid_(grid),
        defects_(defects),
        plan_(std::move(plan)),
        assumptions_(std::move(assumptions)) {}

  /// Keeps of a plan in force, if there is one, what can be kept.
  RingPlan find(const RingPlan* in_force) {
    fix(lines(), in_force);
    fix(positions(), in_force);
    return plan_;
  }

 private:
  void fix(const std::vector<Number>& numbers, const RingPlan* in_force) {
    std::vector<bool> kept(numbers.size());
    for (std::size_t i = 0; in_force != nullptr && i < numbers.size(); ++i) kept[i] = keep(numbers[i], *in_force);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (!kept[i]) fix(numbers[i]);
    }
  }

  std::vector<Number> lines() {
    std::vector<Number> numbers;
    for (const Plane plane : kPlanes) {
      const int last = grid_.lines(plane) + 1;
      for (int ring = 1; ring <= grid_.positions(plane); ++ring) {
        numbers.push_back({[=](const RingPlan& plan) { return plan.ring(plane, ring).low.line; },
                           [=, this](int nodes) { return formula_.low_moves_at_most(plane, ring, nodes); }});
        numbers.push_back({[=](const RingPlan& plan) { return last - plan.ring(plane, ring).high.line; },
                           [=, this](int nodes) { return formula_.high_moves_at_most(plane, ring, nodes); }});
      }
    }
    return numbers;
  }

  /// The positions in the lines of the plan that is there now, which are fixed before.
  std::vector<Number> positions() {
    std::vector<Number> numbers;
    for (const Plane plane : kPlanes) {
      for (int ring = 1; ring <= grid_.positions(plane); ++ring) {
        for (RingPass Ring::*const pass : {&Ring::low, &Ring::high}) {
          const int line = (plan_.ring(plane, ring).*pass).line;
          numbers.push_back({[=](const RingPlan& plan) { return plan.position(plane, ring, line); },
                             [=, this](int place) { return formula_.passes_up_to(plane, ring, line, place); }});
        }
      }
    }
    return numbers;
  }

  /// Returns whether the number can be that of the plan in force, and keeps it then.
  bool keep(const Number& number, const RingPlan& in_force) {
    const int value = number.of(in_force);
    const std::size_t before = assumptions_.size();
    assumptions_.push_back(number.at_most(value));
    assumptions_.push_back(~number.at_most(value - 1));
    if (number.of(plan_) == value) return true;
    if (formula_.solve(defects_, assumptions_) == Decision::kYes) {
      plan_ = formula_.plan();
      return true;
    }
    assumptions_.resize(before);
    return false;
  }

  /// Asks for the least value first, since it is there most often.
  void fix(const Number& number) {
    int low = 0;
    while (low < number.of(plan_)) {
      const int middle = low == 0 ? 0 : (low + number.of(plan_) - 1) / 2;
      assumptions_.push_back(number.at_most(middle));
      const bool found = formula_.solve(defects_, assumptions_) == Decision::kYes;
      assumptions_.pop_back();
      if (found) {
        plan_ = formula_.plan();
      } else {
        low = middle + 1;
      }
    }
    assumptions_.push_back(number.at_most(number.of(plan_)));
  }

  RingFormula& formula_;
  const WaferGrid& grid_;
  std::span<const SiteId> defects_;
  RingPlan plan_;
  std::vector<Literal> assumptions_;
};

}  // namespace

RingPlanner::RingPlanner(const WaferGrid& grid, int tracks, ConflictRule rule, Aim aim,
                         std::optional<std::uint32_t> conflicts, int longest)
    : grid_(grid),
      tracks_(tracks),
      rule_(rule),
      aim_(aim),
      conflicts_(conflicts),
      longest_(rule == ConflictRule::kShort ? 2 : longest),
      straight_(grid, rule, aim),
      formulas_(kReach.size()),
      guards_(kReach.size()) {}

void RingPlanner::restrict(Restriction restriction) {
  restriction_ = std::move(restriction);
  std::vector<std::size_t> all(restriction_.meanings.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  keep_limits(std::move(all));
}

/// The guards of the other limits are not assumed.
void RingPlanner::keep_limits(std::vector<std::size_t> limits) {
  limits_kept_ = std::move(limits);
  for (std::size_t width = 0; width < kReach.size(); ++width) {
    if (!formulas_[width]) continue;
    std::vector<Literal> assumed;
    for (const std::size_t limit : limits_kept_) assumed.push_back(guards_[width][limit]);
    formulas_[width]->assume(std::move(assumed));
  }
}

RingLimits RingPlanner::limits(int reach) const {
  return {.reach = reach, .links = {.one_piece = rule_ == ConflictRule::kOneTrackStrict, .longest = longest_}};
}

RingFormula& RingPlanner::formula(std::size_t width) {
  std::unique_ptr<RingFormula>& formula = formulas_[width];
  if (formula) return *formula;
  formula = std::make_unique<RingFormula>(grid_, tracks_, limits(kReach[width]));
  guards_[width] = add_limits(*formula);
  keep_limits(std::move(limits_kept_));
  return *formula;
}

/// Returns the guards of the limits.
std::vector<Literal> RingPlanner::add_limits(RingFormula& formula) const {
  std::vector<Literal> guards;
  for (const std::string& meaning : restriction_.meanings) {
    guards.push_back(formula.variable());
    formula.name(guards.back(), meaning);
    restriction_.forbid(formula, guards.size() - 1, guards.back());
  }
  return guards;
}

bool RingPlanner::write_refutation(std::span<const SiteId> defects, const RefutationFiles& files) const {
  RingFormula formula(grid_, tracks_, limits(LinkLimits::kAny), ExactSearch(files));
  for (const Literal guard : add_limits(formula)) formula.require(std::array{guard});
  return formula.refute(defects) == Decision::kNo;
}

/// A row has straight paths only.
bool RingPlanner::can_search(std::span<const SiteId> defects) const {
  return grid_.has_spare_rows() && defects.size() <= grid_.sites() - grid_.nodes();
}

RingPlanner::Found RingPlanner::search(std::span<const SiteId> defects, std::optional<std::uint32_t> conflicts) {
  if (!can_search(defects)) return {};
  for (std::size_t width = 0; width < kReach.size(); ++width) {
    const Decision decision = formula(width).solve(defects, {}, conflicts);
    if (decision != Decision::kNo) return {decision, width};
  }
  return {};
}

/// Straight paths know of no limit.
bool RingPlanner::is_straight(std::span<const SiteId> defects) {
  return restriction_.meanings.empty() && straight_.plan(defects);
}

bool RingPlanner::straight_repairable(std::span<const SiteId> defects) {
  return restriction_.meanings.empty() && straight_.repairable(defects);
}

/// What the clauses have taught from the maps before would change where a limit is reached.
void RingPlanner::begin_map() {
  if (!conflicts_) return;
  for (auto& formula : formulas_) formula.reset();
}

Decision RingPlanner::repairable(std::span<const SiteId> defects) {
  begin_map();
  return straight_repairable(defects) ? Decision::kYes : search(defects, conflicts_).decision;
}

bool RingPlanner::plan_straight(std::span<const SiteId> defects) {
  rings_ = std::nullopt;
  return is_straight(defects);
}

Decision RingPlanner::plan(std::span<const SiteId> defects) {
  begin_map();
  rings_ = std::nullopt;
  if (aim_ == Aim::kMoved) return plan_fewest(defects);
  return is_straight(defects) ? Decision::kYes : plan_rings(defects, nullptr);
}

std::size_t RingPlanner::moved() const {
  if (rings_) return rings_->moved();
  std::size_t moved = 0;
  for (const CompensationPath& path : paths()) moved += static_cast<std::size_t>(moved_nodes(grid_, path));
  return moved;
}

/// Asks for a plan that moves fewer nodes than the best one so far, until there is none.
Decision RingPlanner::plan_fewest(std::span<const SiteId> defects) {
  const bool has_paths = is_straight(defects);
  const Decision without_rings = has_paths ? Decision::kYes : Decision::kNo;
  if (!can_search(defects)) return without_rings;
  RingFormula& searched = formula(kReach.size() - 1);
  std::optional<RingPlan> fewest;
  std::size_t limit = grid_.nodes();
  if (has_paths) {
    limit = moved();
    if (limit == 0) return Decision::kYes;
    --limit;
  }
  while (true) {
    const std::array bound{searched.moves_at_most(static_cast<int>(limit))};
    const Decision decision = searched.solve(defects, bound, conflicts_);
    if (decision == Decision::kNotDecided) return decision;
    if (decision == Decision::kNo) break;
    fewest = searched.plan();
    if (fewest->moved() == 0) break;
    limit = fewest->moved() - 1;
  }
  if (!fewest) return without_rings;
  const Literal bound = searched.moves_at_most(static_cast<int>(fewest->moved()));
  rings_ = LeastPlan(searched, grid_, defects, *fewest, {bound}).find(nullptr);
  return Decision::kYes;
}

Decision RingPlanner::replan(std::span<const SiteId> defects, std::span<const CompensationPath> paths_in_force,
                             const RingPlan& in_force) {
  begin_map();
  rings_ = std::nullopt;
  const bool has_paths = restriction_.meanings.empty() && straight_.replan(defects, paths_in_force);
  return has_paths ? Decision::kYes : plan_rings(defects, &in_force);
}

Decision RingPlanner::plan_rings(std::span<const SiteId> defects, const RingPlan* in_force) {
  const Found found = search(defects, conflicts_);
  if (found.decision == Decision::kYes) {
    rings_ = LeastPlan(formula(found.width), grid_, defects).find(in_force);
  }
  return found.decision;
}

std::optional<RingPlan> RingPlanner::complete(const RingPlan& lines) {
  for (std::size_t width = 0; width < kReach.size(); ++width) {
    RingFormula& searched = formula(width);
    std::vector<Literal> fixed;
    for (const Plane plane : kPlanes) {
      const int last = grid_.lines(plane) + 1;
      for (int number = 1; number <= grid_.positions(plane); ++number) {
        const int low = lines.ring(plane, number).low.line;
        const int high = last - lines.ring(plane, number).high.line;
        fixed.insert(
            fixed.end(),
            {searched.low_moves_at_most(plane, number, low), ~searched.low_moves_at_most(plane, number, low - 1),
             searched.high_moves_at_most(plane, number, high), ~searched.high_moves_at_most(plane, number, high - 1)});
      }
    }
    if (searched.solve({}, fixed) != Decision::kYes) continue;
    return LeastPlan(searched, grid_, {}, searched.plan(), std::move(fixed)).find(nullptr);
  }
  return std::nullopt;
}

DefectMap RingPlanner::minimal_irreparable(const DefectMap& defects) {
  begin_map();
  std::optional<std::uint32_t> conflicts = conflicts_;
  if (conflicts) conflicts = std::min(*conflicts, kSubsetConflicts);
  return without_needless(defects, [&](const DefectMap& rest) -> std::optional<DefectMap> {
    if (straight_repairable(rest) || search(rest, conflicts).decision != Decision::kNo) return std::nullopt;
    return can_search(rest) ? formula(kReach.size() - 1).failed(rest) : rest;
  });
}

RingPlanner::Irreparable RingPlanner::minimal_limits(const DefectMap& defects) {
  begin_map();
  std::vector<std::size_t> all = limits_kept_;
  std::optional<std::uint32_t> conflicts = conflicts_;
  if (conflicts) conflicts = std::min(*conflicts, kSubsetConflicts);
  using Limits = std::vector<std::size_t>;
  Limits needed = without_needless(all, [&](const Limits& rest) -> std::optional<Limits> {
    keep_limits(rest);
    if (search(defects, conflicts).decision != Decision::kNo) return std::nullopt;
    if (!can_search(defects)) return Limits{};
    Limits failed;
    const std::size_t last = kReach.size() - 1;
    std::ranges::copy_if(rest, std::back_inserter(failed),
                         [&](std::size_t limit) { return formula(last).failed(guards_[last][limit]); });
    return failed;
  });
  keep_limits(needed);
  Irreparable irreparable{std::move(needed), minimal_irreparable(defects)};
  keep_limits(std::move(all));
  return irreparable;
}

}  // namespace kintsugi
