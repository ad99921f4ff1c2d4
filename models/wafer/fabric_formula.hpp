/// The plans of passes of one wafer (pass_plan.hpp) as clauses. Built once for a wafer; every map has a search of its
/// own, so that what a search finds within a limit does not depend on the maps before.
///
/// Moves     of every node, along its column and along its row: "low" moves it towards line 0, "high" away from it.
///           "third" says that it is on the last pass of a line that its ring passes three times
/// Passes    of ring x at a level, by position: the first pass is "at k or before it", and so is the last. At a level
///           one ring at most passes three times; it then shares its three positions with variables of the level. A
///           level has two positions more than rings, so all of them are passed if one ring passes three times, and
///           two are holes otherwise. At most one pass is at a position
/// Tracks    between two levels a link uses the pieces of the track between its two ends. One link at most uses a
///           piece. If so, a piece is used exactly if the ends on one side of it are odd: those follow from the holes
/// Loops     with two tracks, idle pieces of both tracks of a gap could close a ring. Then one switch of it can be set
///           so that the ring becomes a part of the link that turns there, and that is a plan of passes too. So clauses
///           forbid such rings, and no map becomes irreparable by them
/// Dead      a literal for each site; if it is true, no node is there. A dead PE is passed as any other
/// Limits    of the pieces that a link uses, and of the pitches of a base link (link_limits.hpp): for each pass of a
///           ring, how many pitches lie between the node before and the pass (fabric_lengths.cpp). With two tracks they
///           hold too, since the passes of a plan say where its links change from one to the other
/// Complete  for networks whose return links lie on the wraps, and nodes that are at most one row and one column away
///           from their default places. Because:
///           1. whatever the states, the links of a plane are paths in a grid that share no edge, and X, D1 and D2 are
///              all the ways in which two paths can meet in a switch. So, with one track between two levels, states
///              carry the links if, and only if, no two of them need the same piece
///           2. every ring begins and ends on a wrap, so it passes every level an odd number of times. With two
///              positions more than rings, that is once, or three times for one of them. The first and the last line
///              have as many PEs as there are rings; with PEs in the corners they have two more, and that a ring
///              passes such a line three times is not searched
///           3. a node lets its ring pass away from line 0 only, since its ports are on fixed sides
/// Source    worked out here; tests compare with a search over all states of all switches that shares no code
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "models/search/exact_search.hpp"
#include "models/wafer/link_limits.hpp"
#include "models/wafer/pass_plan.hpp"

namespace kintsugi {

class FabricFormula {
 public:
  using Literals = std::vector<Literal>;

  explicit FabricFormula(const TrackGrid& tracks, const LinkLimits& limits = {});

  /// Adds the variables, under the numbers that they have here, and the clauses to a search without variables.
  void add_to(ExactSearch& search) const;
  /// Says in comments of a recorded search what the variables mean that a placement follows from.
  void comment(ExactSearch& search) const;
  std::size_t clauses() const { return clauses_; }
  int variables() const { return variables_; }

  Literal dead(SiteId site) const { return dead_[site.value]; }
  /// Returns the plan of a search whose last result is yes.
  PassPlan plan(const ExactSearch& search) const;

  /// Each of these returns the literals of a choice, of which one is true, the preferred ones first.
  /// @{
  /// Of a node, by its default place: along the plane it stays, moves towards line 0, or away from it.
  Literals moves(Plane plane, GridPoint home) const;
  /// Of a level: no ring passes it three times, or ring 1, ring 2 ...
  Literals triples(Plane plane, int level) const;
  /// Between a level and the one before it: a ring has one link, or three.
  Literals links(Plane plane, int level) const;
  /// The positions of a pass, nearest to the default one first; of the lower of two as near.
  Literals first_positions(Plane plane, int ring, int level) const;
  Literals back_positions(Plane plane, int ring, int level) const;
  Literals last_positions(Plane plane, int ring, int level) const;
  /// @}

 private:
  static constexpr std::size_t slot_of(int index) { return static_cast<std::size_t>(index); }
  using Table = std::vector<Literals>;
  /// The holes, positions without a pass, of a level up to a position: at least one, and two.
  struct Holes {
    Literal one;
    Literal two;
  };
  struct Level {
    bool is_spare = false;
    Table first;  ///< by ring and position: at it or before it
    Table last;
    Literals triple;  ///< by ring
    Literal any;      ///< whether a ring passes three times
    Literal three;    ///< whether that ring has three links to the level before
    /// The positions of the ring that passes three times.
    /// @{
    Literals triple_first;
    Literals back;
    Literals triple_last;
    /// @}
    Table at_first;  ///< by ring and position: at it
    Literals at_back;
    Literals at_last;  ///< of the ring that passes three times
    std::vector<Holes> holes;
  };
  /// Rings from 1 on; lines of the nodes from 1 on.
  struct PlaneLiterals {
    int rings = 0;
    int nodes = 0;  ///< of a ring
    Table stays;    ///< by ring and line
    Table low;
    Table high;
    Table third;
    std::vector<Level> levels;
  };
  enum class Pass : std::uint8_t { kFirst, kBack, kLast };
  /// An end of a link between two levels.
  struct LinkEnd {
    bool is_before = false;  ///< on the level before, else on the one behind
    Pass pass = Pass::kFirst;
  };
  /// One way of a link, if all of these literals are true: from one pass to the next of its ring.
  struct Way {
    Literals if_all;
    LinkEnd from;
    LinkEnd to;
  };
  /// A link between two levels, in one way or another.
  struct Link {
    int ring = 0;    ///< 0: the ring that passes a level three times
    Literal triple;  ///< if so: whether one does; else not set
    std::array<Way, 2> ways;
  };

  PlaneLiterals& of(Plane plane) { return planes_[static_cast<std::size_t>(plane)]; }
  const PlaneLiterals& of(Plane plane) const { return planes_[static_cast<std::size_t>(plane)]; }
  const PlaneLiterals& across(Plane plane) const { return planes_[plane == Plane::kH ? 1 : 0]; }
  int level(int line) const { return line * tracks_.tracks(); }
  Literal yes() const { return yes_; }
  Literal variable() { return Literal::variable(++variables_); }
  void add(std::span<const Literal> clause);
  void add(std::initializer_list<Literal> clause) { add(std::span(clause.begin(), clause.size())); }
  void add(Literals clause, std::initializer_list<Literal> more);
  void at_most_one(const Literals& literals);

  void add_moves(Plane plane);
  void add_levels(Plane plane);
  Literals new_position(int rings, int likely);
  void add_level(PlaneLiterals& plane, Level& level);
  void add_triple(const PlaneLiterals& plane, Level& level);
  void same_if(Literal condition, const Literals& a, const Literals& b);
  Literal up_to(const Literals& position, int k) const;
  Literal new_at(const Literals& position, int k, Literal exists);
  void add_passes(const PlaneLiterals& plane, Level& level);
  void count_holes(Level& level, const std::vector<Literal>& holes);
  void place_nodes(Plane plane);
  void place_node(const PlaneLiterals& own, int ring, int home, int by, Literal back, Literal ahead);
  static Literals not_moved(const PlaneLiterals& plane, int ring, int line, int by);
  void order_nodes(const PlaneLiterals& plane, int ring, int line, int by, int next_by);
  std::vector<Link> links_between(const PlaneLiterals& plane, const Level& before, const Level& after) const;
  static const Literals& position(const Link& link, LinkEnd end, const Level& before, const Level& after);
  void add_links(const PlaneLiterals& plane, const Level& before, Level& after);
  Literal add_link(int piece, const Link& link, const Level& before, const Level& after);
  void count_links(const Literals& users, const Level& before, const Level& after, int piece);
  void forbid_loops(const Level& before, const Level& between, const Level& after);
  Literal begins_before(const Level& one, const Level& other);
  Literal ends_behind(const Level& one, const Level& other);
  void add_limits(const LinkLimits& limits);
  void limit_pieces(const PlaneLiterals& plane);
  void add_pieces(const PlaneLiterals& plane, const Link& link, const Level& before, const Level& after, int pieces,
                  Literal uses);
  class Lengths;
  void limit_lengths(const PlaneLiterals& plane, int longest);
  void add_dead();
  void add_dead(SiteId site);
  Literals nearest_first(const Literals& at, int ring) const;

  TrackGrid tracks_;
  WaferGrid grid_;
  int variables_ = 0;
  std::size_t clauses_ = 0;
  std::vector<Literal> literals_;  // clause by clause, each ended by a literal that is not set
  Literal yes_;
  std::array<PlaneLiterals, 2> planes_;
  Literals dead_;  // by site
};

}  // namespace kintsugi
