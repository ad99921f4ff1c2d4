/// The exact planner: a conflict-free compensation path for every faulty core PE, whenever there is one.
///
/// Keeps its memory from one defect map to the next: use one planner for many maps, and one per thread.
/// Defects are sites of the grid, each at most once.
#pragma once

#include <span>
#include <vector>

#include "models/repair/path_choices.hpp"
#include "models/repair/path_search.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class ExactPlanner {
 public:
  ExactPlanner(const WaferGrid& grid, ConflictRule rule) : choices_(grid, rule) {}

  /// Whether the map can be repaired; then paths() are the plan.
  bool plan(std::span<const SiteId> defects);
  /// The same where each faulty core PE, in the order of the defects, may only use some directions.
  bool plan(std::span<const SiteId> defects, std::span<const DirectionSet> allowed);
  /// Of the last plan() that succeeded: one per faulty core PE, in the order of the defects.
  std::span<const CompensationPath> paths() const { return paths_; }
  /// Branches the search tried in the last plan().
  std::size_t branches() const { return search_.branches(); }

  /// A subset of irreparable defects that is irreparable, and reparable when any one of it is taken out.
  DefectMap minimal_irreparable(DefectMap defects);

 private:
  PathChoices choices_;
  PathSearch search_;
  std::vector<CompensationPath> paths_;
};

}  // namespace kintsugi
