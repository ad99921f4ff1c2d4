#include "hw/wave/scope_tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::wave {

namespace {

constexpr std::string_view kFirst = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
constexpr std::string_view kFurther = "-():$";

bool is_part(std::string_view part) {
  const auto first = [](char c) { return kFirst.find(c) != kFirst.npos; };
  const auto further = [&](char c) { return first(c) || kFurther.find(c) != kFurther.npos; };
  return !part.empty() && first(part.front()) && std::ranges::all_of(part, further);
}

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw std::invalid_argument("signal '" + name + "' cannot be traced: " + why);
}

/// Calls visit(end of part) for every part of a dotted name, from the left.
template <class Visit>
void for_each_part(std::string_view name, Visit visit) {
  for (std::size_t begin = 0; begin <= name.size();) {
    const auto end = std::min(name.find('.', begin), name.size());
    visit(begin, end);
    begin = end + 1;
  }
}

std::string parent_of(const std::string& name) {
  const auto dot = name.rfind('.');
  return dot == name.npos ? std::string{} : name.substr(0, dot);
}

}  // namespace

void ScopeTree::add(const std::string& name, std::uint32_t signal) {
  check(name);
  attach(name, signal);
}

void ScopeTree::check(const std::string& name) const {
  for_each_part(name, [&](std::size_t begin, std::size_t end) {
    if (!is_part(std::string_view(name).substr(begin, end - begin))) {
      refuse(name, "every part between dots begins with a letter, a digit or _ and goes on with those or - ( ) : $");
    }
    const auto found = by_name_.find(name.substr(0, end));
    if (found == by_name_.end()) return;
    const bool is_scope = nodes_[found->second].signal == kScope;
    if (end < name.size() && !is_scope) refuse(name, "'" + found->first + "' is a signal, not a scope");
    if (end == name.size()) refuse(name, is_scope ? "a scope has this name" : "a signal of this name exists already");
  });
}

std::uint32_t ScopeTree::scope(const std::string& full_name) {
  if (full_name.empty()) return 0;
  const auto found = by_name_.find(full_name);
  return found != by_name_.end() ? found->second : attach(full_name, kScope);
}

std::uint32_t ScopeTree::attach(const std::string& full_name, std::uint32_t signal) {
  const auto parent = parent_of(full_name);
  const auto inside = scope(parent);
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({full_name.substr(parent.empty() ? 0 : parent.size() + 1), signal, {}});
  nodes_[inside].children.push_back(id);
  by_name_.emplace(full_name, id);
  return id;
}

void ScopeTree::visit(const Node& scope, const Visitor& visitor) const {
  for (const auto child : scope.children) {
    const Node& node = nodes_[child];
    if (node.signal != kScope) {
      visitor.signal(node.name, node.signal);
      continue;
    }
    visitor.enter(node.name);
    visit(node, visitor);
    visitor.leave();
  }
}

}  // namespace kintsugi::wave
