/// Local distances and hops: from one node to the nodes of an area around it, in an RDT so large that no path wraps.
///
/// Area    k x k nodes; the source is the node with the smallest x and y
/// Value   mean from the source to the other nodes, k from 2 to 128: of the distances, by shortest paths, which may
///         leave the area, or of the hops of a floating routing
/// Source  Fan, Yang, Funahashi and Amano, figure 4, which shows curves for k up to 128 and prints no numbers
#pragma once

#include <span>
#include <vector>

#include "models/rdt/routing.hpp"

namespace kintsugi::rdt {

inline constexpr unsigned kLargestArea = 128;

/// Returns one mean for each k, from a source of that class; the assignment is alpha or beta.
std::vector<double> area_averages(Assignment assignment, unsigned node_class, std::span<const unsigned> areas);
/// Returns the mean hops of all classes, for each k.
std::vector<double> area_hops(Assignment assignment, RankChoice choice, std::span<const unsigned> areas);

}  // namespace kintsugi::rdt
