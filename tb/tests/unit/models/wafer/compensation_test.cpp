#include "models/wafer/compensation.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

using enum ConflictRule;

bool conflicts(GridPoint a, Direction d, GridPoint b, Direction e, ConflictRule rule) {
  const bool found = conflict({a, d}, {b, e}, rule);
  EXPECT_EQ(conflict({b, e}, {a, d}, rule), found) << "not symmetric";
  return found;
}

TEST(Compensation, paths_that_cross_conflict_under_every_rule) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_TRUE(conflicts({2, 2}, Direction::kEast, {5, 6}, Direction::kNorth, rule));
    EXPECT_TRUE(conflicts({2, 2}, Direction::kSouth, {5, 6}, Direction::kWest, rule));
    EXPECT_FALSE(conflicts({2, 2}, Direction::kEast, {5, 6}, Direction::kSouth, rule));
    EXPECT_FALSE(conflicts({2, 2}, Direction::kNorth, {5, 6}, Direction::kWest, rule));
  }
}

TEST(Compensation, paths_that_leave_each_other_do_not_conflict) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_FALSE(conflicts({2, 2}, Direction::kWest, {2, 6}, Direction::kEast, rule));
    EXPECT_FALSE(conflicts({2, 2}, Direction::kWest, {3, 6}, Direction::kEast, rule));
    EXPECT_FALSE(conflicts({2, 2}, Direction::kEast, {3, 6}, Direction::kEast, rule));
  }
}

TEST(Compensation, an_overlap_of_two_needs_two_tracks) {
  EXPECT_TRUE(conflicts({2, 3}, Direction::kEast, {3, 4}, Direction::kWest, kOneTrack));
  EXPECT_TRUE(conflicts({3, 2}, Direction::kSouth, {4, 3}, Direction::kNorth, kOneTrack));
  EXPECT_FALSE(conflicts({2, 3}, Direction::kEast, {3, 4}, Direction::kWest, kTwoTracks));
}

TEST(Compensation, only_the_strict_rule_forbids_an_overlap_of_one) {
  EXPECT_FALSE(conflicts({2, 3}, Direction::kEast, {3, 3}, Direction::kWest, kOneTrack));
  EXPECT_TRUE(conflicts({2, 3}, Direction::kEast, {3, 3}, Direction::kWest, kOneTrackStrict));
  EXPECT_FALSE(conflicts({2, 4}, Direction::kEast, {3, 3}, Direction::kWest, kOneTrackStrict));
}

TEST(Compensation, lines_that_are_not_adjacent_do_not_meet) {
  EXPECT_FALSE(conflicts({2, 3}, Direction::kEast, {4, 8}, Direction::kWest, kOneTrackStrict));
}

TEST(Compensation, three_pitches_come_of_two_paths_in_three_ways) {
  const auto both = [](CompensationPath a, CompensationPath b) {
    EXPECT_EQ(conflict(a, b, ConflictRule::kShort), conflict(b, a, ConflictRule::kShort));
    return conflict(a, b, ConflictRule::kShort);
  };
  using enum Direction;
  EXPECT_TRUE(both({{4, 4}, kEast}, {{5, 4}, kWest})) << "an overlap of one";
  EXPECT_FALSE(both({{4, 5}, kEast}, {{5, 4}, kWest}));
  EXPECT_TRUE(both({{4, 4}, kWest}, {{4, 5}, kEast})) << "back to back";
  EXPECT_FALSE(both({{4, 4}, kWest}, {{4, 6}, kEast}));
  EXPECT_TRUE(both({{4, 4}, kEast}, {{6, 3}, kNorth})) << "the node behind the one goes across with the other";
  EXPECT_FALSE(both({{4, 4}, kEast}, {{3, 3}, kNorth}));
  EXPECT_FALSE(both({{4, 4}, kEast}, {{6, 2}, kNorth}));
  EXPECT_TRUE(both({{4, 4}, kEast}, {{6, 5}, kNorth})) << "they share a site";
}

TEST(Compensation, all_nodes_from_the_fault_to_the_border_move) {
  const WaferGrid grid(8);
  EXPECT_EQ(moved_nodes(grid, {{3, 4}, Direction::kNorth}), 3);
  EXPECT_EQ(moved_nodes(grid, {{3, 4}, Direction::kEast}), 5);
  EXPECT_EQ(moved_nodes(grid, {{3, 4}, Direction::kSouth}), 6);
  EXPECT_EQ(moved_nodes(grid, {{3, 4}, Direction::kWest}), 4);
}

TEST(Compensation, the_first_conflict_is_named) {
  const std::vector<CompensationPath> paths{
      {{1, 1}, Direction::kNorth}, {{2, 3}, Direction::kEast}, {{3, 4}, Direction::kWest}};
  const auto found = first_conflict(paths, kOneTrack);
  ASSERT_TRUE(found);
  EXPECT_EQ(describe(found->first) + ", " + describe(found->second), "r2.c3 east, r3.c4 west");
  EXPECT_FALSE(first_conflict(paths, kTwoTracks));
}

}  // namespace
}  // namespace kintsugi
