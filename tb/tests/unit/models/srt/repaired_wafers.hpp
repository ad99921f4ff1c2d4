/// Wafers of several networks, and the check of repairs on them: each is extracted and compared.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "models/fabric/network_check.hpp"
#include "models/grid/topology.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/repair_verifier.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "tb/tests/unit/models/fabric/flood_rings.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {

/// A wafer and the network that it is to carry.
struct NetworkWafer {
  NetworkWafer(Network wanted, const FabricInfo& info, const WaferOptions& options)
      : network(std::move(wanted)), wafer(std::make_unique<Wafer>(network, info, options)), isolates(options.isolate) {}
  NetworkWafer(const grid::Torus& torus, const WaferOptions& options)
      : NetworkWafer(grid::make_network(torus), wafer_info(), options) {}
  NetworkWafer(const grid::Mesh& mesh, const WaferOptions& options)
      : NetworkWafer(grid::make_network(mesh), mesh_wafer_info(), options) {}
  NetworkWafer(const srt::Torus& torus, const WaferOptions& options)
      : network(srt::make_network(torus)),
        wafer(std::make_unique<srt::Wafer>(torus, options)),
        isolates(options.isolate) {}

  std::size_t spares() const { return wafer->grid().sites() - wafer->grid().nodes(); }

  Network network;
  std::unique_ptr<Wafer> wafer;
  bool isolates;
};

/// Repairs random maps by one planner that another one does not repair; returns how many were repaired. They must have
/// rings and no paths, and with the option isolate no ring of idle wires; a flood, which is slow, looks for some.
inline int check_repairs(const NetworkWafer& each, const std::string& planner, const std::string& other,
                         std::size_t faults, int maps) {
  const Wafer& wafer = *each.wafer;
  const auto repairer = wafer.repairer({.planner = planner, .explain = false});
  const auto other_tester = wafer.tester({.planner = other, .explain = false});
  const NetworkExtractor extractor(wafer.fabric());
  int repaired = 0;
  for (int i = 0; i < maps; ++i) {
    const Defects defects(random_defects(wafer.grid().sites(), faults, static_cast<std::uint64_t>(i)));
    if (other_tester->repairable(defects)) continue;
    SCOPED_TRACE(each.network.name() + ", " + print(wafer.grid(), defects.sites));
    const Repair repair = repairer->repair(defects);
    EXPECT_TRUE(repair.decided);
    if (!repair.repairable) continue;
    ++repaired;
    EXPECT_TRUE(repair.paths.empty());
    EXPECT_FALSE(repair.rings.empty());
    const SwitchStates states = switch_states(wafer.fabric(), repair.configuration);
    EXPECT_EQ(difference(extractor.extract(states), each.network, repair.placement, wafer.fabric()), std::nullopt);
    for (const SiteId defect : defects.sites) EXPECT_EQ(repair.placement.node_at[defect.value], kNoNode);
    if (each.isolates) {
      EXPECT_TRUE(closed_rings(wafer.fabric(), states).empty());
      if (repaired % part_of(8, 1) == 0) {
        EXPECT_TRUE(RingFlood(wafer.fabric(), states).rings().empty());
      }
    }
  }
  return repaired;
}

/// Sets each switch that the repair has set to X, one at a time: each time a link of the extracted network is not the
/// wanted one.
inline void expect_that_wrong_switches_are_found(const NetworkWafer& each, const Repair& repair) {
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

}  // namespace kintsugi::test
