/// Figures 7 and 8 of Inoguchi and Horiguchi 1996: average distances by breadth-first search as a function of the
/// number of nodes, of rings (16 to 16k nodes) and of tori (64 to 64k).
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// Computes the curves. Calls `progress` after each network.
PaperFigure ring_figure(const Progress& progress);
PaperFigure torus_figure(const Progress& progress);

}  // namespace kintsugi::srt
