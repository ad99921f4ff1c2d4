/// What the routings of a ring cost, beside the distances in the graph, and what they leave of its channels. Papers
/// print none of the hop counts.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// Rows of all tables of `route_tables`: one for each variant and n = 5 .. 12.
inline constexpr std::size_t kRouteRows = 24;

/// A table for each variant: hops on average and at most, by breadth-first search and of both routings. Takes some
/// seconds; `progress` is told after each row.
std::vector<PaperTable> route_tables(const Progress& progress);

/// 1D-SRT(8, 5) under uniform traffic: the load that keeps the busiest channel always busy, which no flow control and
/// no number of virtual channels exceeds on these routes, beside the saturations of Kawai, Inoguchi and Horiguchi 2000.
PaperTable channel_bounds();

}  // namespace kintsugi::srt
