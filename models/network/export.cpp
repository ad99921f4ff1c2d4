#include "models/network/export.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace kintsugi {

namespace {

/// "level 3" as a word and a number, which is text.
struct NumberedKind {
  std::string_view word;
  std::string_view number;
};

std::optional<NumberedKind> numbered_kind(std::string_view kind) {
  const std::size_t blank = kind.rfind(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const NumberedKind parts{kind.substr(0, blank), kind.substr(blank + 1)};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  if (parts.number.empty() || !std::ranges::all_of(parts.number, is_digit)) return std::nullopt;
  if (parts.word.empty() || !std::ranges::all_of(parts.word, is_letter)) return std::nullopt;
  return parts;
}

/// Returns an attribute for each word of the numbered kinds.
std::vector<GraphAttribute> attributes_of_links(const Network& network) {
  std::vector<GraphAttribute> attributes;
  for (const std::string& kind : network.kinds()) {
    const auto parts = numbered_kind(kind);
    if (!parts || std::ranges::find(attributes, parts->word, &GraphAttribute::name) != attributes.end()) continue;
    attributes.push_back({std::string(parts->word), true});
  }
  return attributes;
}

std::vector<GraphAttribute> attributes_of_nodes(std::span<const NodeProperty> properties) {
  std::vector<GraphAttribute> attributes;
  for (const NodeProperty& property : properties) attributes.push_back({property.name, property.is_number});
  return attributes;
}

std::string id_of(NodeId node) {
  return "n" + std::to_string(node.value);
}

const std::string& port_name(const Network& network, PortRef port) {
  return network.ports(port.node)[port.port.value];
}

}  // namespace

std::string to_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties) {
  const std::vector<GraphAttribute> of_links = attributes_of_links(network);
  const auto writer = make_graph_writer(format, network.name(), attributes_of_nodes(properties), of_links);
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    GraphNode entry{id_of(node), network.node_name(node), network.position(node)};
    for (const NodeProperty& property : properties) entry.values.push_back(property.values.at(node.value));
    writer->add(entry);
  }
  for (const Link& link : network.links()) {
    const std::string& kind = network.kinds()[link.kind.value];
    GraphEdge entry{id_of(link.a.node), id_of(link.b.node), kind, port_name(network, link.a),
                    port_name(network, link.b)};
    const auto parts = numbered_kind(kind);
    for (const GraphAttribute& each : of_links) {
      entry.values.emplace_back(parts && parts->word == each.name ? parts->number : std::string_view());
    }
    writer->add(entry);
  }
  return writer->finish();
}

}  // namespace kintsugi
