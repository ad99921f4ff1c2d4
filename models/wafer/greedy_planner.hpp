/// Greedy planners: baselines to compare the exact one with. They settle one defective PE after the other and never
/// take a choice back, so they miss some repairs; the plans that they return are correct.
///
/// Order    kFixed     the defective PEs row by row; each takes the first of north, east, south, west that is left
///          kNearest   the defective PEs row by row; each takes the nearest border that is left
///          kLocal     next is always a defective PE with the fewest choices left; it takes the choice that removes the
///                     fewest choices of others. In the spirit of the local counts of Numata and Horiguchi
/// Online   the paths in force that are still possible are settled first
///
/// planner.hpp has the contract that all planners share.
#pragma once

#include <cstddef>
#include <span>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"
#include "models/wafer/planner.hpp"

namespace kintsugi {

class GreedyPlanner final : public PathPlanner {
 public:
  enum class Order { kFixed, kNearest, kLocal };

  GreedyPlanner(const WaferGrid& grid, ConflictRule rule, Order order)
      : grid_(grid), order_(order), choices_(grid, rule) {}

  bool plan(std::span<const SiteId> defects) override { return replan(defects, {}); }
  bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) override;

 private:
  void keep(std::span<const CompensationPath> in_force);
  std::size_t next_defect() const;
  std::size_t direction_for(std::size_t defect) const;
  std::size_t price(std::size_t defect, std::size_t direction) const;

  WaferGrid grid_;
  Order order_;
  PathChoices choices_;
  OpenChoices left_;
};

}  // namespace kintsugi
