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

}  // namespace
}  // namespace kintsugi
