// Repairs by plans of passes on the wafers of several networks: each is extracted and compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tb/tests/unit/models/srt/repaired_wafers.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

using test::NetworkWafer;

const RepairOptions kByFabric{.planner = "fabric", .explain = false};

std::vector<NetworkWafer> small_wafers(const WaferOptions& options) {
  std::vector<NetworkWafer> all;
  all.emplace_back(grid::Torus{{4, 4}}, options);
  all.emplace_back(grid::Torus{{5, 3}}, options);
  all.emplace_back(grid::Mesh{{3, 5}}, options);
  all.emplace_back(srt::Torus{.n = 2, .T = 2, .s = 1}, options);
  all.emplace_back(srt::Torus{.n = 2, .T = 1, .s = 1}, options);
  return all;
}

int check_passes(const NetworkWafer& each, std::size_t faults, int maps) {
  return test::check_repairs(each, "fabric", "rings", faults, maps);
}

TEST(FabricRepair, makes_the_wanted_network_on_every_wafer) {
  for (const int tracks : {1, 2}) {
    for (const NetworkWafer& each : small_wafers({.tracks = tracks})) {
      EXPECT_GT(check_passes(each, each.spares() * 7 / 8, test::part_of(6, 200)), 0)
          << each.network.name() << ", tracks " << tracks;
    }
  }
}

TEST(FabricRepair, set_wire_by_wire_it_makes_the_wanted_network) {
  const NetworkWafer each(srt::Torus{.n = 2, .T = 2, .s = 1}, {.tracks = 1, .per_wire = true});
  EXPECT_GT(check_passes(each, 14, 6), 0);
}

TEST(FabricRepair, with_isolated_bunches_no_ring_is_closed) {
  for (const int tracks : {1, 2}) {
    for (const NetworkWafer& each : small_wafers({.tracks = tracks, .isolate = true})) {
      EXPECT_GT(check_passes(each, each.spares() * 7 / 8, test::part_of(6, 1000)), 0)
          << each.network.name() << ", tracks " << tracks;
    }
  }
}

TEST(FabricRepair, with_pes_in_the_corners_it_makes_the_wanted_network) {
  for (const int tracks : {1, 2}) {
    const NetworkWafer each(grid::Torus{{4, 4}}, {.tracks = tracks, .isolate = true, .corners = true});
    EXPECT_GT(test::check_repairs(each, "fabric", "rings", 18, 10), 0) << tracks;
  }
}

TEST(FabricRepairSlow, makes_the_wanted_network_on_n_8) {
  const NetworkWafer each(srt::Torus{.n = 3, .T = 3, .s = 1}, {.tracks = 1, .isolate = true});
  EXPECT_GT(check_passes(each, 22, test::part_of(2, 40)), 0);
}

/// A map of 4 x 4 that rings do not repair.
Defects beyond_rings(const Wafer& wafer) {
  Defects defects;
  for (const GridPoint p : {GridPoint{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}}) defects.add(wafer.grid().site(p));
  return defects;
}

/// One link of the extracted network is not the wanted one after a wrong switch.
TEST(FabricRepair, a_wrong_switch_is_found) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), kByFabric);
  ASSERT_TRUE(repair.repairable);
  test::expect_that_wrong_switches_are_found(each, repair);
}

TEST(FabricRepair, lists_all_passes_without_a_node_of_a_ring) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), kByFabric);
  std::size_t most = 0;
  for (const RepairRing& ring : repair.rings) {
    most = std::max(most, ring.passes.size());
    for (const SiteId site : ring.passes) EXPECT_EQ(repair.placement.node_at[site.value], kNoNode);
  }
  EXPECT_EQ(most, 4u) << "two as in plans of rings, and two of a line that it passes three times";
}

TEST(FabricRepair, verifier_tester_and_repair_agree) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  for (const std::uint32_t conflicts : {5u, 1'000'000u}) {
    RepairOptions options = kByFabric;
    options.conflicts = conflicts;
    RepairVerifier verifier(*each.wafer, each.network, options);
    const auto tester = each.wafer->tester(options);
    int not_decided = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Defects defects(random_defects(each.wafer->grid().sites(), 15, seed));
      const bool repairable = tester->repairable(defects);
      const MapOutcome outcome = repairable          ? MapOutcome::kRepaired
                                 : tester->decided() ? MapOutcome::kIrreparable
                                                     : MapOutcome::kNotDecided;
      EXPECT_EQ(verifier.judge(defects), outcome);
      not_decided += tester->decided() ? 0 : 1;
    }
    EXPECT_EQ(not_decided > 0, conflicts == 5);
  }
}

TEST(FabricRepair, says_that_a_map_is_not_decided) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  RepairOptions options = kByFabric;
  options.conflicts = 1;
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), options);
  EXPECT_FALSE(repair.repairable);
  EXPECT_FALSE(repair.decided);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.reason, "the search ended after 1 conflict; with a larger repair.conflicts it takes longer");
}

/// Returns the pitches of the longest base link of the network that a repair makes, but the return wires.
unsigned longest_link(const NetworkWafer& each, const Repair& repair, unsigned wrap_pitches) {
  const NetworkExtractor extractor(each.wafer->fabric());
  const SwitchStates states = switch_states(each.wafer->fabric(), repair.configuration);
  unsigned longest = 0;
  for (const Join& join : extractor.extract(states).joins) {
    if (join.pitches < wrap_pitches) longest = std::max(longest, join.pitches);
  }
  return longest;
}

TEST(FabricRepair, the_objective_short_leaves_no_longer_base_links) {
  constexpr unsigned kWrapPitches = 1000;
  for (const int tracks : {1, 2}) {
    const NetworkWafer each(grid::Torus{{3, 3}}, {.tracks = tracks, .wrap_pitches = kWrapPitches});
    const auto any = each.wafer->repairer(kByFabric);
    int repaired = 0;
    int by_passes = 0;
    int longer = 0;
    for (const std::uint32_t longest : {2u, 3u, 5u}) {
      RepairOptions options = kByFabric;
      options.objective = "short";
      options.longest = longest;
      const auto repairer = each.wafer->repairer(options);
      for (std::uint64_t seed = 0; seed < test::part_of<std::uint64_t>(11, 100); ++seed) {
        const Defects defects(random_defects(each.wafer->grid().sites(), 8 + seed % 4, seed));
        SCOPED_TRACE(test::print(each.wafer->grid(), defects.sites) + " of " + std::to_string(longest));
        const Repair repair = repairer->repair(defects);
        if (!repair.repairable) continue;
        ++repaired;
        const auto is_triple = [](const RepairRing& ring) { return ring.passes.size() > 2; };
        by_passes += std::ranges::any_of(repair.rings, is_triple) ? 1 : 0;
        EXPECT_LE(longest_link(each, repair, kWrapPitches), longest);
        longer += longest_link(each, any->repair(defects), kWrapPitches) > longest ? 1 : 0;
      }
    }
    EXPECT_GT(repaired, test::part_of(4, 60));
    EXPECT_GT(by_passes, 0);
    EXPECT_GT(longer, 0);
  }
}

TEST(FabricRepair, says_why_no_repair_is_short_enough) {
  const NetworkWafer each(grid::Torus{{3, 3}}, {});
  const RepairOptions options{.planner = "fabric", .objective = "short", .longest = 2};
  int longer = 0;
  int irreparable = 0;
  for (std::uint64_t seed = 0; seed < 20 && (longer == 0 || irreparable == 0); ++seed) {
    const Defects defects(random_defects(each.wafer->grid().sites(), 11, seed));
    const Repair repair = each.wafer->repair(defects, options);
    if (repair.repairable) continue;
    const bool has_longer = each.wafer->repair(defects, kByFabric).repairable;
    ++(has_longer ? longer : irreparable);
    EXPECT_TRUE(repair.decided);
    EXPECT_EQ(repair.irreparable_subset.empty(), has_longer);
    EXPECT_EQ(repair.reason.ends_with("has base links of 2 pitches at most, as objective: short asks; take a larger "
                                      "repair.longest, or objective: any"),
              has_longer)
        << repair.reason;
  }
  EXPECT_GT(longer, 0);
  EXPECT_GT(irreparable, 0);
}

std::string refusal_of(const Wafer& wafer, const RepairOptions& options) {
  try {
    wafer.tester(options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(FabricRepair, refuses_what_it_cannot_plan) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {});
  RepairOptions options = kByFabric;
  EXPECT_EQ(refusal_of(*each.wafer, options), "");
  options.rule = "strict";
  for (const char* objective : {"any", "short", "moved"}) {
    options.objective = objective;
    EXPECT_EQ(refusal_of(*each.wafer, options), "");
  }
  const NetworkWafer large(grid::Mesh{{17, 4}}, {});
  EXPECT_EQ(refusal_of(*large.wafer, kByFabric),
            "planner 'fabric' searches cores of up to 16 rows and columns; take planner: rings");
}

}  // namespace
}  // namespace kintsugi
