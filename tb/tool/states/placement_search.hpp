/// Finds where the nodes of a network are on a fabric whose switches are in given states.
///
/// Routers have names on their ports, and so has the network. So the place of one node fixes the places of all others,
/// as far as the states are right: what a port leads to is the node that the network has there. The search begins at a
/// PE with a node on it, and places next the node for which most neighbours speak, so that one wrong link does not
/// mislead it. Attempts:
///
///   1. `guesses`, as they are
///   2. from several PEs, each with the node that it has in a guess
///   3. if the best so far has a fault: from one PE, with every node, up to the first fault
///   4. if the best so far has a fault: from one PE, with every node; only in networks of at most kMostTried nodes
///
/// The best has the fewest faults: links that are not formed, nodes without an attached PE, attached PEs without a
/// node. Of equals it is the one with the fewest nodes that are elsewhere than in the last guess, and of these the
/// first. So if the states make the network, and its links join all nodes, a placement without a fault is found. A
/// symmetric network has several; all are right.
#pragma once

#include <cstddef>
#include <span>

#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"

namespace kintsugi::states {

inline constexpr std::size_t kMostTried = 1024;

/// `guesses` are placements of this network on this fabric; at least one. A node can be left without a site.
Placement find_placement(const ExtractedNetwork& extracted, const Network& network, const Fabric& fabric,
                         std::span<const Placement> guesses);

}  // namespace kintsugi::states
