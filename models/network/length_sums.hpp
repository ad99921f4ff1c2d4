/// Sums up the lengths of wires or links, in pitches.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace kintsugi {

struct LengthSums {
  std::size_t links = 0;
  std::uint64_t pitches = 0;
  unsigned longest = 0;

  void count(unsigned length) {
    ++links;
    pitches += length;
    longest = std::max(longest, length);
  }
  /// Returns the mean length, 0 if there are no links.
  double mean() const { return links == 0 ? 0 : static_cast<double>(pitches) / static_cast<double>(links); }
};

}  // namespace kintsugi
