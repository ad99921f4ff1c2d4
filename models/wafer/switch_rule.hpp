/// From compensation paths to the placement of nodes and the states of the track switches.
///
/// Every switch is X, straight through, except where the two ends of a link between neighbouring lines are in different
/// positions: there the link turns into the track at one end and out of it at the other. Both tracks are needed only
/// where antiparallel paths in adjacent lines displace links by two sites; such links alternate between the tracks.
///
/// Source  Inoguchi and Horiguchi 1996, section 5.3; the rule itself is worked out here and verified by extraction
#pragma once

#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

/// Returns the placement after the nodes on the paths have moved.
Placement place(const WaferGrid& grid, std::span<const CompensationPath> paths);

/// Returns the states of all track switches, in the order of TrackGrid. The paths must not conflict (see
/// first_conflict); otherwise the states may be wrong, because a right setting need not exist.
std::vector<SwitchState> track_states(const TrackGrid& tracks, std::span<const CompensationPath> paths);

}  // namespace kintsugi
