#include "models/network/export.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace kintsugi {

namespace {

const std::string kLatency = "latency";
const std::string kLatencyBack = "latency_back";

/// What is no attribute of a numbered kind: an attribute that edges have already or that changes the picture, and the
/// keywords of dot.
constexpr std::array<std::string_view, 17> kTaken{"kind",      "class",    "latency", "node",   "edge", "graph",
                                                  "digraph",   "subgraph", "strict",  "label",  "pos",  "taillabel",
                                                  "headlabel", "dir",      "len",     "weight", "style"};

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
  if (std::ranges::find(kTaken, parts.word) != kTaken.end()) return std::nullopt;
  return parts;
}

/// Returns an attribute for each word of the numbered kinds.
std::vector<GraphAttribute> attributes_of_kinds(const Network& network) {
  std::vector<GraphAttribute> attributes;
  for (const std::string& kind : network.kinds()) {
    const auto parts = numbered_kind(kind);
    if (!parts || std::ranges::find(attributes, parts->word, &GraphAttribute::name) != attributes.end()) continue;
    attributes.push_back({std::string(parts->word), true});
  }
  return attributes;
}

/// GraphML has the name of every node. In dot a label is for the picture, so that the name is an attribute too.
std::vector<GraphAttribute> attributes_of_nodes(const Network& network, GraphFormat format,
                                                std::span<const NodeProperty> properties) {
  std::vector<GraphAttribute> attributes{{"ports"}};
  if (format == GraphFormat::kDot) attributes.push_back({"name"});
  if (!network.all_have_pes()) attributes.push_back({"pes", true});
  for (const NodeProperty& property : properties) attributes.push_back({property.name, property.is_number});
  return attributes;
}

std::string joined(std::span<const std::string> words, char between) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += between;
    text += word;
  }
  return text;
}

std::vector<GraphProperty> properties_of_graph(const Network& network) {
  std::vector<GraphProperty> properties{{{"kinds"}, joined(network.kinds(), ',')}};
  const Grid& grid = network.grid();
  if (grid.sides.empty()) return properties;
  std::vector<std::string> sides;
  for (const unsigned side : grid.sides) sides.push_back(std::to_string(side));
  properties.push_back({{"sides"}, joined(sides, ' ')});
  properties.push_back({{"wraps", true}, grid.wraps ? "1" : "0"});
  return properties;
}

std::string id_of(NodeId node) {
  return "n" + std::to_string(node.value);
}

const std::string& port_name(const Network& network, PortRef port) {
  return network.ports(port.node)[port.port.value];
}

/// Writes the links with the attributes that kinds make, after the latency where there are some.
class LinkWriter {
 public:
  LinkWriter(const Network& network, std::span<const LinkLatency> latencies)
      : network_(network),
        latencies_(latencies),
        differ_(std::ranges::any_of(latencies, [](LinkLatency each) { return each.there != each.back; })),
        of_kinds_(attributes_of_kinds(network)) {}

  std::vector<GraphAttribute> attributes() const {
    std::vector<GraphAttribute> all = of_kinds_;
    if (differ_) all.insert(all.begin(), {kLatencyBack, true});
    if (!latencies_.empty()) all.insert(all.begin(), {kLatency, true});
    return all;
  }

  void write(const Link& link, GraphWriter& writer) const {
    const std::string& kind = network_.kinds()[link.kind.value];
    GraphEdge entry{id_of(link.a.node), id_of(link.b.node), kind, port_name(network_, link.a),
                    port_name(network_, link.b)};
    if (!latencies_.empty()) add_latency(latencies_[link.kind.value], entry.values);
    const auto parts = numbered_kind(kind);
    for (const GraphAttribute& each : of_kinds_) {
      entry.values.emplace_back(parts && parts->word == each.name ? parts->number : std::string_view());
    }
    writer.add(entry);
  }

 private:
  /// Adds the values of latency and, where latencies differ by direction, of latency_back.
  void add_latency(LinkLatency latency, std::vector<std::string>& values) const {
    const auto text = [](unsigned cycles) { return cycles == 0 ? std::string() : std::to_string(cycles); };
    values.push_back(text(latency.there));
    if (differ_) values.push_back(latency.there == latency.back ? std::string() : text(latency.back));
  }

  const Network& network_;
  std::span<const LinkLatency> latencies_;
  bool differ_;  // by direction, those of some kind
  std::vector<GraphAttribute> of_kinds_;
};

}  // namespace

void write_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties,
                 std::span<const LinkLatency> latencies, const TextSink& sink, const Progress& progress) {
  const LinkWriter links(network, latencies);
  const auto writer = make_graph_writer(format, network.name(), attributes_of_nodes(network, format, properties),
                                        links.attributes(), properties_of_graph(network), sink);
  std::size_t done = 0;
  const auto count = [&] {
    if (progress) progress(++done, network.nodes() + network.links().size());
  };
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    GraphNode entry{id_of(node), network.node_name(node), network.position(node)};
    entry.values.push_back(joined(network.ports(node), ' '));
    if (format == GraphFormat::kDot) entry.values.push_back(network.node_name(node));
    if (!network.all_have_pes()) entry.values.push_back(network.has_pe(node) ? "1" : "0");
    for (const NodeProperty& property : properties) entry.values.push_back(property.values.at(node.value));
    writer->add(entry);
    count();
  }
  for (const Link& link : network.links()) {
    links.write(link, *writer);
    count();
  }
  writer->finish();
}

std::string to_graph(const Network& network, GraphFormat format, std::span<const NodeProperty> properties,
                     std::span<const LinkLatency> latencies) {
  return whole_text([&](const TextSink& sink) { write_graph(network, format, properties, latencies, sink); });
}

}  // namespace kintsugi
