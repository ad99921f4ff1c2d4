// Plans of others on a wafer: completed to the states of the repair, or refused with the reason.
#include <gtest/gtest.h>

#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"

namespace kintsugi::srt {
namespace {

using Sentences = std::vector<std::string>;

TEST(WaferPlan, paths_and_placement_of_a_repair_give_its_configuration) {
  for (const WaferCase& each : wafer_cases({2, 3})) {
    const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    unsigned repaired = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const Repair repair = wafer.repair(random_defects(wafer.grid().sites(), 4, seed), {});
      if (!repair.repairable) continue;
      ++repaired;
      const CompletedPlan by_paths = wafer.complete({.paths = repair.paths});
      ASSERT_EQ(by_paths.conflicts, Sentences{}) << each.name;
      EXPECT_EQ(by_paths.repair.configuration, repair.configuration);
      EXPECT_EQ(by_paths.repair.placement, repair.placement);
      EXPECT_EQ(by_paths.repair.moved, repair.moved);
      const CompletedPlan by_placement = wafer.complete({.placement = repair.placement});
      ASSERT_EQ(by_placement.conflicts, Sentences{}) << each.name;
      EXPECT_EQ(by_placement.repair.configuration, repair.configuration);
      EXPECT_EQ(by_placement.repair.moved, repair.moved);
    }
    EXPECT_GE(repaired, 5u) << each.name;
  }
}

/// Returns the plan_conflicts of paths, each from (row, column) in a direction.
Sentences plan_conflicts(const Wafer& wafer, const std::vector<CompensationPath>& paths) {
  GivenPlan plan;
  for (const CompensationPath& path : paths) {
    plan.paths.push_back({wafer.grid().site(path.defect), name(path.direction)});
  }
  const CompletedPlan completed = wafer.complete(plan);
  EXPECT_EQ(completed.repair.repairable, completed.conflicts.empty());
  return completed.conflicts;
}

TEST(WaferPlan, every_conflict_of_paths_is_named) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  EXPECT_EQ(plan_conflicts(wafer, {{{2, 2}, Direction::kEast}, {{3, 3}, Direction::kWest}}),
            Sentences{"no switch setting carries both r2.c2 east and r3.c3 west"});
  EXPECT_EQ(
      plan_conflicts(wafer, {{{2, 2}, Direction::kEast}, {{2, 3}, Direction::kNorth}, {{1, 3}, Direction::kNorth}}),
      (Sentences{"no switch setting carries both r2.c2 east and r2.c3 north",
                 "no switch setting carries both r2.c3 north and r1.c3 north"}));
  EXPECT_EQ(plan_conflicts(wafer, {{{2, 2}, Direction::kEast}, {{2, 2}, Direction::kNorth}}),
            Sentences{"two paths begin at r2.c2: r2.c2 east and r2.c2 north; leave one out"});
  EXPECT_EQ(plan_conflicts(wafer, {{{0, 2}, Direction::kNorth}}),
            Sentences{"the path r0.c2 north begins at a spare; a path begins at a core PE"});
  EXPECT_EQ(plan_conflicts(wafer, {{{2, 2}, Direction::kEast}}), Sentences{}) << "a healthy PE can be given up";
}

TEST(WaferPlan, two_tracks_carry_what_one_does_not) {
  const Wafer wafer({2, 2, 1}, {.tracks = 2, .wrap_pitches = {}});
  EXPECT_EQ(plan_conflicts(wafer, {{{2, 2}, Direction::kEast}, {{3, 3}, Direction::kWest}}), Sentences{});
}

TEST(WaferPlan, a_direction_that_no_path_has_is_refused) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  EXPECT_THROW(wafer.complete({.paths = {{wafer.grid().site({2, 2}), "up"}}}), std::invalid_argument);
  EXPECT_EQ(wafer.info().directions, (Sentences{"north", "east", "south", "west"}));
}

/// Moves a node to another site.
void move_node(Placement& placement, NodeId node, SiteId site) {
  placement.node_at[placement.site_of[node.value].value] = kNoNode;
  placement.site_of[node.value] = site;
  placement.node_at[site.value] = node;
}

TEST(WaferPlan, a_placement_that_no_paths_make_is_refused) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  const WaferGrid& grid = wafer.grid();
  Placement far = wafer.repair({}, {}).placement;
  move_node(far, grid.node({2, 2}), grid.site({0, 3}));
  EXPECT_EQ(wafer.complete({.placement = far}).conflicts,
            Sentences{"the node of r2.c2 cannot be at r0.c3: a path moves a node to a neighbouring PE"});
  Placement twisted = wafer.repair({}, {}).placement;
  move_node(twisted, grid.node({1, 1}), grid.site({0, 2}));
  move_node(twisted, grid.node({1, 2}), grid.site({1, 1}));
  EXPECT_EQ(
      wafer.complete({.placement = twisted}).conflicts,
      Sentences{"the node of r1.c1 cannot be at r0.c2: the paths that begin at the core PEs without a node put it "
                "at r1.c0"});
}

}  // namespace
}  // namespace kintsugi::srt
