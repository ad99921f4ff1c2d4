/// Cycles on links, which can differ by direction. A link leads there, from its end a to its end b (Link), and back.
#pragma once

#include <algorithm>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi {

/// One of the two directions of a link of a kind.
struct LinkDirection {
  KindId kind;
  bool is_back = false;  ///< from end b to end a
};

struct LinkLatency {
  unsigned there = 0;  ///< cycles; 0: none given
  unsigned back = 0;   ///< the same

  constexpr LinkLatency() = default;
  constexpr LinkLatency(unsigned both) : there(both), back(both) {}
  constexpr LinkLatency(unsigned cycles_there, unsigned cycles_back) : there(cycles_there), back(cycles_back) {}

  constexpr bool is_given() const { return there != 0 || back != 0; }
  constexpr unsigned longer() const { return std::max(there, back); }
  constexpr unsigned of(bool is_back) const { return is_back ? back : there; }
  /// "5", or "1/5" if it takes 5 back; "-" stands for none given.
  std::string text() const {
    const auto text_of = [](unsigned cycles) { return cycles == 0 ? "-" : std::to_string(cycles); };
    return there == back ? text_of(there) : text_of(there) + '/' + text_of(back);
  }
  friend constexpr auto operator<=>(LinkLatency, LinkLatency) = default;
};

}  // namespace kintsugi
