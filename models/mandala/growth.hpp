/// Decides which nodes can be added to a part of a MANDALA network, as it grows node by node.
///
/// Rule    A node of the whole network can exist if routing reaches it. hdr never leaves a cluster to reach another
///         node of it. So in every cluster of every level those clusters one level below that have nodes must be joined
///         to each other by crossings whose two ends exist, directly or by way of each other. By induction on the level
///         this is enough: a packet crosses to the next cluster on the way at the corner that has the crossing, and
///         gets to this corner within its own cluster. Every prefix meets the rule
/// Source  Flavell et al., section 2: "a single node may be added to the system, providing that the rules for
///         addressing an port connection are followed"
#pragma once

#include <optional>

#include "models/mandala/geometry.hpp"

namespace kintsugi::mandala {

/// Two existing nodes, by number, with no way to each other within a cluster that both are in.
struct Gap {
  NodeId a;
  NodeId b;
  unsigned level = 0;  ///< of the smallest such cluster
};

/// Returns a gap at the lowest level that has one; nullopt if the nodes meet the rule. Throws std::invalid_argument for
/// the same reasons as validate().
std::optional<Gap> find_gap(const Mandala& mandala);

}  // namespace kintsugi::mandala
