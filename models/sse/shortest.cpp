#include "models/sse/shortest.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi::sse {

namespace {

class Search {
 public:
  Search(const Sse& sse, NodeId from, NodeId to)
      : n_(sse.n), mask_(sse.nodes() - 1), from_(from.value), to_(to.value) {}

  ShortestWay find(Directions directions) {
    for (unsigned moved = 0; moved < best_.hops; ++moved) {
      if (directions == Directions::kForward) {
        try_straight(moved);
      } else {
        try_forward(moved);
        try_backward(moved);
      }
    }
    return best_;
  }

 private:
  /// Returns `value` rotated to the right by `by` bits.
  std::uint32_t turned(std::uint32_t value, unsigned by) const {
    by %= n_;
    return (value >> by | value << (n_ - by)) & mask_;
  }
  /// Returns the lowest `count` bits.
  static std::uint32_t lowest(unsigned count) { return (1u << count) - 1; }

  /// Keeps a route if it is shorter than the best one. `comes_back`: the head passes bit 0 once more at the end.
  void consider(unsigned moves, std::uint32_t flips, Hop first_move, bool comes_back = false) {
    const unsigned hops = moves + static_cast<unsigned>(std::popcount(flips));
    if (hops >= best_.hops) return;
    best_ = {hops, (flips & 1u) != 0 && !comes_back ? Hop::kExchange : first_move};
  }

  /// Returns the bits that `count` moves forward do not pass; they pass bit 0, then from the highest down.
  std::uint32_t not_passed_forward(std::uint32_t flips, unsigned count) const {
    return count >= n_ - 1 ? 0 : flips & lowest(n_ - count) & ~1u;
  }

  /// Tries the route straight forward.
  void try_straight(unsigned moved) {
    const std::uint32_t flips = from_ ^ turned(to_, moved);
    if (not_passed_forward(flips, moved) == 0) consider(moved, flips, Hop::kShuffle, moved >= n_);
  }

  /// Tries routes that end `moved` forward: back to `a` first, then forward to `b`.
  void try_forward(unsigned moved) {
    const std::uint32_t flips = from_ ^ turned(to_, moved);
    for (unsigned b = moved; b <= std::max(moved, n_ - 1); ++b) {
      const std::uint32_t left = not_passed_forward(flips, b);
      const unsigned a = left == 0 ? 0 : static_cast<unsigned>(std::bit_width(left)) - 1;
      consider(2 * (a + b) - moved, flips, a > 0 ? Hop::kUnshuffle : Hop::kShuffle);
    }
  }

  /// Tries routes that end `moved` backward: forward to `b` first, then back to `a`.
  void try_backward(unsigned moved) {
    const std::uint32_t flips = from_ ^ turned(to_, n_ - moved % n_);
    for (unsigned a = moved; a <= std::max(moved, n_ - 1); ++a) {
      const std::uint32_t left = a >= n_ - 1 ? 0 : flips >> (a + 1);
      const unsigned b = left == 0 ? 0 : n_ - (a + 1 + static_cast<unsigned>(std::countr_zero(left)));
      consider(2 * (a + b) - moved, flips, b > 0 ? Hop::kShuffle : Hop::kUnshuffle);
    }
  }

  unsigned n_;
  std::uint32_t mask_;
  std::uint32_t from_;
  std::uint32_t to_;
  ShortestWay best_{~0u, Hop::kShuffle};
};

}  // namespace

ShortestWay shortest_way(const Sse& sse, NodeId from, NodeId to, Directions directions) {
  return Search(sse, from, to).find(directions);
}

}  // namespace kintsugi::sse
