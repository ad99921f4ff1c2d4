/// The tables of Fan, Yang, Funahashi and Amano beside what this room computes.
///
/// Table 1  diameter (degree) at 4096 and 65536 nodes; table 2  diameter (average distance) at 1024, 4096, 16384 nodes.
///          The printed figures are not distances in the graph, which are smaller, but hops of a floating vector
///          routing that the paper does not describe closely enough to be repeated. They stand in a row of their own;
///          beside them come the graph distances and the hops of the routings of this room.
/// Figure 4 has curves and no numbers: one row for each class (area.hpp), one for the mean of an assignment.
#pragma once

#include "models/registry/family.hpp"

namespace kintsugi::rdt {

/// Tables 1 and 2 and figure 4, alpha and beta; then graph distances and hops of the perfect RDT at the sizes of
/// table 2, about which nothing is printed. `progress` is told after each cell.
std::vector<PaperTable> paper_tables(const Progress& progress);

}  // namespace kintsugi::rdt
