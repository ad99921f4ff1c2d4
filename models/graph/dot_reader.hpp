/// Reads a graph in the dot language of Graphviz: an undirected one (`graph`, `--`).
///
/// Nodes    in the order in which they are first named. The id is the name, unless `label` gives one; `pos` is "x,y" or
///          "x,y!", in pitches, with y upwards as Graphviz counts it; `ports` as the exports write it
/// Edges    `class` is the kind, `taillabel` and `headlabel` the names of the two ports, as is a:port; `latency` in
///          cycles. A chain a -- b -- c makes two links; an end that is a subgraph makes one with each of its nodes
/// Graph    `kinds`, `sides` and `wraps` as the exports write them; the name of the graph is that of the network
/// Default  `node [...]` and `edge [...]` hold for what is first named after them, in their subgraph
/// Ignored  attributes with other names, which are for pictures
/// Text     in an attribute that is used \\ is a backslash, and a label that is \N is the id; HTML strings are refused
/// Errors   one of syntax ends the reading. Directed and `strict` graphs are refused
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_dot(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
