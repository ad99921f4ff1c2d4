/// Which node of a network has which rank of a program, and what that costs.
///
/// Placement  a node for each rank; a node has at most one rank
/// Cost       the flit-hops: for each flit of the program's messages the hops from its sender's node to its receiver's
/// File       one node for each rank, in the order of the ranks, between blanks and line ends; from # to the end
///            of its line is a comment. Mistakes are returned as a list, each with line and column and what to do: the
///            first kMostPlacementMistakes and the number of the others
#pragma once

#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/network.hpp"
#include "models/workload/hop_table.hpp"
#include "models/workload/rank_traffic.hpp"

namespace kintsugi::workload {

using Placement = std::vector<NodeId>;  ///< of each rank

/// Returns the flit-hops of a placement.
std::uint64_t flit_hops(const RankTraffic& traffic, const Placement& placement, const HopTable& hops);

inline constexpr std::size_t kMostPlacementMistakes = 100;

struct PlacementFile {
  Placement placement;  ///< complete if there are no mistakes
  std::vector<FileMistake> mistakes;
  std::size_t more_mistakes = 0;  ///< that are not in the list
};

/// Reads a placement of so many ranks on the nodes of a network, by their numbers or names (NodeNames).
PlacementFile read_placement(std::string_view text, std::uint32_t ranks, const Network& network);

}  // namespace kintsugi::workload
