#include "models/wafer/exact_planner.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi {

bool ExactPlanner::plan(std::span<const SiteId> defects) {
  if (!find_any(defects)) return false;
  move_fewer();
  return true;
}

bool ExactPlanner::repairable(std::span<const SiteId> defects) {
  return find_any(defects);
}

void ExactPlanner::move_fewer() {
  improve({}, aim_ == Aim::kMoved ? CheapestSearch::kNoLimit : kBranchesOfAny);
}

bool ExactPlanner::replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) {
  if (!find_any(defects)) return false;
  improve(in_force, CheapestSearch::kNoLimit);
  return true;
}

bool ExactPlanner::find_any(std::span<const SiteId> defects) {
  choices_.load(defects);
  const bool found = search_.solve(choices_, paths_);
  branches_ = search_.branches();
  return found;
}

/// The cost of a choice is the nodes that it moves. A choice that changes a path in force costs more than all paths
/// together can move.
void ExactPlanner::improve(std::span<const CompensationPath> in_force, std::size_t most_branches) {
  const CheapestSearch::Cost change =
      paths_.size() * static_cast<std::size_t>(std::max(grid_.rows(), grid_.columns())) + 1;
  costs_.clear();
  for (const CompensationPath& path : paths_) {
    const auto old = std::ranges::find(in_force, path.defect, &CompensationPath::defect);
    for (const Direction d : kDirections) {
      const bool changes = old != in_force.end() && old->direction != d;
      costs_.push_back(static_cast<std::size_t>(moved_nodes(grid_, {path.defect, d})) + (changes ? change : 0));
    }
  }
  cheapest_.improve(choices_, costs_, paths_, most_branches);
  branches_ += cheapest_.branches();
}

bool ExactPlanner::plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed) {
  choices_.load(defects);
  for (std::size_t defect = 0; defect < allowed.size(); ++defect) choices_.restrict(defect, allowed[defect]);
  return search_.solve(choices_, paths_);
}

DefectMap ExactPlanner::minimal_irreparable(DefectMap defects) {
  // Leaving out a defect never makes a map irreparable, so one pass with single deletions is enough; the passes with
  // larger pieces before it only save time.
  DefectMap rest;
  for (std::size_t piece = std::bit_ceil(defects.size() + 1) / 2; piece > 0; piece /= 2) {
    for (std::size_t first = 0; first < defects.size();) {
      const auto begin = defects.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, defects.size() - first));
      rest.assign(defects.begin(), begin);
      rest.insert(rest.end(), end, defects.end());
      if (repairable(rest)) {
        first += piece;
      } else {
        defects = rest;
      }
    }
  }
  return defects;
}

}  // namespace kintsugi
