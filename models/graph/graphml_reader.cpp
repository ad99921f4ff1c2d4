#include "models/graph/graphml_reader.hpp"

#include <map>
#include <unordered_set>

#include "models/family/xml_text.hpp"
#include "models/graph/yed_graphics.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

using pugi::xml_node;

/// What the id of a key stands for, in data of a node, an edge or the graph.
struct DataKey {
  std::string name;
  bool is_graphics;                      ///< of yEd: how a node looks
  std::optional<std::string> otherwise;  ///< where there is no data of the key
};
using DataKeys = std::map<std::string, DataKey, std::less<>>;

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, Mistakes& mistakes)
      : xml_(text, mistakes, in_text::Entities::kAsWritten), mistakes_(mistakes), nodes_(draft_.nodes) {}

  Draft read() {
    const xml_node root = xml_.root();
    draft_.is_complete = !root.empty();
    if (draft_.is_complete) read_root(root);
    return std::move(draft_);
  }

 private:
  static constexpr unsigned kDeepest = 64;  // graphs inside one another

  void read_root(xml_node root) {
    if (root.name() != std::string_view("graphml")) {
      draft_.is_complete = false;
      return xml_.complain(root, "the file has <", root.name(), ">; a GraphML file has <graphml>");
    }
    for (const xml_node key : root.children("key")) read_key(key);
    const xml_node graph = root.child("graph");
    if (!graph) {
      draft_.is_complete = false;
      return xml_.complain(root, "there is no <graph>");
    }
    for (xml_node other = graph.next_sibling("graph"); other; other = other.next_sibling("graph")) {
      xml_.complain(other, "a graph too many; a file has one network");
    }
    read_graph(graph);
  }

  void read_key(xml_node key) {
    const std::string id = key.attribute("id").value();
    const std::string_view of = key.attribute("for").as_string("all");
    const std::string_view picture = key.attribute("yfiles.type").value();
    DataKey named{key.attribute("attr.name").as_string(picture.empty() ? id.c_str() : picture.data()),
                  picture == "nodegraphics",
                  {}};
    if (const xml_node otherwise = key.child("default")) named.otherwise = trimmed(otherwise.text().get());
    if (id.empty()) return xml_.complain(key, "the key has no id");
    bool is_new = true;
    for (DataKeys* keys : {&of_nodes_, &of_edges_, &of_graph_}) {
      const std::string_view own = keys == &of_nodes_ ? "node" : keys == &of_edges_ ? "edge" : "graph";
      if (of == own || of == "all") is_new = keys->try_emplace(id, named).second && is_new;
    }
    if (!is_new) xml_.complain(key, "the id '", id, "' of the key is there twice");
  }

  void read_graph(xml_node graph) {
    draft_.name = graph.attribute("id").value();
    read_data(graph, of_graph_, draft_);
    note_ends(graph, 0);
    if (!draft_.is_complete) return;
    read_nodes(graph);
    read_edges(graph);
    if (groups_ == 0) return;
    draft_.notes.sentences.push_back(counted(groups_, "group") +
                                     (groups_ == 1 ? " of nodes is no node" : " of nodes are no nodes") +
                                     " of the network: the nodes inside are");
  }

  /// Notes which nodes have an edge: one with a graph inside and without an edge is only a frame in a picture.
  void note_ends(xml_node graph, unsigned depth) {
    for (const xml_node edge : graph.children("edge")) {
      ends_.emplace(edge.attribute("source").value());
      ends_.emplace(edge.attribute("target").value());
    }
    for (const xml_node node : graph.children("node")) {
      const xml_node inner = node.child("graph");
      if (inner && depth == kDeepest) {
        xml_.complain(inner, "more than ", kDeepest, " graphs inside one another");
        draft_.is_complete = false;
      } else if (inner) {
        note_ends(inner, depth + 1);
      }
    }
  }

  void read_nodes(xml_node graph) {
    for (const xml_node node : graph.children("node")) {
      if (draft_.is_too_large()) break;
      const xml_node inner = node.child("graph");
      const bool is_group = inner && !ends_.contains(node.attribute("id").value());
      if (is_group) {
        ++groups_;
      } else {
        read_node(node);
      }
      if (inner) read_nodes(inner);
    }
  }

  void read_edges(xml_node graph) {
    const pugi::xml_attribute edgedefault = graph.attribute("edgedefault");
    const bool is_directed =
        edgedefault && is_first(graph, edgedefault, {"directed", "directed", "undirected", "undirected"});
    for (const xml_node element : graph.children()) {
      if (draft_.is_too_large()) break;
      const std::string_view name = element.name();
      if (name == "edge") {
        read_edge(element, is_directed);
      } else if (name == "hyperedge") {
        xml_.complain(element,
                      "a hyperedge; a link joins two nodes: write an edge for each pair, or a node in the middle");
      } else if (name == "node") {
        if (const xml_node inner = element.child("graph")) read_edges(inner);
      } else if (name != "data" && name != "desc") {
        xml_.complain(element, "a graph has no <", name, ">; valid: node, edge, data, desc");
      }
    }
  }

  /// Sets the attributes that the data of an element gives.
  template <class Thing>
  void read_data(xml_node element, const DataKeys& keys, Thing& thing) {
    for (const auto& [id, key] : keys) {
      if (key.otherwise) set_attribute(thing, key.name, *key.otherwise, xml_.place_of(element), mistakes_);
    }
    for (const xml_node data : element.children("data")) {
      const std::string_view id = data.attribute("key").value();
      const auto key = keys.find(id);
      if (key == keys.end()) {
        xml_.complain(data, "there is no <key> with the id '", id, "' for data of ",
                      (element.name() == std::string_view("edge") ? "an edge" : "a " + std::string(element.name())),
                      "; add it at the top");
        continue;
      }
      set(thing, key->second, data);
    }
  }

  template <class Thing>
  void set(Thing& thing, const DataKey& key, xml_node data) {
    const std::string_view text = trimmed(data.text().get());
    if (key.is_graphics || set_attribute(thing, key.name, text, xml_.place_of(data), mistakes_)) return;
    if (!text.empty() || data.first_child()) ++draft_.notes.ignored[key.name];
  }

  /// Sets what yEd's picture of a node says; other data comes first.
  void set_graphics(xml_node element, DraftNode& node) {
    for (const xml_node data : element.children("data")) {
      const auto key = of_nodes_.find(data.attribute("key").value());
      if (key == of_nodes_.end() || !key->second.is_graphics) continue;
      const YedGraphics graphics = read_yed_graphics(data);
      if (!graphics.label.empty()) node.name = graphics.label;
      if (!graphics.x || !graphics.y) continue;
      draft_.is_scaled = true;
      node.x = graphics.x;
      node.y = graphics.y;
    }
  }

  void read_node(xml_node node) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) return xml_.complain(node, "the node has no id");
    const auto [number, is_new] = nodes_.add(id, xml_.place_of(node));
    if (!is_new) return xml_.complain(node, "a node with the id '", id, "' is there already; give it another");
    DraftNode& draft = draft_.nodes[number];
    for (const xml_node port : node.children("port")) {
      if (!draft.ports) draft.ports.emplace();
      draft.ports->emplace_back(port.attribute("name").value());
      if (port.child("port")) xml_.complain(port.child("port"), "a port inside a port; a router has single ports");
    }
    set_graphics(node, draft);
    read_data(node, of_nodes_, draft);
  }

  void read_edge(xml_node edge, bool is_directed) {
    const auto a = end_of(edge, "source");
    const auto b = end_of(edge, "target");
    if (!a || !b) return;
    DraftLink link{
        xml_.place_of(edge), {*a, edge.attribute("sourceport").value()}, {*b, edge.attribute("targetport").value()}};
    const pugi::xml_attribute directed = edge.attribute("directed");
    link.is_directed = directed ? is_first(edge, directed, {"true", "1", "false", "0"}) : is_directed;
    read_data(edge, of_edges_, link);
    draft_.links.push_back(std::move(link));
  }

  /// Returns whether an attribute has one of the first two values; adds a mistake if it has none of the four.
  bool is_first(xml_node element, pugi::xml_attribute attribute, const std::array<std::string_view, 4>& values) {
    const auto* const found = std::ranges::find(values, std::string_view(attribute.value()));
    if (found == values.end()) {
      xml_.complain(element, attribute.name(), " must be ", values[0], " or ", values[2], ", not '", attribute.value(),
                    '\'');
    }
    return found < values.begin() + 2;
  }

  std::optional<std::size_t> end_of(xml_node edge, const char* side) {
    const pugi::xml_attribute id = edge.attribute(side);
    const auto node = nodes_.find(id.value());
    if (node) return node;
    xml_.complain(edge,
                  id ? "there is no node '" + std::string(id.value()) + '\'' : std::string("the edge has no ") + side);
    return std::nullopt;
  }

  in_text::XmlText xml_;
  Mistakes& mistakes_;
  Draft draft_;
  NodeList nodes_;
  DataKeys of_nodes_;
  DataKeys of_edges_;
  DataKeys of_graph_;
  std::unordered_set<std::string> ends_;  // ids of nodes that have an edge
  std::size_t groups_ = 0;                // nodes that are only frames around others
};

}  // namespace

Draft read_graphml(std::string_view text, Mistakes& mistakes) {
  return GraphmlReader(text, mistakes).read();
}

}  // namespace kintsugi::graph
