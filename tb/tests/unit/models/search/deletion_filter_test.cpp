// Sets that are made minimal, where a set of numbers has no solution if it holds one of some cores.
#include "models/search/deletion_filter.hpp"

#include <gtest/gtest.h>

#include <random>

namespace kintsugi {
namespace {

using Numbers = std::vector<int>;

/// Returns the first core that the numbers hold, with some of the other numbers, which a search may return too.
std::optional<Numbers> held(const std::vector<Numbers>& cores, const Numbers& numbers, int& calls) {
  ++calls;
  for (const Numbers& core : cores) {
    if (!std::ranges::includes(numbers, core)) continue;
    Numbers found;
    std::ranges::copy_if(numbers, std::back_inserter(found),
                         [&](int each) { return std::ranges::binary_search(core, each) || each % 5 == 0; });
    return found;
  }
  return std::nullopt;
}

TEST(DeletionFilter, leaves_a_set_of_which_every_member_is_needed) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    Numbers all(20);
    for (int i = 0; i < 20; ++i) all[static_cast<std::size_t>(i)] = i;
    std::vector<Numbers> cores(3);
    for (Numbers& core : cores) std::ranges::sample(all, std::back_inserter(core), 1 + round % 6, random);
    int calls = 0;
    const Numbers least = without_needless(all, [&](const Numbers& part) { return held(cores, part, calls); });
    EXPECT_LE(calls, 20);
    EXPECT_TRUE(std::ranges::find(cores, least) != cores.end()) << testing::PrintToString(least);
  }
}

TEST(DeletionFilter, keeps_what_may_be_needed) {
  const Numbers all{1, 2, 3};
  EXPECT_EQ(without_needless(all, [](const Numbers&) { return std::optional<Numbers>(); }), all);
  EXPECT_EQ(without_needless(all, [](const Numbers& part) { return std::optional(part); }), Numbers{});
}

}  // namespace
}  // namespace kintsugi
