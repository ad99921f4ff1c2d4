/// The hops of the routes of a ring, over all pairs.
///
/// Nodes that are a period apart are equivalent, and the negative route from x is the positive route from -x. So the
/// positive routes from the nodes of one period represent all.
#pragma once

#include "models/srt/ring_route.hpp"

namespace kintsugi::srt {

struct RouteLengths {
  double average = 0;  ///< mean hops over ordered pairs of distinct nodes
  unsigned longest = 0;
};

RouteLengths measure_routes(const RingRoute& route);

}  // namespace kintsugi::srt
