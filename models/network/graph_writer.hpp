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

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// Takes the next part of a text.
using TextSink = std::function<void(std::string_view)>;

/// Hands the text over part by part: that of a large network does not fit into memory.
class GraphWriter {
 public:
  explicit GraphWriter(TextSink sink) : sink_(std::move(sink)) {}
  virtual ~GraphWriter() = default;

  template <class NodeOrEdge>
  void add(const NodeOrEdge& each) {
    write(each);
    if (text_.size() >= kPart) hand_over();
  }
  /// Ends the text. Call it once, at the end.
  void finish() {
    write_end();
    hand_over();
  }

 protected:
  std::string text_;  ///< that is not handed over yet

 private:
  static constexpr std::size_t kPart = std::size_t{1} << 16U;  // bytes

  virtual void write(const GraphNode& node) = 0;
  virtual void write(const GraphEdge& edge) = 0;
  virtual void write_end() = 0;
  void hand_over() {
    sink_(text_);
    text_.clear();
  }

  TextSink sink_;
};

std::unique_ptr<GraphWriter> make_graph_writer(GraphFormat format, const std::string& name,
                                               std::vector<GraphAttribute> of_nodes,
                                               std::vector<GraphAttribute> of_edges,
                                               std::span<const GraphProperty> of_graph, TextSink sink);

/// Returns the whole of a text that `write` hands over in parts.
template <class Write>
std::string whole_text(Write write) {
  std::string text;
  write([&text](std::string_view part) { text += part; });
  return text;
}

}  // namespace kintsugi
