/// Writes a fabric as a graph for Graphviz and as GraphML (models/network/graph_writer.hpp). The attribute `type` says
/// what a node of the graph is.
///
/// Sites     p<number>, type "site"; `role` is "node", "spare" or "defective"; `logical` is the name of the logical
///           node
/// Switches  s<number>; `type` is the kind of switch, `state` the name of its state; `defect` says how it is stuck
/// Edges     of kind "tap", from a port of a site to one lane of a switch terminal; "wire", from terminal to terminal,
///           with the number of its `lanes`; "link", from port to port of two sites. `pitches` is the length of the
///           last two; `defect` says that they are cut, or "dead" of a defective link
#pragma once

#include <functional>
#include <string>

#include "models/fabric/defects.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/graph_writer.hpp"

namespace kintsugi {

/// Returns whether a defective link is the one that joins two router ports. The ports are ordered, as in an extracted
/// network.
using IsDefectiveLink = std::function<bool(LinkDefect, const Join&)>;

/// Hands over the graph of a fabric with a network on it, part by part. `placement` and `states` are those of a repair
/// of the defects. If there is none, both are empty; the sites without defect then have no role, and the switches no
/// state. `is_link` is asked about every link and about every wire between two switches with one tap each; it may be
/// empty if no links are defective.
void write_graph(const Fabric& fabric, GraphFormat format, const Network& network, const Defects& defects,
                 const Placement& placement, const SwitchStates& states, const IsDefectiveLink& is_link,
                 const TextSink& sink);

/// Returns the same text as a whole.
std::string to_graph(const Fabric& fabric, GraphFormat format, const Network& network, const Defects& defects,
                     const Placement& placement, const SwitchStates& states, const IsDefectiveLink& is_link = {});

}  // namespace kintsugi
