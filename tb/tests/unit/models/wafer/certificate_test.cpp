#include "models/wafer/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/repair/random_defects.hpp"
#include "models/wafer/exact_planner.hpp"

namespace kintsugi {
namespace {

const WaferGrid kGrid(4);

DefectMap at(std::initializer_list<GridPoint> points) {
  DefectMap map;
  for (const GridPoint p : points) map.push_back(kGrid.site(p));
  std::ranges::sort(map);
  return map;
}

/// A fault with one more on each of its four lines: the smallest irreparable set.
const DefectMap kCross = at({{2, 2}, {0, 2}, {2, 0}, {5, 2}, {2, 5}});

TEST(Certificate, names_what_blocks_each_of_the_four_paths) {
  const Certificate certificate = certify(kGrid, ConflictRule::kOneTrack, kCross);
  ASSERT_EQ(certificate.size(), 4u);
  EXPECT_EQ(reason(kGrid, certificate[0]), "blocked by dead r0.c2");
  EXPECT_EQ(reason(kGrid, certificate[1]), "blocked by dead r2.c5");
  EXPECT_EQ(reason(kGrid, certificate[2]), "blocked by dead r5.c2");
  EXPECT_EQ(reason(kGrid, certificate[3]), "blocked by dead r2.c0");
  EXPECT_EQ(refute(certificate, kGrid, ConflictRule::kOneTrack, kCross), std::nullopt);
}

TEST(Certificate, holds_for_every_minimal_set_the_planner_names) {
  std::size_t excluded = 0;
  for (const int n : {4, 8, 16}) {
    const WaferGrid grid(n);
    for (const ConflictRule rule : {ConflictRule::kOneTrack, ConflictRule::kOneTrackStrict, ConflictRule::kTwoTracks}) {
      ExactPlanner planner(grid, rule);
      for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const DefectMap defects = random_defects(grid.sites(), static_cast<std::size_t>(2 * n + 2), seed);
        if (planner.plan(defects)) continue;
        const DefectMap set = planner.minimal_irreparable(defects);
        const Certificate certificate = certify(grid, rule, set);
        EXPECT_EQ(refute(certificate, grid, rule, set).value_or(""), "") << "N = " << n << ", seed " << seed;
        for (const BlockedPath& each : certificate) excluded += each.excluded_by.size();
      }
    }
  }
  EXPECT_GT(excluded, 0u) << "no set whose paths exclude each other was met";
}

TEST(CertificateCheck, finds_a_blocker_that_is_not_dead_or_not_on_the_line) {
  Certificate certificate = certify(kGrid, ConflictRule::kOneTrack, kCross);
  certificate[1].blocker = kGrid.site({2, 4});
  EXPECT_EQ(refute(certificate, kGrid, ConflictRule::kOneTrack, kCross),
            "no defect blocks r2.c2 east at the site that it names");
  certificate[1].blocker = kGrid.site({2, 0});
  EXPECT_EQ(refute(certificate, kGrid, ConflictRule::kOneTrack, kCross),
            "no defect blocks r2.c2 east at the site that it names");
}

TEST(CertificateCheck, finds_an_exclusion_that_is_none) {
  const DefectMap apart = at({{1, 1}, {4, 4}});
  Certificate certificate = certify(kGrid, ConflictRule::kOneTrack, apart);
  certificate[0].excluded_by = {certificate[4].path};
  EXPECT_EQ(refute(certificate, kGrid, ConflictRule::kOneTrack, apart),
            "r1.c1 north and r4.c4 north do not exclude each other");
}

TEST(CertificateCheck, finds_that_a_set_can_be_repaired) {
  const DefectMap reparable = at({{2, 2}, {0, 2}, {2, 0}, {5, 2}});
  EXPECT_EQ(refute(certify(kGrid, ConflictRule::kOneTrack, reparable), kGrid, ConflictRule::kOneTrack, reparable),
            "a choice of paths avoids all the conflicts that it lists");
}

TEST(CertificateCheck, finds_that_a_set_is_not_minimal) {
  const DefectMap more = at({{2, 2}, {0, 2}, {2, 0}, {5, 2}, {2, 5}, {4, 4}});
  EXPECT_EQ(refute(certify(kGrid, ConflictRule::kOneTrack, more), kGrid, ConflictRule::kOneTrack, more),
            "it is irreparable even without r4.c4");
}

TEST(CertificateCheck, finds_that_paths_are_missing) {
  Certificate certificate = certify(kGrid, ConflictRule::kOneTrack, kCross);
  certificate.pop_back();
  EXPECT_EQ(refute(certificate, kGrid, ConflictRule::kOneTrack, kCross),
            "it does not have a path in each direction for every defective core PE");
}

// --- Too few spares --------------------------------------------------------------------------------------------------

/// All sites of the core, and these spares.
DefectMap whole_core_and(std::initializer_list<GridPoint> spares) {
  DefectMap map = at(spares);
  for (std::uint32_t node = 0; node < kGrid.nodes(); ++node)
    map.push_back(kGrid.site(kGrid.default_point(NodeId{node})));
  std::ranges::sort(map);
  return map;
}

TEST(SpareShortage, is_found_when_dead_core_pes_outnumber_healthy_spares) {
  EXPECT_EQ(find_shortage(kGrid, whole_core_and({})), std::nullopt) << "16 dead, 16 spares";
  const DefectMap one_spare_dead = whole_core_and({{0, 2}});
  const auto shortage = find_shortage(kGrid, one_spare_dead);
  ASSERT_TRUE(shortage.has_value());
  EXPECT_EQ(*shortage, (SpareShortage{16, 15}));
  EXPECT_EQ(refute(*shortage, kGrid, one_spare_dead), std::nullopt);
}

TEST(SpareShortage, is_said_in_a_sentence) {
  EXPECT_EQ(reason(SpareShortage{16, 15}),
            "16 core PEs are dead and 15 spares are healthy; each dead one needs a spare");
  EXPECT_EQ(reason(SpareShortage{2, 1}), "2 core PEs are dead and 1 spare is healthy; each dead one needs a spare");
  EXPECT_EQ(reason(SpareShortage{1, 0}), "1 core PE is dead and 0 spares are healthy; each dead one needs a spare");
}

TEST(SpareShortageCheck, finds_wrong_numbers_and_enough_spares) {
  const DefectMap map = whole_core_and({{0, 2}});
  EXPECT_EQ(refute(SpareShortage{17, 15}, kGrid, map),
            "the wafer has other numbers: 16 core PEs are dead and 15 spares are healthy; each dead one needs a spare");
  EXPECT_EQ(refute(SpareShortage{16, 16}, kGrid, whole_core_and({})), "there are enough spares");
}

TEST(SpareShortage, agrees_with_the_checker_on_random_maps) {
  std::size_t found = 0;
  for (std::size_t count = 0; count <= kGrid.sites(); ++count) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const DefectMap map = random_defects(kGrid.sites(), count, seed);
      const auto shortage = find_shortage(kGrid, map);
      if (!shortage) continue;
      ++found;
      EXPECT_EQ(refute(*shortage, kGrid, map), std::nullopt) << count << " defects, seed " << seed;
      EXPECT_FALSE(ExactPlanner(kGrid, ConflictRule::kTwoTracks).plan(map));
    }
  }
  EXPECT_GT(found, 100u);
}

}  // namespace
}  // namespace kintsugi
