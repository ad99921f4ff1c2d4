/// Cells of the CSV files that the tool writes, by the rules of RFC 4180.
#pragma once

#include <string>
#include <string_view>

namespace kintsugi {

/// Returns the text of a cell, in quotes where it needs them. A spreadsheet takes a text for a formula that begins with
/// = + - @, a tab or a carriage return: unless it is a number, an apostrophe is written in front of it, which a
/// spreadsheet takes for "this is a text".
std::string csv_cell(std::string_view text);

}  // namespace kintsugi
