/// The `faults` section: a list of PEs, links and elements of the fabric that die, and of links that corrupt flits,
/// while the chip runs.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Reads an item of the list; it has a cycle, perhaps the cycle `until` which the fault lasts, and the address of a PE,
/// the two of a link, or that of an element; a link may have the rate at which it corrupts flits.
void read_fault(MapReader& map, const FabricInfo& fabric, Scenario& scenario);

}  // namespace kintsugi
