/// Counter-based random numbers: the i-th number of a stream is a function of (seed, stream, i) alone, computed in
/// integers. So a stream can move with its logical node, and is the same with every compiler and schedule.
///
/// The function is the output permutation of SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014) over a key mixed from seed and stream.
#pragma once

#include <cstdint>

namespace kintsugi {

constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, std::uint64_t stream)
      : key_(mix64(mix64(seed + kStep) ^ mix64(stream * kStep + 1))) {}

  /// Returns the next number of the stream, uniform in 0 .. 2^64 - 1.
  constexpr std::uint64_t next() { return mix64(key_ + ++count_ * kStep); }
  /// Returns a number uniform in 0 .. bound - 1; bound is at least 1. The bias is below bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

/// An event with a given probability, in units of 2^-64.
class Chance {
 public:
  /// `probability` 0 .. 1.
  explicit constexpr Chance(double probability)
      : always_(probability >= 1), below_(always_ ? 0 : static_cast<std::uint64_t>(probability * kOne)) {}
  /// Returns whether the event happens; takes one number of the stream.
  constexpr bool happens(RandomStream& random) const { return (random.next() < below_) | always_; }

  static constexpr double kOne = 18446744073709551616.0;  ///< 2^64, exact as a double

 private:
  bool always_;
  std::uint64_t below_;
};

}  // namespace kintsugi
