/// Tables of the routings of a ring: hops beside the distances in the graph, and the load that the channels can carry.
/// The papers print none of the hop counts.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// The number of rows of all tables of route_tables(): one for each variant and n = 5 .. 12.
inline constexpr std::size_t kRouteRows = 24;

/// Returns a table for each variant: hops on average and at most, by breadth-first search and of both routings. Takes
/// some seconds. Calls `progress` after each row.
std::vector<PaperTable> route_tables(const Progress& progress);

/// Returns the bounds for 1D-SRT(8, 5) under uniform traffic, beside the saturations of Kawai, Inoguchi and Horiguchi
/// 2000. The bound is the load at which the busiest channel is always busy. On these routes no flow control and no
/// number of virtual channels exceeds it. "times a ring link": the load of that channel in loads of the busiest ring
/// link.
PaperTable channel_bounds();

}  // namespace kintsugi::srt
