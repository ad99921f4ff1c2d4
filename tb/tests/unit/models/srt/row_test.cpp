// The 1D-SRT on a row of PEs with a spare at each end: every repair is extracted and compared.
#include <gtest/gtest.h>

#include <set>

#include "models/fabric/bitstream.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/exact_planner.hpp"
#include "tb/tests/unit/models/wafer/brute_force.hpp"
#include "tb/tests/unit/models/wafer/wafer_checks.hpp"

namespace kintsugi::srt {
namespace {

/// The links by the definition of the levels: x + 1 for every node, x + 2^l for one of level l; not past the wrap if
/// that is half the ring.
std::vector<test::CheckedWafer::Join> joins_of(const Ring& ring) {
  using namespace ring_port;
  std::vector<test::CheckedWafer::Join> joins;
  const unsigned N = ring.size();
  for (unsigned x = 0; x < N; ++x) {
    joins.push_back({{NodeId{x}, kEast}, {NodeId{(x + 1) % N}, kWest}});
    unsigned level = 0;
    for (unsigned l = 1; l < ring.n && level == 0; ++l) {
      const unsigned period = std::min(1u << l, 1u << ring.T);
      if ((x + N - (1u << (l - 1))) % period == 0) level = l;
    }
    if (level == 0) continue;
    const unsigned span = 1u << level;
    if (2 * span < N || x + span < N)
      joins.push_back({{NodeId{x}, kBypassEast}, {NodeId{(x + span) % N}, kBypassWest}});
  }
  return joins;
}

struct Row {
  explicit Row(const Ring& ring)
      : network(make_network(ring)), wafer(torus_of(ring), {}), checked(wafer, network, joins_of(ring)) {}

  Network network;
  Wafer wafer;
  test::CheckedWafer checked;
};

std::vector<Ring> every_pattern(unsigned n) {
  std::vector<Ring> all;
  for (unsigned T = 0; T <= n; ++T) all.push_back({n, T});
  return all;
}

TEST(Row, any_two_defects_of_sixteen_pes_and_two_spares_are_repaired_and_no_three) {
  for (const Ring& ring : every_pattern(4)) {
    EXPECT_EQ(Row(ring).checked.check_all(3), (std::vector<std::size_t>{1, 18, 153, 0})) << ring.T;
  }
}

TEST(Row, of_every_length_and_level_pattern_is_repaired) {
  for (unsigned n = 2; n <= 7; ++n) {
    for (const Ring& ring : every_pattern(n)) {
      const Row row(ring);
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_TRUE(row.checked.check(random_defects(row.wafer.grid().sites(), seed % 3, seed)));
      }
    }
  }
}

TEST(Row, every_planner_rule_and_objective_repairs_as_far_as_it_can) {
  const Row row({4, 4});
  for (const RepairOptions& options :
       {RepairOptions{.rule = "strict"}, RepairOptions{.objective = "moved"}, RepairOptions{.planner = "local"}}) {
    EXPECT_EQ(row.checked.check_all(2, options), (std::vector<std::size_t>{1, 18, 153}));
  }
  EXPECT_EQ(row.checked.check_all(2, {.objective = "short"}), (std::vector<std::size_t>{1, 18, 153 - 15}))
      << "two dead neighbours make a link of three pitches";
  for (const char* planner : {"fixed", "nearest"}) {
    EXPECT_EQ(row.checked.check_all(1, {.planner = planner}), (std::vector<std::size_t>{1, 18}));
  }
}

TEST(Row, the_planner_agrees_with_brute_force_on_every_map) {
  const WaferGrid grid = WaferGrid::row(8);
  for (const ConflictRule rule : {ConflictRule::kOneTrack, ConflictRule::kOneTrackStrict, ConflictRule::kShort}) {
    const test::BruteForce brute_force(grid, rule);
    ExactPlanner planner(grid, rule);
    for (std::uint32_t count = 0; count <= 10; ++count) {
      test::for_each_subset(10, count, [&](const DefectMap& defects) {
        const bool repairable = planner.plan(defects);
        EXPECT_EQ(repairable, brute_force.repairable(defects)) << test::print(grid, defects);
        if (repairable) test::expect_valid(grid, defects, planner.paths(), rule);
      });
    }
  }
}

/// Any placement in which the order of the nodes is kept could be carried, since every wire passes a PE straight on. So
/// a map is repairable exactly if enough PEs are healthy: shifting misses nothing.
TEST(Row, shifting_repairs_every_map_that_leaves_enough_pes) {
  const Row row({3, 3});
  const auto tester = row.wafer.tester({});
  for (std::uint32_t count = 0; count <= 4; ++count) {
    test::for_each_subset(
        10, count, [&](const DefectMap& defects) { EXPECT_EQ(tester->repairable(Defects(defects)), 10 - count >= 8); });
  }
}

TEST(Row, three_dead_pes_are_irreparable_for_reasons_east_and_west_of_each) {
  const Row row({4, 4});
  const Repair repair = row.wafer.repair(Defects(DefectMap{SiteId{3}, SiteId{7}, SiteId{12}, SiteId{13}}), {});
  EXPECT_FALSE(repair.repairable);
  EXPECT_EQ(repair.irreparable_subset.sites.size(), 3u);
  ASSERT_EQ(repair.blocked.size(), 6u);
  EXPECT_EQ(repair.blocked[0].direction, "east");
  EXPECT_EQ(repair.blocked[1].direction, "west");
  EXPECT_EQ(repair.reason, "4 core PEs are dead and 2 spares are healthy; each dead one needs a spare");
}

TEST(Row, bounds_are_met_by_every_repairable_map) {
  const Row row({3, 3});
  const auto tester = row.wafer.tester({});
  for (const RepairBound& bound : row.wafer.bounds()) {
    std::size_t met = 0;
    test::for_each_subset(10, 3, [&](const DefectMap& defects) {
      const bool bounded = bound.tester->repairable(Defects(defects));
      EXPECT_TRUE(bounded || !tester->repairable(Defects(defects))) << bound.name;
      met += bounded ? 1 : 0;
    });
    EXPECT_LT(met, 120u) << bound.name << " says nothing";
  }
}

TEST(Row, no_ring_of_idle_wires_ever_closes) {
  for (const Ring& ring : every_pattern(4)) {
    const Row row(ring);
    for (std::uint32_t count = 0; count <= 2; ++count) {
      test::for_each_subset(18, count, [&](const DefectMap& defects) {
        const Repair repair = row.wafer.repair(Defects(defects), {});
        const SwitchStates states = switch_states(row.wafer.fabric(), repair.configuration);
        EXPECT_TRUE(closed_rings(row.wafer.fabric(), states).empty());
      });
    }
  }
}

TEST(Row, every_defective_element_is_repaired_and_extracted_or_has_no_plan) {
  const Row row({3, 3});
  std::size_t repaired = 0;
  const std::vector<ElementDefect> elements = all_elements(row.wafer);
  for (const ElementDefect& element : elements) {
    repaired += row.checked.check(element, {}) ? 1 : 0;
    for (std::uint32_t site = 0; site < 10; ++site) row.checked.check(element, {SiteId{site}});
  }
  EXPECT_GT(repaired, 0u);
  EXPECT_LT(repaired, elements.size());
}

TEST(Row, a_wrong_bunch_switch_is_always_a_wrong_network) {
  for (const Ring& ring : every_pattern(4)) {
    const Row row(ring);
    const Repair repair = row.wafer.repair(Defects(DefectMap{SiteId{5}, SiteId{9}}), {});
    const NetworkExtractor extractor(row.wafer.fabric());
    SwitchStates states = switch_states(row.wafer.fabric(), repair.configuration);
    for (std::size_t id = 0; id < states.size(); ++id) {
      const SwitchState right = states[id];
      for (states[id] = 0; states[id] < row.wafer.bundle().wires() + 1; ++states[id]) {
        const auto wrong = difference(extractor.extract(states), row.network, repair.placement, row.wafer.fabric());
        EXPECT_EQ(wrong.has_value(), states[id] != right) << row.wafer.fabric().switches[id].name;
      }
      states[id] = right;
    }
  }
}

/// Figure 11: a node of level 2 is dead, and the PE to its right takes over its level. Only codes of PEs change.
TEST(Row, a_node_of_level_two_is_shifted_to_a_pe_of_level_one) {
  const Row row({4, 4});
  const Repair sound = row.wafer.repair(Defects(), {});
  const Repair repair = row.wafer.repair(Defects(DefectMap{SiteId{11}}), {});  // node 10, of level 2
  ASSERT_EQ(repair.paths.size(), 1u);
  EXPECT_EQ(repair.paths[0].direction, "east");
  const Fabric& fabric = row.wafer.fabric();
  ASSERT_EQ(fabric.fields.size(), 18u) << "one code for each PE, and no track switches";
  const auto state = [&](const Repair& of, std::size_t column) {
    return fabric.switches[column].type->state_name(of.configuration[column]);
  };
  EXPECT_EQ(state(sound, 11), "connect_0_2");
  EXPECT_EQ(state(sound, 12), "connect_0_1");
  EXPECT_EQ(state(repair, 11), "cross");
  EXPECT_EQ(state(repair, 12), "connect_0_2");
  EXPECT_EQ(state(repair, 13), "connect_0_1");
}

TEST(Row, is_addressed_by_the_column_alone) {
  const Row row({3, 3});
  EXPECT_EQ(row.wafer.fabric().sites[4].name, "r1.c4");
  EXPECT_EQ(row.wafer.fabric().sites[4].address, std::vector<int>{4});
  EXPECT_EQ(element_of(row.wafer, "bunch", {4, 1, "cross"}).name, "r1.c4.bunch_ew wire 1 stuck in cross");
  EXPECT_EQ(element_of(row.wafer, "wire", {0, "w", 1}).name, "wire 1 cut west of r1.c0");
  const auto refused = [&](const std::string& key, const Parts& address) -> std::string {
    try {
      element_of(row.wafer, key, address);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused("wire", {9, "e", 2}),
            "a wire is [column, side, wire]: wire 2 of r1.c9 does not lead on to the east");
  EXPECT_NE(refused("switch", {"H", 0, 0, 0, "X"}), "accepted") << "a row has no track switches";
  EXPECT_NE(refused("wire", {4, "n", 0}), "accepted");
}

TEST(Row, has_neither_tracks_nor_idle_bunches_to_open) {
  const auto refused = [](const Parameters& options) -> std::string {
    try {
      make_wafer(torus_of(Ring{3, 3}), options);
    } catch (const ParameterError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused({{"tracks", std::int64_t{1}}}), "this fabric has no option 'tracks'; valid: wrap, bunch, chain");
  EXPECT_EQ(refused({{"isolate", std::string("true")}}),
            "this fabric has no option 'isolate'; valid: wrap, bunch, chain");
  EXPECT_EQ(refused({{"wrap", std::int64_t{7}}}), "accepted");
}

TEST(Row, numbers_tell_rows_and_squares_apart) {
  std::set<std::uint32_t> numbers;
  for (unsigned n = 2; n <= 5; ++n) numbers.insert(Row({n, n}).wafer.fabric().number);
  for (unsigned n = 2; n <= 5; ++n) numbers.insert(Wafer({n, n, 1}, {}).fabric().number);
  EXPECT_EQ(numbers.size(), 8u);
}

}  // namespace
}  // namespace kintsugi::srt
