/// The planner of all that the fabric can do: the plans of RingPlanner, else plans of passes (pass_plan.hpp) by exact
/// search.
///
/// Complete   for networks whose return links lie on the wraps, and nodes that are at most one row and one column away
///            from their default places (fabric_formula.hpp). "No" says that no states of the switches make such a
///            network. With PEs in the corners plans in which a ring passes a line of spares three times are missing
/// Limit      a search for a plan of passes ends after so many conflicts of the solver: not decided. Whether there is a
///            plan of rings is always decided. Every map has a search of its own, so the maps before change nothing;
///            but another version of the solver can decide other maps within the limit
/// Order      a plan is the least in this order, so that it does not depend on the solver, its version, the compiler or
///            the limit:
///            1. what RingPlanner finds before all others
///            2. node by node, row by row: whether it stays in its row, moves north, or south; whether it stays in its
///               column, moves west, or east. The first difference decides
///            3. plane H, then plane V; level by level: no ring passes it three times, or which; one link to the level
///               before, or three; ring by ring the position of its first pass, the nearest to the default one first;
///               of the ring that passes three times also the position back and the last one
///            Each choice is found by asking whether an earlier one is possible, with those before it as assumptions.
///            Once a plan is known to exist, these searches have no limit
/// Limits     of links (link_limits.hpp) hold for plans of rings and of passes. With two tracks the lengths of a plan
///            of rings follow from the states alone. So the planner takes straight paths, else plans of passes, where
///            the longest link is limited
/// Online     replan() keeps of straight paths or rings in force what RingPlanner::replan does. Where these repair
///            nothing, nothing is kept
/// Moved      with this aim the fewest nodes change their site. Of the plans that move so few, those of RingPlanner
///            come first, then the least by 2. and 3. Each search for fewer moves has the limit
/// Subset     the irreparable subset is that from which every defect was left out, in the order of the map, if a search
///            of `kSubsetConflicts` shows that the others are irreparable without it. It can have more defects than
///            needed
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/wafer/fabric_formula.hpp"
#include "models/wafer/ring_planner.hpp"

namespace kintsugi {

class FabricPlanner {
 public:
  /// The largest side of a core whose plans are searched.
  static constexpr int kLargestSide = 16;
  static constexpr std::uint32_t kSubsetConflicts = RingPlanner::kSubsetConflicts;

  using Aim = ExactPlanner::Aim;
  FabricPlanner(const TrackGrid& tracks, std::uint32_t conflicts, Aim aim = Aim::kAny, const LinkLimits& limits = {});

  /// Returns whether there is a plan, without finding the least.
  Decision repairable(std::span<const SiteId> defects);
  /// Returns whether there is a plan. If so, it is passes() or, if that is empty, that of rings(). With the aim kMoved
  /// also kNotDecided if a plan was found, but not which moves the fewest nodes.
  Decision plan(std::span<const SiteId> defects);
  /// The same online: with straight paths in force, and the plan of rings in force, which can be those paths.
  Decision replan(std::span<const SiteId> defects, std::span<const CompensationPath> paths_in_force,
                  const RingPlan& in_force);
  /// Returns whether a plan of passes has this placement. If so, passes() is the least one: for the placement of a plan
  /// of plan() the same plan. No node may be more than one row or column away from its default place.
  Decision complete(const Placement& placement);
  const std::optional<PassPlan>& passes() const { return passes_; }
  const RingPlanner& rings() const { return rings_; }
  /// Returns a subset of irreparable defects that is irreparable.
  DefectMap minimal_irreparable(const DefectMap& defects);
  /// Writes the clauses, with comments on what their variables mean, and the solver's proof that nothing meets them.
  /// Returns kNo if so; otherwise the files are of no use.
  Decision write_refutation(std::span<const SiteId> defects, const RefutationFiles& files);

 private:
  const FabricFormula& formula();
  bool is_short_of_spares(std::span<const SiteId> defects) const;
  bool knows_lengths_of_rings() const;
  void begin(std::span<const SiteId> defects, ExactSearch& search);
  Decision plan_passes(std::span<const SiteId> defects);
  Decision plan_fewest(std::span<const SiteId> defects, Decision by_rings);
  std::vector<Literal> moves(ExactSearch& search);

  TrackGrid tracks_;
  std::uint32_t conflicts_;
  Aim aim_;
  LinkLimits limits_;
  RingPlanner rings_;
  std::unique_ptr<FabricFormula> formula_;  // empty until it is needed
  std::optional<PassPlan> passes_;
};

}  // namespace kintsugi
