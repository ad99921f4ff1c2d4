/// Makes the graph of a scenario's fabric with the repair of its defects.
#pragma once

#include "models/network/graph_writer.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Hands over the graph of the fabric as it is built (models/fabric/export.hpp), part by part; there must be one.
/// `repair` is that of the scenario's defects. If they cannot be repaired, no site has a node and no switch a state.
void write_fabric_graph(const Setup& setup, const Repair& repair, GraphFormat format, const TextSink& sink);

}  // namespace kintsugi
