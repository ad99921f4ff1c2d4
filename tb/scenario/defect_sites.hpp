/// From the defects a scenario names to sites and links of its fabric.
#pragma once

#include "models/fabric/fabric.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/scenario/scenario.hpp"

namespace kintsugi {

/// Errors: an address with the wrong number of parts, out of range, of a place without a PE (the corners of a
/// wafer), named twice; a link that the fabric refuses, or that is named twice; more random defects than sites.
Defects find_defects(const DefectsSection& defects, const ReconfigurableFabric& fabric, Diagnostics& errors);

/// The sites of the faults at run time, in their order. Errors: those of an address; a PE that is named twice or is
/// defective already; a cycle at or after run.cycles; multicasts in the same scenario.
std::vector<SiteId> find_faults(const Scenario& scenario, const Defects& defects, const Fabric& fabric,
                                Diagnostics& errors);

/// "[3, 4]", or "7".
std::string describe_address(const std::vector<int>& address);

}  // namespace kintsugi
