/// Reads the section `axes` of a sweep.
#pragma once

#include <vector>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

/// Returns the axes in the order in which they are written. Mistakes go to the context of the reader.
std::vector<Axis> read_axes(MapReader& map);

}  // namespace kintsugi::sweep
