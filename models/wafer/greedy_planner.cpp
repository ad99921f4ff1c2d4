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
    const std::size_t fault = next_fault();
    if (left_.domain_size(fault) == 0) return false;
    left_.take(fault, direction_for(fault));
  }
  paths_.clear();
  for (std::size_t fault = 0; fault < choices_.faults(); ++fault) {
    paths_.push_back(choices_.path(fault, left_.direction_of(fault)));
  }
  return true;
}

void GreedyPlanner::keep(std::span<const CompensationPath> in_force) {
  for (const CompensationPath& path : in_force) {
    const auto direction = static_cast<std::size_t>(path.direction);
    for (std::size_t fault = 0; fault < choices_.faults(); ++fault) {
      if (choices_.path(fault, direction) == path && left_.has(fault, direction)) left_.take(fault, direction);
    }
  }
}

/// Returns the open faulty PE that is settled next.
std::size_t GreedyPlanner::next_fault() const {
  std::size_t best = choices_.faults();
  std::size_t fewest = std::numeric_limits<std::size_t>::max();
  for_each_fault(left_.open(), [&](std::size_t fault) {
    const std::size_t size = order_ == Order::kLocal ? left_.domain_size(fault) : 0;
    if (size >= fewest) return;
    best = fault;
    fewest = size;
  });
  return best;
}

std::size_t GreedyPlanner::direction_for(std::size_t fault) const {
  std::size_t best = kDirectionCount;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (!left_.has(fault, d) || price(fault, d) >= least) continue;
    best = d;
    least = price(fault, d);
  }
  return best;
}

/// Returns the price of a choice; the cheapest is taken.
std::size_t GreedyPlanner::price(std::size_t fault, std::size_t direction) const {
  switch (order_) {
    case Order::kFixed:
      return 0;
    case Order::kNearest:
      return static_cast<std::size_t>(moved_nodes(grid_, choices_.path(fault, direction)));
    case Order::kLocal:
      return left_.struck_by(fault, direction);
  }
  return 0;
}

}  // namespace kintsugi
