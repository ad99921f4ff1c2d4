/// Looks for a placement of few flit-hops by simulated annealing.
///
/// Start     rank i on the i-th of the nodes that can have ranks. The result is never worse
/// Moves     a rank changes places with another one, or goes to a free node. Half of the targets are drawn from all
///           nodes, half from those next to a partner of the rank, a rank with which it has traffic. The change of the
///           cost is found from the partners of the two ranks
/// Accepted  what makes the cost no higher, and a rise by d with the probability exp(-d / T) (Metropolis)
/// Cooling   T begins at the mean rise of drawn moves and falls by 5 % from step to step to a twentieth of the mean
///           flits of a pair of ranks; it is 0 for the last tenth of the moves. Of small programs several runs are
///           made and the best one is kept
/// Effort    100 000 moves a rank, at least 200 000 and at most 3 * 10^7 in all; fewer if ranks have so many partners
///           that 10^9 numbers of hops would not be enough
/// Same      result for the same seed, with any compiler: there are no functions of the mathematical library in it
/// Errors    std::invalid_argument for fewer nodes than ranks, a node that the table does not have, or one twice
/// Source    Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220, 1983
#pragma once

#include "models/network/progress.hpp"
#include "models/workload/placement.hpp"

namespace kintsugi::workload {

struct AnnealedPlacement {
  Placement placement;
  std::uint64_t flit_hops = 0;  ///< of the placement
  std::uint64_t before = 0;     ///< flit-hops of the start
  std::uint64_t moves = 0;      ///< that were tried
};

/// Places the ranks on some of the nodes. `progress` is called with the steps that are done.
AnnealedPlacement place_annealed(const RankTraffic& traffic, const HopTable& hops, std::span<const NodeId> nodes,
                                 std::uint64_t seed, const Progress& progress = {});

}  // namespace kintsugi::workload
