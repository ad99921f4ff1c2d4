#include "models/search/hitting_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "models/random/random.hpp"

namespace kintsugi {
namespace {

using HitNumbers = std::vector<std::size_t>;

HitNumbers hit_numbers_of(unsigned bits) {
  HitNumbers numbers;
  for (std::size_t number = 0; bits >> number != 0; ++number) {
    if ((bits >> number & 1U) != 0) numbers.push_back(number);
  }
  return numbers;
}

/// Returns the smallest set, of several the first, by trying all.
std::optional<HitNumbers> smallest_hit_of_all(std::size_t numbers, const std::vector<unsigned>& hit,
                                              const std::vector<unsigned>& ruled_out) {
  std::optional<HitNumbers> best;
  for (unsigned set = 0; set < 1U << numbers; ++set) {
    if (!std::ranges::all_of(hit, [&](unsigned each) { return (set & each) != 0; })) continue;
    if (std::ranges::any_of(ruled_out, [&](unsigned each) { return (set & each) == each; })) continue;
    const HitNumbers members = hit_numbers_of(set);
    const auto key = [](const HitNumbers& list) { return std::pair(list.size(), list); };
    if (!best || key(members) < key(*best)) best = members;
  }
  return best;
}

TEST(HittingSets, are_the_smallest_and_first_of_all_sets) {
  constexpr std::size_t kNumbers = 8;
  RandomStream random(7, 1);
  std::size_t largest = 0;
  for (int round = 0; round < 60; ++round) {
    HittingSets sets(kNumbers);
    std::vector<unsigned> hit;
    std::vector<unsigned> ruled_out;
    for (int step = 0; step < 12; ++step) {
      const auto expected = smallest_hit_of_all(kNumbers, hit, ruled_out);
      ASSERT_EQ(sets.smallest(), expected) << "round " << round << ", step " << step;
      if (!expected) break;
      largest = std::max(largest, expected->size());
      if (step % 3 == 2) {
        sets.rule_out(*expected);
        ruled_out.push_back(0);
        for (const std::size_t number : *expected) ruled_out.back() |= 1U << number;
        continue;
      }
      const unsigned set = 1U + static_cast<unsigned>(random.below((1U << kNumbers) - 1));
      const unsigned few = set & (1U + static_cast<unsigned>(random.below((1U << kNumbers) - 1)));
      hit.push_back(few != 0 ? few : set);
      sets.hit(hit_numbers_of(hit.back()));
    }
  }
  EXPECT_GE(largest, 4u);
}

TEST(HittingSets, of_nothing_is_the_empty_set) {
  EXPECT_EQ(HittingSets(0).smallest(), HitNumbers{});
  EXPECT_EQ(HittingSets(3).smallest(), HitNumbers{});
}

TEST(HittingSets, none_hits_an_empty_set_nor_is_left_when_the_empty_one_is_ruled_out) {
  HittingSets sets(3);
  sets.hit({});
  EXPECT_EQ(sets.smallest(), std::nullopt);
  HittingSets none(3);
  none.rule_out({});
  EXPECT_EQ(none.smallest(), std::nullopt);
}

TEST(HittingSets, have_no_other_numbers) {
  HittingSets sets(3);
  EXPECT_THROW(sets.hit(HitNumbers{1, 3}), std::out_of_range);
  EXPECT_THROW(sets.rule_out(HitNumbers{3}), std::out_of_range);
}

}  // namespace
}  // namespace kintsugi
