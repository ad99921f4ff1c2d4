/// The plans of rings of one wafer (ring_plan.hpp) as clauses, with the dead PEs as assumptions: built once for a
/// wafer, solved for one map after the other.
///
/// Skips    of ring x, for each default line y of its nodes: "low" says that node y is moved towards line 0, "high"
///          that it is moved away from it. Both are ordered along the ring: two numbers for each ring, 4 N in all
/// Levels   every line is a level, and with T tracks T - 1 levels more between two lines: links pass from one track to
///          the next there, at any position. Between neighbouring levels there is one track
/// Places   of ring x at a level, for each position k: "the ring passes at k or before it". At a level one ring at most
///          passes a position. In a line with a node the place is that of the node, which the other plane's rings move
/// Tracks   between two levels a ring uses the pieces of the track between its two places. One ring at most uses a
///          piece
/// Dead     a literal for each site; if it is assumed, no node is there. A dead PE is passed as any other
/// Reach    a limit: a ring passes no line further than this from its default position. A wider search has all plans of
///          a narrower one, with more variables
/// Jog      a limit of the pieces that a link uses in one gap. Links that cross a gap within 1 of it are those of rule
///          "strict"
/// Longest  a limit of the pitches of every base link but the return wires: 1 for each gap that it crosses and for each
///          piece that it uses. With two tracks it is the least number of pieces that counts, that between the
///          positions of the link in both lines: the states can need more where links make way for each other
/// Complete for one track: the states of the switches carry a plan if, and only if, places at all levels obey these
///          clauses. Whatever the states, the links of a plane are paths in a grid that share no edge, and a switch has
///          a state for any way in which two paths meet. With two tracks a plan is not found in which a ring would pass
///          the level between them three times
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/search/exact_search.hpp"
#include "models/wafer/link_limits.hpp"
#include "models/wafer/ring_plan.hpp"

namespace kintsugi {

struct RingLimits {
  int reach = LinkLimits::kAny;
  LinkLimits links = {};
};

class RingFormula {
 public:
  RingFormula(const WaferGrid& grid, int tracks, const RingLimits& limits, ExactSearch search = ExactSearch());

  /// Returns kYes if there is a plan in which no node is at a dead site, and the assumptions hold. Returns kNotDecided
  /// only if there is a limit of conflicts, and the search reached it.
  Decision solve(std::span<const SiteId> dead, std::span<const Literal> assumptions = {},
                 std::optional<std::uint32_t> conflicts = std::nullopt);
  /// The same once, with the dead PEs as clauses. If there is no plan, writes the refutation: the search must have been
  /// made with files.
  Decision refute(std::span<const SiteId> dead);
  /// Returns the plan of the last call, which found one.
  RingPlan plan() const;
  /// Returns those of the dead sites of the last call, which found no plan, with which alone there is none.
  DefectMap failed(std::span<const SiteId> dead) const;

  /// Returns a literal that is true if the lower, or the upper, line without a node moves at most this many nodes: the
  /// first number of a ring, and the second.
  /// @{
  Literal low_moves_at_most(Plane plane, int ring, int nodes) const;
  Literal high_moves_at_most(Plane plane, int ring, int nodes) const;
  /// @}
  /// Returns a literal to assume if at most so many nodes, of all, may be moved. The first call makes the clauses.
  Literal moves_at_most(int nodes);
  /// Returns a literal that is true if a ring passes the line at this position or before it.
  Literal passes_up_to(Plane plane, int ring, int line, int position) const;
  /// Returns a literal that is true if a ring comes to a track at this position or before it, or leaves it so: seen
  /// from line 0.
  /// @{
  Literal enters_up_to(const TrackPlace& at, int ring) const;
  Literal leaves_up_to(const TrackPlace& at, int ring) const;
  /// @}

  using Literals = std::vector<Literal>;
  /// Returns literals of which one at least is true if, and only if, the node of this default place is not at the site,
  /// which is one row and one column away at most.
  Literals is_elsewhere(GridPoint home, SiteId site) const;
  /// Adds a limit of the plans: a new variable, and a clause that holds from now on.
  /// @{
  Literal variable();
  /// Says in a comment of the refutation, if one is recorded, what the variable means.
  void name(Literal variable, const std::string& meaning);
  void require(std::span<const Literal> clause) { add(clause); }
  /// @}
  /// Assumes these literals in every call of solve() from now on, in the place of those before.
  void assume(Literals assumed) { assumed_ = std::move(assumed); }
  /// Returns whether an assumption of the last call, which found no plan, is one of those with which there is none.
  bool failed(Literal assumption) const { return search_.failed(assumption); }

 private:
  using Table = std::vector<Literals>;
  /// The variables of a plane. Rings from 1 on; lines of the nodes from 0 to lines + 1, where the literals are fixed.
  struct PlaneLiterals {
    int rings = 0;
    int nodes = 0;  ///< of a ring
    Table low;      ///< by ring and line
    Table high;
    std::vector<Table> places;  ///< by ring, level and position
  };
  /// The holes, positions that no ring passes, of a level up to a position: at least one, and two.
  struct Holes {
    Literal one;
    Literal two;
  };

  PlaneLiterals& of(Plane plane) { return planes_[static_cast<std::size_t>(plane)]; }
  const PlaneLiterals& of(Plane plane) const { return planes_[static_cast<std::size_t>(plane)]; }
  const PlaneLiterals& across(Plane plane) const { return planes_[plane == Plane::kH ? 1 : 0]; }
  int levels(const PlaneLiterals& plane) const { return (plane.nodes + 1) * tracks_ + 1; }
  int level(int line) const { return line * tracks_; }
  bool is_spare_line(const PlaneLiterals& plane, int level) const {
    return level == 0 || level == (plane.nodes + 1) * tracks_;
  }
  Literal yes() { return search_.always(); }
  Literal fixed(bool value) { return value ? yes() : ~yes(); }
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }
  void at_most_one(const Literals& literals);

  void add_skips(Plane plane);
  void add_places(Plane plane);
  Literal new_place(PlaneLiterals& plane, int ring, int level, int position);
  Literal up_to(const PlaneLiterals& plane, int ring, int level, int position) const;
  void place_nodes(Plane plane);
  void add_levels(Plane plane);
  Literals passers(const PlaneLiterals& plane, int level, int position);
  std::vector<Holes> add_holes(const PlaneLiterals& plane, int level);
  void add_tracks(const PlaneLiterals& plane, int level, const std::vector<Holes>& before,
                  const std::vector<Holes>& after);
  void add_limits(const PlaneLiterals& plane);
  void limit_lengths(const PlaneLiterals& plane, int ring);
  std::vector<Literals> add_lengths(const PlaneLiterals& plane, int ring);
  Literal both(Literal a, Literal b);
  void limit_link(const PlaneLiterals& plane, int ring, int gap, int pieces, Literal unless);
  void comment();
  void count_moves();
  void add_dead();
  void add_dead(SiteId site);

  WaferGrid grid_;
  int tracks_;
  RingLimits limits_;
  ExactSearch search_;
  Literal yes_;
  std::array<PlaneLiterals, 2> planes_;
  Literals dead_;   // by site
  Literals moved_;  // number k: more than k nodes are moved; empty until they are counted
  Literals clause_;
  Literals assumed_;
  Literals assumptions_;
};

}  // namespace kintsugi
