/// The exact planner of straight paths: a conflict-free compensation path for every defective core PE, whenever there
/// is one. Plans of rings (ring_planner.hpp) repair many maps that straight paths do not.
///
/// Aim      kAny     the first plan found, in microseconds
///          kMoved   a plan that moves as few logical nodes as possible
/// Online   with either aim: a plan that changes as few of the paths in force as possible, and among these one that
///          moves as few nodes as possible
///
/// planner.hpp has the contract that all planners share.
#pragma once

#include <span>
#include <vector>

#include "models/fabric/defects.hpp"
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
  /// Plans with a set of allowed directions for each defective core PE, in the order of the defects; returns any plan.
  bool plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed);
  bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) override;
  /// Returns the number of branches that the searches tried for the last plan.
  std::size_t branches() const { return branches_; }

  /// Returns a subset of defects without a plan that has none, and has one if any of its defects is left out.
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
