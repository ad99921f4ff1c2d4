#include "models/repair/random_defects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace kintsugi {
namespace {

TEST(RandomDefects, are_distinct_ascending_sites) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const DefectMap defects = random_defects(20, 10, seed);
    EXPECT_EQ(defects.size(), 10u);
    EXPECT_TRUE(std::ranges::is_sorted(defects));
    EXPECT_EQ(std::ranges::adjacent_find(defects), defects.end());
    EXPECT_LT(defects.back().value, 20u);
  }
}

TEST(RandomDefects, all_sites_when_asked) {
  EXPECT_EQ(random_defects(3, 3, 7), (DefectMap{SiteId{0}, SiteId{1}, SiteId{2}}));
  EXPECT_TRUE(random_defects(3, 0, 7).empty());
  EXPECT_THROW(random_defects(3, 4, 7), std::invalid_argument);
}

TEST(RandomDefects, more_under_the_same_seed_contain_fewer) {
  const DefectMap many = random_defects(50, 20, 3);
  const DefectMap few = random_defects(50, 10, 3);
  EXPECT_TRUE(std::ranges::includes(many, few));
}

TEST(RandomDefects, hit_every_site_about_equally_often) {
  std::vector<unsigned> hits(10);
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    for (const SiteId site : random_defects(10, 3, seed)) ++hits[site.value];
  }
  for (const unsigned count : hits) EXPECT_NEAR(count, 3000, 200);  // four standard deviations and a little
}

TEST(RandomDefects, of_a_kind_are_so_many_or_each_with_its_probability) {
  EXPECT_EQ(drawn_things(40, std::uint64_t{7}, 3, 2).size(), 7u);
  EXPECT_TRUE(drawn_things(40, 0.0, 3, 2).empty());
  EXPECT_EQ(drawn_things(40, 1.0, 3, 2).size(), 40u);
  EXPECT_THROW(drawn_things(40, std::uint64_t{41}, 3, 2), std::invalid_argument);
  std::vector<unsigned> hits(20);
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    for (const std::uint32_t thing : drawn_things(20, 0.1, seed, 4)) ++hits[thing];
  }
  for (const unsigned count : hits) EXPECT_NEAR(count, 1000, 130);  // four standard deviations and a little
}

TEST(RandomDefects, of_a_larger_amount_contain_those_of_a_smaller_one) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto contains = [&](DefectAmount large, DefectAmount small) {
      return std::ranges::includes(drawn_things(100, large, seed, 3), drawn_things(100, small, seed, 3));
    };
    EXPECT_TRUE(contains(std::uint64_t{20}, std::uint64_t{10}));
    EXPECT_TRUE(contains(0.4, 0.2));
  }
}

TEST(RandomDefects, of_one_kind_say_nothing_of_those_of_another) {
  unsigned both = 0;
  for (std::uint64_t seed = 0; seed < 10000; ++seed) {
    const bool first = drawn_things(10, std::uint64_t{5}, seed, 1).front() == 0;
    const bool second = drawn_things(10, std::uint64_t{5}, seed, 2).front() == 0;
    both += first && second;
  }
  EXPECT_NEAR(both, 2500, 180);
}

TEST(RandomDefects, have_each_of_their_ways_about_equally_often) {
  std::vector<unsigned> hits(4);
  for (std::uint32_t thing = 0; thing < 10000; ++thing) ++hits.at(drawn_way(4, thing, 5, 2));
  for (const unsigned count : hits) EXPECT_NEAR(count, 2500, 180);
}

TEST(RandomDefects, elements_are_grouped_by_what_is_stuck_or_cut) {
  const StuckSwitch open{SwitchId{3}, 0}, crossed{SwitchId{3}, 1}, other{SwitchId{4}, 1};
  const StuckLane lane{SwitchId{3}, 0, 1, 2, 1}, lane_open{SwitchId{3}, 0, 1, 2, 0}, next_lane{SwitchId{3}, 0, 1, 3, 1};
  const CutWire cut{SwitchId{3}, 1, 0};
  const std::vector<ElementDefect> elements = {{open},  {lane},      {crossed}, {cut},
                                               {other}, {lane_open}, {cut},     {next_lane}};
  const std::vector<std::vector<std::uint32_t>> groups = {{0, 2}, {1, 5}, {3}, {4}, {7}};
  EXPECT_EQ(by_thing(elements), groups);
  EXPECT_TRUE(is_of_same_thing({open}, {crossed}));
  EXPECT_FALSE(is_of_same_thing({open}, {lane_open}));
  EXPECT_FALSE(is_of_same_thing({lane}, {next_lane}));
}

}  // namespace
}  // namespace kintsugi
