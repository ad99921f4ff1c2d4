/// Cells of the CSV files that the tool writes, by the rules of RFC 4180.
#pragma once

#include <string>
#include <string_view>

#include "models/network/number_in.hpp"

namespace kintsugi {

/// Returns the text of a cell, in quotes where it needs them. A spreadsheet takes a text for a formula that begins with
/// = + - @, a tab or a carriage return: unless it is a number, an apostrophe is written in front of it, which a
/// spreadsheet takes for "this is a text".
inline std::string csv_cell(std::string_view text) {
  const bool is_taken_for_formula =
      !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos;
  const std::string cell = (is_taken_for_formula && !number_in<double>(text) ? "'" : "") + std::string(text);
  if (cell.find_first_of(",;\"\t\n\r") == std::string::npos) return cell;  // in some countries ; separates cells
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace kintsugi
