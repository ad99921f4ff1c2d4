#include "models/random/sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kintsugi {
namespace {

using SampledNumbers = std::vector<std::uint32_t>;

TEST(Sample, has_distinct_numbers_below_the_count_in_ascending_order) {
  for (std::uint32_t count = 0; count < 12; ++count) {
    for (std::uint32_t most = 0; most < 14; ++most) {
      const SampledNumbers numbers = sample(count, most, 5);
      ASSERT_EQ(numbers.size(), std::min(count, most));
      EXPECT_TRUE(std::ranges::is_sorted(numbers));
      EXPECT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
      if (!numbers.empty()) {
        EXPECT_LT(numbers.back(), count);
      }
    }
  }
}

TEST(Sample, is_the_same_for_the_same_seed_only) {
  EXPECT_EQ(sample(1'000'000, 8, 1), sample(1'000'000, 8, 1));
  EXPECT_NE(sample(1'000'000, 8, 1), sample(1'000'000, 8, 2));
}

TEST(Sample, draws_every_set_about_equally_often) {
  constexpr unsigned kSeeds = 10'000;
  std::map<SampledNumbers, unsigned> drawn;
  for (unsigned seed = 0; seed < kSeeds; ++seed) ++drawn[sample(5, 2, seed)];
  ASSERT_EQ(drawn.size(), 10u);
  for (const auto& [set, times] : drawn) EXPECT_NEAR(times, kSeeds / 10.0, 120) << set[0] << ' ' << set[1];
}

}  // namespace
}  // namespace kintsugi
