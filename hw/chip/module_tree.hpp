/// Builds modules with hierarchical names: "r3.c4.router" becomes a router inside a scope c4 inside a scope r3.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <systemc>
#include <unordered_map>
#include <vector>

namespace kintsugi {

/// A module that only holds others.
class Scope;

class ModuleTree {
 public:
  /// Makes a module named by the last part of its name; called inside the constructor of the scope that holds it.
  using Maker = std::function<void(const char* name)>;

  ModuleTree();
  ~ModuleTree();
  /// Adds a module. Names may come in any order; build() makes modules scope by scope in the order first seen.
  void add(std::string_view name, Maker maker);
  /// Makes all modules as children of the module under construction. Call it once.
  void build();

  struct Node {
    std::string name;
    std::vector<std::pair<std::string, Maker>> modules;
    std::vector<std::unique_ptr<Node>> scopes;
  };

 private:
  Node& node_for(const std::string& prefix);

  Node root_;
  std::unordered_map<std::string, Node*> nodes_;  // by full name
  std::string last_prefix_;                       // modules of one scope are mostly added one after the other
  Node* last_ = nullptr;
  std::vector<std::unique_ptr<Scope>> built_;
};

}  // namespace kintsugi
