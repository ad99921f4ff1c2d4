#include "tb/tool/console/csv.hpp"

#include <charconv>

namespace kintsugi {

namespace {

bool is_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

bool is_taken_for_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos &&
         !is_number(text);
}

}  // namespace

std::string csv_cell(std::string_view text) {
  const std::string cell = (is_taken_for_formula(text) ? "'" : "") + std::string(text);
  if (cell.find_first_of(",;\"\t\n\r") == std::string::npos) return cell;  // in some countries ; separates cells
  std::string quoted = "\"";
  for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace kintsugi
