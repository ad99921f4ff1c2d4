/// Writes a defect map as a complete scenario, which reproduces it with the tool.
#pragma once

#include <string>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi::yield {

/// Returns `{network: ..., fabric: ..., repair: ..., defects: ...}` on one line. The network and the fabric are those
/// of the scenario, with this number of tracks if it is given.
std::string reproducer(const Scenario& scenario, std::optional<unsigned> tracks, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects);

}  // namespace kintsugi::yield
