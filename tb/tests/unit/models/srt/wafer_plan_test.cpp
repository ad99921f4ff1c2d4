// Plans of others on a wafer: completed to the states of the repair, or refused with the reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "models/fabric/extraction.hpp"
#include "models/fabric/network_check.hpp"
#include "models/registry/families.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
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
            Sentences{"the node of r2.c2 cannot be at r0.c3: a node moves by one row and one column at most"});
  Placement twisted = wafer.repair({}, {}).placement;
  move_node(twisted, grid.node({2, 2}), grid.site({0, 3}));
  move_node(twisted, grid.node({2, 3}), grid.site({2, 2}));
  move_node(twisted, grid.node({2, 2}), grid.site({2, 3}));
  EXPECT_EQ(
      wafer.complete({.placement = twisted}).conflicts,
      Sentences{"the nodes of row 2 would be out of order: that of r2.c2 moves to r2.c3, that of r2.c3 to r2.c2"});
}

/// No rings do: row 1 passes column 2 three times.
TEST(WaferPlan, a_placement_that_only_passes_make_is_completed) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  const WaferGrid& grid = wafer.grid();
  Placement twisted = wafer.repair({}, {}).placement;
  move_node(twisted, grid.node({1, 1}), grid.site({0, 2}));
  move_node(twisted, grid.node({1, 2}), grid.site({1, 1}));
  const CompletedPlan completed = wafer.complete({.placement = twisted});
  ASSERT_EQ(completed.conflicts, Sentences{});
  const SwitchStates states = switch_states(wafer.fabric(), completed.repair.configuration);
  EXPECT_EQ(
      difference(NetworkExtractor(wafer.fabric()).extract(states), make_network({2, 2, 1}), twisted, wafer.fabric()),
      std::nullopt);
}

/// Defects that rings repair and straight paths do not.
DefectMap diagonal_defects(const WaferGrid& grid) {
  DefectMap defects;
  for (const GridPoint p : {GridPoint{1, 2}, {2, 1}, {2, 2}, {2, 4}, {3, 2}}) defects.push_back(grid.site(p));
  return defects;
}

TEST(WaferPlan, rings_and_placement_of_a_diagonal_repair_are_completed) {
  for (const WaferCase& each : wafer_cases({2, 3})) {
    const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    const NetworkExtractor extractor(wafer.fabric());
    const Network network = make_network(each.torus);
    unsigned by_rings = 0;
    for (std::uint64_t seed = 0; seed <= 8; ++seed) {
      const DefectMap defects = seed == 0 ? diagonal_defects(wafer.grid())
                                          : random_defects(wafer.grid().sites(), wafer.grid().rows() * 2u + 2, seed);
      const Repair repair = wafer.repair(defects, {.explain = false});
      if (repair.rings.empty()) continue;
      ++by_rings;
      const CompletedPlan completed_rings = wafer.complete({.rings = repair.rings});
      ASSERT_EQ(completed_rings.conflicts, Sentences{}) << each.name;
      EXPECT_EQ(completed_rings.repair.configuration, repair.configuration);
      const CompletedPlan by_placement = wafer.complete({.placement = repair.placement});
      ASSERT_EQ(by_placement.conflicts, Sentences{}) << each.name;
      EXPECT_EQ(by_placement.repair.placement, repair.placement);
      EXPECT_EQ(by_placement.repair.configuration, repair.configuration);
      EXPECT_EQ(by_placement.repair.moved, repair.moved);
      const SwitchStates states = switch_states(wafer.fabric(), by_placement.repair.configuration);
      EXPECT_EQ(difference(extractor.extract(states), network, repair.placement, wafer.fabric()), std::nullopt);
    }
    EXPECT_GE(by_rings, 2u) << each.name;
  }
}

TEST(WaferPlan, rings_that_do_not_exist_or_meet_are_refused) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  const auto site = [&](int row, int column) { return wafer.grid().site({row, column}); };
  EXPECT_THROW(wafer.complete({.rings = {{"column 5", {site(0, 1), site(5, 1)}}}}), std::invalid_argument);
  EXPECT_EQ(wafer.complete({.rings = {{"column 1", {site(2, 3), site(5, 1)}}}}).conflicts,
            Sentences{"two rings of a plane pass r2.c3"});
  EXPECT_EQ(wafer.complete({.rings = {{"column 1", {site(2, 4), site(5, 1)}}, {"column 4", {site(2, 1), site(5, 4)}}}})
                .conflicts,
            Sentences{"no switch setting carries these rings"});
}

/// Every node of row 2 but the last moves east, and every one of row 3 but the first moves west.
TEST(WaferPlan, a_placement_that_no_rings_carry_is_refused) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  EXPECT_EQ(plan_conflicts(wafer, {{{2, 1}, Direction::kEast}, {{3, 4}, Direction::kWest}}).size(), 1u);
  const Placement crossed =
      place(wafer.grid(), std::vector<CompensationPath>{{{2, 1}, Direction::kEast}, {{3, 4}, Direction::kWest}});
  EXPECT_EQ(wafer.complete({.placement = crossed}).conflicts,
            Sentences{"no switch setting carries both r2.c1 east and r3.c4 west"});
}

/// Returns the placement with all nodes some rows and columns on.
Placement turned_placement(const WaferGrid& grid, const Placement& placement, GridPoint by) {
  Placement on = placement;
  for (const NodeId node : ids<NodeId>(grid.nodes())) {
    const NodeId named = turned(grid, node, by);
    on.site_of[named.value] = placement.site_of[node.value];
    on.node_at[on.site_of[named.value].value] = named;
  }
  return on;
}

/// A wafer for a torus or a mesh, and the network.
struct PlannedGrid {
  explicit PlannedGrid(const std::string& kind, int tracks = 1)
      : design(find_family(kind)->build({{"sides", std::vector<std::int64_t>{4, 4}}})),
        fabric(design->fabric({{"tracks", std::int64_t{tracks}}})) {}
  const kintsugi::Wafer& wafer() const { return dynamic_cast<const kintsugi::Wafer&>(*fabric); }
  std::optional<std::string> difference_of(const Repair& repair) const {
    const SwitchStates states = switch_states(fabric->fabric(), repair.configuration);
    return difference(NetworkExtractor(fabric->fabric()).extract(states), design->network(), repair.placement,
                      fabric->fabric());
  }
  std::unique_ptr<Design> design;
  std::unique_ptr<ReconfigurableFabric> fabric;
};

TEST(WaferPlan, of_a_torus_can_be_turned_and_that_of_a_mesh_cannot) {
  for (const std::string kind : {"torus", "mesh"}) {
    const PlannedGrid planned(kind);
    const WaferGrid& grid = planned.wafer().grid();
    const Repair repair = planned.fabric->repair({diagonal_defects(grid)}, {});
    for (const GridPoint by : {GridPoint{0, 1}, {3, 0}, {2, 3}}) {
      const Placement placement = turned_placement(grid, repair.placement, by);
      const CompletedPlan completed = planned.fabric->complete({.placement = placement});
      EXPECT_EQ(completed.conflicts.empty(), kind == "torus");
      if (kind == "mesh") continue;
      EXPECT_EQ(completed.repair.configuration, repair.configuration);
      EXPECT_EQ(completed.repair.placement, placement);
      EXPECT_EQ(completed.repair.moved, count_moved(planned.fabric->repair({}, {}).placement, placement));
      EXPECT_EQ(planned.difference_of(completed.repair), std::nullopt);
    }
  }
}

TEST(WaferPlan, that_is_turned_and_wrong_names_what_is_wrong_when_turned) {
  const PlannedGrid planned("torus");
  const WaferGrid& grid = planned.wafer().grid();
  Placement placement = turned_placement(grid, planned.fabric->repair({}, {}).placement, {0, 2});
  move_node(placement, grid.node({2, 4}), grid.site({0, 2}));
  EXPECT_EQ(planned.fabric->complete({.placement = placement}).conflicts,
            Sentences{"with all nodes 0 rows and 2 columns on, the node of r2.c2 cannot be at r0.c2: a node moves by "
                      "one row and one column at most"});
}

TEST(WaferPlan, of_an_srt_is_turned_only_as_far_as_its_links_allow) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  const Network network = make_network({2, 2, 1});
  const NetworkExtractor extractor(wafer.fabric());
  const Placement plain = wafer.repair({}, {}).placement;
  unsigned right = 0, wrong = 0;
  for (std::uint32_t number = 1; number < wafer.grid().nodes(); ++number) {
    const GridPoint to = wafer.grid().default_point(NodeId{number});
    const Placement placement = turned_placement(wafer.grid(), plain, {to.row - 1, to.column - 1});
    const CompletedPlan completed = wafer.complete({.placement = placement});
    const SwitchStates states = switch_states(wafer.fabric(), wafer.repair({}, {}).configuration);
    const bool same = !difference(extractor.extract(states), network, placement, wafer.fabric());
    EXPECT_EQ(completed.conflicts.empty(), same) << number;
    ++(same ? right : wrong);
  }
  EXPECT_GT(wrong, right);
}

/// Maps that planner "fabric" repairs, and no other.
TEST(WaferPlan, of_planner_fabric_is_completed_from_its_placement) {
  const PlannedGrid planned("torus");
  const WaferGrid& grid = planned.wafer().grid();
  unsigned by_passes = 0;
  for (std::uint64_t seed = 0; seed <= 6; ++seed) {
    DefectMap defects = random_defects(grid.sites(), 12, seed);
    if (seed == 0) {
      defects.clear();
      for (const GridPoint p : {GridPoint{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}}) {
        defects.push_back(grid.site(p));
      }
    }
    const Repair repair = planned.fabric->repair(defects, {.planner = "fabric", .explain = false});
    const auto passes_again = [](const RepairRing& ring) { return ring.passes.size() > 2; };
    if (std::ranges::none_of(repair.rings, passes_again)) continue;
    ++by_passes;
    const CompletedPlan completed = planned.fabric->complete({.placement = repair.placement});
    ASSERT_EQ(completed.conflicts, Sentences{});
    EXPECT_EQ(completed.repair.configuration, repair.configuration);
    EXPECT_EQ(planned.difference_of(completed.repair), std::nullopt);
  }
  EXPECT_GE(by_passes, 2u);
}

}  // namespace
}  // namespace kintsugi::srt
