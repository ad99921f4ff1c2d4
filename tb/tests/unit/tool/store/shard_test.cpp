#include "tb/tool/store/run_units.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace kintsugi::test {
namespace {

using store::Shard;

TEST(Shard, every_unit_is_in_exactly_one) {
  for (std::size_t count = 1; count <= 8; ++count) {
    for (std::size_t units = 0; units <= 20; ++units) {
      std::vector<unsigned> times(units);
      for (std::size_t index = 1; index <= count; ++index) {
        const Shard shard{index, count};
        std::size_t own = 0;
        for (const std::size_t unit : store::units_of(shard, units)) {
          EXPECT_TRUE(shard.contains(unit));
          ++times.at(unit);
          ++own;
        }
        EXPECT_LE(own, units / count + 1) << "even shares";
      }
      EXPECT_EQ(times, std::vector<unsigned>(units, 1));
    }
  }
}

TEST(Shard, is_written_as_two_numbers) {
  for (const char* text : {"1/1", "1/7", "7/7", "1000000/1000000"}) {
    const auto shard = store::parse_shard(text);
    ASSERT_TRUE(shard) << text;
    EXPECT_EQ(store::to_text(*shard), text);
  }
  for (const char* text : {"",
                           "/",
                           "1",
                           "1/",
                           "/3",
                           "0/3",
                           "4/3",
                           "1/0",
                           "0/0",
                           "-1/3",
                           "+1/3",
                           "1/-3",
                           "1 /3",
                           "1/3 ",
                           "1/3/3",
                           "one/three",
                           "1.0/3",
                           "1/1000001",
                           "1/18446744073709551617",
                           "0x1/3"}) {
    EXPECT_FALSE(store::parse_shard(text)) << text;
  }
}

}  // namespace
}  // namespace kintsugi::test
