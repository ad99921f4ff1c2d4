#include "models/wafer/greedy_planner.hpp"

#include <gtest/gtest.h>

#include "models/repair/random_defects.hpp"
#include "models/wafer/exact_planner.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;
using enum GreedyPlanner::Order;
using test::expect_valid;
using test::print;

class GreedyPlanners : public testing::TestWithParam<GreedyPlanner::Order> {};

TEST_P(GreedyPlanners, plan_nothing_that_conflicts) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks, kShort}) {
    for (const auto& [core, faults] : {std::pair{4, 8}, {8, 12}, {32, 36}}) {
      const WaferGrid grid(core);
      GreedyPlanner greedy(grid, rule, GetParam());
      ExactPlanner exact(grid, rule);
      int planned = 0;
      int missed = 0;
      for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const DefectMap defects = random_defects(grid.sites(), static_cast<std::size_t>(faults), seed);
        SCOPED_TRACE(print(grid, defects));
        const bool found = greedy.plan(defects);
        if (found) expect_valid(grid, defects, greedy.paths(), rule);
        EXPECT_TRUE(!found || exact.plan(defects));
        planned += found ? 1 : 0;
        missed += !found && exact.plan(defects) ? 1 : 0;
      }
      EXPECT_GT(planned, 0);
      EXPECT_GT(missed + (GetParam() == kLocal ? 1 : 0), 0) << "a baseline is worse than the exact planner";
    }
  }
}

TEST_P(GreedyPlanners, online_keep_the_paths_that_are_still_possible) {
  const WaferGrid grid(8);
  GreedyPlanner planner(grid, kOneTrack, GetParam());
  const std::vector<CompensationPath> in_force{{{3, 3}, Direction::kEast}, {{6, 6}, Direction::kEast}};
  const DefectMap defects{grid.site({3, 3}), grid.site({3, 7}), grid.site({6, 6})};
  ASSERT_TRUE(planner.replan(defects, in_force));
  expect_valid(grid, defects, planner.paths(), kOneTrack);
  EXPECT_NE(planner.paths()[0], in_force[0]) << "the new fault lies on it";
  EXPECT_EQ(planner.paths()[2], in_force[1]);
}

TEST_P(GreedyPlanners, need_no_paths_for_spares) {
  const WaferGrid grid(4);
  GreedyPlanner planner(grid, kOneTrack, GetParam());
  EXPECT_TRUE(planner.plan(DefectMap{grid.site({0, 1}), grid.site({5, 4})}));
  EXPECT_TRUE(planner.paths().empty());
}

INSTANTIATE_TEST_SUITE_P(Orders, GreedyPlanners, testing::Values(kFixed, kNearest, kLocal));

TEST(GreedyPlanner, fixed_takes_the_first_direction_and_nearest_the_shortest) {
  const WaferGrid grid(8);
  const DefectMap defects{grid.site({6, 7})};
  GreedyPlanner fixed(grid, kOneTrack, kFixed);
  GreedyPlanner nearest(grid, kOneTrack, kNearest);
  ASSERT_TRUE(fixed.plan(defects));
  ASSERT_TRUE(nearest.plan(defects));
  EXPECT_EQ(fixed.paths()[0].direction, Direction::kNorth);
  EXPECT_EQ(nearest.paths()[0].direction, Direction::kEast);
}

// The first fault's path north would block the second one, which has no other path.
TEST(GreedyPlanner, local_settles_first_what_has_no_other_choice) {
  const WaferGrid grid(8);
  DefectMap defects;
  for (const GridPoint p : {GridPoint{3, 5}, {5, 0}, {5, 2}, {1, 2}, {9, 2}, {0, 5}, {3, 9}})
    defects.push_back(grid.site(p));
  std::ranges::sort(defects);
  GreedyPlanner fixed(grid, kOneTrack, kFixed);
  GreedyPlanner local(grid, kOneTrack, kLocal);
  EXPECT_FALSE(fixed.plan(defects));
  ASSERT_TRUE(local.plan(defects));
  expect_valid(grid, defects, local.paths(), kOneTrack);
}

}  // namespace
}  // namespace kintsugi
