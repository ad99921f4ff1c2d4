#include "models/graph/mended_names.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "models/graph/names.hpp"

namespace kintsugi::graph {

namespace {

/// The names that are taken, and makes more.
class NameSet {
 public:
  bool take(const std::string& name) { return taken_.insert(name).second; }
  bool contains(const std::string& name) const { return taken_.contains(name); }
  /// Takes the name, or the first of name_2, name_3 ... that is free.
  std::string take_like(const std::string& name) {
    if (take(name)) return name;
    for (std::size_t& number = last_.try_emplace(name, 1).first->second;;) {
      const std::string next = name + '_' + std::to_string(++number);
      if (take(next)) return next;
    }
  }

 private:
  std::unordered_set<std::string> taken_;
  std::unordered_map<std::string, std::size_t> last_;  // number behind a name
};

/// Calls take(outer) for "a" and "a.b" of "a.b.c".
template <class Take>
void each_outer_name(const std::string& name, Take take) {
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    take(name.substr(0, dot));
  }
}

bool is_inside_another(const std::string& name, const NameSet& names) {
  bool is_inside = false;
  each_outer_name(name, [&](const std::string& outer) { is_inside = is_inside || names.contains(outer); });
  return is_inside;
}

bool is_chip_module(const std::string& name) {
  return std::ranges::find(kChipModules, name.substr(0, name.find('.'))) != kChipModules.end();
}

/// Returns the nodes whose names stay.
std::vector<bool> right_names(const Draft& draft) {
  NameSet names;
  std::vector<bool> is_right;
  for (const DraftNode& node : draft.nodes) {
    is_right.push_back(is_node_name(node.name) && !is_chip_module(node.name) && names.take(node.name));
  }
  for (std::size_t i = 0; i < is_right.size(); ++i) {
    if (is_right[i] && is_inside_another(draft.nodes[i].name, names)) is_right[i] = false;
  }
  return is_right;
}

class PortMender {
 public:
  explicit PortMender(Draft& draft) : draft_(draft), nodes_(draft.nodes.size()) {}

  void mend() {
    for (std::size_t node = 0; node < nodes_.size(); ++node) mend_list(node);
    for (DraftLink& link : draft_.links) {
      for (DraftEnd* end : {&link.a, &link.b}) {
        if (!end->port.empty()) reserve(*end);
      }
    }
    for (DraftLink& link : draft_.links) {
      for (DraftEnd* end : {&link.a, &link.b}) {
        if (!end->port.empty()) mend_end(*end);
      }
    }
    if (mended_.count() > 0) draft_.notes.sentences.push_back(mended_.sentence("ports"));
  }

 private:
  struct Node {
    NameSet names = {};                           // of its list and of its links
    std::unordered_set<std::string> linked = {};  // those that have their link
  };

  static std::string right_name(const std::string& name) {
    if (name.empty() || is_port_name(name)) return name;
    if (name == kLocalPort) return name + "_2";
    const std::string right = mended(name);
    return right.empty() ? "_" : right;
  }

  void mend_list(std::size_t number) {
    DraftNode& node = draft_.nodes[number];
    if (!node.ports) return;
    for (std::string& port : *node.ports) {
      nodes_[number].names.take(port = right_name(port));
    }
  }

  /// New names must not be those that links further on give.
  void reserve(const DraftEnd& end) { nodes_[end.node].names.take(right_name(end.port)); }

  void mend_end(DraftEnd& end) {
    Node& node = nodes_[end.node];
    const std::string original = end.port;
    end.port = right_name(original);
    if (!node.linked.insert(end.port).second) {
      end.port = node.names.take_like(end.port);
      if (auto& list = draft_.nodes[end.node].ports) list->push_back(end.port);
    }
    if (end.port != original) mended_.add(original, end.port, " at " + draft_.nodes[end.node].name);
  }

  Draft& draft_;
  std::vector<Node> nodes_;
  MendedNames mended_;
};

}  // namespace

std::vector<std::string> mend_node_names(Draft& draft) {
  const std::vector<bool> is_right = right_names(draft);
  NameSet names;
  for (const std::string_view module : kChipModules) names.take(std::string(module));
  for (std::size_t i = 0; i < is_right.size(); ++i) {
    if (!is_right[i]) continue;
    names.take(draft.nodes[i].name);
    each_outer_name(draft.nodes[i].name, [&](const std::string& outer) { names.take(outer); });
  }
  std::vector<std::string> originals;
  MendedNames mended_names;
  for (std::size_t i = 0; i < is_right.size(); ++i) {
    std::string& name = draft.nodes[i].name;
    originals.push_back(name);
    if (is_right[i]) continue;
    const std::string base = mended(name);
    name = names.take_like(base.empty() ? 'n' + std::to_string(i) : base);
    mended_names.add(originals.back(), name);
  }
  if (mended_names.count() == 0) return {};
  draft.notes.sentences.push_back(mended_names.sentence("nodes") + (mended_names.count() > MendedNames::kMostExamples
                                                                        ? "; kintsugi topo --names lists all"
                                                                        : ""));
  return originals;
}

void mend_port_names(Draft& draft) {
  PortMender(draft).mend();
}

}  // namespace kintsugi::graph
