#include "models/graph/dot_reader.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "models/graph/dot_attributes.hpp"
#include "models/graph/dot_lexer.hpp"
#include "models/network/text.hpp"

namespace kintsugi::graph {

namespace {

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

/// The links of an edge statement, whose ends are still to come.
struct EdgeForm {
  DraftLink link;
  Attributes own;   ///< without the defaults
  std::string key;  ///< edges of a strict graph between the same nodes are distinct by it
};

class DotReader {
 public:
  DotReader(std::string_view text, Mistakes& mistakes)
      : lexer_(text, mistakes),
        mistakes_(mistakes),
        attributes_(draft_, mistakes),
        nodes_(draft_.nodes),
        token_(lexer_.next()) {}

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
      if (mistakes_.empty()) mistakes_.add(token_.place, "the file ends here; expected ", expected);
    } else {
      mistakes_.add(token_.place, "expected ", expected, ", not '", token_.text, '\'');
    }
    throw Unreadable{};
  }

  DotToken take() { return std::exchange(token_, lexer_.next()); }
  bool is_sign(std::string_view sign) const { return token_.type == DotToken::Type::kSign && token_.text == sign; }
  bool is_word(std::string_view word) const {
    return token_.type == DotToken::Type::kName && token_.is_plain && lower_case(token_.text) == word;
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
    is_strict_ = is_word("strict");
    if (is_strict_) take();
    is_directed_ = is_word("digraph");
    if (!is_directed_ && !is_word("graph")) refuse("'graph' or 'digraph'");
    take();
    if (token_.type == DotToken::Type::kName) draft_.name = DotAttributes::unescaped(take().text);
    Scope scope;
    read_statements(scope, 0);
    if (token_.type != DotToken::Type::kEnd) refuse("the end of the file: it has one network");
    if (joined_ == 0) return;
    draft_.notes.sentences.push_back("strict: " + counted(joined_, "edge") + " joined with an earlier one");
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
    if (!is_subgraph) attributes_.set_node(draft_.nodes[ends.nodes.front()], first.text, read_attributes());
  }

  void read_defaults(Scope& scope) {
    const std::string of = lower_case(take().text);
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
    if (is_new) attributes_.set_node(draft_.nodes[number], id.text, scope.of_nodes);
    if (draft_.is_too_large()) {
      mistakes_.add(id.place, "too many nodes; valid is 2 to ", kMostNodes);
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
      check_direction();
      take();
      chain.push_back(is_word("subgraph") || is_sign("{") ? read_subgraph(scope, depth)
                                                          : read_node_id(scope, need_name("a node")));
      named.nodes.insert(named.nodes.end(), chain.back().nodes.begin(), chain.back().nodes.end());
    }
    const Attributes own = read_attributes();
    Attributes attributes = own;
    attributes.insert(scope.of_edges.begin(), scope.of_edges.end());
    const auto key = attributes.extract("key");
    DraftLink form{place, {}, {}};
    attributes_.set_link(form, attributes, is_directed_);
    const EdgeForm edge{form, own, key.empty() ? "" : key.mapped().text};
    for (std::size_t i = 0; i + 1 < chain.size(); ++i) add_links(chain[i], chain[i + 1], edge);
  }

  void check_direction() {
    if (is_sign("->") == is_directed_) return;
    mistakes_.add(token_.place, is_directed_ ? "the edges of a digraph are written ->"
                                             : "the edges of a graph are written --; those of a digraph ->");
  }

  void add_links(const NodeSet& from, const NodeSet& to, const EdgeForm& edge) {
    const std::size_t most_at_a_node = std::max(from.nodes.size(), to.nodes.size());
    if (most_at_a_node >= kMaxPorts || draft_.links.size() >= kMostLinks) {
      mistakes_.add(edge.link.place, "too many links; a node has at most ", kMaxPorts - 1);
      throw Unreadable{};
    }
    for (const std::size_t a : from.nodes) {
      for (const std::size_t b : to.nodes) {
        DraftLink link = edge.link;
        link.a.node = a;
        link.b.node = b;
        if (link.a.port.empty()) link.a.port = from.port;
        if (link.b.port.empty()) link.b.port = to.port;
        if (!joins_another(link, edge)) draft_.links.push_back(std::move(link));
      }
    }
  }

  /// Returns whether a strict graph has such an edge already, which gets the attributes of this one, as in Graphviz.
  bool joins_another(const DraftLink& link, const EdgeForm& edge) {
    if (!is_strict_) return false;
    auto [a, b] = std::pair(link.a.node, link.b.node);
    if (!is_directed_ && a > b) std::swap(a, b);
    const auto [found, is_new] = strict_links_.try_emplace(std::tuple(a, b, edge.key), draft_.links.size());
    if (is_new) return false;
    ++joined_;
    DraftLink& joined = draft_.links[found->second];
    if (edge.own.contains("class")) joined.kind = link.kind;
    join_latencies(link, edge.own, joined);
    if (edge.own.contains("dir")) {
      joined.is_directed = link.is_directed;
      joined.leads_back = link.leads_back;
    }
    return true;
  }

  /// What the edge does not give stays. Its ends can be those of the joined one the other way round.
  static void join_latencies(const DraftLink& edge, const Attributes& own, DraftLink& joined) {
    const bool is_turned = edge.a.node != joined.a.node;
    const bool differed = joined.latency_back != 0;
    const LinkLatency before = latency_of(joined);
    DraftLink merged = edge;
    if (!own.contains("latency")) merged.latency = before.of(is_turned);
    if (!own.contains("latency_back")) merged.latency_back = differed ? before.of(!is_turned) : 0;
    joined.latency = latency_of(merged).of(is_turned);
    joined.latency_back = merged.latency_back == 0 ? 0 : latency_of(merged).of(!is_turned);
  }

  /// Reads lists of attributes in brackets; of two with one name the second holds.
  Attributes read_attributes() {
    Attributes attributes;
    while (skip_sign("[")) {
      while (!skip_sign("]")) {
        const DotToken name = need_name("an attribute or ']'");
        DotToken value{DotToken::Type::kName, "true", false, false, name.place};
        if (skip_sign("=")) value = need_name("a value");
        attributes_.keep(name.text, std::move(value), attributes);
        if (!skip_sign(",")) skip_sign(";");
      }
    }
    return attributes;
  }

  /// Attributes of a subgraph are for its picture.
  void set_of_graph(const Scope& scope, const std::string& name, const DotToken& value) {
    scope.is_whole ? attributes_.set_graph(name, value) : attributes_.ignore(name);
  }

  DotLexer lexer_;
  Mistakes& mistakes_;
  Draft draft_;
  DotAttributes attributes_;
  NodeList nodes_;
  DotToken token_;
  bool is_strict_ = false;
  bool is_directed_ = false;
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::size_t> strict_links_;  // by ends and key
  std::size_t joined_ = 0;
};

}  // namespace

Draft read_dot(std::string_view text, Mistakes& mistakes) {
  return DotReader(text, mistakes).read();
}

}  // namespace kintsugi::graph
