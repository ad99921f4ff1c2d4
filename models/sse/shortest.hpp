/// Shortest routes in the shuffle-exchange network, computed without tables.
///
/// A node number is a ring of n bits with a head at its low bit. A shuffle moves the head one place forward, to the bit
/// that was the highest; an unshuffle moves it one place back; an exchange flips the bit under the head. A route whose
/// head ends e places forward leads from `from` to `to` if it flips the bits in which `from` differs from `to` rotated
/// to the right by e. The head has to visit all these bits: a route that goes back a places, forward b and ends at e
/// takes 2 (a + b) - |e| moves, and one exchange for each bit. The minimum over all e, a and b is the distance. Such a
/// route never uses a self loop, because that would be a move without effect.
///
/// Ties      the smallest |e|, forward before backward, then the smallest b or, for e < 0, the smallest a. An exchange
///           comes as early as possible. Exception: if a route straight forward returns to its first bit, it flips that
///           bit at the end; otherwise routing.hpp would need one class of channels more for n = 5, 7 and 9.
/// Cost      O(n^2) at most, a few dozen steps on average
/// Errors    none; `from` and `to` must be nodes, and different
#pragma once

#include "models/sse/geometry.hpp"

namespace kintsugi::sse {

enum class Hop { kShuffle, kUnshuffle, kExchange };

enum class Directions {
  kForward,  ///< shuffle and exchange
  kBoth,     ///< shuffle, exchange and unshuffle
};

struct ShortestWay {
  unsigned hops = 0;
  Hop first = Hop::kShuffle;
};

ShortestWay shortest_way(const Sse& sse, NodeId from, NodeId to, Directions directions);

}  // namespace kintsugi::sse
