/// Has PEs of a chip die while it runs, for tests of what nodes send meanwhile.
#pragma once

#include <utility>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::test {

/// On a fabric: configures the chip without defects, and has it repair itself around these faults, as far as it can.
inline void configure_and_repair(Chip& chip, const ReconfigurableFabric& fabric, std::vector<RunTimeFault> faults) {
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const Repair whole = fabric.repair({}, {});
  chip.configuration().load(stream_of(fabric.fabric(), whole.configuration), whole.placement, whole.message);
  chip.clock().run_until(100);
  chip.faults().controller().expect(std::move(faults), {}, [&chip, &fabric](const Defects& so_far) {
    const Repair repair = fabric.repair(so_far, {});
    if (!repair.repairable) return ReconfigurationPlan{"too few spares", {}, 0};
    return ReconfigurationPlan{
        "",
        chip.configuration().steps(stream_of(fabric.fabric(), repair.configuration), repair.placement, repair.message),
        1};
  });
}

/// In a directly wired network that routes around faults: has these PEs die.
inline void expect_deaths(Chip& chip, Cycle at, const std::vector<SiteId>& sites) {
  std::vector<RunTimeFault> timed;
  for (const SiteId site : sites) timed.push_back({at, site});
  chip.faults().controller().expect(std::move(timed), {}, [&chip](const Defects& so_far) {
    return ReconfigurationPlan{"", {chip.faults().spread_step({}, so_far)}, 0};
  });
}

}  // namespace kintsugi::test
