/// Table 1 of Inoguchi and Horiguchi 1996, "Diameter/Links by node": the rows of the SRTs, beside what breadth-first
/// search gives for the networks of this room. Cells that the paper leaves empty are not computed. It has no row for
/// three dimensions; there the table has what breadth-first search gives, for every n.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// The number of cells of the ring table, including empty ones.
inline constexpr std::size_t kRingCells = 15;

/// Computes the rows. Calls `progress` after each cell.
PaperTable ring_table(const Progress& progress);
PaperTable torus_table(const Progress& progress);
/// Computes average distance and diameter of each variant and shift in three dimensions, n = 2 to 6: a few seconds.
PaperTable space_table(const Progress& progress);

}  // namespace kintsugi::srt
