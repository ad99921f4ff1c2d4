/// Aligned text for reports.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kintsugi {

/// Rows of cells, each column as wide as its widest cell, two blanks between columns, no blanks at the ends of
/// lines. Rows may have different lengths.
class TextTable {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;
  const std::vector<std::vector<std::string>>& rows() const { return rows_; }

 private:
  std::vector<std::vector<std::string>> rows_;
};

/// Returns a number with so many digits after the point, whatever the locale.
std::string fixed(double number, int digits);
/// Returns "yes" or "no".
std::string yes_no(bool value);
/// Returns eight hexadecimal digits.
std::string hex32(std::uint32_t number);

}  // namespace kintsugi
