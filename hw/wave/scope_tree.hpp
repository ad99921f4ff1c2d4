/// The tree that dotted signal names span: scopes inside, signals at the leaves.
///
/// Order   siblings, scopes and signals alike, stay in the order in which they were first seen
/// Errors  std::invalid_argument, with the tree unchanged: an empty part or a character that waveform files or their
///         viewers could misread; a name that is there already; a signal and a scope of the same name
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace kintsugi::wave {

class ScopeTree {
 public:
  ScopeTree() : nodes_(1) {}

  void add(const std::string& name, std::uint32_t signal);

  /// Called by visit() in order: a scope is entered and left; a signal is named by the last part of its name.
  struct Visitor {
    std::function<void(const std::string& scope)> enter;
    std::function<void()> leave;
    std::function<void(const std::string& name, std::uint32_t signal)> signal;
  };
  void visit(const Visitor& visitor) const { visit(nodes_.front(), visitor); }

 private:
  static constexpr std::uint32_t kScope = 0xffffffff;
  struct Node {
    std::string name;
    std::uint32_t signal = kScope;
    std::vector<std::uint32_t> children;
  };

  void check(const std::string& name) const;
  std::uint32_t scope(const std::string& full_name);
  std::uint32_t attach(const std::string& full_name, std::uint32_t signal);
  void visit(const Node& scope, const Visitor& visitor) const;

  std::vector<Node> nodes_;  ///< the first is the root
  std::unordered_map<std::string, std::uint32_t> by_name_;
};

}  // namespace kintsugi::wave
