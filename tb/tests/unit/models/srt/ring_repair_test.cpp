// Repairs by plans of rings on the wafers of several networks: each is extracted and compared.
#include <gtest/gtest.h>

#include <vector>

#include "tb/tests/unit/models/srt/repaired_wafers.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

using test::NetworkWafer;

const RepairOptions kByRings{.planner = "rings", .explain = false};

std::vector<NetworkWafer> all_wafers(const WaferOptions& options) {
  std::vector<NetworkWafer> all;
  all.emplace_back(grid::Torus{{8, 8}}, options);
  all.emplace_back(grid::Torus{{6, 4}}, options);
  all.emplace_back(grid::Mesh{{3, 8}}, options);
  all.emplace_back(srt::Torus{.n = 3, .T = 3, .s = 1}, options);
  all.emplace_back(srt::Torus{.n = 3, .T = 1, .s = 3}, options);
  all.emplace_back(srt::Torus{.n = 2, .T = 2, .s = 1}, options);
  return all;
}

int check_rings(const NetworkWafer& each, std::size_t faults, int maps) {
  return test::check_repairs(each, "rings", "straight", faults, maps);
}

TEST(RingRepair, makes_the_wanted_network_on_every_wafer) {
  for (const int tracks : {1, 2}) {
    for (const NetworkWafer& each : all_wafers({.tracks = tracks})) {
      EXPECT_GT(check_rings(each, each.spares() * 9 / 16, test::part_of(8, 25)), 0)
          << each.network.name() << ", tracks " << tracks;
    }
  }
}

TEST(RingRepair, set_wire_by_wire_it_makes_the_wanted_network) {
  const NetworkWafer each(srt::Torus{.n = 3, .T = 3, .s = 1}, {.tracks = 1, .per_wire = true});
  EXPECT_GT(check_rings(each, each.spares() * 9 / 16, 25), 2);
}

TEST(RingRepair, with_isolated_bunches_no_ring_is_closed) {
  for (const int tracks : {1, 2}) {
    for (const NetworkWafer& each : all_wafers({.tracks = tracks, .isolate = true})) {
      EXPECT_GT(check_rings(each, each.spares() * 9 / 16, test::part_of(8, 25)), 0)
          << each.network.name() << ", tracks " << tracks;
    }
  }
}

TEST(RingRepair, with_pes_in_the_corners_it_makes_the_wanted_network) {
  for (const bool isolate : {false, true}) {
    for (const int tracks : {1, 2}) {
      for (const NetworkWafer& each : all_wafers({.tracks = tracks, .isolate = isolate, .corners = true})) {
        const WaferGrid& grid = each.wafer->grid();
        EXPECT_EQ(grid.sites(), static_cast<std::size_t>((grid.rows() + 2) * (grid.columns() + 2)));
        EXPECT_GT(check_rings(each, each.spares() * 5 / 8, 8), 0) << each.network.name() << ", tracks " << tracks;
      }
    }
  }
}

/// Whatever is in the corners, straight paths do not lead there, and a dead corner does no harm.
TEST(RingRepair, straight_paths_are_the_same_with_pes_in_the_corners) {
  const NetworkWafer without(grid::Torus{{6, 4}}, {});
  const NetworkWafer with(grid::Torus{{6, 4}}, {.isolate = true, .corners = true});
  const NetworkExtractor extractor(with.wafer->fabric());
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const DefectMap map = random_defects(without.wafer->grid().sites(), 5, seed);
    Defects moved;
    for (const SiteId site : map) moved.add(with.wafer->grid().site(without.wafer->grid().point(site)));
    for (const GridPoint corner : {GridPoint{0, 0}, GridPoint{5, 7}}) moved.add(with.wafer->grid().site(corner));
    const Repair a = without.wafer->repair(Defects(map), {.planner = "straight"});
    const Repair b = with.wafer->repair(moved, {.planner = "straight"});
    EXPECT_EQ(a.repairable, b.repairable);
    EXPECT_EQ(a.paths.size(), b.paths.size());
    if (!b.repairable) continue;
    const SwitchStates states = switch_states(with.wafer->fabric(), b.configuration);
    EXPECT_EQ(difference(extractor.extract(states), with.network, b.placement, with.wafer->fabric()), std::nullopt);
    EXPECT_TRUE(closed_rings(with.wafer->fabric(), states).empty());
  }
}

TEST(RingRepairSlow, with_isolated_bunches_no_ring_is_closed_on_thousands_of_maps) {
  for (const int tracks : {1, 2}) {
    const NetworkWafer each(srt::Torus{.n = 2, .T = 2, .s = 1}, {.tracks = tracks, .isolate = true});
    for (const std::size_t faults : {8u, 10u, 12u}) check_rings(each, faults, test::part_of(300, 1500));
    const NetworkWafer corners(srt::Torus{.n = 2, .T = 2, .s = 1},
                               {.tracks = tracks, .isolate = true, .corners = true});
    for (const std::size_t faults : {10u, 14u}) check_rings(corners, faults, test::part_of(300, 1500));
  }
}

/// One link of the extracted network is not the wanted one after a wrong switch.
TEST(RingRepair, a_wrong_switch_is_found) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  Defects defects;
  for (const GridPoint p : {GridPoint{1, 2}, {2, 1}, {2, 2}, {2, 4}, {3, 2}}) defects.add(each.wafer->grid().site(p));
  const Repair repair = each.wafer->repair(defects, kByRings);
  ASSERT_TRUE(repair.repairable);
  ASSERT_FALSE(repair.rings.empty());
  test::expect_that_wrong_switches_are_found(each, repair);
}

/// A PE and one more on each of its lines to the borders.
Defects cross(const WaferGrid& grid, GridPoint middle) {
  Defects defects;
  for (const GridPoint p : {GridPoint{middle.row - 1, middle.column}, GridPoint{middle.row, middle.column - 1}, middle,
                            GridPoint{middle.row, middle.column + 2}, GridPoint{middle.row + 1, middle.column}}) {
    defects.add(grid.site(p));
  }
  return defects;
}

TEST(RingRepair, is_the_default_of_a_wafer) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  EXPECT_EQ(wafer_info().planners.front().name, "rings");
  const Defects defects = cross(each.wafer->grid(), {2, 2});
  EXPECT_FALSE(each.wafer->repair(defects, {}).rings.empty());
  EXPECT_TRUE(each.wafer->tester({})->repairable(defects));
}

/// Straight paths alone: on a core that is too large, and around defective elements.
TEST(RingRepair, says_where_it_takes_straight_paths_alone) {
  const NetworkWafer large(grid::Mesh{{33, 4}}, {});
  EXPECT_TRUE(large.wafer->repair({}, {}).repairable);
  EXPECT_TRUE(large.wafer->tester({})->repairable({}));
  const Defects defects = cross(large.wafer->grid(), {2, 2});
  const Repair by_paths = large.wafer->repair(defects, {});
  EXPECT_EQ(by_paths.irreparable_by, "straight paths");
  EXPECT_EQ(by_paths.reason,
            "plans of rings are searched on cores of up to 32 rows and columns; on this one planner 'rings' takes "
            "straight paths alone");
  EXPECT_EQ(large.wafer->repair(defects, {.planner = "straight"}).reason, "");
}

/// Fourteen dead PEs, then one more, then nothing new.
TEST(RingRepair, keeps_the_rings_in_force) {
  const NetworkWafer each(grid::Torus{{6, 6}}, {});
  int differ = 0;
  std::size_t moved = 0, moved_anew = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Repair first = each.wafer->repair(Defects(random_defects(each.wafer->grid().sites(), 14, seed)), kByRings);
    const Defects defects(random_defects(each.wafer->grid().sites(), 15, seed));
    RepairOptions online = kByRings;
    online.in_force = first.paths;
    online.rings_in_force = first.rings;
    const Repair second = each.wafer->repair(defects, online);
    if (!second.repairable || second.rings.empty()) continue;
    online.in_force = second.paths;
    online.rings_in_force = second.rings;
    EXPECT_EQ(each.wafer->repair(defects, online).configuration, second.configuration);
    const Repair anew = each.wafer->repair(defects, kByRings);
    moved += count_moved(first.placement, second.placement);
    moved_anew += count_moved(first.placement, anew.placement);
    differ += anew.placement != second.placement ? 1 : 0;
  }
  EXPECT_GT(differ, 3);
  EXPECT_LT(moved, moved_anew);
}

TEST(RingRepair, verifier_tester_and_repair_agree) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  RepairVerifier verifier(*each.wafer, each.network, kByRings);
  const auto tester = each.wafer->tester(kByRings);
  int irreparable = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Defects defects(random_defects(each.wafer->grid().sites(), 13, seed));
    const bool repairable = tester->repairable(defects);
    EXPECT_EQ(verifier.judge(defects), repairable ? MapOutcome::kRepaired : MapOutcome::kIrreparable);
    EXPECT_EQ(each.wafer->repair(defects, kByRings).repairable, repairable);
    irreparable += repairable ? 0 : 1;
  }
  EXPECT_GT(irreparable, 10);
}

TEST(RingRepair, an_irreparable_map_names_its_subset) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  int irreparable = 0;
  for (std::uint64_t seed = 0; irreparable < 5; ++seed) {
    const Defects defects(random_defects(each.wafer->grid().sites(), 14, seed));
    const Repair repair = each.wafer->repair(defects, {.planner = "rings"});
    if (repair.repairable) continue;
    ++irreparable;
    EXPECT_FALSE(repair.irreparable_subset.empty());
    EXPECT_FALSE(each.wafer->repair(repair.irreparable_subset, kByRings).repairable);
  }
}

/// Nodes that are neighbours in the network, after all moves: at most 2 apart, along and across together.
TEST(RingRepair, the_objective_short_leaves_base_links_of_two_pitches) {
  const NetworkWafer each(grid::Mesh{{8, 8}}, {});
  const NetworkExtractor extractor(each.wafer->fabric());
  RepairOptions options = kByRings;
  options.objective = "short";
  int by_rings = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Defects defects(random_defects(each.wafer->grid().sites(), 9, seed));
    const Repair repair = each.wafer->repair(defects, options);
    if (!repair.repairable) continue;
    by_rings += repair.rings.empty() ? 0 : 1;
    const SwitchStates states = switch_states(each.wafer->fabric(), repair.configuration);
    for (const Join& join : extractor.extract(states).joins) EXPECT_LE(join.pitches, 2u);
  }
  EXPECT_GT(by_rings, 0);
}

}  // namespace
}  // namespace kintsugi
