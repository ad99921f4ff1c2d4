#include "models/wafer/cheapest_search.hpp"

#include <algorithm>
#include <limits>

namespace kintsugi {

namespace {

constexpr CheapestSearch::Cost kNever = std::numeric_limits<CheapestSearch::Cost>::max();

}  // namespace

void CheapestSearch::improve(const PathChoices& choices, std::span<const Cost> costs,
                             std::vector<CompensationPath>& paths, std::size_t most_branches) {
  costs_ = costs;
  branches_ = 0;
  most_branches_ = most_branches;
  Cost known = 0;
  for (std::size_t defect = 0; defect < paths.size(); ++defect) {
    known += cost(defect, static_cast<std::size_t>(paths[defect].direction));
  }
  OpenChoices& root = level(0).left;
  root.start(choices);
  const OpenChoices::DefectSet all = root.open();
  if (!settle(0, all, known)) return;
  for (std::size_t defect = 0; defect < paths.size(); ++defect) {
    paths[defect] = choices.path(defect, root.direction_of(defect));
  }
}

CheapestSearch::Level& CheapestSearch::level(std::size_t depth) {
  if (depth == levels_.size()) levels_.emplace_back();
  return levels_[depth];
}

// --- Searching ------------------------------------------------------------------------------------------------------

/// Settles all open defective PEs such that the members together cost less than the limit.
bool CheapestSearch::settle(std::size_t depth, const OpenChoices::DefectSet& members, Cost limit) {
  Level& at = level(depth);
  while (simplify(at.left, members, limit)) {
    if (!at.left.any_open()) return true;
    at.left.find_component(at.component, at.frontier);
    const Cost others = bound(at.left, members) - bound(at.left, at.component);
    if (!settle_component(depth, limit - others)) return false;
  }
  return false;
}

bool CheapestSearch::settle_component(std::size_t depth, Cost limit) {
  Level& here = level(depth);
  const std::size_t defect = branching_defect(here.left, here.component);
  bool found = false;
  for (const std::size_t direction : by_cost(here.left, defect)) {
    if (branches_ == most_branches_) break;
    ++branches_;
    OpenChoices& branch = level(depth + 1).left;
    branch.start(here.left, here.component);
    branch.take(defect, direction);
    if (!settle(depth + 1, here.component, limit)) continue;
    found = true;
    limit = bound(branch, here.component);
    here.best = branch;
  }
  if (found) here.left.settle_as(here.best, here.component);
  return found;
}

std::size_t CheapestSearch::branching_defect(const OpenChoices& left, const OpenChoices::DefectSet& component) const {
  std::size_t best = 0;
  Cost best_regret = 0;
  bool first = true;
  for_each_defect(component, [&](std::size_t defect) {
    const std::vector<std::size_t> order = by_cost(left, defect);
    const Cost regret = cost(defect, order[1]) - cost(defect, order[0]);
    if (!first && regret <= best_regret) return;
    best = defect;
    best_regret = regret;
    first = false;
  });
  return best;
}

std::vector<std::size_t> CheapestSearch::by_cost(const OpenChoices& left, std::size_t defect) const {
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (left.has(defect, d)) order.push_back(d);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t d) { return cost(defect, d); });
  return order;
}

// --- Simplifying ----------------------------------------------------------------------------------------------------

/// Applies the three rules. Returns false if there is no solution below the limit.
bool CheapestSearch::simplify(OpenChoices& left, const OpenChoices::DefectSet& members, Cost limit) const {
  bool changed = true;
  while (changed) {
    if (!left.take_forced()) return false;
    const Cost least = bound(left, members);
    if (least >= limit) return false;
    changed = strike_dear(left, limit - least);
    if (!changed) changed = take_free(left);
  }
  return true;
}

/// Removes choices that cost at least `slack` more than the cheapest one. Returns whether there were any.
bool CheapestSearch::strike_dear(OpenChoices& left, Cost slack) const {
  bool found = false;
  for_each_defect(left.open(), [&](std::size_t defect) {
    const Cost least = cheapest(left, defect);
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      if (!left.has(defect, d) || cost(defect, d) - least < slack) continue;
      left.strike(defect, d);
      found = true;
    }
  });
  return found;
}

bool CheapestSearch::take_free(OpenChoices& left) const {
  bool found = false;
  for_each_defect(left.open(), [&](std::size_t defect) {
    const Cost least = cheapest(left, defect);
    for (std::size_t d = 0; d < kDirectionCount; ++d) {
      if (!left.has(defect, d) || cost(defect, d) != least || !left.is_free(defect, d)) continue;
      left.take(defect, d);
      found = true;
      return;
    }
  });
  return found;
}

// --- Costs ----------------------------------------------------------------------------------------------------------

CheapestSearch::Cost CheapestSearch::cost(std::size_t defect, std::size_t direction) const {
  return costs_[kDirectionCount * defect + direction];
}

CheapestSearch::Cost CheapestSearch::cheapest(const OpenChoices& left, std::size_t defect) const {
  Cost least = kNever;
  for (std::size_t d = 0; d < kDirectionCount; ++d) {
    if (left.has(defect, d)) least = std::min(least, cost(defect, d));
  }
  return least;
}

CheapestSearch::Cost CheapestSearch::bound(const OpenChoices& left, const OpenChoices::DefectSet& members) const {
  Cost sum = 0;
  for_each_defect(members, [&](std::size_t defect) { sum += cheapest(left, defect); });
  return sum;
}

}  // namespace kintsugi
