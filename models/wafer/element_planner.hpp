/// The planner for defects of switches, tracks and wires. It finds compensation paths for every defective core PE, and
/// for healthy PEs that are given up, such that no defective element (switch, track or wire) does harm.
///
/// Only the paths that touch the surroundings of an element decide what its switches have to do. For each element in
/// turn the planner tries the sets of such paths: of defective PEs, and of as few healthy PEs as possible, at most
/// kMostGivenUp for an element. It keeps the sets that leave the element harmless and lets the exact planner find the
/// other paths. A path of a healthy PE begins as near to the surroundings as possible: a path that begins further off
/// has the same effect there and blocks more of the other paths.
///
/// Complete for one element, as far as two healthy PEs are enough (tests compare it with all plans of the wafer of
/// 4 x 4). With several elements, each has to be harmless with the paths that were chosen for it and for those before
/// it: plans in which two elements compensate each other are not found.
/// The search is one of constraint satisfaction. Variables are the PEs that have a path, and the domain of a variable
/// is the set of directions that its path can have. A level restricts the domains of the variables that can touch its
/// element. Where a level has no choice left, the search backjumps to the last level in the conflict set.
/// It goes depth first, element by element, and can take exponential time: it stops after a number of steps.
/// A step is a choice, a look at a PE, or whatever `harmless` counts.
/// What is found out about an element is kept from one map to the next.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "models/network/progress.hpp"
#include "models/wafer/exact_planner.hpp"

namespace kintsugi {

/// The sites around a defective element, and the axes along which a path through them makes a difference to it.
struct Surroundings {
  GridPoint low;   ///< the corner in the north-west, included
  GridPoint high;  ///< the corner in the south-east, included
  bool rows = true;
  bool columns = true;
  bool contain(GridPoint p) const {
    return p.row >= low.row && p.row <= high.row && p.column >= low.column && p.column <= high.column;
  }
};

class ElementPlanner {
 public:
  static constexpr std::size_t kMostGivenUp = 2;
  /// About a second. Maps with a few elements need some thousands.
  static constexpr std::uint64_t kMostSteps = 50'000'000;

  /// What elements do to a wafer with just these paths, which do not conflict.
  struct Effect {
    bool harmless = false;
    std::uint64_t steps = 0;  ///< to find that out
  };
  using EffectOf = std::function<Effect(std::span<const CompensationPath>, std::span<const std::size_t> elements)>;

  /// Elements are named by their index in the list. `remaining` is called with the number of those that the plan does
  /// not settle yet.
  ElementPlanner(const WaferGrid& grid, ConflictRule rule, std::vector<Surroundings> elements, EffectOf effect_of,
                 Remaining remaining = {});

  /// A few ms: about as long as the search of straight paths for fewer moves takes (ExactPlanner::kBranchesOfAny).
  static constexpr std::uint64_t kStepsForFewerMoves = 200'000;

  /// Returns whether it found a plan, which paths() then are. Stops after `most_steps`. From the first plan on it goes
  /// on for `steps_for_fewer`, and takes the plan that moves fewest nodes.
  bool plan(std::span<const SiteId> defects, std::uint64_t most_steps = kMostSteps, std::uint64_t steps_for_fewer = 0);
  /// Returns the paths of the last plan() that succeeded: one for each defective core PE, in the order of the defects,
  /// then those of the healthy PEs that are given up.
  std::span<const CompensationPath> paths() const { return paths_; }
  std::size_t given_up() const { return paths_.size() - defective_variables_; }
  /// Returns the number of steps of the last plan().
  std::uint64_t steps() const { return steps_; }
  /// Returns whether the last plan() stopped before it had tried all that it tries.
  bool stopped() const { return !found_ && is_over(); }

 private:
  /// A PE that has a path: a defective one, or a healthy one that is given up.
  struct Variable {
    GridPoint at;
    DirectionSet domain;  ///< of its path
    bool assigned() const { return std::has_single_bit(domain.to_ulong()); }
    CompensationPath path() const;  ///< of one that is assigned
  };
  /// The choice for a variable that can touch the element: none of its touching paths if it has others, else one of
  /// them.
  struct Choice {
    static constexpr std::size_t kRest = 0;  ///< option 1 + d is the path in direction d
    std::size_t variable = 0;
    DirectionSet all;  ///< before the choice
    DirectionSet touching;
    std::size_t option = kRest;
    void start();
    bool next();
    DirectionSet chosen() const;
  };
  /// Rows and columns in which paths can touch the elements that failed.
  struct ConflictSet {
    std::vector<bool> rows = {};
    std::vector<bool> columns = {};
    void add(const Surroundings& around);
    void add(const ConflictSet& others);
    bool meet(const Surroundings& around) const;
  };
  /// The state of the search for one element.
  struct Level {
    std::vector<CompensationPath> candidates = {};        ///< of healthy PEs, worked out when they are needed
    std::array<std::size_t, kMostGivenUp> given_up = {};  ///< ascending indices into candidates
    std::size_t count = 0;                                ///< of given_up
    bool is_choosing = false;
    std::vector<Choice> choices = {};
    ConflictSet conflicts = {};  ///< of the elements after it for which all choices failed
    bool next_given_up();
    void skip(std::size_t place);
  };
  /// The outermost defects of a line.
  struct Extent {
    int low;
    int high;
  };
  bool is_over() const { return steps_ >= most_steps_; }
  void backjump(const ConflictSet& conflicts);
  void fail_everywhere();
  void load(std::span<const SiteId> defects);
  void add_extents();
  bool next(std::size_t element);
  bool next_given_up(std::size_t element);
  std::size_t give_up(const Level& level);
  void start_choosing(std::size_t element);
  bool next_choice(Level& level);
  bool fits(std::size_t element);
  bool conflicts_with_assigned(std::size_t variable);
  bool is_harmless(std::size_t element);
  bool harmless(std::span<const CompensationPath> paths, std::span<const std::size_t> elements);
  bool finish();
  std::vector<CompensationPath> with_fewest_moves(std::span<const std::size_t> elements);
  void keep(std::vector<CompensationPath> paths);
  void push(const Variable& variable);
  void pop();
  bool is_variable(GridPoint at) const;
  void find_variables_near(const Surroundings& around);
  DirectionSet touching(const Surroundings& around, const Variable& variable) const;
  bool touches(const Surroundings& around, CompensationPath path) const;
  bool line_is_free(CompensationPath path) const;
  void find_candidates(std::size_t element);
  void find_first_near();
  void add_candidates(Level& level, std::size_t element, GridPoint at) const;

  WaferGrid grid_;
  ConflictRule rule_;
  ExactPlanner exact_;
  std::vector<CompensationPath> paths_;
  std::vector<Surroundings> elements_;
  std::vector<std::uint32_t> first_near_;  // by site: the first element that it is inside or just before, if any
  std::vector<std::map<std::vector<CompensationPath>, bool>> known_;  // by element: whether harmless with these paths
  EffectOf effect_of_;
  Remaining remaining_;
  std::vector<SiteId> defects_;
  std::vector<bool> dead_;  // by site
  std::vector<Extent> rows_;
  std::vector<Extent> columns_;
  std::size_t most_paths_;  // as many as there are spares
  std::size_t defective_variables_ = 0;
  std::vector<Variable> variables_;
  std::vector<std::vector<std::size_t>> in_row_;     // by row: indices into variables_, ascending
  std::vector<std::vector<std::size_t>> in_column_;  // by column
  std::vector<Level> levels_;                        // by element
  std::vector<CompensationPath> near_;               // the paths that touch the present element
  std::vector<CompensationPath> in_order_;           // the same, sorted
  std::vector<std::size_t> variables_near_;          // of the present element
  std::uint64_t steps_ = 0;
  std::uint64_t most_steps_ = kMostSteps;
  bool found_ = false;
  std::size_t moved_ = 0;  // by paths_, if found
};

}  // namespace kintsugi
