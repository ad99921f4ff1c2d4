#include "models/graph/graphml_reader.hpp"

#include <map>
#include <pugixml.hpp>

namespace kintsugi::graph {

namespace {

using pugi::xml_node;

/// What the id of a key stands for, in data of a node, an edge or the graph.
struct DataKey {
  std::string name;
  std::optional<std::string> otherwise;  ///< where there is no data of the key
};
using DataKeys = std::map<std::string, DataKey, std::less<>>;

class GraphmlReader {
 public:
  GraphmlReader(std::string_view text, Mistakes& mistakes)
      : text_(text), places_(text), mistakes_(mistakes), nodes_(draft_.nodes) {}

  Draft read() {
    pugi::xml_document document;
    const auto parsed = document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    draft_.is_complete = parsed;
    if (parsed) {
      read_root(document.document_element());
    } else {
      const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(parsed.offset, 0));
      mistakes_.add(places_.at(offset), std::string("this is no XML: ") + parsed.description());
    }
    return std::move(draft_);
  }

 private:
  /// Returns where the name of the element stands.
  Place place_of(xml_node element) const { return places_.at(static_cast<std::size_t>(element.offset_debug())); }

  void complain(xml_node element, std::string message) { mistakes_.add(place_of(element), std::move(message)); }

  void read_root(xml_node root) {
    if (root.name() != std::string_view("graphml")) {
      draft_.is_complete = false;
      return complain(root, "the file has <" + std::string(root.name()) + ">; a GraphML file has <graphml>");
    }
    for (const xml_node key : root.children("key")) read_key(key);
    const xml_node graph = root.child("graph");
    if (!graph) {
      draft_.is_complete = false;
      return complain(root, "there is no <graph>");
    }
    for (xml_node other = graph.next_sibling("graph"); other; other = other.next_sibling("graph")) {
      complain(other, "a graph too many; a file has one network");
    }
    read_graph(graph);
  }

  void read_key(xml_node key) {
    const std::string id = key.attribute("id").value();
    const std::string_view of = key.attribute("for").as_string("all");
    DataKey named{key.attribute("attr.name").value(), {}};
    if (const xml_node otherwise = key.child("default")) named.otherwise = trimmed(otherwise.text().get());
    if (id.empty()) return complain(key, "the key has no id");
    bool is_new = true;
    for (DataKeys* keys : {&of_nodes_, &of_edges_, &of_graph_}) {
      const std::string_view own = keys == &of_nodes_ ? "node" : keys == &of_edges_ ? "edge" : "graph";
      if (of == own || of == "all") is_new = keys->try_emplace(id, named).second && is_new;
    }
    if (!is_new) complain(key, "the id '" + id + "' of the key is there twice");
  }

  void read_graph(xml_node graph) {
    if (graph.attribute("edgedefault").value() == std::string_view("directed")) {
      complain(graph,
               "the edges are directed, but a link carries packets both ways; make each link one edge, and "
               "edgedefault=\"undirected\"");
    }
    draft_.name = graph.attribute("id").value();
    read_data(graph, of_graph_, draft_);
    for (const xml_node node : graph.children("node")) {
      if (draft_.is_too_large()) break;
      read_node(node);
    }
    for (const xml_node element : graph.children()) {
      if (draft_.is_too_large()) break;
      const std::string_view name = element.name();
      if (name == "edge") {
        read_edge(element);
      } else if (name == "hyperedge") {
        complain(element, "a hyperedge; a link joins two nodes");
      } else if (name != "node" && name != "data" && name != "desc") {
        complain(element, "a graph has no <" + std::string(name) + ">; valid: node, edge, data, desc");
      }
    }
  }

  /// Sets the attributes that the data of an element gives.
  template <class Thing>
  void read_data(xml_node element, const DataKeys& keys, Thing& thing) {
    for (const auto& [id, key] : keys) {
      if (key.otherwise) set_attribute(thing, key.name, *key.otherwise, place_of(element), mistakes_);
    }
    for (const xml_node data : element.children("data")) {
      const std::string_view id = data.attribute("key").value();
      const auto key = keys.find(id);
      if (key == keys.end()) {
        complain(data,
                 "there is no <key> with the id '" + std::string(id) + "' for data of " +
                     (element.name() == std::string_view("edge") ? "an edge" : "a " + std::string(element.name())) +
                     "; add it at the top");
        continue;
      }
      set_attribute(thing, key->second.name, trimmed(data.text().get()), place_of(data), mistakes_);
    }
  }

  void read_node(xml_node node) {
    const std::string id = node.attribute("id").value();
    if (id.empty()) return complain(node, "the node has no id");
    const auto [number, is_new] = nodes_.add(id, place_of(node));
    if (!is_new) return complain(node, "a node with the id '" + id + "' is there already; give it another");
    DraftNode& draft = draft_.nodes[number];
    for (const xml_node port : node.children("port")) {
      if (!draft.ports) draft.ports.emplace();
      draft.ports->emplace_back(port.attribute("name").value());
    }
    read_data(node, of_nodes_, draft);
    if (node.child("graph")) complain(node.child("graph"), "a graph inside a node; a file has one network");
  }

  void read_edge(xml_node edge) {
    if (edge.attribute("directed").as_bool()) {
      complain(edge, "the edge is directed, but a link carries packets both ways; leave directed out");
    }
    const auto a = end_of(edge, "source");
    const auto b = end_of(edge, "target");
    if (!a || !b) return;
    DraftLink link{
        place_of(edge), {*a, edge.attribute("sourceport").value()}, {*b, edge.attribute("targetport").value()}};
    read_data(edge, of_edges_, link);
    draft_.links.push_back(std::move(link));
  }

  std::optional<std::size_t> end_of(xml_node edge, const char* side) {
    const pugi::xml_attribute id = edge.attribute(side);
    const auto node = nodes_.find(id.value());
    if (node) return node;
    complain(edge, id ? "there is no node '" + std::string(id.value()) + '\'' : std::string("the edge has no ") + side);
    return std::nullopt;
  }

  std::string_view text_;
  Places places_;
  Mistakes& mistakes_;
  Draft draft_;
  NodeList nodes_;
  DataKeys of_nodes_;
  DataKeys of_edges_;
  DataKeys of_graph_;
};

}  // namespace

Draft read_graphml(std::string_view text, Mistakes& mistakes) {
  return GraphmlReader(text, mistakes).read();
}

}  // namespace kintsugi::graph
