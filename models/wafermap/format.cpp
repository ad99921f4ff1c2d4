#include "models/wafermap/format.hpp"

#include <algorithm>

#include "models/network/cells.hpp"
#include "models/wafermap/csv_reader.hpp"
#include "models/wafermap/grid_reader.hpp"

namespace kintsugi::wafermap {

namespace {

constexpr std::array<std::string_view, 6> kTitles{"CSV",  "a grid of characters", "SINF", "SEMI G85", "SEMI E142",
                                                  "KLARF"};
constexpr std::size_t kLinesLookedAt = 64;

std::string_view without_blanks_before(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

std::optional<Format> xml_format(std::string_view text) {
  for (std::size_t open = text.find('<'); open != std::string_view::npos; open = text.find('<', open + 1)) {
    std::string_view name = text.substr(open + 1, text.find_first_of(" \t\r\n/>", open) - open - 1);
    if (name.empty() || name.front() == '?' || name.front() == '!') continue;
    name.remove_prefix(name.find(':') == std::string_view::npos ? 0 : name.find(':') + 1);
    if (name == "Map" || name == "Maps") return Format::kG85;
    if (name == "MapData") return Format::kE142;
    return std::nullopt;
  }
  return std::nullopt;
}

bool is_klarf(std::string_view text) {
  if (text.starts_with("FileVersion ")) return true;
  return text.starts_with("Record ") && without_blanks_before(text.substr(7)).starts_with("FileRecord");
}

/// Returns the first lines that are neither empty nor a comment after #.
std::vector<std::string_view> first_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  take_lines(text, [&](std::string_view line, int) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    if (!line.empty() && !line.starts_with("# ") && line != "#") lines.push_back(line);
    return lines.size() < kLinesLookedAt;
  });
  return lines;
}

bool is_sinf(const std::vector<std::string_view>& lines) {
  return std::ranges::any_of(lines, [](std::string_view line) {
    constexpr std::string_view kRow = "rowdata:";
    return line.size() >= kRow.size() && std::ranges::equal(line.substr(0, kRow.size()), kRow, [](char a, char b) {
             return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b;
           });
  });
}

bool may_be_yaml(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return line.find_first_of(":{}[]&%\"'") != std::string_view::npos || line[first] == '!' ||
         (line.substr(first).starts_with("- ") && !is_spaced_row(line));
}

bool has_separator(std::string_view line) {
  return line.find_first_of(",;") != std::string_view::npos;
}

}  // namespace

std::string_view title_of(Format format) {
  return kTitles[static_cast<std::size_t>(format)];
}

std::optional<Format> format_named(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name);
  if (found == kFormats.end()) return std::nullopt;
  return static_cast<Format>(found - kFormats.begin());
}

std::optional<Corner> corner_named(std::string_view name) {
  const auto found = std::ranges::find(kCorners, name);
  if (found == kCorners.end()) return std::nullopt;
  return static_cast<Corner>(found - kCorners.begin());
}

std::optional<Format> format_of(std::string_view text) {
  text = without_byte_order_mark(text);
  const std::string_view content = without_blanks_before(text);
  if (content.starts_with('<')) return xml_format(content);
  if (is_klarf(content)) return Format::kKlarf;
  if (content.starts_with(kGridHead)) return Format::kGrid;
  const std::vector<std::string_view> lines = first_lines(text);
  if (lines.empty()) return std::nullopt;
  if (is_sinf(lines)) return Format::kSinf;
  if (begins_csv(lines.front())) return Format::kCsv;
  if (lines.size() < 2 || std::ranges::any_of(lines, may_be_yaml)) return std::nullopt;
  // No grid has commas or semicolons. A table without a header, and without x, y and bin, is left to its reader.
  if (std::ranges::all_of(lines, has_separator)) return Format::kCsv;
  return std::ranges::none_of(lines, has_separator) ? std::optional(Format::kGrid) : std::nullopt;
}

}  // namespace kintsugi::wafermap
