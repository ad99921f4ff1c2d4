/// Writes a network as a graph for Graphviz and as GraphML (graph_writer.hpp).
///
/// Nodes   n<number> with name and place; the properties that its family gives them are further attributes
/// Edges   the links, with their kind and the names of their two ports. A kind whose name is a word and a number, such
///         as "level 3", also makes an attribute of that word with that number
#pragma once

#include <span>
#include <string>

#include "models/network/graph_writer.hpp"
#include "models/network/network.hpp"
#include "models/network/node_property.hpp"

namespace kintsugi {

/// Every property has a value for each node.
std::string to_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties = {});

}  // namespace kintsugi
