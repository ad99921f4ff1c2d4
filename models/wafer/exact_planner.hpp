/// The exact planner of straight paths: a conflict-free compensation path for every defective core PE, whenever there
/// is one. Plans of rings (ring_planner.hpp) repair many maps that straight paths do not.
///
/// Aim      kAny     a plan that moves as few logical nodes as possible, if that is known after kBranchesOfAny branches
///                   of the search; else the best one found until then
///          kMoved   the same without a limit
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

  /// With the aim kAny the search for fewer moves ends after so many branches: a few ms, so that no map takes long.
  static constexpr std::size_t kBranchesOfAny = 1000;

  bool plan(std::span<const SiteId> defects) override;
  bool repairable(std::span<const SiteId> defects) override;
  /// Plans with a set of allowed directions for each defective core PE, in the order of the defects; returns any plan.
  bool plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed);
  /// Changes the plan that was found last, with the same allowed directions, to one that moves fewer nodes, if there is
  /// one: by the aim.
  void move_fewer();
  bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) override;
  /// Returns the number of branches that the searches tried for the last plan.
  std::size_t branches() const { return branches_; }

  /// Returns a subset of defects without a plan that has none, and has one if any of its defects is left out.
  DefectMap minimal_irreparable(DefectMap defects);

 private:
  bool find_any(std::span<const SiteId> defects);
  void improve(std::span<const CompensationPath> in_force, std::size_t most_branches);

  WaferGrid grid_;
  Aim aim_;
  PathChoices choices_;
  PathSearch search_;
  CheapestSearch cheapest_;
  std::vector<CheapestSearch::Cost> costs_;
  std::size_t branches_ = 0;
};

}  // namespace kintsugi
