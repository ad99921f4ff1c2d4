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
            "it does not have four paths for every fault of the core");
}

}  // namespace
}  // namespace kintsugi
