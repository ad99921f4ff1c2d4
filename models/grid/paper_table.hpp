/// Table 1 of Inoguchi and Horiguchi 1996, "Diameter/Links by node": the rows of the reference networks, beside what
/// the networks of this room give by breadth-first search. Cells the paper leaves empty are not computed. The 3D torus
/// it prints under 64k, where no cube fits, is that of 32 x 32 x 32 nodes.
#pragma once

#include "models/registry/family.hpp"

namespace kintsugi::grid {

/// `progress` is told after each cell.
PaperTable torus_table(const Progress& progress);
PaperTable hypercube_table(const Progress& progress);

}  // namespace kintsugi::grid
