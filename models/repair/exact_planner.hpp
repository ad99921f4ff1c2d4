/// The exact planner: a conflict-free compensation path for every faulty core PE, whenever there is one.
///
/// What it has in common with others: planner.hpp.
#pragma once

#include <span>

#include "models/repair/path_choices.hpp"
#include "models/repair/path_search.hpp"
#include "models/repair/planner.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class ExactPlanner final : public PathPlanner {
 public:
  ExactPlanner(const WaferGrid& grid, ConflictRule rule) : choices_(grid, rule) {}

  /// Whether the map can be repaired.
  bool plan(std::span<const SiteId> defects) override;
  /// Branches the search tried in the last plan().
  std::size_t branches() const { return search_.branches(); }

  /// A subset of irreparable defects that is irreparable, and reparable when any one of it is taken out.
  DefectMap minimal_irreparable(DefectMap defects);

 private:
  PathChoices choices_;
  PathSearch search_;
};

}  // namespace kintsugi
