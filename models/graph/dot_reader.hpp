/// Reads a graph in the dot language of Graphviz.
///
/// Nodes    in the order in which they are first named. The id is the name, unless `name` gives one: a label is for the
///          picture. `pos` is "x,y" or "x,y!", in pitches, with y upwards as Graphviz counts it; in a file that
///          Graphviz has laid out, which gives a `bb`, it is in points. `ports` as the exports write it
/// Edges    `class` is the kind, `latency` in cycles; `taillabel` and `headlabel` are the names of the two ports, as
///          are a:port, `tailport` and `headport`; a point of the compass behind a port is for the picture. A chain a
///          -- b -- c makes two links; an end that is a subgraph makes one with each of its nodes
/// Arcs     edges of a digraph lead one way, unless `dir` is both or none (arcs.hpp)
/// Strict   of edges between the same nodes and with the same `key` the first is kept, with the attributes of the
///          others
/// Graph    `kinds`, `sides` and `wraps` as the exports write them; the name of the graph is that of the network
/// Default  `node [...]` and `edge [...]` hold for what is first named after them, in their subgraph
/// Ignored  other attributes, which are counted in the notes (dot_attributes.hpp)
/// Errors   one of syntax ends the reading
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_dot(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
