/// PathSearch gives every defective core PE one choice (path_choices.hpp) such that no two choices conflict, or shows
/// that there is no such assignment. ExactPlanner uses it.
///
/// A defective PE is open until the search has settled it with one choice (open_choices.hpp). Two open PEs are
/// neighbours if a remaining choice of one conflicts with a remaining choice of the other. The search is complete, goes
/// depth first, and seldom branches:
///   forced     a defective PE with one choice left takes it, and conflicting choices are removed
///   pure       a choice that conflicts with no remaining choice is taken at once
///   component  the connected components of the neighbours are settled one after the other
///   branch     the search tries the choices of an open PE that has the fewest. If a choice, with those that it forces,
///              leaves the PEs that are still open all their choices, the search tries no other one: these PEs then
///              have as many choices as before, so that a failure does not depend on the choice
#pragma once

#include <deque>
#include <vector>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class PathSearch {
 public:
  /// Returns whether there is a solution, and stores it in `paths` in the order of the defective PEs.
  bool solve(const PathChoices& choices, std::vector<CompensationPath>& paths);
  /// Returns the number of branches that the last call tried.
  std::size_t branches() const { return branches_; }

 private:
  /// The state of the search at one depth.
  struct Level {
    OpenChoices left;
    OpenChoices::DefectSet component;  ///< the open defective PEs being settled
    OpenChoices::DefectSet frontier;
  };

  Level& level(std::size_t depth);
  bool settle(std::size_t depth);
  bool settle_component(std::size_t depth);
  bool settle_with(std::size_t depth, std::size_t defect, std::size_t direction, bool& final);

  std::size_t branches_ = 0;
  std::deque<Level> levels_;  // a deque: deeper levels are added while outer ones are in use
};

}  // namespace kintsugi
