/// Writes a cell of a table that cells.hpp reads back: in quotes if it has a character that separates cells or begins a
/// comment. Two quotes in quotes stand for one.
#pragma once

#include <string>
#include <string_view>

namespace kintsugi {

inline std::string quoted_cell(std::string_view text) {
  if (text.find_first_of(",;#\" \t") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string(2, c) : std::string(1, c);
  return cell + '"';
}

}  // namespace kintsugi
