/// Places in the text of a file, and the mistakes that its readers find there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/network/text.hpp"

namespace kintsugi::in_text {

/// A line and a column; both count from 1.
struct Place {
  int line = 1;
  int column = 1;
};

/// Turns offsets in a text into places. The text must outlive it.
class Places {
 public:
  explicit Places(std::string_view text);
  /// An offset behind the text is that of its end.
  Place at(std::size_t offset) const;

 private:
  std::size_t size_;
  std::vector<std::size_t> starts_;  // of the lines
};

/// Collects mistakes: the first kMost, or as many as a reader wants, and the number of the others.
class Mistakes {
 public:
  static constexpr std::size_t kMost = 1000;
  explicit Mistakes(std::size_t most = kMost) : most_(most) {}

  void add(Place place, std::string message);
  /// Adds a message that is said in parts (models/network/text.hpp).
  template <class First, class Second, class... Others>
  void add(Place place, const First& first, const Second& second, const Others&... others) {
    add(place, full() ? std::string() : joined(first, second, others...));
  }
  bool empty() const { return list_.empty(); }
  /// Returns whether further mistakes are dropped, so that a reader can stop.
  bool full() const { return list_.size() >= most_; }
  /// Returns how many have been dropped.
  std::size_t more() const { return more_; }
  /// Returns the mistakes in the order of their places.
  std::vector<FileMistake> sorted() &&;

 private:
  std::vector<FileMistake> list_;
  std::size_t most_;
  std::size_t more_ = 0;
};

/// Adds a mistake, and returns false, if the text has a character that is not UTF-8 or is 0.
bool check_encoding(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::in_text
