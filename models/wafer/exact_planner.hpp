/// The exact planner: a conflict-free compensation path for every faulty core PE, whenever there is one.
///
/// Aim      kAny     the first plan found, in microseconds
///          kMoved   one that moves as few logical nodes as any plan does
/// Online   whatever the aim, one that changes as few of the paths in force as any plan does, and of these one that
/// moves
///          as few nodes as possible. When there is a plan that keeps all paths in force, all are kept
///
/// What it has in common with others: planner.hpp.
#pragma once

#include <span>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/cheapest_search.hpp"
#include "models/wafer/path_choices.hpp"
#include "models/wafer/path_search.hpp"
#include "models/wafer/planner.hpp"

namespace kintsugi {

class ExactPlanner final : public PathPlanner {
 public:
  enum class Aim { kAny, kMoved };

  ExactPlanner(const WaferGrid& grid, ConflictRule rule, Aim aim = Aim::kAny)
      : grid_(grid), aim_(aim), choices_(grid, rule) {}

  bool plan(std::span<const SiteId> defects) override;
  /// The same where each faulty core PE, in the order of the defects, may only use some directions; with no aim.
  bool plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed);
  bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) override;
  /// Branches that the searches tried for the last plan.
  std::size_t branches() const { return branches_; }

  /// A subset of irreparable defects that is irreparable, and reparable when any one of it is taken out.
  DefectMap minimal_irreparable(DefectMap defects);

 private:
  bool find_any(std::span<const SiteId> defects);
  void improve(std::span<const CompensationPath> in_force);

  WaferGrid grid_;
  Aim aim_;
  PathChoices choices_;
  PathSearch search_;
  CheapestSearch cheapest_;
  std::vector<CheapestSearch::Cost> costs_;
  std::size_t branches_ = 0;
};

}  // namespace kintsugi
