/// The static shuffle-exchange network as a network: the logical one, which every scheme carries.
///
/// Nodes   "n0", "n1" ...; node l is logical PE l; in pictures pair after pair, the even PE above the odd one
/// Ports   "shuffle_out", "shuffle_in", "exchange"
/// Links   "shuffle", from the shuffle_out of l to the shuffle_in of t(l), self loops of 0 and N - 1 included;
///         "exchange"
/// Also    representatives 0 .. N / 2 - 1: l and N - 1 - l, all bits inverted, are equivalent
/// Errors  throws std::invalid_argument for the same reasons as validate()
#pragma once

#include "models/network/network.hpp"
#include "models/sse/geometry.hpp"

namespace kintsugi::sse {

inline constexpr PortId kShuffleOut{0};
inline constexpr PortId kShuffleIn{1};
inline constexpr PortId kExchange{2};

Network make_network(const Sse& sse);

}  // namespace kintsugi::sse
