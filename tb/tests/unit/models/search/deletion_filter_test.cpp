// Sets that are made minimal, where a set of numbers has no solution if it holds one of some cores.
#include "models/search/deletion_filter.hpp"

#include <gtest/gtest.h>

#include <random>

namespace kintsugi {
namespace {

using IntegerSet = std::vector<int>;

/// Returns the first core that the numbers hold, with some of the other numbers, which a search may return too.
std::optional<IntegerSet> held_core(const std::vector<IntegerSet>& cores, const IntegerSet& numbers, int& calls) {
  ++calls;
  for (const IntegerSet& core : cores) {
    if (!std::ranges::includes(numbers, core)) continue;
    IntegerSet found;
    std::ranges::copy_if(numbers, std::back_inserter(found),
                         [&](int each) { return std::ranges::binary_search(core, each) || each % 5 == 0; });
    return found;
  }
  return std::nullopt;
}

TEST(DeletionFilter, leaves_a_set_of_which_every_member_is_needed) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    IntegerSet all(20);
    for (int i = 0; i < 20; ++i) all[static_cast<std::size_t>(i)] = i;
    std::vector<IntegerSet> cores(3);
    for (IntegerSet& core : cores) std::ranges::sample(all, std::back_inserter(core), 1 + round % 6, random);
    int calls = 0;
    const IntegerSet least =
        without_needless(all, [&](const IntegerSet& part) { return held_core(cores, part, calls); });
    EXPECT_LE(calls, 20);
    EXPECT_TRUE(std::ranges::find(cores, least) != cores.end()) << testing::PrintToString(least);
  }
}

TEST(DeletionFilter, keeps_what_may_be_needed) {
  const IntegerSet all{1, 2, 3};
  EXPECT_EQ(without_needless(all, [](const IntegerSet&) { return std::optional<IntegerSet>(); }), all);
  EXPECT_EQ(without_needless(all, [](const IntegerSet& part) { return std::optional(part); }), IntegerSet{});
}

}  // namespace
}  // namespace kintsugi
