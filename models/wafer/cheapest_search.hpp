/// The search for the cheapest solution: one choice per defective PE without conflicts and with the smallest total
/// cost.
///
/// Branch and bound, component by component. The bound is the total cost if each defective PE had the cheapest of its
/// remaining choices. Before every branch the search applies three rules:
///   dear       a choice is removed if it would raise the bound to the cost of the best known solution
///   forced     a defective PE with one choice left takes it, and conflicting choices are removed
///   free       a cheapest choice of a defective PE is taken at once if it conflicts with no open choice
/// Then it branches on the defective PE whose second cheapest choice exceeds the cheapest one by most.
/// The search is exact, and exponential in the worst case; on repairable maps it needs few branches. With a limit it
/// ends after so many, with the cheapest solution found so far.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <vector>

#include "models/wafer/open_choices.hpp"
#include "models/wafer/path_choices.hpp"

namespace kintsugi {

class CheapestSearch {
 public:
  using Cost = std::uint64_t;
  static constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();

  /// Replaces `paths`, a solution in the order of the defective PEs, by a cheaper one if there is one. `costs` has the
  /// cost of choice (defect, direction) at 4 * defect + direction. The total of all costs must be below 2^63.
  void improve(const PathChoices& choices, std::span<const Cost> costs, std::vector<CompensationPath>& paths,
               std::size_t most_branches = kNoLimit);
  /// Returns the number of branches that the last call tried.
  std::size_t branches() const { return branches_; }

 private:
  /// The state of the search at one depth.
  struct Level {
    OpenChoices left;
    OpenChoices best;                  ///< the cheapest solution of the component so far
    OpenChoices::DefectSet component;  ///< the open defective PEs being settled
    OpenChoices::DefectSet frontier;
  };

  Level& level(std::size_t depth);
  bool settle(std::size_t depth, const OpenChoices::DefectSet& members, Cost limit);
  bool settle_component(std::size_t depth, Cost limit);
  bool simplify(OpenChoices& left, const OpenChoices::DefectSet& members, Cost limit) const;
  bool strike_dear(OpenChoices& left, Cost slack) const;
  bool take_free(OpenChoices& left) const;
  std::size_t branching_defect(const OpenChoices& left, const OpenChoices::DefectSet& component) const;
  std::vector<std::size_t> by_cost(const OpenChoices& left, std::size_t defect) const;
  Cost cost(std::size_t defect, std::size_t direction) const;
  Cost cheapest(const OpenChoices& left, std::size_t defect) const;
  Cost bound(const OpenChoices& left, const OpenChoices::DefectSet& members) const;

  std::span<const Cost> costs_;
  std::size_t branches_ = 0;
  std::size_t most_branches_ = kNoLimit;
  std::deque<Level> levels_;  // a deque: deeper levels are added while outer ones are in use
};

}  // namespace kintsugi
