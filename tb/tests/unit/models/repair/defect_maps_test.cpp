#include "models/repair/defect_maps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace kintsugi {
namespace {

std::vector<SiteId> sites(std::uint32_t count, std::uint32_t step = 1) {
  std::vector<SiteId> list;
  for (std::uint32_t i = 0; i < count; ++i) list.push_back(SiteId{i * step});
  return list;
}

TEST(DefectMaps, a_random_map_depends_on_its_number_alone) {
  const DefectMaps maps = DefectMaps::random(sites(50), 6, 100, 3);
  DefectMapReader forwards(maps), backwards(maps);
  std::vector<Defects> seen;
  for (std::uint64_t number = 0; number < 100; ++number) seen.push_back(forwards.read(number));
  for (std::uint64_t number = 100; number-- > 0;) EXPECT_EQ(backwards.read(number), seen[number]);
  std::ranges::sort(seen, {}, &Defects::sites);
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end()) << "16 million possible maps, and two are the same";
}

TEST(DefectMaps, seed_and_number_of_defects_make_others) {
  const auto first_site = [](std::size_t defects, std::uint64_t seed) {
    const DefectMaps maps = DefectMaps::random(sites(1000), defects, 1, seed);
    return DefectMapReader(maps).read(0).sites.front();
  };
  EXPECT_NE(first_site(1, 1), first_site(1, 2));
  EXPECT_NE(first_site(1, 1), first_site(2, 1));
}

TEST(DefectMaps, a_random_map_has_so_many_sites_ascending_each_once) {
  const DefectMaps maps = DefectMaps::random(sites(10, 7), 9, 50, 1);
  DefectMapReader reader(maps);
  for (std::uint64_t number = 0; number < maps.size(); ++number) {
    const DefectMap& map = reader.read(number).sites;
    EXPECT_EQ(map.size(), 9u);
    EXPECT_EQ(std::ranges::adjacent_find(map, std::greater_equal{}), map.end());
    for (const SiteId site : map) EXPECT_TRUE(site.value % 7 == 0 && site.value < 70);
  }
}

/// All 10 pairs of 5 sites: 4000 expected each, 60 standard deviation.
TEST(DefectMaps, random_maps_are_uniform) {
  const DefectMaps maps = DefectMaps::random(sites(5), 2, 40000, 11);
  DefectMapReader reader(maps);
  std::vector<int> seen(25);
  for (std::uint64_t number = 0; number < maps.size(); ++number) {
    const DefectMap& map = reader.read(number).sites;
    ++seen[map[0].value * 5 + map[1].value];
  }
  for (std::uint32_t a = 0; a < 5; ++a) {
    for (std::uint32_t b = a + 1; b < 5; ++b) EXPECT_NEAR(seen[a * 5 + b], 4000, 300) << a << ' ' << b;
  }
}

TEST(DefectMaps, all_of_them_come_once_from_whichever_one_starts) {
  const DefectMaps maps = DefectMaps::all(sites(6, 10), 3);
  ASSERT_EQ(maps.size(), 20u);
  DefectMapReader reader(maps);
  std::vector<DefectMap> seen;
  for (std::uint64_t number = 0; number < 20; ++number) seen.push_back(reader.read(number).sites);
  EXPECT_TRUE(std::ranges::is_sorted(seen));
  EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
  EXPECT_EQ(seen.back(), (DefectMap{SiteId{30}, SiteId{40}, SiteId{50}}));
  for (std::uint64_t number = 20; number-- > 0;) EXPECT_EQ(DefectMapReader(maps).read(number).sites, seen[number]);
}

TEST(DefectMaps, no_defects_is_one_empty_map) {
  const DefectMaps maps = DefectMaps::all(sites(6), 0);
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_TRUE(DefectMapReader(maps).read(0).empty());
}

TEST(DefectMaps, what_does_not_exist_is_refused) {
  EXPECT_THROW(DefectMaps::all(sites(6), 7), std::invalid_argument);
  EXPECT_THROW(DefectMaps::random(sites(6), 7, 1, 1), std::invalid_argument);
  EXPECT_THROW(DefectMaps::all(sites(1152), 60), std::invalid_argument);
}

TEST(DefectMaps, scattered_maps_depend_on_their_number_alone_and_keep_to_the_sites) {
  const DefectMaps maps = DefectMaps::scattered(sites(50, 3), {0.1, 2.0, std::vector<unsigned>(150, 0)}, 100, 3);
  DefectMapReader forwards(maps), backwards(maps);
  std::vector<Defects> seen;
  for (std::uint64_t number = 0; number < maps.size(); ++number) seen.push_back(forwards.read(number));
  for (std::uint64_t number = maps.size(); number-- > 0;) EXPECT_EQ(backwards.read(number), seen[number]);
  std::size_t fewest = 50, most = 0;
  for (const Defects& map : seen) {
    fewest = std::min(fewest, map.size());
    most = std::max(most, map.size());
    EXPECT_TRUE(std::ranges::is_sorted(map.sites));
    for (const SiteId site : map.sites) EXPECT_TRUE(site.value % 3 == 0 && site.value < 150);
  }
  EXPECT_LT(fewest, most);
  EXPECT_EQ(seen.front().sites.size(),
            DefectMapReader(DefectMaps::scattered(sites(50), {0.1, 2.0, {}}, 1, 3)).read(0).size())
      << "sites by their places in the list";
}

}  // namespace
}  // namespace kintsugi
