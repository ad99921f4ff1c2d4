/// Writes a defect map as a complete scenario, which reproduces it with the tool.
#pragma once

#include <string>

#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi::yield {

/// Returns `{network: ..., fabric: ..., repair: ..., defects: ...}` on one line. The network and the fabric are those
/// of the scenario, with these options of the fabric in place of its own.
std::string reproducer(const Scenario& scenario, const Parameters& fabric_options, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects);

}  // namespace kintsugi::yield
