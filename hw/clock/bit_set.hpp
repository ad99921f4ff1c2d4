/// Sets of modules, ports or channels as bits, and a loop over the set bits, lowest first.
///
/// A set bit is given as an unsigned number, or as an identifier where a type is given: set_bits<PortId>(ports),
/// lowest<Vc>(channels).
#pragma once

#include <bit>
#include <cassert>
#include <concepts>
#include <cstdint>

namespace kintsugi {

/// Returns the lowest set bit of a non-empty set. The compiler is told that the set is not empty; otherwise it would
/// test for that.
constexpr unsigned lowest(std::uint64_t set) {
  assert(set != 0);
  if (set == 0) __builtin_unreachable();
  return static_cast<unsigned>(std::countr_zero(set));
}
template <class Id>
constexpr Id lowest(std::uint64_t set) {
  return Id::from(lowest(set));
}

/// Returns the number of set bits.
constexpr unsigned size(std::uint64_t set) {
  return static_cast<unsigned>(std::popcount(set));
}

/// Returns whether at most one bit is set.
constexpr bool is_single(std::uint64_t set) {
  return (set & (set - 1)) == 0;
}

/// The set bits of a set as it was when the loop began.
template <class Member>
class SetBits {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::uint64_t rest) : rest_(rest) {}
    constexpr Member operator*() const {
      if constexpr (std::same_as<Member, unsigned>) {
        return lowest(rest_);
      } else {
        return lowest<Member>(rest_);
      }
    }
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

/// for (const PortId port : set_bits<PortId>(ports))
template <class Member = unsigned>
constexpr SetBits<Member> set_bits(std::uint64_t set) {
  return SetBits<Member>(set);
}

/// Round-robin: returns the first set bit of a non-empty set above `last`, or the lowest if there is none above it. The
/// number of `last` is below 64.
template <class Id>
constexpr Id first_after(std::uint64_t set, auto last) {
  const std::uint64_t later = set & (~std::uint64_t{1} << last.value);
  return lowest<Id>(later != 0 ? later : set);
}

}  // namespace kintsugi
