/// Reads the section `axes` of a sweep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

/// Returns the axes in the order in which they are written. Mistakes go to the context of the reader.
std::vector<Axis> read_axes(MapReader& map);

/// Refuses a text for tables and plots that has a line break or another control character; `what` it is: "the title".
void require_one_line(const std::string& what, std::string_view text, const Where& where, Diagnostics& errors);

}  // namespace kintsugi::sweep
