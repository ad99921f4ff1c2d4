/// The search for the cheapest solution: one choice per fault without conflicts, such that the sum of what they cost is
/// as small as it can be.
///
/// Branch and bound, component by component. The bound is what the faults would cost if each had the cheapest of the
/// choices left to it. Before every branch:
///   dear       a choice that would lift the bound to the best solution known is struck out
///   forced     a fault with one choice left takes it, and what conflicts is struck out
///   free       a cheapest choice of a fault that conflicts with nothing still open is taken at once
/// and then the fault is branched on whose second choice costs most beyond its first one.
/// Exact, and exponential in the worst case; on maps that can be repaired it needs few branches.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class CheapestSearch {
 public:
  using Cost = std::uint64_t;

  /// `costs`: of choice (fault, direction) at 4 * fault + direction. `paths`: a solution, in the order of the faults; a
  /// cheaper one replaces it if there is one. The total of all costs must stay below 2^63.
  void improve(const PathChoices& choices, std::span<const Cost> costs, std::vector<CompensationPath>& paths);
  /// Branches tried in the last call.
  std::size_t branches() const { return branches_; }

 private:
  /// The state of the search at one depth.
  struct Level {
    OpenChoices left;
    OpenChoices best;                 ///< the cheapest solution of the component so far
    OpenChoices::FaultSet component;  ///< the open faults being settled
    OpenChoices::FaultSet frontier;
  };

  Level& level(std::size_t depth);
  bool settle(std::size_t depth, const OpenChoices::FaultSet& members, Cost limit);
  bool settle_component(std::size_t depth, Cost limit);
  bool simplify(OpenChoices& left, const OpenChoices::FaultSet& members, Cost limit) const;
  bool strike_dear(OpenChoices& left, Cost slack) const;
  bool take_free(OpenChoices& left) const;
  std::size_t branching_fault(const OpenChoices& left, const OpenChoices::FaultSet& component) const;
  std::vector<std::size_t> by_cost(const OpenChoices& left, std::size_t fault) const;
  Cost cost(std::size_t fault, std::size_t direction) const;
  Cost cheapest(const OpenChoices& left, std::size_t fault) const;
  Cost bound(const OpenChoices& left, const OpenChoices::FaultSet& members) const;

  std::span<const Cost> costs_;
  std::size_t branches_ = 0;
  std::deque<Level> levels_;  // a deque: deeper levels are added while outer ones are in use
};

}  // namespace kintsugi
