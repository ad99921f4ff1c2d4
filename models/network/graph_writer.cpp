#include "models/network/graph_writer.hpp"

#include <charconv>
#include <string_view>
#include <utility>

#include "models/network/text.hpp"

namespace kintsugi {

namespace {

std::string number_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number == 0 ? 0 : number).ptr};
}

/// A double-quoted string of the dot language: only the quote and the backslash have a meaning in it.
std::string dot_quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

class DotWriter final : public GraphWriter {
 public:
  DotWriter(const std::string& name, std::vector<GraphAttribute> of_nodes, std::vector<GraphAttribute> of_edges,
            std::span<const GraphProperty> of_graph, TextSink sink)
      : GraphWriter(std::move(sink)), of_nodes_(std::move(of_nodes)), of_edges_(std::move(of_edges)) {
    text_ = "graph " + dot_quoted(name) + " {\n";
    for (const auto& [attribute, value] : of_graph) {
      text_ += "  " + attribute.name + '=' + dot_quoted(value) + ";\n";
    }
  }

 private:
  void write(const GraphNode& node) override {
    text_ += "  " + node.id + " [label=" + dot_quoted(node.name) + ", pos=\"" + number_text(node.place.x) + ',' +
             number_text(-node.place.y) + "!\"";
    add_values(of_nodes_, node.values);
  }
  void write(const GraphEdge& edge) override {
    text_ += "  " + edge.a + " -- " + edge.b + " [class=" + dot_quoted(edge.kind) +
             ", taillabel=" + dot_quoted(edge.a_port) + ", headlabel=" + dot_quoted(edge.b_port);
    add_values(of_edges_, edge.values);
  }
  void write_end() override { text_ += "}\n"; }

  void add_values(const std::vector<GraphAttribute>& attributes, const std::vector<std::string>& values) {
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (!values[i].empty()) text_ += ", " + attributes[i].name + '=' + dot_quoted(values[i]);
    }
    text_ += "];\n";
  }

  std::vector<GraphAttribute> of_nodes_;
  std::vector<GraphAttribute> of_edges_;
};

std::string xml_data(const std::string& key, std::string_view text) {
  return "<data key=\"" + key + "\">" + escaped_xml(text) + "</data>";
}

std::string xml_key(const std::string& id, const char* of, const std::string& name, const char* type) {
  return "  <key id=\"" + id + "\" for=\"" + of + "\" attr.name=\"" + name + "\" attr.type=\"" + type + "\"/>\n";
}

class GraphmlWriter final : public GraphWriter {
 public:
  GraphmlWriter(const std::string& name, std::vector<GraphAttribute> of_nodes, std::vector<GraphAttribute> of_edges,
                std::span<const GraphProperty> of_graph, TextSink sink)
      : GraphWriter(std::move(sink)), of_nodes_(std::move(of_nodes)), of_edges_(std::move(of_edges)) {
    text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
    text_ += xml_key("name", "node", "name", "string") + xml_key("x", "node", "x", "double") +
             xml_key("y", "node", "y", "double") + keys("node", of_nodes_);
    text_ += xml_key("kind", "edge", "kind", "string") + xml_key("source_port", "edge", "source_port", "string") +
             xml_key("target_port", "edge", "target_port", "string") + keys("edge", of_edges_);
    for (const auto& [attribute, value] : of_graph) text_ += key("graph", attribute);
    text_ += "  <graph id=\"" + escaped_xml(name) + "\" edgedefault=\"undirected\">\n";
    for (const auto& [attribute, value] : of_graph) {
      text_ += "    " + xml_data(id_of("graph", attribute), value) + '\n';
    }
  }

 private:
  void write(const GraphNode& node) override {
    text_ += "    <node id=\"" + node.id + "\">" + xml_data("name", node.name) +
             xml_data("x", number_text(node.place.x)) + xml_data("y", number_text(node.place.y)) +
             data("node", of_nodes_, node.values) + "</node>\n";
  }
  void write(const GraphEdge& edge) override {
    text_ += "    <edge source=\"" + edge.a + "\" target=\"" + edge.b + "\">" + xml_data("kind", edge.kind) +
             xml_data("source_port", edge.a_port) + xml_data("target_port", edge.b_port) +
             data("edge", of_edges_, edge.values) + "</edge>\n";
  }
  void write_end() override { text_ += "  </graph>\n</graphml>\n"; }

  /// Node, edge and graph may have attributes of one name, but their keys are distinct.
  static std::string id_of(const char* of, const GraphAttribute& attribute) {
    return std::string(of) + '_' + attribute.name;
  }
  static std::string key(const char* of, const GraphAttribute& attribute) {
    return xml_key(id_of(of, attribute), of, attribute.name, attribute.is_number ? "int" : "string");
  }
  static std::string keys(const char* of, const std::vector<GraphAttribute>& attributes) {
    std::string text;
    for (const GraphAttribute& each : attributes) text += key(of, each);
    return text;
  }
  static std::string data(const char* of, const std::vector<GraphAttribute>& attributes,
                          const std::vector<std::string>& values) {
    std::string text;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      if (!values[i].empty()) text += xml_data(id_of(of, attributes[i]), values[i]);
    }
    return text;
  }

  std::vector<GraphAttribute> of_nodes_;
  std::vector<GraphAttribute> of_edges_;
};

}  // namespace

std::unique_ptr<GraphWriter> make_graph_writer(GraphFormat format, const std::string& name,
                                               std::vector<GraphAttribute> of_nodes,
                                               std::vector<GraphAttribute> of_edges,
                                               std::span<const GraphProperty> of_graph, TextSink sink) {
  if (format == GraphFormat::kDot) {
    return std::make_unique<DotWriter>(name, std::move(of_nodes), std::move(of_edges), of_graph, std::move(sink));
  }
  return std::make_unique<GraphmlWriter>(name, std::move(of_nodes), std::move(of_edges), of_graph, std::move(sink));
}

}  // namespace kintsugi
