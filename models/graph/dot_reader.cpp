#include "models/graph/dot_reader.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "models/graph/dot_lexer.hpp"
#include "models/graph/user_network.hpp"

namespace kintsugi::graph {

namespace {

using Attributes = std::map<std::string, DotToken, std::less<>>;

/// Ends the reading after a mistake that leaves no sense in what follows.
struct Unreadable {};

/// What holds for the nodes and edges that a graph or subgraph names first.
struct Scope {
  Attributes of_nodes = {};
  Attributes of_edges = {};
  bool is_whole = true;  ///< the graph itself, not a subgraph
};

/// The nodes at one end of an edge statement, each once, and the port that is named behind a single one.
struct NodeSet {
  std::vector<std::size_t> nodes = {};
  std::string port = {};
};

/// Returns the text that an attribute stands for.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '\\') ++i;
    plain += text[i];
  }
  return plain;
}

std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

class DotReader {
 public:
  DotReader(std::string_view text, Mistakes& mistakes)
      : lexer_(text, mistakes), mistakes_(mistakes), nodes_(draft_.nodes), token_(lexer_.next()) {}

  Draft read() {
    try {
      read_graph();
    } catch (const Unreadable&) {
      draft_.is_complete = false;
    }
    return std::move(draft_);
  }

 private:
  static constexpr unsigned kDeepest = 64;  // subgraphs inside one another

  [[noreturn]] void refuse(const std::string& expected) {
    if (token_.type == DotToken::Type::kEnd) {
      if (mistakes_.empty()) mistakes_.add(token_.place, "the file ends here; expected " + expected);
    } else {
      mistakes_.add(token_.place, "expected " + expected + ", not '" + token_.text + '\'');
    }
    throw Unreadable{};
  }

  DotToken take() { return std::exchange(token_, lexer_.next()); }
  bool is_sign(std::string_view sign) const { return token_.type == DotToken::Type::kSign && token_.text == sign; }
  bool is_word(std::string_view word) const {
    return token_.type == DotToken::Type::kName && token_.is_plain && lower(token_.text) == word;
  }
  bool skip_sign(std::string_view sign) {
    if (!is_sign(sign)) return false;
    take();
    return true;
  }
  void need_sign(std::string_view sign) {
    if (!skip_sign(sign)) refuse('\'' + std::string(sign) + '\'');
  }
  DotToken need_name(const std::string& what) {
    if (token_.type != DotToken::Type::kName) refuse(what);
    return take();
  }

  void read_graph() {
    if (is_word("strict")) {
      mistakes_.add(token_.place, "'strict' would join parallel links; leave it out, and the links that are not meant");
      take();
    }
    if (is_word("digraph")) {
      mistakes_.add(token_.place,
                    "the edges are directed, but a link carries packets both ways; write 'graph', and "
                    "each link once, with --");
    } else if (!is_word("graph")) {
      refuse("'graph'");
    }
    take();
    if (token_.type == DotToken::Type::kName) draft_.name = unescaped(take().text);
    Scope scope;
    read_statements(scope, 0);
    if (token_.type != DotToken::Type::kEnd) refuse("the end of the file: it has one network");
  }

  /// Reads the statements between braces; returns the nodes that they name.
  NodeSet read_statements(Scope& scope, unsigned depth) {
    if (depth > kDeepest) refuse("no more than " + std::to_string(kDeepest) + " subgraphs inside one another");
    need_sign("{");
    NodeSet named;
    while (!is_sign("}")) {
      if (skip_sign(";")) continue;
      read_statement(scope, depth, named);
    }
    take();
    std::ranges::sort(named.nodes);
    named.nodes.erase(std::ranges::unique(named.nodes).begin(), named.nodes.end());
    return named;
  }

  void read_statement(Scope& scope, unsigned depth, NodeSet& named) {
    if (is_word("node") || is_word("edge") || is_word("graph")) return read_defaults(scope);
    const bool is_subgraph = is_word("subgraph") || is_sign("{");
    DotToken first = token_;
    NodeSet ends;
    if (is_subgraph) {
      ends = read_subgraph(scope, depth);
    } else {
      first = need_name("a node, an edge or '}'");
      if (skip_sign("=")) return set_of_graph(scope, first.text, need_name("a value"));
      ends = read_node_id(scope, first);
    }
    named.nodes.insert(named.nodes.end(), ends.nodes.begin(), ends.nodes.end());
    if (is_sign("--") || is_sign("->")) return read_edges(scope, depth, std::move(ends), named);
    if (!is_subgraph) set_node(draft_.nodes[ends.nodes.front()], first.text, read_attributes());
  }

  void read_defaults(Scope& scope) {
    const std::string of = lower(take().text);
    if (!is_sign("[")) refuse("'['");
    for (const auto& [name, value] : read_attributes()) {
      if (of == "graph") {
        set_of_graph(scope, name, value);
      } else {
        (of == "node" ? scope.of_nodes : scope.of_edges).insert_or_assign(name, value);
      }
    }
  }

  NodeSet read_subgraph(const Scope& scope, unsigned depth) {
    if (is_word("subgraph")) {
      take();
      if (token_.type == DotToken::Type::kName) take();
    }
    Scope inner = scope;
    inner.is_whole = false;
    return read_statements(inner, depth + 1);
  }

  /// Reads what follows the id of a node: its port and a point of the compass, which is for pictures.
  NodeSet read_node_id(const Scope& scope, const DotToken& id) {
    const auto [number, is_new] = nodes_.add(id.text, id.place);
    if (is_new) set_node(draft_.nodes[number], id.text, scope.of_nodes);
    if (draft_.is_too_large()) {
      mistakes_.add(id.place, "too many nodes; valid is 2 to " + std::to_string(kMostNodes));
      throw Unreadable{};
    }
    NodeSet end{{number}};
    if (skip_sign(":")) end.port = need_name("a port").text;
    if (skip_sign(":")) need_name("a point of the compass");
    return end;
  }

  void read_edges(const Scope& scope, unsigned depth, NodeSet from, NodeSet& named) {
    std::vector<NodeSet> chain{std::move(from)};
    const Place place = token_.place;
    while (is_sign("--") || is_sign("->")) {
      if (is_sign("->")) mistakes_.add(token_.place, "a directed edge, but a link carries packets both ways; write --");
      take();
      chain.push_back(is_word("subgraph") || is_sign("{") ? read_subgraph(scope, depth)
                                                          : read_node_id(scope, need_name("a node")));
      named.nodes.insert(named.nodes.end(), chain.back().nodes.begin(), chain.back().nodes.end());
    }
    Attributes attributes = read_attributes();
    attributes.insert(scope.of_edges.begin(), scope.of_edges.end());
    DraftLink form{place, {}, {}};
    set_link(form, attributes);
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) add_links(chain[i], chain[i + 1], form);
  }

  void add_links(const NodeSet& from, const NodeSet& to, const DraftLink& form) {
    const std::size_t most_at_a_node = std::max(from.nodes.size(), to.nodes.size());
    if (most_at_a_node >= kMaxPorts || draft_.links.size() >= kMostLinks) {
      mistakes_.add(form.place, "too many links; a node has at most " + std::to_string(kMaxPorts - 1));
      throw Unreadable{};
    }
    for (const std::size_t a : from.nodes) {
      for (const std::size_t b : to.nodes) {
        DraftLink& link = draft_.links.emplace_back(form);
        link.a.node = a;
        link.b.node = b;
        if (link.a.port.empty()) link.a.port = from.port;
        if (link.b.port.empty()) link.b.port = to.port;
      }
    }
  }

  /// Attributes that no part of the reader looks at are not kept: scopes are copied.
  static bool is_used(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kUsed{"label",     "pos",     "ports", "class", "taillabel",
                                                            "headlabel", "latency", "kinds", "sides", "wraps"};
    return std::ranges::find(kUsed, name) != kUsed.end();
  }

  /// Reads lists of attributes in brackets; of two with one name the second holds.
  Attributes read_attributes() {
    Attributes attributes;
    while (skip_sign("[")) {
      while (!skip_sign("]")) {
        const DotToken name = need_name("an attribute or ']'");
        DotToken value{DotToken::Type::kName, "true", false, false, name.place};
        if (skip_sign("=")) value = need_name("a value");
        if (is_used(name.text)) attributes.insert_or_assign(name.text, std::move(value));
        if (!skip_sign(",")) skip_sign(";");
      }
    }
    return attributes;
  }

  /// Returns the text of an attribute that is used.
  std::string text_of(const DotToken& value) {
    if (value.is_html) mistakes_.add(value.place, "an HTML string is not read; write the text in quotes");
    return unescaped(value.text);
  }

  void set_node(DraftNode& node, const std::string& id, const Attributes& attributes) {
    for (const auto& [name, value] : attributes) {
      if (name == "label") {
        node.name = value.text == "\\N" ? id : text_of(value);
      } else if (name == "pos") {
        set_position(node, value);
      } else if (name == "ports") {
        set_attribute(node, name, text_of(value), value.place, mistakes_);
      }
    }
  }

  void set_position(DraftNode& node, const DotToken& value) {
    const std::string written = text_of(value);
    std::string_view text = written;
    if (text.ends_with('!')) text.remove_suffix(1);
    const std::vector<std::string> parts = split(text, ',');
    if (parts.size() != 2) {
      return mistakes_.add(value.place, "pos is '" + value.text + "'; valid is \"x,y\" or \"x,y!\", in pitches");
    }
    node.x = read_coordinate(parts[0], value.place, mistakes_);
    node.y = read_coordinate(parts[1], value.place, mistakes_);
    if (node.y) node.y = -*node.y;
  }

  void set_link(DraftLink& link, const Attributes& attributes) {
    static const std::map<std::string, std::string, std::less<>> kNames{
        {"class", "kind"}, {"taillabel", "source_port"}, {"headlabel", "target_port"}, {"latency", "latency"}};
    for (const auto& [name, value] : attributes) {
      const auto known = kNames.find(name);
      if (known != kNames.end()) set_attribute(link, known->second, text_of(value), value.place, mistakes_);
    }
  }

  void set_of_graph(const Scope& scope, const std::string& name, const DotToken& value) {
    if (!scope.is_whole || !is_used(name) || name == "label") return;
    set_attribute(draft_, name, text_of(value), value.place, mistakes_);
  }

  DotLexer lexer_;
  Mistakes& mistakes_;
  Draft draft_;
  NodeList nodes_;
  DotToken token_;
};

}  // namespace

Draft read_dot(std::string_view text, Mistakes& mistakes) {
  return DotReader(text, mistakes).read();
}

}  // namespace kintsugi::graph
