/// Greedy planners: baselines beside the exact one. They settle fault after fault and never take a choice back, so that
/// they miss repairs that exist; a plan they return is as sound as any.
///
/// Order    kFixed     the faults row by row; each takes the first of north, east, south, west that is left to it
///          kNearest   the faults row by row; each takes the nearest border that is left to it
///          kLocal     next is always a fault with the fewest choices left; it takes the one that takes the fewest
///          choices
///                     from others. In the spirit of the local counts of Numata and Horiguchi
/// Online   the paths in force that are still possible are settled first
/// What it has in common with others: planner.hpp.
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
  std::size_t next_fault() const;
  std::size_t direction_for(std::size_t fault) const;
  std::size_t price(std::size_t fault, std::size_t direction) const;

  WaferGrid grid_;
  Order order_;
  PathChoices choices_;
  OpenChoices left_;
};

}  // namespace kintsugi
