/// Reads GraphML (http://graphml.graphdrawing.org): one graph.
///
/// Nodes    in the order of their elements. The id is the name, unless data has one
/// Data     by attr.name of its key, whatever the id of the key: of a node name, x, y and ports; of an edge kind,
///          source_port, target_port and latency; of the graph kinds, sides and wraps. A key may have a default. Data
///          with other names is ignored, and counted in the notes
/// Ports    also as the standard has them: elements <port name="..."/> in a node, the attributes sourceport and
///          targetport of an edge
/// Arcs     edges with directed="true", or without `directed` in a graph whose edgedefault is directed (arcs.hpp)
/// Groups   a node with a graph inside and without an edge is none; the nodes and edges inside are those of the network
/// yEd      the label of a node is its name, its geometry its place, in pixels; data comes first
/// Name     the id of the graph
/// Errors   one of XML itself ends the reading. Hyperedges are refused
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_graphml(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
