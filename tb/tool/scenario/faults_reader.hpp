/// The `faults` section: a list of PEs and links that die while the chip runs.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the list in the key `faults` of a scenario; each item has a cycle and the address of a PE, or the two of a
/// link.
void read_faults(MapReader& scenario, const FabricInfo& fabric, std::vector<TimedFault>& faults);

}  // namespace kintsugi
