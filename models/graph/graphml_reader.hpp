/// Reads GraphML (http://graphml.graphdrawing.org): one undirected graph.
///
/// Nodes    in the order of their elements. The id is the name, unless data has one
/// Data     by attr.name of its key, whatever the id of the key: of a node name, x, y and ports; of an edge kind,
///          source_port, target_port and latency; of the graph kinds, sides and wraps. A key may have a default. Data
///          with other names is for other programs and ignored
/// Ports    also as the standard has them: elements <port name="..."/> in a node, the attributes sourceport and
///          targetport of an edge
/// Name     the id of the graph
/// Errors   one of XML itself ends the reading. Directed edges, hyperedges and graphs inside nodes are refused
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_graphml(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
