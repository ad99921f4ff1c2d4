/// Tables of papers about the reference networks, with the numbers computed for the networks of this folder beside
/// theirs.
///
/// Inoguchi and Horiguchi 1996, table 1, "Diameter/Links by node": computed by breadth-first search. Cells that the
/// paper leaves empty are not computed. The crossed cube (models/network/direct_networks.hpp) stands beside the
/// hypercube. No cube has 64k nodes; the 3D torus that the paper prints there has 32 x 32 x 32 = 32k nodes.
///
/// Flavell, Kano, Fujimoto and Takahashi, "MANDALA: An Interconnection Network for a Massively Parallel Computer",
/// table 1: the paper prints formulas; the published cells are their values for 16, 64, 256 and 1024 nodes. The
/// computed distances come from breadth-first search. The computed message density is the largest number of packets on
/// a link, both directions together, when every node sends one packet to every other node by the network's routing. The
/// formulas of mesh and torus count it the same way. That of the hypercube counts something else and gives far more:
/// (16 - 1)(16 log2 16 - 1) / 4 = 236 instead of 16 for 16 nodes.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::grid {

/// @name Compute the tables of a family; call `progress` after each cell of the first paper, each network of the second
/// @{
std::vector<PaperTable> mesh_tables(const Progress& progress);
std::vector<PaperTable> torus_tables(const Progress& progress);
std::vector<PaperTable> hypercube_tables(const Progress& progress);
/// @}

}  // namespace kintsugi::grid
