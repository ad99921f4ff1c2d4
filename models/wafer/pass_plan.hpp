/// Plans of passes: plans of rings (ring_plan.hpp) in which a ring may pass a line three times.
///
/// Levels   every line of PEs is a level. With T tracks a gap has T - 1 levels more, between its tracks: there a link
///          passes from one track to the next, at any position. Between two neighbouring levels lies one track
/// Passes   a ring passes a level once, or three times: first away from line 0, then back, then away from it again. All
///          links are directed from a node to the next of its ring. The first and the last line it passes once, at the
///          same position
/// Gap      between two levels a ring has one link or three. Three links join the first passes, those back, and the
///          last passes of both levels. One link joins the last pass of the lower level and the first one of the higher
///          level; where a ring passes one of these three times, the other two of its passes are joined in this gap
/// Nodes    of a ring are on passes away from line 0, in the order of the ring. A node is at most one row and one
///          column away from its default place
/// Source   worked out here, and verified by extraction
#pragma once

#include <array>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/grid.hpp"
#include "models/wafer/ring_plan.hpp"

namespace kintsugi {

/// Where a ring passes a level. A single pass is the first and the last one.
struct LevelPass {
  static constexpr int kNone = -1;
  int first = 0;
  int back = kNone;
  int last = 0;
  constexpr bool is_triple() const { return back != kNone; }
  friend constexpr bool operator==(const LevelPass&, const LevelPass&) = default;
};

class PassPlan {
 public:
  /// Every node at its default place, every link straight. The grid must have spare rows.
  explicit PassPlan(const TrackGrid& tracks);

  const TrackGrid& tracks() const { return tracks_; }
  const WaferGrid& grid() const { return tracks_.wafer(); }
  /// Returns the number of levels of a plane.
  int levels(Plane plane) const { return (grid().lines(plane) + 1) * tracks_.tracks() + 1; }
  /// Returns the level of a line of PEs.
  int level(int line) const { return line * tracks_.tracks(); }

  /// Rings have numbers from 1 to positions(plane), levels from 0 on.
  /// @{
  const LevelPass& pass(Plane plane, int ring, int level) const { return passes_[slot(plane)][at(plane, ring, level)]; }
  LevelPass& pass(Plane plane, int ring, int level) { return passes_[slot(plane)][at(plane, ring, level)]; }
  /// @}
  /// Whether three links of a ring lie between the level and the one before it.
  /// @{
  bool has_three_links(Plane plane, int ring, int level) const {
    return three_links_[slot(plane)][at(plane, ring, level)];
  }
  void set_three_links(Plane plane, int ring, int level, bool three) {
    three_links_[slot(plane)][at(plane, ring, level)] = three;
  }
  /// @}
  /// The site of the node whose default place is this one.
  /// @{
  GridPoint now(GridPoint home) const { return now_[grid().node(home).index()]; }
  void move(GridPoint home, GridPoint to) { now_[grid().node(home).index()] = to; }
  /// @}

  std::size_t moved() const;
  /// Returns the sites without a node that a ring passes, from line 0 on; of a line the first pass, that back, and the
  /// last one.
  std::vector<SiteId> passed_without_node(Plane plane, int ring) const;
  /// Returns what is wrong: a node too far from its default place or on no pass of its ring, two nodes at a site, two
  /// passes at one position, a wrap at different positions, two links on a piece of a track; empty if nothing is.
  /// The order of the nodes along a ring is left to the comparison of the extracted network.
  std::string mistake() const;

  friend bool operator==(const PassPlan& a, const PassPlan& b) {
    return a.passes_ == b.passes_ && a.three_links_ == b.three_links_ && a.now_ == b.now_;
  }

 private:
  static constexpr std::size_t slot(Plane plane) { return static_cast<std::size_t>(plane); }
  std::size_t at(Plane plane, int ring, int level) const {
    return static_cast<std::size_t>((ring - 1) * levels(plane) + level);
  }
  std::string mistake_of_nodes() const;
  std::string mistake_of_level(Plane plane, int level) const;

  TrackGrid tracks_;
  std::array<std::vector<LevelPass>, 2> passes_;
  std::array<std::vector<bool>, 2> three_links_;
  std::vector<GridPoint> now_;  // by node
};

/// Returns the placement of the nodes.
Placement place(const PassPlan& plan);

/// Returns the states of all track switches, in the order of TrackGrid, of a plan without a mistake. Switches that no
/// link uses are X.
std::vector<SwitchState> track_states(const PassPlan& plan);

}  // namespace kintsugi
