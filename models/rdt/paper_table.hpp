/// Tables 1 and 2 of Fan, Yang, Funahashi and Amano, beside what this room computes.
///
/// Table 1  diameter (degree) at 4096 and 65536 nodes; table 2  diameter (average distance) at 1024, 4096, 16384 nodes,
///          here at 256 and 65536 nodes too, and for the perfect RDT, of which the paper prints no numbers.
/// Rows     The printed numbers are not distances in the graph, which are smaller. They are hops of a floating vector
///          routing that the paper does not describe closely enough to be repeated. They have a row of their own; below
///          it are the graph distances and the hops of the routings of this room.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::rdt {

/// Computes the tables. Calls `progress` after each network and routing.
std::vector<PaperTable> paper_tables(const Progress& progress);

}  // namespace kintsugi::rdt
