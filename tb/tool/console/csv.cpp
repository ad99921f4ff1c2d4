#include "tb/tool/console/csv.hpp"
#include "models/network/number_in.hpp"

namespace kintsugi {

namespace {

bool is_taken_for_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos &&
         !number_in<double>(text);
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
