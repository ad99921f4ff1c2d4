// Credits of sixteen channels at a time, compared with each channel by itself.
#include "hw/link/credits.hpp"

#include <gtest/gtest.h>

#include <array>

#include "models/random/random.hpp"

namespace kintsugi::test {
namespace {

using Bytes = std::array<std::uint8_t, kCreditsAtATime>;

TEST(Credits, sixteen_at_a_time_are_added_as_each_by_itself) {
  RandomStream random(3, 0);
  for (unsigned round = 0; round < 5000; ++round) {
    alignas(16) Bytes credits{};  // as they lie in a router
    Bytes arriving{}, expected{};
    unsigned revived = 0;
    for (unsigned i = 0; i < kCreditsAtATime; ++i) {
      credits[i] = static_cast<std::uint8_t>(random.below(3) == 0 ? 0 : random.below(64));
      arriving[i] = random.below(2) == 0 ? kCredit : 0;
      expected[i] = static_cast<std::uint8_t>(credits[i] + (arriving[i] != 0));
      if (credits[i] == 0 && arriving[i] != 0) revived |= 1u << i;
    }
    ASSERT_EQ(add_credits(credits.data(), arriving.data()), revived);
    ASSERT_EQ(credits, expected);
    ASSERT_EQ(arriving, Bytes()) << "taken";
  }
}

}  // namespace
}  // namespace kintsugi::test
