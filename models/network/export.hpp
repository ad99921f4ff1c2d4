/// Writes a network as a graph for Graphviz and as GraphML (graph_writer.hpp).
///
/// Nodes   n<number> with name (in dot `name`, beside the label), place and `ports`, the names of all its ports in the
///         order of their numbers, with blanks between them; the properties that its family gives them are further
///         attributes
/// Edges   the links in their order, with their kind, the names of their two ports and, where one is given, `latency`
///         in cycles; `latency_back` too, where the direction from the second node to the first takes others. A kind
///         whose name is a word and a number, such as "level 3", also makes an attribute of that word with that number
/// Graph   `kinds`: the kinds of links in the order of their numbers, with commas between them; of nodes on a grid
///         `sides`, x first, with blanks between them, and `wraps`, 1 or 0
/// Lost    the representatives of the nodes, which are a promise of the family
#pragma once

#include <span>
#include <string>

#include "models/network/graph_writer.hpp"
#include "models/network/network.hpp"
#include "models/network/node_property.hpp"
#include "models/network/progress.hpp"

namespace kintsugi {

/// Hands the text over part by part. Every property has a value for each node. `latencies` is as
/// Design::link_latencies() returns it. `progress` counts lines: nodes and links.
void write_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties,
                 std::span<const LinkLatency> latencies, const TextSink& sink, const Progress& progress = {});

/// Returns the same text as a whole.
std::string to_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties = {},
                     std::span<const LinkLatency> latencies = {});

}  // namespace kintsugi
