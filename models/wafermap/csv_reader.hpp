/// Reads wafer maps in tables of dies: a row for each die, with its x, y and bin.
///
/// Cells    separated by commas, semicolons, or tabs and blanks; quotes as in spreadsheets; comments after #
/// Header   names the columns in any order and case: x, y, bin, and, if wanted, wafer and lot, which make several maps;
///          names such as die_x, COL, row, softbin and "Wafer ID" are known too. Other columns are left out, with a
///          note. Without a header a row is x, y, bin; a first row with more or fewer cells is a mistake
/// Origin   the smallest x and y lie at the upper left corner, unless the user says where
#pragma once

#include "models/wafermap/draft.hpp"

namespace kintsugi::wafermap {

/// Returns whether a line can be the first one of such a table: a header with x and y, or three cells that begin with
/// two integers.
bool begins_csv(std::string_view line);

void read_csv(std::string_view text, Corner origin, Draft& draft);

}  // namespace kintsugi::wafermap
