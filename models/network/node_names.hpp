/// How a user names the nodes of a network: by their names, or by their numbers.
///
/// Rule  A name means the node that has it. A number means the node of that number, unless nodes have numbers as names,
///       as in many lists of edges: then a number is a name too, and a number that no node has as its name means none.
///       1.0 and numbers of any length are such names too.
///       A name that is the node's own number makes no difference
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "models/network/network.hpp"

namespace kintsugi {

class NodeNames {
 public:
  /// The network must outlive this.
  explicit NodeNames(const Network& network) : network_(&network) {}
  std::optional<NodeId> find(std::string_view word) const;
  std::optional<NodeId> find(std::uint64_t number) const;
  /// Returns whether a word means the number of a node, not a name.
  bool is_number(std::string_view word) const;
  /// Returns whether a number is the name of a node.
  bool numbers_are_names() const { return network_->numbers_are_names(); }
  const Network& network() const { return *network_; }
  /// Returns what a picture writes into a node: its number, or its name where numbers are names. Of a name of more than
  /// five characters it is the end, "..042".
  std::string label(NodeId node) const;
  /// Returns what a node can be called, for a message about this word: "0 to 63", "0 to 63, or a name such as x0.y0",
  /// "a name such as 1".
  std::string valid(std::string_view word) const;
  /// Returns the message about a word that is no node: "'64' is not a node; valid is 0 to 63".
  std::string refusal(std::string_view word) const;
  /// Returns the message about a word that is no node with the nearest name: "no node 'x3.y33'; did you mean 'x3.y3'?",
  /// or with what is valid, if no name is near.
  std::string complaint(std::string_view word) const;
  /// Returns the message about a node that has no PE, where one is wanted.
  std::string refusal_of_router(std::string_view word) const;

 private:
  std::optional<NodeId> named(std::string_view name) const;

  const Network* network_;
};

}  // namespace kintsugi
