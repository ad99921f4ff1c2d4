/// The search behind the exact planner: one choice (path_choices.hpp) per faulty PE without conflicts, or the certainty
/// that there is none.
///
/// A complete depth-first search that seldom branches:
///   forced     a faulty PE with one choice left takes it, and conflicting choices are removed
///   pure       a choice that conflicts with no remaining choice is taken at once
///   component  groups of faulty PEs that still influence each other are settled one after the other
///   branch     on a faulty PE with the fewest choices. If a branch and its forced choices remove no choice of the
///              other open faulty PEs, the search does not try the alternatives: if the others have no solution after
///              this branch, they have none at all
#pragma once

#include <deque>
#include <vector>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class PathSearch {
 public:
  /// Returns whether there is a solution, and stores it in `paths` in the order of the faulty PEs.
  bool solve(const PathChoices& choices, std::vector<CompensationPath>& paths);
  /// Returns the number of branches that the last call tried.
  std::size_t branches() const { return branches_; }

 private:
  /// The state of the search at one depth.
  struct Level {
    OpenChoices left;
    OpenChoices::FaultSet component;  ///< the open faulty PEs being settled
    OpenChoices::FaultSet frontier;
  };

  Level& level(std::size_t depth);
  bool settle(std::size_t depth);
  bool settle_component(std::size_t depth);
  bool settle_with(std::size_t depth, std::size_t fault, std::size_t direction, bool& final);

  std::size_t branches_ = 0;
  std::deque<Level> levels_;  // a deque: deeper levels are added while outer ones are in use
};

}  // namespace kintsugi
