#include "models/repair/exact_planner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "models/repair/random_defects.hpp"
#include "tb/unit/models/repair/brute_force.hpp"
#include "tb/unit/models/repair/subsets.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;

std::string print(const WaferGrid& grid, const DefectMap& defects) {
  std::string text = "defects:";
  for (const SiteId site : defects) {
    const GridPoint p = grid.point(site);
    text += " [" + std::to_string(p.row) + ", " + std::to_string(p.column) + "]";
  }
  return text;
}

/// Each fault has a path of its own, no path meets another defect, no two conflict.
void expect_valid(const WaferGrid& grid, const DefectMap& defects, std::span<const CompensationPath> paths,
                  ConflictRule rule) {
  std::size_t next = 0;
  for (const SiteId site : defects) {
    const GridPoint fault = grid.point(site);
    if (!grid.in_core(fault)) continue;
    ASSERT_LT(next, paths.size());
    EXPECT_EQ(paths[next].fault, fault);
    const GridPoint d = step(paths[next++].direction);
    for (GridPoint p{fault.row + d.row, fault.column + d.column}; grid.populated(p);
         p = {p.row + d.row, p.column + d.column}) {
      EXPECT_FALSE(std::ranges::binary_search(defects, grid.site(p)));
    }
  }
  EXPECT_EQ(next, paths.size());
  EXPECT_FALSE(first_conflict(paths, rule));
}

/// Compares verdicts, and checks plans and irreparable subsets; returns how many maps were irreparable.
int compare_with_brute_force(int core, std::size_t faults, int maps, ConflictRule rule) {
  const WaferGrid grid(core);
  const test::BruteForce brute_force(grid, rule);
  ExactPlanner planner(grid, rule);
  int irreparable = 0;
  for (int i = 0; i < maps; ++i) {
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(print(grid, defects));
    const bool repairable = planner.plan(defects);
    EXPECT_EQ(repairable, brute_force.repairable(defects));
    if (repairable) {
      expect_valid(grid, defects, planner.paths(), rule);
      continue;
    }
    ++irreparable;
    const DefectMap subset = planner.minimal_irreparable(defects);
    EXPECT_TRUE(std::ranges::includes(defects, subset));
    EXPECT_FALSE(brute_force.repairable(subset));
    for (std::size_t drop = 0; drop < subset.size(); ++drop) {
      DefectMap rest = subset;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(drop));
      EXPECT_TRUE(brute_force.repairable(rest)) << print(grid, subset) << " is not minimal";
    }
  }
  return irreparable;
}

class ExactPlannerUnderEveryRule : public testing::TestWithParam<ConflictRule> {};

TEST_P(ExactPlannerUnderEveryRule, AgreesWithBruteForceOnN4) {
  for (const std::size_t faults : {1u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 12u}) {
    const int irreparable = compare_with_brute_force(4, faults, 2000, GetParam());
    EXPECT_TRUE(irreparable > 0 || faults < 6);
  }
}

TEST_P(ExactPlannerUnderEveryRule, AgreesWithBruteForceOnN8) {
  for (const std::size_t faults : {5u, 8u, 10u, 12u, 14u, 16u, 20u}) {
    const int irreparable = compare_with_brute_force(8, faults, 1000, GetParam());
    EXPECT_TRUE(irreparable > 0 || faults < 8);
  }
}

std::string rule_name(const testing::TestParamInfo<ConflictRule>& info) {
  constexpr std::array names{"OneTrack", "OneTrackStrict", "TwoTracks"};
  return names[static_cast<std::size_t>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Rules, ExactPlannerUnderEveryRule, testing::Values(kOneTrack, kOneTrackStrict, kTwoTracks),
                         rule_name);

// Either answer proves itself: a valid plan, or a few defects that brute force finds irreparable.
TEST(ExactPlanner, MoreThanSixtyFourFaultsAreSearchedCompletely) {
  const WaferGrid grid(32);
  const test::BruteForce brute_force(grid, kOneTrack);
  ExactPlanner planner(grid, kOneTrack);
  int repairable = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::size_t faults = seed % 2 == 0 ? 75 : 150;
    DefectMap defects = random_defects(grid.sites(), faults, seed);
    SCOPED_TRACE(print(grid, defects));
    if (planner.plan(defects)) {
      ++repairable;
      expect_valid(grid, defects, planner.paths(), kOneTrack);
    } else {
      EXPECT_FALSE(brute_force.repairable(planner.minimal_irreparable(defects)));
    }
  }
  EXPECT_LT(repairable, 200);
}

TEST(ExactPlanner, AWholeBorderOfFaultsMovesOutwards) {
  const WaferGrid grid(32);
  ExactPlanner planner(grid, kOneTrack);
  DefectMap defects;
  for (int i = 1; i <= 32; ++i) {
    for (const GridPoint p : {GridPoint{1, i}, {32, i}, {i, 1}, {i, 32}}) defects.push_back(grid.site(p));
  }
  std::ranges::sort(defects);
  const auto doubles = std::ranges::unique(defects);
  defects.erase(doubles.begin(), doubles.end());
  ASSERT_EQ(defects.size(), 124u);
  EXPECT_TRUE(planner.plan(defects));
  expect_valid(grid, defects, planner.paths(), kOneTrack);
  defects.push_back(grid.site({16, 16}));
  std::ranges::sort(defects);
  EXPECT_FALSE(planner.plan(defects));
  EXPECT_EQ(planner.minimal_irreparable(defects).size(), 5u);
}

TEST(ExactPlanner, AFaultCutOffOnAllFourLinesIsIrreparable) {
  const WaferGrid grid(8);
  ExactPlanner planner(grid, kTwoTracks);
  DefectMap defects;
  for (const GridPoint p : {GridPoint{2, 4}, {5, 0}, {5, 4}, {5, 7}, {9, 4}}) defects.push_back(grid.site(p));
  EXPECT_FALSE(planner.plan(defects));
  EXPECT_EQ(planner.minimal_irreparable(defects), defects);
  defects.insert(defects.begin(), grid.site({0, 1}));
  defects.push_back(grid.site({9, 6}));
  EXPECT_EQ(planner.minimal_irreparable(defects), DefectMap(defects.begin() + 1, defects.end() - 1));
}

TEST(ExactPlanner, DefectiveSparesAloneNeedNoPath) {
  const WaferGrid grid(4);
  ExactPlanner planner(grid, kOneTrack);
  EXPECT_TRUE(planner.plan({}));
  EXPECT_TRUE(planner.paths().empty());
  const DefectMap spares{grid.site({0, 1}), grid.site({2, 0}), grid.site({5, 4})};
  EXPECT_TRUE(planner.plan(spares));
  EXPECT_TRUE(planner.paths().empty());
}

}  // namespace
}  // namespace kintsugi
