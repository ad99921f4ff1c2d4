/// Places in the text of a file, and the mistakes that its readers find there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "models/family/parameters.hpp"

namespace kintsugi::in_text {

/// A line and a column; both count from 1.
struct Place {
  int line = 1;
  int column = 1;
};

/// Turns offsets in a text into places. The text must outlive it.
class Places {
 public:
  explicit Places(std::string_view text) : size_(text.size()), starts_{0} {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n') starts_.push_back(i + 1);
    }
  }
  /// An offset behind the text is that of its end.
  Place at(std::size_t offset) const {
    offset = std::min(offset, size_);
    const auto line = std::ranges::upper_bound(starts_, offset) - starts_.begin();
    return {static_cast<int>(line), static_cast<int>(offset - starts_[static_cast<std::size_t>(line) - 1]) + 1};
  }

 private:
  std::size_t size_;
  std::vector<std::size_t> starts_;  // of the lines
};

/// Collects mistakes; those after the first kMost are dropped.
class Mistakes {
 public:
  static constexpr std::size_t kMost = 1000;

  void add(Place place, std::string message) {
    if (list_.size() < kMost) list_.push_back({place.line, place.column, std::move(message)});
  }
  bool empty() const { return list_.empty(); }
  /// Returns whether further mistakes are dropped, so that a reader can stop.
  bool full() const { return list_.size() >= kMost; }
  /// Returns the mistakes in the order of their places.
  std::vector<FileMistake> sorted() && {
    std::ranges::stable_sort(list_, {}, [](const FileMistake& each) { return std::tuple(each.line, each.column); });
    return std::move(list_);
  }

 private:
  std::vector<FileMistake> list_;
};

/// Adds a mistake, and returns false, if the text has a character that is not UTF-8 or is 0.
bool check_encoding(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::in_text
