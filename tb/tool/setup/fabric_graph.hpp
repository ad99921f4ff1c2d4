/// The graph of a scenario's fabric, with the repair of its defects.
#pragma once

#include <string>

#include "models/network/graph_writer.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the graph of the fabric as it is built (models/fabric/export.hpp). The scenario must have a fabric. If its
/// defects cannot be repaired, no site has a node and no switch a state. Throws InputError as check_repair() does.
std::string fabric_graph(const Scenario& scenario, const Setup& setup, GraphFormat format);

}  // namespace kintsugi
