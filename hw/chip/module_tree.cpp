#include "hw/chip/module_tree.hpp"

namespace kintsugi {

namespace {
std::vector<std::unique_ptr<Scope>> make_children(ModuleTree::Node& node);
}

class Scope final : public sc_core::sc_module {
 public:
  Scope(sc_core::sc_module_name name, ModuleTree::Node& node) : sc_module(name), scopes_(make_children(node)) {}

  const char* kind() const override { return "kintsugi_scope"; }

 private:
  std::vector<std::unique_ptr<Scope>> scopes_;
};

namespace {

/// Releases the nodes below as it goes: the modules of later ones take their memory.
std::vector<std::unique_ptr<Scope>> make_children(ModuleTree::Node& node) {
  for (const auto& [name, maker] : node.modules) maker(name.c_str());
  node.modules = {};
  std::vector<std::unique_ptr<Scope>> scopes;
  scopes.reserve(node.scopes.size());
  for (auto& child : node.scopes) {
    scopes.push_back(std::make_unique<Scope>(child->name.c_str(), *child));
    child.reset();
  }
  return scopes;
}

}  // namespace

ModuleTree::ModuleTree() = default;
ModuleTree::~ModuleTree() = default;

ModuleTree::Node& ModuleTree::node_for(const std::string& prefix) {
  if (prefix.empty()) return root_;
  const auto [found, fresh] = nodes_.try_emplace(prefix, nullptr);
  if (!fresh) return *found->second;
  const std::size_t dot = prefix.rfind('.');
  Node& parent = node_for(dot == std::string::npos ? std::string() : prefix.substr(0, dot));
  parent.scopes.push_back(std::make_unique<Node>());
  Node& node = *parent.scopes.back();
  node.name = prefix.substr(dot == std::string::npos ? 0 : dot + 1);
  return *(nodes_[prefix] = &node);
}

void ModuleTree::add(std::string_view name, Maker maker) {
  const std::size_t dot = name.rfind('.');
  const std::string_view prefix = dot == std::string_view::npos ? std::string_view() : name.substr(0, dot);
  if (last_ == nullptr || last_prefix_ != prefix) {
    last_prefix_ = prefix;
    last_ = &node_for(last_prefix_);
  }
  last_->modules.emplace_back(name.substr(dot == std::string_view::npos ? 0 : dot + 1), std::move(maker));
}

void ModuleTree::build() {
  last_ = nullptr;
  nodes_ = {};
  built_ = make_children(root_);
  root_ = {};
}

}  // namespace kintsugi
