/// Tables of papers about the reference networks, beside what the networks of this room give.
///
/// Inoguchi and Horiguchi 1996, table 1, "Diameter/Links by node": by breadth-first search. Cells that the paper leaves
/// empty are not computed. The 3D torus that it prints under 64k, where no cube fits, is that of 32 x 32 x 32 nodes.
///
/// Flavell, Kano, Fujimoto and Takahashi, "MANDALA: An Interconnection Network for a Massively Parallel Computer",
/// table 1: the paper prints formulas; the table has their values for 16 to 1024 nodes. Distances are by breadth-first
/// search. The message density is the largest number of packets on a link, both directions together, when all nodes
/// send one packet to every other node by the network's routing. The formulas of mesh and torus count it so; that of
/// the hypercube counts something else.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::grid {

/// @name Call `progress` after each cell or each network
/// @{
std::vector<PaperTable> mesh_tables(const Progress& progress);
std::vector<PaperTable> torus_tables(const Progress& progress);
std::vector<PaperTable> hypercube_tables(const Progress& progress);
/// @}

}  // namespace kintsugi::grid
