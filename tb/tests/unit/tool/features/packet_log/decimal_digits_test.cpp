#include "tb/tool/features/packet_log/decimal_digits.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace kintsugi {
namespace {

/// Returns the text of a number that is written where there is room for kMostDigits characters, and no more.
std::string written(std::uint64_t number) {
  std::array<char, kMostDigits + 1> room;
  room.fill('x');
  char* const end = put_number(room.data(), number);
  EXPECT_EQ(room.back(), 'x') << number << " takes more room";
  return std::string(room.data(), end);
}

TEST(DecimalDigits, are_those_of_every_number_below_a_million) {
  for (std::uint64_t number = 0; number < 1'000'000; ++number) {
    ASSERT_EQ(written(number), std::to_string(number));
  }
}

TEST(DecimalDigits, are_right_around_every_power_of_ten_and_of_two) {
  std::uint64_t power = 1;
  for (int digits = 1; digits < 20; ++digits, power *= 10) {
    for (const std::uint64_t number : {power - 1, power, power + 1, 7 * (power / 10) + 305}) {
      EXPECT_EQ(written(number), std::to_string(number));
    }
  }
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t two = std::uint64_t{1} << bit;
    for (const std::uint64_t number : {two - 1, two, two + 1}) EXPECT_EQ(written(number), std::to_string(number));
  }
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(written(largest), std::to_string(largest));
}

TEST(DecimalDigits, of_a_number_twice_are_those_of_the_number_with_a_comma_between) {
  std::array<char, 2 * kMostDigits + 2> room;
  room.fill('x');
  for (const std::uint64_t number : {0, 7, 9999, 10'000, 99'999'999, 100'000'000}) {
    char* const end = put_twice(room.data(), number);
    const std::string text = std::to_string(number);
    EXPECT_EQ(std::string(room.data(), end), text + ',' + text);
  }
  EXPECT_EQ(room.back(), 'x');
}

}  // namespace
}  // namespace kintsugi
