#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "models/repair/defect_maps.hpp"
#include "models/wafer/exact_planner.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;

// --- Exact counts ---------------------------------------------------------------------------------------------------

struct Count {
  std::uint64_t repairable = 0;
  std::uint64_t maps = 0;
  friend bool operator==(const Count&, const Count&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Count& c) { return out << c.repairable << " of " << c.maps; }
};

Count count(int core, std::uint32_t faults, ConflictRule rule) {
  const WaferGrid grid(core);
  ExactPlanner planner(grid, rule);
  Count result;
  test::for_each_subset(static_cast<std::uint32_t>(grid.sites()), faults, [&](const DefectMap& defects) {
    ++result.maps;
    result.repairable += planner.plan(defects) ? 1 : 0;
  });
  return result;
}

TEST(ExactCounts, any_four_faults_of_n_4_can_be_repaired) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_EQ(count(4, 1, rule), (Count{32, 32}));
    EXPECT_EQ(count(4, 2, rule), (Count{496, 496}));
    EXPECT_EQ(count(4, 3, rule), (Count{4960, 4960}));
    EXPECT_EQ(count(4, 4, rule), (Count{35960, 35960}));
  }
}

TEST(ExactCounts, five_faults_of_n_4) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_EQ(count(4, 5, rule), (Count{200976, 201376}));
  }
}

TEST(ExactCounts, six_faults_of_n_4) {
  EXPECT_EQ(count(4, 6, kOneTrack), (Count{896392, 906192}));
  EXPECT_EQ(count(4, 6, kOneTrackStrict), (Count{895592, 906192}));
  EXPECT_EQ(count(4, 6, kTwoTracks), (Count{896592, 906192}));
}

/// Another algorithm: for each fault in turn, every direction whose line is free and that does not conflict with those
/// before.
class PlainSearch {
 public:
  PlainSearch(const WaferGrid& grid, ConflictRule rule) : grid_(grid), rule_(rule) {}

  bool repairable(const DefectMap& defects) {
    faults_.clear();
    paths_.clear();
    bad_.fill(false);
    for (const SiteId site : defects) {
      const GridPoint p = grid_.point(site);
      at(p) = true;
      if (grid_.in_core(p)) faults_.push_back(p);
    }
    return choose();
  }

 private:
  bool& at(GridPoint p) { return bad_[static_cast<std::size_t>(8 * p.row + p.column)]; }
  bool is_free(CompensationPath path) {
    const GridPoint d = step(path.direction);
    for (GridPoint p = path.defect; grid_.in_core(p);) {
      p = {p.row + d.row, p.column + d.column};
      if (at(p)) return false;
    }
    return true;
  }
  bool choose() {
    if (paths_.size() == faults_.size()) return true;
    for (const Direction d : kDirections) {
      const CompensationPath path{faults_[paths_.size()], d};
      const auto conflicts = [&](CompensationPath other) { return conflict(path, other, rule_); };
      if (!is_free(path) || std::ranges::any_of(paths_, conflicts)) continue;
      paths_.push_back(path);
      if (choose()) return true;
      paths_.pop_back();
    }
    return false;
  }

  WaferGrid grid_;
  ConflictRule rule_;
  std::array<bool, 64> bad_{};
  std::vector<GridPoint> faults_;
  std::vector<CompensationPath> paths_;
};

/// Compares every map, not only their number.
void expect_the_same(std::uint32_t faults, ConflictRule rule) {
  const WaferGrid grid(4);
  ExactPlanner planner(grid, rule);
  PlainSearch plain(grid, rule);
  test::for_each_subset(static_cast<std::uint32_t>(grid.sites()), faults, [&](const DefectMap& defects) {
    if (planner.plan(defects) != plain.repairable(defects)) ADD_FAILURE() << testing::PrintToString(defects);
  });
}

TEST(ExactCounts, five_faults_of_n_4_are_the_same_maps_by_plain_search) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) expect_the_same(5, rule);
}

TEST(ExactCountsSlow, six_and_seven_faults_of_n_4_are_the_same_maps_by_plain_search) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    expect_the_same(6, rule);
    if (test::runs_whole_tests()) expect_the_same(7, rule);
  }
}

TEST(ExactCountsSlow, seven_faults_of_n_4) {
  EXPECT_EQ(count(4, 7, kOneTrack), (Count{3248904, 3365856}));
  EXPECT_EQ(count(4, 7, kOneTrackStrict), (Count{3233304, 3365856}));
  EXPECT_EQ(count(4, 7, kTwoTracks), (Count{3254136, 3365856}));
}

TEST(ExactCounts, any_three_faults_of_n_8_can_be_repaired) {
  EXPECT_EQ(count(8, 1, kOneTrack), (Count{96, 96}));
  EXPECT_EQ(count(8, 2, kOneTrack), (Count{4560, 4560}));
  EXPECT_EQ(count(8, 3, kOneTrack), (Count{142880, 142880}));
}

TEST(ExactCounts, any_four_faults_of_n_8_can_be_repaired) {
  EXPECT_EQ(count(8, 4, kOneTrack), (Count{3321960, 3321960}));
}

TEST(ExactCountsSlow, five_faults_of_n_8) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "the counts of fewer faults and of n 4 notice the same mistakes";
  EXPECT_EQ(count(8, 5, kOneTrack), (Count{61109664, 61124064}));
}

// --- Repair probability ---------------------------------------------------------------------------------------------

double probability(int core, std::size_t faults, ConflictRule rule, std::uint64_t count) {
  const WaferGrid grid(core);
  ExactPlanner planner(grid, rule);
  std::vector<SiteId> sites;
  for (std::uint32_t site = 0; site < grid.sites(); ++site) sites.push_back(SiteId{site});
  const DefectMaps maps = DefectMaps::random(sites, faults, count, 1);
  DefectMapReader reader(maps);
  std::uint64_t repairable = 0;
  for (std::uint64_t number = 0; number < count; ++number) repairable += planner.plan(reader.read(number).sites);
  return static_cast<double>(repairable) / static_cast<double>(count);
}

TEST(RepairProbability, is_that_of_the_model) {
  constexpr double kTolerance = .02;
  constexpr std::uint64_t kMaps = 5000;
  EXPECT_NEAR(probability(8, 8, kOneTrack, kMaps), .989, kTolerance);
  EXPECT_NEAR(probability(16, 18, kTwoTracks, kMaps), .866, kTolerance);
}

TEST(RepairProbabilitySlow, is_that_of_the_model) {
  constexpr double kTolerance = .01;
  constexpr std::uint64_t kMaps = 20000;
  EXPECT_NEAR(probability(8, 8, kOneTrack, kMaps), .989, kTolerance);
  EXPECT_NEAR(probability(8, 12, kOneTrack, kMaps), .871, kTolerance);
  EXPECT_NEAR(probability(8, 12, kTwoTracks, kMaps), .885, kTolerance);
  EXPECT_NEAR(probability(16, 18, kOneTrack, kMaps), .846, kTolerance);
  EXPECT_NEAR(probability(16, 18, kTwoTracks, kMaps), .866, kTolerance);
  EXPECT_NEAR(probability(32, 20, kOneTrack, kMaps), .971, kTolerance);
  EXPECT_NEAR(probability(32, 20, kTwoTracks, kMaps), .975, kTolerance);
}

}  // namespace
}  // namespace kintsugi
