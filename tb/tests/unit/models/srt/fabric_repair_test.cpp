// Repairs by plans of passes on the wafers of several networks: each is extracted and compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "models/fabric/network_check.hpp"
#include "models/grid/topology.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/repair_verifier.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "tb/tests/unit/models/fabric/flood_rings.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

const RepairOptions kByFabric{.planner = "fabric", .explain = false};

struct FabricWafer {
  std::string name;
  Network network;
  std::unique_ptr<Wafer> wafer;
};

FabricWafer fabric_wafer(const Network& network, const FabricInfo& info, const WaferOptions& options) {
  return {network.name(), network, std::make_unique<Wafer>(network, info, options)};
}

FabricWafer fabric_wafer(const srt::Torus& torus, const WaferOptions& options) {
  Network network = srt::make_network(torus);
  return {network.name(), network, std::make_unique<srt::Wafer>(torus, options)};
}

std::vector<FabricWafer> small_wafers(const WaferOptions& options) {
  std::vector<FabricWafer> all;
  all.push_back(fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), options));
  all.push_back(fabric_wafer(grid::make_network(grid::Torus{{5, 3}}), wafer_info(), options));
  all.push_back(fabric_wafer(grid::make_network(grid::Mesh{{3, 5}}), mesh_wafer_info(), options));
  all.push_back(fabric_wafer({.n = 2, .T = 2, .s = 1}, options));
  all.push_back(fabric_wafer({.n = 2, .T = 1, .s = 1}, options));
  return all;
}

/// Repairs maps that rings do not repair; returns how many were. With the option isolate no ring of idle wires is
/// closed.
int check_passes(const FabricWafer& each, std::size_t faults, int maps, bool isolates) {
  const auto repairer = each.wafer->repairer(kByFabric);
  const auto rings = each.wafer->tester({.planner = "rings", .explain = false});
  const NetworkExtractor extractor(each.wafer->fabric());
  int repaired = 0;
  for (int i = 0; i < maps; ++i) {
    const Defects defects(random_defects(each.wafer->grid().sites(), faults, static_cast<std::uint64_t>(i)));
    if (rings->repairable(defects)) continue;
    SCOPED_TRACE(each.name + ", " + test::print(each.wafer->grid(), defects.sites));
    const Repair repair = repairer->repair(defects);
    EXPECT_TRUE(repair.decided);
    if (!repair.repairable) continue;
    ++repaired;
    EXPECT_FALSE(repair.rings.empty());
    const SwitchStates states = switch_states(each.wafer->fabric(), repair.configuration);
    EXPECT_EQ(difference(extractor.extract(states), each.network, repair.placement, each.wafer->fabric()),
              std::nullopt);
    for (const SiteId defect : defects.sites) EXPECT_EQ(repair.placement.node_at[defect.value], kNoNode);
    if (isolates) {
      EXPECT_TRUE(test::RingFlood(each.wafer->fabric(), states).rings().empty());
    }
  }
  return repaired;
}

std::size_t many_faults(const Wafer& wafer) {
  return (wafer.grid().sites() - wafer.grid().nodes()) * 7 / 8;
}

TEST(FabricRepair, makes_the_wanted_network_on_every_wafer) {
  for (const int tracks : {1, 2}) {
    for (const FabricWafer& each : small_wafers({.tracks = tracks})) {
      EXPECT_GT(check_passes(each, many_faults(*each.wafer), test::part_of(8, 200), false), 0)
          << each.name << ", tracks " << tracks;
    }
  }
}

TEST(FabricRepair, set_wire_by_wire_it_makes_the_wanted_network) {
  const FabricWafer each = fabric_wafer({.n = 2, .T = 2, .s = 1}, {.tracks = 1, .per_wire = true});
  EXPECT_GT(check_passes(each, 14, 6, false), 0);
}

TEST(FabricRepair, with_isolated_bunches_no_ring_is_closed) {
  for (const int tracks : {1, 2}) {
    for (const FabricWafer& each : small_wafers({.tracks = tracks, .isolate = true})) {
      EXPECT_GT(check_passes(each, many_faults(*each.wafer), test::part_of(6, 1000), true), 0)
          << each.name << ", tracks " << tracks;
    }
  }
}

TEST(FabricRepairSlow, makes_the_wanted_network_on_n_8) {
  const FabricWafer each = fabric_wafer({.n = 3, .T = 3, .s = 1}, {.tracks = 1, .isolate = true});
  EXPECT_GT(check_passes(each, 22, test::part_of(2, 40), true), 0);
}

/// A map of 4 x 4 that rings do not repair.
Defects beyond_rings(const Wafer& wafer) {
  Defects defects;
  for (const GridPoint p : {GridPoint{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}}) defects.add(wafer.grid().site(p));
  return defects;
}

/// One link of the extracted network is not the wanted one after a wrong switch.
TEST(FabricRepair, a_wrong_switch_is_found) {
  const FabricWafer each = fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), kByFabric);
  ASSERT_TRUE(repair.repairable);
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

TEST(FabricRepair, lists_all_passes_without_a_node_of_a_ring) {
  const FabricWafer each = fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), kByFabric);
  std::size_t most = 0;
  for (const RepairRing& ring : repair.rings) {
    most = std::max(most, ring.passes.size());
    for (const SiteId site : ring.passes) EXPECT_EQ(repair.placement.node_at[site.value], kNoNode);
  }
  EXPECT_EQ(most, 4u) << "two as in plans of rings, and two of a line that it passes three times";
}

TEST(FabricRepair, verifier_tester_and_repair_agree) {
  const FabricWafer each = fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
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
  const FabricWafer each = fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  RepairOptions options = kByFabric;
  options.conflicts = 1;
  const Repair repair = each.wafer->repair(beyond_rings(*each.wafer), options);
  EXPECT_FALSE(repair.repairable);
  EXPECT_FALSE(repair.decided);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.reason, "the search ended after 1 conflict; with a larger repair.conflicts it takes longer");
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
  const FabricWafer each = fabric_wafer(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), {});
  RepairOptions options = kByFabric;
  EXPECT_EQ(refusal_of(*each.wafer, options), "");
  options.rule = "strict";
  EXPECT_EQ(refusal_of(*each.wafer, options), "rule 'strict' needs planner 'rings' or 'straight', not 'fabric'");
  options.rule = "exact";
  options.objective = "short";
  EXPECT_EQ(refusal_of(*each.wafer, options), "objective 'short' needs planner 'rings' or 'straight', not 'fabric'");
  options.objective = "moved";
  EXPECT_EQ(refusal_of(*each.wafer, options), "objective 'moved' needs planner 'rings' or 'straight', not 'fabric'");
  const FabricWafer large = fabric_wafer(grid::make_network(grid::Mesh{{17, 4}}), mesh_wafer_info(), {});
  EXPECT_EQ(refusal_of(*large.wafer, kByFabric),
            "planner 'fabric' searches cores of up to 16 rows and columns; take planner: rings");
}

}  // namespace
}  // namespace kintsugi
