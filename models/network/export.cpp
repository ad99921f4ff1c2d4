#include "models/network/export.hpp"

#include <charconv>
#include <string_view>

namespace kintsugi {

namespace {

std::string as_text(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number == 0 ? 0 : number).ptr};
}

std::string id(NodeId node) {
  return "n" + std::to_string(node.value);
}

const std::string& port_name(const Network& network, PortRef port) {
  return network.ports(port.node)[port.port.value];
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

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string xml_data(std::string_view key, std::string_view text) {
  return "<data key=\"" + std::string(key) + "\">" + xml_escaped(text) + "</data>";
}

std::string graphml_node(const Network& network, NodeId node) {
  const Position position = network.position(node);
  return "    <node id=\"" + id(node) + "\">" + xml_data("name", network.node_name(node)) +
         xml_data("x", as_text(position.x)) + xml_data("y", as_text(position.y)) + "</node>\n";
}

std::string graphml_edge(const Network& network, const Link& link) {
  return "    <edge source=\"" + id(link.a.node) + "\" target=\"" + id(link.b.node) + "\">" +
         xml_data("kind", network.kinds()[link.kind.value]) + xml_data("source_port", port_name(network, link.a)) +
         xml_data("target_port", port_name(network, link.b)) + "</edge>\n";
}

constexpr std::string_view kGraphmlHead =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
    "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
    "  <key id=\"x\" for=\"node\" attr.name=\"x\" attr.type=\"double\"/>\n"
    "  <key id=\"y\" for=\"node\" attr.name=\"y\" attr.type=\"double\"/>\n"
    "  <key id=\"kind\" for=\"edge\" attr.name=\"kind\" attr.type=\"string\"/>\n"
    "  <key id=\"source_port\" for=\"edge\" attr.name=\"source_port\" attr.type=\"string\"/>\n"
    "  <key id=\"target_port\" for=\"edge\" attr.name=\"target_port\" attr.type=\"string\"/>\n";

}  // namespace

std::string to_dot(const Network& network) {
  std::string text = "graph " + dot_quoted(network.name()) + " {\n";
  for (std::uint32_t n = 0; n < network.nodes(); ++n) {
    const Position position = network.position(NodeId{n});
    text += "  " + id(NodeId{n}) + " [label=" + dot_quoted(network.node_name(NodeId{n})) + ", pos=\"" +
            as_text(position.x) + ',' + as_text(-position.y) + "!\"];\n";
  }
  for (const Link& link : network.links()) {
    text += "  " + id(link.a.node) + " -- " + id(link.b.node) +
            " [class=" + dot_quoted(network.kinds()[link.kind.value]) +
            ", taillabel=" + dot_quoted(port_name(network, link.a)) +
            ", headlabel=" + dot_quoted(port_name(network, link.b)) + "];\n";
  }
  return text + "}\n";
}

std::string to_graphml(const Network& network) {
  std::string text(kGraphmlHead);
  text += "  <graph id=\"" + xml_escaped(network.name()) + "\" edgedefault=\"undirected\">\n";
  for (std::uint32_t n = 0; n < network.nodes(); ++n) text += graphml_node(network, NodeId{n});
  for (const Link& link : network.links()) text += graphml_edge(network, link);
  return text + "  </graph>\n</graphml>\n";
}

}  // namespace kintsugi
