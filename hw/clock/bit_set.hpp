/// Sets of modules, ports or channels as bits, and a cursor through their members, lowest first.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

namespace kintsugi {

/// The lowest member of a non-empty set. The compiler is told that it is not empty: else it tests for it.
constexpr unsigned lowest(std::uint64_t set) {
  assert(set != 0);
  if (set == 0) __builtin_unreachable();
  return static_cast<unsigned>(std::countr_zero(set));
}

constexpr unsigned size(std::uint64_t set) {
  return static_cast<unsigned>(std::popcount(set));
}

/// At most one member.
constexpr bool is_single(std::uint64_t set) {
  return (set & (set - 1)) == 0;
}

/// for (unsigned port : set_bits(set)); the set is the one of the beginning.
class SetBits {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr unsigned operator*() const { return lowest(rest_); }
    constexpr Iterator& operator++() {
      rest_ &= rest_ - 1;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::uint64_t rest_;
  };

  constexpr explicit SetBits(std::uint64_t set) : set_(set) {}
  constexpr Iterator begin() const { return Iterator(set_); }
  constexpr Iterator end() const { return Iterator(0); }

 private:
  std::uint64_t set_;
};

constexpr SetBits set_bits(std::uint64_t set) {
  return SetBits(set);
}

/// Round-robin: the first member of a non-empty set above `last`, going round; last is below 64.
constexpr unsigned first_after(std::uint64_t set, unsigned last) {
  const std::uint64_t later = set & (~std::uint64_t{1} << last);
  return lowest(later != 0 ? later : set);
}

}  // namespace kintsugi
