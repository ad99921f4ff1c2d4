// Repairs by plans of rings on the wafers of several networks: each is extracted and compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "models/fabric/closed_rings.hpp"
#include "models/fabric/network_check.hpp"
#include "models/grid/topology.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/repair_verifier.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"

namespace kintsugi {
namespace {

const RepairOptions kByRings{.planner = "rings", .explain = false};

struct Wafers {
  std::string name;
  Network network;
  std::unique_ptr<Wafer> wafer;
};

Wafers of_grid(const Network& network, const FabricInfo& info, const WaferOptions& options) {
  return {network.name(), network, std::make_unique<Wafer>(network, info, options)};
}

Wafers of_srt(const srt::Torus& torus, const WaferOptions& options) {
  Network network = srt::make_network(torus);
  return {network.name(), network, std::make_unique<srt::Wafer>(torus, options)};
}

std::vector<Wafers> all_wafers(const WaferOptions& options) {
  std::vector<Wafers> all;
  all.push_back(of_grid(grid::make_network(grid::Torus{{8, 8}}), wafer_info(), options));
  all.push_back(of_grid(grid::make_network(grid::Torus{{6, 4}}), wafer_info(), options));
  all.push_back(of_grid(grid::make_network(grid::Mesh{{3, 8}}), mesh_wafer_info(), options));
  all.push_back(of_srt({.n = 3, .T = 3, .s = 1}, options));
  all.push_back(of_srt({.n = 3, .T = 1, .s = 3}, options));
  all.push_back(of_srt({.n = 2, .T = 2, .s = 1}, options));
  return all;
}

/// Repairs maps that straight paths do not repair; returns how many there were. With the option isolate no ring is
/// closed.
int check(const Wafers& each, std::size_t faults, int maps, bool isolates) {
  const auto repairer = each.wafer->repairer(kByRings);
  const auto straight = each.wafer->tester({.planner = "straight", .explain = false});
  const NetworkExtractor extractor(each.wafer->fabric());
  int repaired = 0;
  for (int i = 0; i < maps; ++i) {
    const Defects defects(random_defects(each.wafer->grid().sites(), faults, static_cast<std::uint64_t>(i)));
    if (straight->repairable(defects)) continue;
    SCOPED_TRACE(each.name + ", " + test::print(each.wafer->grid(), defects.sites));
    const Repair repair = repairer->repair(defects);
    if (!repair.repairable) continue;
    ++repaired;
    EXPECT_TRUE(repair.paths.empty());
    EXPECT_FALSE(repair.rings.empty());
    const SwitchStates states = switch_states(each.wafer->fabric(), repair.configuration);
    EXPECT_EQ(difference(extractor.extract(states), each.network, repair.placement, each.wafer->fabric()),
              std::nullopt);
    for (const SiteId defect : defects.sites) EXPECT_EQ(repair.placement.node_at[defect.value], kNoNode);
    if (isolates) {
      EXPECT_TRUE(closed_rings(each.wafer->fabric(), states).empty());
    }
  }
  return repaired;
}

std::size_t faults_of(const Wafer& wafer) {
  return (wafer.grid().sites() - wafer.grid().nodes()) * 9 / 16;
}

TEST(RingRepair, makes_the_wanted_network_on_every_wafer) {
  for (const int tracks : {1, 2}) {
    for (const Wafers& each : all_wafers({.tracks = tracks})) {
      EXPECT_GT(check(each, faults_of(*each.wafer), 25, false), 0) << each.name << ", tracks " << tracks;
    }
  }
}

TEST(RingRepair, set_wire_by_wire_it_makes_the_wanted_network) {
  const Wafers each = of_srt({.n = 3, .T = 3, .s = 1}, {.tracks = 1, .per_wire = true});
  EXPECT_GT(check(each, faults_of(*each.wafer), 25, false), 2);
}

TEST(RingRepair, with_isolated_bunches_no_ring_is_closed) {
  for (const int tracks : {1, 2}) {
    for (const Wafers& each : all_wafers({.tracks = tracks, .isolate = true})) {
      EXPECT_GT(check(each, faults_of(*each.wafer), 25, true), 0) << each.name << ", tracks " << tracks;
    }
  }
}

TEST(RingRepairSlow, with_isolated_bunches_no_ring_is_closed_on_thousands_of_maps) {
  for (const int tracks : {1, 2}) {
    const Wafers each = of_srt({.n = 2, .T = 2, .s = 1}, {.tracks = tracks, .isolate = true});
    for (const std::size_t faults : {8u, 10u, 12u}) check(each, faults, 1500, true);
  }
}

/// One link of the extracted network is not the wanted one after a wrong switch.
TEST(RingRepair, a_wrong_switch_is_found) {
  const Wafers each = of_grid(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  Defects defects;
  for (const GridPoint p : {GridPoint{1, 2}, {2, 1}, {2, 2}, {2, 4}, {3, 2}}) defects.add(each.wafer->grid().site(p));
  const Repair repair = each.wafer->repair(defects, kByRings);
  ASSERT_TRUE(repair.repairable);
  ASSERT_FALSE(repair.rings.empty());
  const NetworkExtractor extractor(each.wafer->fabric());
  NetworkCheck right(each.network, each.wafer->fabric());
  int found = 0;
  for (std::size_t field = 0; field < each.wafer->tracks().switches(); ++field) {
    if (repair.configuration[field] == TrackSwitchType::kX) continue;
    Configuration wrong = repair.configuration;
    wrong[field] = TrackSwitchType::kX;
    const SwitchStates states = switch_states(each.wafer->fabric(), wrong);
    EXPECT_FALSE(right.same(extractor.extract(states), repair.placement)) << field;
    ++found;
  }
  EXPECT_GT(found, 4);
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
  const Wafers each = of_grid(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  EXPECT_EQ(wafer_info().planners.front().name, "rings");
  const Defects defects = cross(each.wafer->grid(), {2, 2});
  EXPECT_FALSE(each.wafer->repair(defects, {}).rings.empty());
  EXPECT_TRUE(each.wafer->tester({})->repairable(defects));
}

/// Straight paths alone: on a core that is too large, and around defective elements.
TEST(RingRepair, says_where_it_takes_straight_paths_alone) {
  const Wafers large = of_grid(grid::make_network(grid::Mesh{{33, 4}}), mesh_wafer_info(), {});
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
  const Wafers each = of_grid(grid::make_network(grid::Torus{{6, 6}}), wafer_info(), {});
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
  const Wafers each = of_grid(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
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
  const Wafers each = of_grid(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
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
  const Wafers each = of_grid(grid::make_network(grid::Mesh{{8, 8}}), mesh_wafer_info(), {});
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
