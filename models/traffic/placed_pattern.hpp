/// A traffic pattern among some nodes of a network: node i of the pattern is the i-th of the list. No other node
/// sends or receives packets of it, but all routers forward them.
#pragma once

#include <memory>
#include <span>

#include "models/traffic/pattern.hpp"

namespace kintsugi {

/// Makes the pattern for the list. If the list has all nodes of the network, its grid is that of the network,
/// otherwise it has none. Throws PatternError: as PatternInfo::make, and "among" if the list has fewer than two
/// nodes, one that the network does not have, or one twice.
std::unique_ptr<const TrafficPattern> make_among(const PatternInfo& pattern, const PatternOptions& options,
                                                 const Network& network, std::span<const NodeId> list);

}  // namespace kintsugi
