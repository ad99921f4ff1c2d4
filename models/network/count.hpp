/// Counts the nodes, links and ports of a network, without the search for its distances.
#pragma once

#include "models/network/metrics.hpp"

namespace kintsugi {

/// Returns what measure() finds without the distances, which are 0. It takes no longer than to write the network.
Metrics count(const Network& network);

}  // namespace kintsugi
