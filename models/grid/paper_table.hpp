/// What papers print of the reference networks, beside what the networks of this room give.
///
/// Inoguchi and Horiguchi 1996, table 1, "Diameter/Links by node": by breadth-first search. Cells the paper leaves
/// empty are not computed. The 3D torus it prints under 64k, where no cube fits, is that of 32 x 32 x 32 nodes.
///
/// Flavell, Kano, Fujimoto and Takahashi, "MANDALA: An Interconnection Network for a Massively Parallel Computer",
/// table 1: printed are formulas, the table has their values for 16 to 1024 nodes. Distances by breadth-first search;
/// the message density is the largest number of packets on a link, both ways, when all nodes send one to all others by
/// the network's routing. That of mesh and torus is printed so; of the hypercube something else is.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::grid {

/// `progress` is told after each cell, or each network.
/// @{
std::vector<PaperTable> mesh_tables(const Progress& progress);
std::vector<PaperTable> torus_tables(const Progress& progress);
std::vector<PaperTable> hypercube_tables(const Progress& progress);
/// @}

}  // namespace kintsugi::grid
