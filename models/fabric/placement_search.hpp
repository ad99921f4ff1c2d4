/// Finds where the nodes of a network are on a fabric whose switches are in given states.
///
/// Growth    ports of the network and of routers correspond by name: the place of one node gives those of the others,
///           as far as the states are right. The node for which most neighbours speak is placed next, so that one wrong
///           link does not mislead the search
/// Attempts  `guesses` as they are; from several PEs, each with its node in a guess; while the best has a fault, from
///           one PE with every node: up to the first fault, then, in networks of at most kMostTried nodes, to the end
/// Best      has the fewest faults: links that are not formed, nodes without an attached PE, attached PEs without a
///           node; of equals the fewest nodes that are elsewhere than in the last guess, then the first. If the states
///           make the network, and its links join all nodes, it has none. A symmetric network has several such
#pragma once

#include <cstddef>
#include <span>

#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

inline constexpr std::size_t kMostTried = 1024;

/// `guesses` are placements of this network on this fabric; at least one. A node can be left without a site.
Placement find_placement(const ExtractedNetwork& extracted, const Network& network, const Fabric& fabric,
                         std::span<const Placement> guesses);

}  // namespace kintsugi
