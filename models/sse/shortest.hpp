/// Shortest ways in the shuffle-exchange network, without tables.
///
/// A node is a ring of n bits with a head on its low bit. A shuffle turns the ring so that the head comes to stand on
/// the bit that was the highest, one place forward; an unshuffle moves it one place back; an exchange flips the bit
/// under the head. A way that ends e places forward turns `from` into `to` when it flips those bits in which `from`
/// differs from `to` turned back by e. It has to pass them all: to go back a places, forward b and end at e takes 2 (a
/// + b) - |e| moves. The best of all e, a and b is the distance; it never uses a self loop, which would move the head
/// for nothing.
///
/// Ties      the smallest |e|, forward before backward, then the smallest way forward or, for e < 0, back. An exchange
///           comes as early as possible, but at the end where a way straight forward comes round to the same bit again:
///           otherwise routing.hpp would need one class of channels more for n = 5, 7 and 9.
/// Cost      O(n^2) at most, a few dozen steps on average
/// Errors    none; from and to are nodes, and not the same
#pragma once

#include "models/sse/geometry.hpp"

namespace kintsugi::sse {

enum class Hop { kShuffle, kUnshuffle, kExchange };

enum class Directions {
  kForward,  ///< shuffle and exchange
  kBoth,     ///< unshuffle too
};

struct ShortestWay {
  unsigned hops = 0;
  Hop first = Hop::kShuffle;
};

ShortestWay shortest_way(const Sse& sse, NodeId from, NodeId to, Directions directions);

}  // namespace kintsugi::sse
