#include "models/wafer/path_search.hpp"

namespace kintsugi {

namespace {

constexpr std::size_t kCount = kDirections.size();

/// Takes every choice that conflicts with no remaining choice. Returns whether there was one.
bool take_pure(OpenChoices& left) {
  bool found = false;
  for_each_defect(left.open(), [&](std::size_t defect) {
    for (std::size_t d = 0; d < kCount; ++d) {
      if (!left.has(defect, d) || !left.is_free(defect, d)) continue;
      left.take(defect, d);
      found = true;
      break;
    }
  });
  return found;
}

/// Applies the rules "forced" and "pure". Returns false if an open defective PE has no choice left.
bool simplify(OpenChoices& left) {
  do {
    if (!left.take_forced()) return false;
  } while (take_pure(left));
  return true;
}

std::size_t smallest_domain(const OpenChoices& left, const OpenChoices::DefectSet& component) {
  std::size_t best = 0;
  std::size_t best_size = kCount + 1;
  for_each_defect(component, [&](std::size_t defect) {
    if (const std::size_t size = left.domain_size(defect); size < best_size) {
      best = defect;
      best_size = size;
    }
  });
  return best;
}

}  // namespace

bool PathSearch::solve(const PathChoices& choices, std::vector<CompensationPath>& paths) {
  branches_ = 0;
  paths.clear();
  if (choices.hopeless()) return false;
  OpenChoices& root = level(0).left;
  root.start(choices);
  if (!simplify(root) || !settle(0)) return false;
  for (std::size_t defect = 0; defect < choices.defects(); ++defect) {
    paths.push_back(choices.path(defect, root.direction_of(defect)));
  }
  return true;
}

PathSearch::Level& PathSearch::level(std::size_t depth) {
  if (depth == levels_.size()) levels_.emplace_back();
  return levels_[depth];
}

bool PathSearch::settle(std::size_t depth) {
  Level& at = level(depth);
  while (at.left.any_open()) {
    at.left.find_component(at.component, at.frontier);
    if (!settle_component(depth)) return false;
  }
  return true;
}

bool PathSearch::settle_component(std::size_t depth) {
  const Level& at = level(depth);
  const std::size_t defect = smallest_domain(at.left, at.component);
  for (std::size_t direction = 0; direction < kCount; ++direction) {
    if (!at.left.has(defect, direction)) continue;
    bool final = false;
    if (settle_with(depth, defect, direction, final)) return true;
    if (final) return false;
  }
  return false;
}

bool PathSearch::settle_with(std::size_t depth, std::size_t defect, std::size_t direction, bool& final) {
  ++branches_;
  OpenChoices& branch = level(depth + 1).left;
  Level& here = level(depth);
  branch.start(here.left, here.component);
  branch.take(defect, direction);
  if (!branch.take_forced()) return false;
  final = branch.open_ones_are_as_in(here.left);
  if (!simplify(branch) || !settle(depth + 1)) return false;
  here.left.settle_as(branch, here.component);
  return true;
}

}  // namespace kintsugi
