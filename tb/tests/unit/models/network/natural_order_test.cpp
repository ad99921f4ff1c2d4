#include "models/network/natural_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace kintsugi {
namespace {

TEST(NaturalOrder, numbers_in_names_count_as_numbers) {
  const std::vector<std::string> sorted = {"",        "base",    "level",    "level 0",      "level 00",
                                           "level 1", "level 2", "level 10", "level 10 (2)", "level 10 (11)",
                                           "rank 1",  "wrap"};
  std::vector<std::string> names = sorted;
  std::ranges::reverse(names);
  std::ranges::sort(names, natural_less);
  EXPECT_EQ(names, sorted);
}

TEST(NaturalOrder, numbers_longer_than_any_integer_are_compared) {
  const std::string large(30, '9');
  EXPECT_TRUE(natural_less(large, "1" + std::string(30, '0')));
  EXPECT_FALSE(natural_less("1" + std::string(30, '0'), large));
}

TEST(NaturalOrder, no_name_is_less_than_itself_and_of_two_names_one_is_less) {
  const std::vector<std::string> names = {"",     "0",  "00",  "a",   "a0", "a00", "a0b",
                                          "a00a", "a1", "a01", "a10", "a2", "b"};
  for (const std::string& a : names) {
    for (const std::string& b : names)
      EXPECT_EQ(natural_less(a, b) + natural_less(b, a), a == b ? 0 : 1) << a << ' ' << b;
  }
}

}  // namespace
}  // namespace kintsugi
