/// The complete binary tree with which the paper compares MANDALA networks: nodes 1 to 2^k - 1 from the root on, node i
/// joined to nodes 2 i and 2 i + 1. In the network node i has number i - 1.
///
/// Source  Flavell et al., table 1
#pragma once

#include <cstdint>

#include "models/network/network.hpp"

namespace kintsugi::mandala {

/// Returns the tree with that many levels, 1 to 16. Throws std::invalid_argument for another number.
Network make_binary_tree(unsigned levels);

/// Returns the largest number of pairs of other nodes whose path passes through one node; there is one path for each
/// pair, so no routing is needed.
std::uint64_t most_paths_through_a_node(unsigned levels);

}  // namespace kintsugi::mandala
