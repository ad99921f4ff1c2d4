/// Table 1 of Inoguchi and Horiguchi 1996, "Diameter/Links by node": the rows of the SRTs, beside what the networks of
/// this room give by breadth-first search. Cells the paper leaves empty are not computed.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// Cells of the ring table, empty ones included.
inline constexpr std::size_t kRingCells = 15;

/// `progress` is told after each cell.
PaperTable ring_table(const Progress& progress);
PaperTable torus_table(const Progress& progress);

}  // namespace kintsugi::srt
