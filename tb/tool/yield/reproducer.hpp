/// A defect map as a scenario that can be given to the tool as it stands.
#pragma once

#include <string>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi::yield {

/// `{network: ..., fabric: ..., repair: ..., defects: ...}` on one line. The network and the fabric are those of the
/// scenario, with so many tracks when that is given.
std::string ready_scenario(const Scenario& scenario, std::optional<unsigned> tracks, const RepairOptions& options,
                           const Fabric& fabric, const Defects& defects);

}  // namespace kintsugi::yield
