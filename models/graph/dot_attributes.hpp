/// What the attributes of a dot file say of nodes, edges and the graph (dot_reader.hpp).
///
/// Used      at nodes name, pos and ports; at edges class, latency, latency_back, taillabel, headlabel, tailport,
///           headport and dir; of the graph kinds, sides, wraps and bb
/// Ignored   all others, and those at another place: they are counted in the notes. A label that only repeats the name
///           of its node is not
/// Text      \\ is a backslash. An HTML string is refused where it is used
#pragma once

#include <functional>
#include <map>
#include <string>

#include "models/graph/dot_lexer.hpp"
#include "models/graph/draft.hpp"

namespace kintsugi::graph {

using Attributes = std::map<std::string, DotToken, std::less<>>;

class DotAttributes {
 public:
  DotAttributes(Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes) {}

  /// Keeps an attribute if it is used, instead of one of the same name before it.
  void keep(const std::string& name, DotToken value, Attributes& attributes);
  void set_node(DraftNode& node, const std::string& id, const Attributes& attributes);
  /// `is_arc`: the edge leads one way unless its attributes say another thing.
  void set_link(DraftLink& link, const Attributes& attributes, bool is_arc);
  void set_graph(const std::string& name, const DotToken& value);
  void ignore(const std::string& name) { ++draft_.notes.ignored[name]; }
  /// Returns the text that a string stands for.
  static std::string unescaped(const std::string& text);

 private:
  std::string text_of(const DotToken& value);
  void set_position(DraftNode& node, const DotToken& value);

  Draft& draft_;
  Mistakes& mistakes_;
};

}  // namespace kintsugi::graph
