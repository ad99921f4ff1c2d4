/// From compensation paths to the placement of nodes and the states of the track switches.
///
/// Every switch is X, straight through, except where the two ends of a link between neighbouring lines are in different
/// positions: there the link turns into the track at one end and out of it at the other. Both tracks are needed only
/// where antiparallel paths in adjacent lines displace links by two sites; such links alternate between the tracks.
///
/// Source  Inoguchi and Horiguchi 1996, section 5.3; the rule itself is worked out here and verified by extraction
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

/// The paths of a plan by the lines on which they lie: at most one leads to each end of a line, if no two conflict.
/// From them the node of one site or the state of one switch is computed without the others.
class PathLines {
 public:
  PathLines(const WaferGrid& grid, std::span<const CompensationPath> paths);

  struct Shift {
    int by = 0;      ///< -1, 0 or 1; 1: towards higher positions
    int defect = 0;  ///< the position of the defective PE of the path, if there is a path
  };
  /// Returns how the node whose default place is this one is displaced along a line of the plane.
  Shift shift(Plane plane, int line, int position) const;
  /// Returns the node at a site; kNoNode if there is none.
  NodeId node_at(SiteId site) const;
  /// Returns the plane whose links pass a site without a node: where a path begins, those along it; at a spare, those
  /// of the core line that ends there. No link of the other plane passes: the node of the defective PE has taken the
  /// links across the path with it, and the line of a spare has no nodes of its own.
  Plane passing(SiteId site) const;

 private:
  /// The defective PEs of the paths of one line. A path that leads to position 0 displaces the nodes up to `down`; the
  /// other one those from `up` on.
  struct Line {
    int down = 0;
    int up = 0;
  };
  NodeId node_on(Plane plane, int line, int position, NodeId unmoved) const;

  WaferGrid grid_;
  std::array<std::vector<Line>, 2> lines_;  // by plane
};

/// Returns the placement after the nodes on the paths have moved.
Placement place(const WaferGrid& grid, std::span<const CompensationPath> paths);

/// Returns the states of all track switches, in the order of TrackGrid. The paths must not conflict (see
/// first_conflict); otherwise the states may be wrong, because a right setting need not exist.
std::vector<SwitchState> track_states(const TrackGrid& tracks, std::span<const CompensationPath> paths);
/// Returns the state of one of them.
SwitchState track_state(const TrackGrid& tracks, const PathLines& lines, const TrackPlace& at);

}  // namespace kintsugi
