/// A network as text for other programs: Graphviz and GraphML. Links are written as undirected; parallel links and
/// links from a node to itself are kept.
///
/// dot      node n<number> with its name as label and its place as `pos` in pitches, fixed by "!": neato reads a
///          pitch as an inch. Edge with the kind of link as `class` and the two ports as tail and head label. Graphviz
///          counts y upwards, so y is negated.
/// GraphML  node n<number> with data name, x, y; edge with data kind, source_port, target_port.
#pragma once

#include <string>

#include "models/network/network.hpp"

namespace kintsugi {

/// Returns the network in the dot language of Graphviz.
std::string to_dot(const Network& network);
/// Returns the network as GraphML.
std::string to_graphml(const Network& network);

}  // namespace kintsugi
