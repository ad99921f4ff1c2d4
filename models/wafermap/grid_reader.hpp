/// Reads wafer maps that are drawn with one character for each die.
///
/// Lines    a row each, from the top; an empty line ends a map. A line `wafer ID` or `lot ID` names the maps below it
/// No die   a blank, - or _ or ~; also a full stop in a map with a 1, G or P, which then are the good dies
/// Mended   blanks between all characters are left out. Where a map has blanks for places without a die, a line that
///          ends early has no dies in the rest
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

/// The line with which the grids begin that kintsugi writes; it is skipped.
inline constexpr std::string_view kGridHead = "# Written by kintsugi map";

/// Returns whether a line has a character for each die with a blank between any two, and three characters or more.
bool is_spaced_row(std::string_view line);

void read_grid(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap
