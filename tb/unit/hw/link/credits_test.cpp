// Credits of sixteen channels at a time, held against each by itself.
#include "hw/link/credits.hpp"

#include <gtest/gtest.h>

#include <array>

#include "models/traffic/random.hpp"

namespace kintsugi::test {
namespace {

using Bytes = std::array<std::uint8_t, kCreditsAtATime>;

TEST(Credits, sixteen_at_a_time_are_added_as_each_by_itself) {
  RandomStream random(3, 0);
  for (unsigned round = 0; round < 5000; ++round) {
    Bytes credits{}, arriving{}, least{}, expected{};
    unsigned expected_revived = 0;
    for (unsigned i = 0; i < kCreditsAtATime; ++i) {
      const bool unlimited = random.below(5) == 0;
      least[i] = unlimited ? kUnlimitedCredits : 0;
      credits[i] = static_cast<std::uint8_t>(unlimited ? kUnlimitedCredits - random.below(3) : random.below(64));
      if (random.below(3) == 0) credits[i] = 0;
      arriving[i] = !unlimited && random.below(2) == 0 ? kCredit : 0;
      expected[i] = unlimited ? kUnlimitedCredits : static_cast<std::uint8_t>(credits[i] + (arriving[i] != 0));
      if (credits[i] == 0 && arriving[i] != 0) expected_revived |= 1u << i;
    }
    ASSERT_EQ(add_credits(credits.data(), arriving.data(), least.data()), expected_revived);
    ASSERT_EQ(credits, expected);
  }
}

}  // namespace
}  // namespace kintsugi::test
