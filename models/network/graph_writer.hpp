/// Writes a graph as text for other programs: Graphviz and GraphML. It has nodes, then undirected edges between them;
/// parallel edges and edges from a node to itself are kept.
///
/// Attributes  beyond those that every node and edge has, named in advance; a value that is empty is left out. Those of
///             the graph come before its nodes
/// dot         the name of a node is its label, its place is `pos` in pitches, fixed by "!": neato reads a pitch as an
///             inch. Graphviz counts y upwards, so y is negated. The kind of an edge is its `class`; the names of its
///             two ends are tail and head label
/// GraphML     data of a node: name, x, y, then its attributes; of an edge: kind, source_port, target_port, then its
///             attributes. Numbers have type int
/// Read back   models/graph reads both
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "models/network/network.hpp"

namespace kintsugi {

enum class GraphFormat { kDot, kGraphml };

/// The name of an attribute: a word, distinct from those of the other attributes, and no keyword of dot (node, edge,
/// graph, digraph, subgraph, strict).
struct GraphAttribute {
  std::string name;
  bool is_number = false;  ///< all its values are integers
};

/// An attribute of the whole graph.
struct GraphProperty {
  GraphAttribute attribute;
  std::string value;
};

struct GraphNode {
  std::string id;  ///< letters and digits: "n12"
  std::string name;
  Position place;
  std::vector<std::string> values = {};  ///< of the attributes of nodes, in their order
};

struct GraphEdge {
  std::string a;  ///< id of a node
  std::string b;
  std::string kind;
  std::string a_port;
  std::string b_port;
  std::vector<std::string> values = {};  ///< of the attributes of edges, in their order
};

class GraphWriter {
 public:
  virtual ~GraphWriter() = default;
  virtual void add(const GraphNode& node) = 0;
  virtual void add(const GraphEdge& edge) = 0;
  /// Returns the whole text. Call it once, at the end.
  virtual std::string finish() = 0;
};

std::unique_ptr<GraphWriter> make_graph_writer(GraphFormat format, const std::string& name,
                                               std::vector<GraphAttribute> of_nodes,
                                               std::vector<GraphAttribute> of_edges,
                                               std::span<const GraphProperty> of_graph = {});

}  // namespace kintsugi
