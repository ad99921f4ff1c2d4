/// Wafers by a formula, as text in every format by writers of their own, and what the readers make of texts.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <iomanip>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "models/wafermap/read_maps.hpp"

namespace kintsugi::wafermap::test {

using Lines = std::vector<std::string>;

/// Returns the mistakes as "line:column: message".
inline Lines mistakes_in(std::string_view text, const ReadOptions& options = {}) {
  const auto read = read_maps(text, options);
  Lines lines;
  if (const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    for (const auto& [line, column, message] : *mistakes) {
      lines.push_back(std::to_string(line) + ':' + std::to_string(column) + ": " + message);
    }
  }
  return lines;
}

/// Returns what the text stands for, which must be right.
inline MapFile maps_in(std::string_view text, const ReadOptions& options = {}) {
  auto read = read_maps(text, options);
  if (auto* file = std::get_if<MapFile>(&read)) return std::move(*file);
  ADD_FAILURE() << ::testing::PrintToString(mistakes_in(text, options));
  return {};
}

/// Returns the only map of a text.
inline WaferMap map_in(std::string_view text, const ReadOptions& options = {}) {
  MapFile file = maps_in(text, options);
  EXPECT_EQ(file.maps.size(), 1u);
  return file.maps.empty() ? WaferMap{} : std::move(file.maps.front());
}

/// Returns the codes of the dies, a line for each row; codes are separated by commas, no die is a minus.
inline Lines codes_of(const WaferMap& map) {
  Lines lines;
  for (unsigned row = 0; row < map.rows; ++row) {
    lines.emplace_back();
    for (unsigned column = 0; column < map.columns; ++column) {
      const BinIndex bin = map.at(column, row);
      lines.back() += (column == 0 ? "" : ",") + (bin == kNoDie ? std::string("-") : map.bins[bin].code);
    }
  }
  return lines;
}

inline Lines codes_in(std::string_view text, const ReadOptions& options = {}) {
  return codes_of(map_in(text, options));
}

/// A round wafer: its dies lie in an ellipse, their bins 1 to 9 follow from a formula, 1 for seven dies of ten.
struct Formula {
  int columns = 13;
  int rows = 11;
  int seed = 1;
  /// Returns 0 where there is no die.
  int operator()(int column, int row) const {
    const int x = 2 * column - (columns - 1);
    const int y = 2 * row - (rows - 1);
    if (x * x * rows * rows + y * y * columns * columns > columns * columns * rows * rows) return 0;
    const int draw = (column * 37 + row * 101 + column * row * 13 + seed * 71) % 10;
    return draw < 7 ? 1 : draw;
  }
};

/// Returns the codes that a reader must find; `code` writes a bin.
inline Lines expected(const Formula& wafer, const std::function<std::string(int)>& code) {
  Lines lines;
  for (int row = 0; row < wafer.rows; ++row) {
    lines.emplace_back();
    for (int column = 0; column < wafer.columns; ++column) {
      const int bin = wafer(column, row);
      lines.back() += (column == 0 ? "" : ",") + (bin == 0 ? std::string("-") : code(bin));
    }
  }
  return lines;
}

inline std::string decimal(int bin) {
  return std::to_string(bin);
}

inline std::string padded(int bin, int width) {
  std::ostringstream text;
  text << std::setw(width) << std::setfill('0') << bin;
  return text.str();
}

/// One row of codes with `none` where there is no die.
inline std::string row_text(const Formula& wafer, int row, const std::string& none, const std::string& between,
                            const std::function<std::string(int)>& code) {
  std::string text;
  for (int column = 0; column < wafer.columns; ++column) {
    const int bin = wafer(column, row);
    text += (column == 0 ? "" : between) + (bin == 0 ? none : code(bin));
  }
  return text;
}

}  // namespace kintsugi::wafermap::test
