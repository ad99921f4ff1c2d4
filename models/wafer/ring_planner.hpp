/// The planner of rings: straight compensation paths where they repair a map, else the plans of ring_plan.hpp by exact
/// search.
///
/// Complete   with one track, for plans in which every ring passes every line once. "No" says that there is none of
///            these, not more. With two tracks it can miss a few (ring_formula.hpp)
/// Order      the plan is the least in this order, so that it does not depend on the solver, its version, the compiler
///            or the threads:
///            1. straight paths before all others; of these the one of ExactPlanner
///            2. plans in which no ring passes a line further than 1 from its default position; then 3; then any
///            3. for the columns from west to east, then the rows from north to south: the number of nodes that the
///               ring moves towards line 0, then that of those it moves away from it. The first smaller number decides
///            4. in the same order, the position at which the ring passes its lower line without a node, then that of
///               its upper one
///            Each number is found by asking whether it can be less, with those before it as assumptions
/// Moved      with this aim the fewest nodes change their site, of all plans, diagonal moves among them. Of the plans
///            that move so few, straight paths come first, then the least by 3. and 4. replan() keeps what is in force
///            instead
/// Online     replan() takes straight paths first too, as ExactPlanner::replan does. If there are none, it goes through
///            the numbers of 3. of the plan in force and keeps each that those kept before allow; the others are the
///            least, as above. Then it does the same with those of 4. So it keeps what it can in this order, which need
///            not be the most that a plan can keep
/// Limit      if there is one, a search that decides whether there is a plan ends after so many conflicts of the
///            solver: not decided, nor is a wider one begun. Then every map has searches of its own, so that the maps
///            before change nothing; but another version of the solver can decide other maps within the limit. Once a
///            plan is known to exist, its numbers are found without a limit
/// Subset     the irreparable subset is that from which every defect was left out, in the order of the map, if the
///            others are irreparable without it. With a limit each of these searches ends after `kSubsetConflicts` at
///            the latest, and the subset can have more defects than needed
/// Limits     restrict() adds others than dead PEs, such as those of defective switches. Then straight paths do not
///            come first: they are plans of rings among others
/// Memory     the clauses are made when the first map needs them, and kept if there is no limit. Use one planner for
///            many maps
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/wafer/exact_planner.hpp"
#include "models/wafer/ring_formula.hpp"
#include "models/wafer/ring_plan.hpp"

namespace kintsugi {

class RingPlanner {
 public:
  /// The largest side of a core whose plans are searched: the clauses of a larger one take too much memory.
  static constexpr int kLargestSide = 32;

  static constexpr std::uint32_t kSubsetConflicts = 5000;

  /// ConflictRule::kOneTrackStrict: a link uses one piece of a track in a gap at most. kShort: the base links have at
  /// most 2 pitches; `tracks` is needed for it. `conflicts` is the limit; nullopt: there is none, and every map is
  /// decided. `longest` is the limit of the pitches of a base link, from 3 on: no straight path has more.
  using Aim = ExactPlanner::Aim;
  RingPlanner(const WaferGrid& grid, int tracks, ConflictRule rule, Aim aim = Aim::kAny,
              std::optional<std::uint32_t> conflicts = std::nullopt, int longest = LinkLimits::kAny);

  /// Limits of the plans beside the dead PEs: `forbid` adds to a new formula the clauses of one of them, by number,
  /// which hold if the guard is true. A refutation says what each guard means: "sh.g0.c1 stuck in D1 is defective".
  struct Restriction {
    std::vector<std::string> meanings = {};  ///< by limit
    std::function<void(RingFormula&, std::size_t limit, Literal guard)> forbid = {};
  };
  /// Searches plans that keep all of these limits. Call it before the first map.
  void restrict(Restriction restriction);

  /// Returns whether there is a plan, without finding the least.
  Decision repairable(std::span<const SiteId> defects);
  /// Returns whether there is a plan of straight paths. If so, it is paths().
  bool plan_straight(std::span<const SiteId> defects);
  /// Returns whether there is a plan. If so, it is rings() or, if that is empty, paths(). With the aim kMoved also
  /// kNotDecided if a plan was found, but not which moves the fewest nodes.
  Decision plan(std::span<const SiteId> defects);
  /// The same online: with straight paths in force, and the plan of rings in force, which can be those paths.
  Decision replan(std::span<const SiteId> defects, std::span<const CompensationPath> paths_in_force,
                  const RingPlan& in_force);
  /// Returns the least plan with the same lines, so with the same placement, that states carry: for the placement of a
  /// plan of plan() the same plan. Returns nullopt if there is none.
  std::optional<RingPlan> complete(const RingPlan& lines);
  const std::optional<RingPlan>& rings() const { return rings_; }
  std::span<const CompensationPath> paths() const { return straight_.paths(); }
  /// Returns how many nodes the plan that was found moves.
  std::size_t moved() const;
  /// Returns a subset of irreparable defects that is irreparable, and reparable if any one of it is left out.
  DefectMap minimal_irreparable(const DefectMap& defects);
  /// The same with the limits: first each of them is left out, in their order, without which there is no plan either;
  /// then each defect.
  struct Irreparable {
    std::vector<std::size_t> limits;
    DefectMap defects;
  };
  Irreparable minimal_limits(const DefectMap& defects);
  /// Writes clauses that a plan of rings would meet, straight paths among them, and the solver's proof that none does.
  /// The first lines say what the variables mean. Returns false, with files that are of no use, if there is a plan.
  bool write_refutation(std::span<const SiteId> defects, const RefutationFiles& files) const;

 private:
  RingLimits limits(int reach) const;
  RingFormula& formula(std::size_t width);
  /// The result of the searches, and if it is kYes the first width with a plan.
  struct Found {
    Decision decision = Decision::kNo;
    std::size_t width = 0;
  };
  Found search(std::span<const SiteId> defects, std::optional<std::uint32_t> conflicts);
  bool can_search(std::span<const SiteId> defects) const;
  bool is_straight(std::span<const SiteId> defects);
  bool straight_repairable(std::span<const SiteId> defects);
  void keep_limits(std::vector<std::size_t> limits);
  std::vector<Literal> add_limits(RingFormula& formula) const;
  void begin_map();
  Decision plan_rings(std::span<const SiteId> defects, const RingPlan* in_force);
  Decision plan_fewest(std::span<const SiteId> defects);

  WaferGrid grid_;
  int tracks_;
  ConflictRule rule_;
  Aim aim_;
  std::optional<std::uint32_t> conflicts_;
  int longest_;
  ExactPlanner straight_;
  Restriction restriction_;
  std::vector<std::size_t> limits_kept_;
  std::vector<std::unique_ptr<RingFormula>> formulas_;  // by width; empty until one is needed
  std::vector<std::vector<Literal>> guards_;            // by width, and limit
  std::optional<RingPlan> rings_;
};

}  // namespace kintsugi
