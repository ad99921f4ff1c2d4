/// The `faults` section: a list of PEs that die while the chip runs.
#pragma once

#include "tb/scenario/map_reader.hpp"
#include "tb/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the list in the key `faults` of a scenario; each item has a cycle and the address of a PE.
void read_faults(MapReader& scenario, std::vector<TimedFault>& faults);

}  // namespace kintsugi
