/// From compensation paths to places and track-switch states.
///
/// Every switch is X, straight through, except where a link between neighbouring lines has its two ends in different
/// positions: there it turns into the track at one end and out of it at the other. Two tracks are both needed
/// only where antiparallel paths in adjacent lines displace a link by two sites; such links alternate.
///
/// Source  Inoguchi and Horiguchi 1996, section 5.3; the rule itself is worked out here and proved by the trace
#pragma once

#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

/// Where every logical node sits once the nodes on the paths have moved.
Placement place(const WaferGrid& grid, std::span<const CompensationPath> paths);

/// The states of all track switches, in the order of TrackGrid. The paths must not conflict (see first_conflict): where
/// they do there may be no right setting, and what is returned is not one.
std::vector<SwitchState> track_states(const TrackGrid& tracks, std::span<const CompensationPath> paths);

}  // namespace kintsugi
