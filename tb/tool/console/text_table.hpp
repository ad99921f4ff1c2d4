/// Aligned text for reports.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace kintsugi {

/// Which part of a list is shown, and what follows the number of the others: "and 7 more".
struct ListShown {
  std::size_t most = std::numeric_limits<std::size_t>::max();
  const char* more = " more";
  std::size_t all = 0;  ///< if the list itself is only a part
};

/// Rows of cells, each column as wide as its widest cell, two blanks between columns, no blanks at the ends of
/// lines. Rows may have different lengths.
class TextTable {
 public:
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Adds a row for each of a list, of which only the first has the label. `text` returns its second cell.
  template <class List, class Text>
  void add_list(std::string label, const List& list, Text text, ListShown shown = {}) {
    std::size_t added = 0;
    for (const auto& each : list) {
      if (added == shown.most) break;
      add({std::exchange(label, ""), text(each)});
      ++added;
    }
    const std::size_t all = std::max<std::size_t>(std::ranges::size(list), shown.all);
    if (added < all) add({label, "and " + std::to_string(all - added) + shown.more});
  }
  void add_list(const std::string& label, const std::vector<std::string>& list, ListShown shown = {}) {
    add_list(
        label, list, [](const std::string& each) { return each; }, shown);
  }
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
