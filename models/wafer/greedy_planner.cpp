#include "models/wafer/greedy_planner.hpp"

#include <limits>

namespace kintsugi {

namespace {}  // namespace

bool GreedyPlanner::replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) {
  choices_.load(defects);
  if (choices_.hopeless()) return false;
  left_.start(choices_);
  keep(in_force);
  while (left_.any_open()) {
    const std::size_t defect = next_defect();
    if (left_.domain_size(defect) == 0) return false;
    left_.take(defect, direction_for(defect));
  }
  paths_.clear();
  for (std::size_t defect = 0; defect < choices_.defects(); ++defect) {
    paths_.push_back(choices_.path(defect, left_.direction_of(defect)));
  }
  return true;
}

void GreedyPlanner::keep(std::span<const CompensationPath> in_force) {
  for (const CompensationPath& path : in_force) {
    const auto direction = static_cast<std::size_t>(path.direction);
    for (std::size_t defect = 0; defect < choices_.defects(); ++defect) {
      if (choices_.path(defect, direction) == path && left_.has(defect, direction)) left_.take(defect, direction);
    }
  }
}

/// Returns the open defective PE that is settled next.
std::size_t GreedyPlanner::next_defect() const {
  std::size_t best = choices_.defects();
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for_each_defect(left_.open(), [&](std::size_t defect) {
    const std::size_t size = order_ == Order::kLocal ? left_.domain_size(defect) : 0;
    if (size >= fewest) return;
    best = defect;
    fewest = size;
  });
  return best;
}

std::size_t GreedyPlanner::direction_for(std::size_t defect) const {
  std::size_t best = kDirectionCount;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (!left_.has(defect, d) || price(defect, d) >= least) continue;
    best = d;
    least = price(defect, d);
  }
  return best;
}

/// Returns the price of a choice; the cheapest is taken.
std::size_t GreedyPlanner::price(std::size_t defect, std::size_t direction) const {
  switch (order_) {
    case Order::kFixed:
      return 0;
    case Order::kNearest:
      return static_cast<std::size_t>(moved_nodes(grid_, choices_.path(defect, direction)));
    case Order::kLocal:
      return left_.struck_by(defect, direction);
  }
  return 0;
}

}  // namespace kintsugi
