/// How many hops the routes of a ring have, over all pairs.
///
/// Rings look the same from nodes that are a period apart, and the negative way from x is the positive way from -x: the
/// positive ways from the nodes of one period stand for all.
#pragma once

#include "models/srt/ring_route.hpp"

namespace kintsugi::srt {

struct RouteLengths {
  double average = 0;  ///< hops, over ordered pairs of distinct nodes
  unsigned longest = 0;
};

RouteLengths measure_routes(const RingRoute& route);

}  // namespace kintsugi::srt
