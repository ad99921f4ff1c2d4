/// A window of sequence numbers: which packets of one source to one destination are settled. Both ends have one. At the
/// source a number is settled when its packet is acknowledged or given up, at the destination when it is delivered.
///
/// Numbers   from 1, ascending by 1, modulo 2^32. All numbers below base() are settled; of the kSize numbers from
///           base() on the window stores one bit each
/// Rule      the source begins a new number only while has_room(), and sends its base() along in every packet; the
///           destination forgets what lies below it: advance(). So no number that is on its way lies at or beyond
///           base() + kSize of the destination, whose base() is at least the one that the packet brings
/// Source    the selective repeat window, as in Peterson and Davie, "Computer Networks", section 2.5
#pragma once

#include <bit>
#include <cstdint>
#include <stdexcept>

namespace kintsugi {

class SequenceWindow {
 public:
  static constexpr std::uint32_t kSize = 64;

  /// Returns the lowest number that is not settled.
  std::uint32_t base() const { return base_; }
  /// Returns whether the number lies in the window.
  bool has_room(std::uint32_t number) const { return number - base_ < kSize; }
  bool is_settled(std::uint32_t number) const {
    return is_below(number) || (has_room(number) && (settled_ >> (number - base_) & 1U) != 0);
  }
  /// Settles a number. Returns false if it was settled before. Throws std::logic_error for a number beyond the window.
  bool settle(std::uint32_t number) {
    if (is_settled(number)) return false;
    if (!has_room(number)) throw std::logic_error("a sequence number lies beyond the window");
    settled_ |= std::uint64_t{1} << (number - base_);
    shift(static_cast<unsigned>(std::countr_one(settled_)));
    return true;
  }
  /// Settles all numbers below `floor`.
  void advance(std::uint32_t floor) {
    if (is_below(floor)) return;
    const std::uint32_t distance = floor - base_;
    if (distance >= kSize) {
      settled_ = 0;
      base_ = floor;
      return;
    }
    shift(distance);
    shift(static_cast<unsigned>(std::countr_one(settled_)));
  }

 private:
  bool is_below(std::uint32_t number) const { return number - base_ >= 0x80000000U; }
  void shift(unsigned numbers) {
    settled_ = numbers >= kSize ? 0 : settled_ >> numbers;
    base_ += numbers;
  }

  std::uint32_t base_ = 1;
  std::uint64_t settled_ = 0;  // bit i: base_ + i
};

}  // namespace kintsugi
