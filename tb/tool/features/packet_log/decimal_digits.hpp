/// Writes numbers in decimal, four digits at a time. A packet log has millions of them, most below 10000:
/// std::to_chars takes four times as long.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

namespace kintsugi {

inline constexpr std::uint64_t kFourDigits = 10000;

/// The most characters that are written at the place of a number, whether they belong to it or not.
inline constexpr std::size_t kMostDigits = 24;

/// Of each number below 10000 its digits without leading zeros, the first in the lowest byte, and in the fifth byte how
/// many they are.
inline constexpr std::array<std::uint64_t, kFourDigits> kDigitsOf = [] {
  std::array<std::uint64_t, kFourDigits> table{};
  for (std::uint64_t number = 0; number < kFourDigits; ++number) {
    std::uint64_t digits = 0, length = 0;
    for (std::uint64_t rest = number; rest != 0 || length == 0; rest /= 10, ++length)
      digits = digits << 8U | ('0' + rest % 10);
    table[number] = length << 32U | digits;
  }
  return table;
}();

/// Writes a number below 10000; returns its end. Four characters are written in any case.
inline char* put_short(char* at, std::uint64_t number) {
  const std::uint64_t entry = kDigitsOf[number];
  const auto digits = static_cast<std::uint32_t>(entry);
  std::memcpy(at, &digits, sizeof digits);  // what follows is written over
  return at + (entry >> 32U);
}

/// Writes the last four digits of a number, with leading zeros; returns their end.
inline char* put_last_four(char* at, std::uint64_t number) {
  const std::uint64_t entry = kDigitsOf[number];
  const unsigned bits = 8 * (4 - static_cast<unsigned>(entry >> 32U));
  const auto digits = static_cast<std::uint32_t>(entry << bits | (std::uint64_t{0x30303030} >> (32 - bits)));
  std::memcpy(at, &digits, sizeof digits);
  return at + 4;
}

[[gnu::noinline]] inline char* put_long_number(char* at, std::uint64_t number) {
  const std::uint64_t high = number / kFourDigits;
  at = high < kFourDigits ? put_short(at, high) : put_long_number(at, high);
  return put_last_four(at, number % kFourDigits);
}

/// Writes a number; returns its end. There must be room for kMostDigits characters, as all of them may be written.
inline char* put_number(char* at, std::uint64_t number) {
  if (number < kFourDigits) [[likely]]
    return put_short(at, number);
  const std::uint64_t high = number / kFourDigits;
  if (high >= kFourDigits) [[unlikely]]
    return put_long_number(at, number);
  return put_last_four(put_short(at, high), number % kFourDigits);
}

/// Writes a number twice, with a comma between; returns the end. There must be room for both.
inline char* put_twice(char* at, std::uint64_t number) {
  if (number < kFourDigits) [[likely]] {
    at = put_short(at, number);
    *at++ = ',';
    return put_short(at, number);
  }
  at = put_number(at, number);
  *at++ = ',';
  return put_number(at, number);
}

}  // namespace kintsugi
