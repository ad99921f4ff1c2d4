/// The search behind the exact planner: one choice per fault without conflicts, or the certainty that there is none.
///
/// A complete depth-first search that hardly ever branches:
///   forced     a fault with one choice left takes it, and what conflicts is struck out
///   pure       a choice that conflicts with nothing still open is taken at once
///   components of faults that still influence each other are settled one after the other
///   branch     on a fault with the fewest choices; a branch that, after the forced choices, left all other open faults
///              their choices is never undone: were the rest impossible after it, it would be so without it
#pragma once

#include <deque>
#include <vector>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class PathSearch {
 public:
  /// Whether there is a solution; it is appended to `paths` (which is cleared first) in the order of the faults.
  bool solve(const PathChoices& choices, std::vector<CompensationPath>& paths);
  /// Branches tried in the last call.
  std::size_t branches() const { return branches_; }

 private:
  /// The state of the search at one depth.
  struct Level {
    OpenChoices left;
    OpenChoices::FaultSet component;  ///< the open faults being settled
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
