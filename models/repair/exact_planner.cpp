#include "models/repair/exact_planner.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi {

bool ExactPlanner::plan(std::span<const SiteId> defects) {
  choices_.load(defects);
  return search_.solve(choices_, paths_);
}

bool ExactPlanner::plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed) {
  choices_.load(defects);
  for (std::size_t fault = 0; fault < allowed.size(); ++fault) choices_.restrict(fault, allowed[fault]);
  return search_.solve(choices_, paths_);
}

DefectMap ExactPlanner::minimal_irreparable(DefectMap defects) {
  // A healed defect never makes a map worse, so one pass with single deletions is enough; the larger pieces before
  // it only get there sooner.
  DefectMap rest;
  for (std::size_t piece = std::bit_ceil(defects.size() + 1) / 2; piece > 0; piece /= 2) {
    for (std::size_t first = 0; first < defects.size();) {
      const auto begin = defects.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(piece, defects.size() - first));
      rest.assign(defects.begin(), begin);
      rest.insert(rest.end(), end, defects.end());
      if (plan(rest)) {
        first += piece;
      } else {
        defects = rest;
      }
    }
  }
  return defects;
}

}  // namespace kintsugi
