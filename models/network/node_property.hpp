/// A property that the family of a network gives every node: the level of its links, its rank, its class.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/network/network.hpp"

namespace kintsugi {

struct NodeProperty {
  std::string name;                 ///< a word: "level"
  std::vector<std::string> values;  ///< by NodeId; empty for a node without it
  bool is_number = false;           ///< whether all values are integers
};

/// Makes a property that is a number.
inline NodeProperty numbered(std::string name, const Network& network,
                             const std::function<unsigned(NodeId)>& number_of) {
  NodeProperty property{std::move(name), {}, true};
  for (const NodeId node : ids<NodeId>(network.nodes())) property.values.push_back(std::to_string(number_of(node)));
  return property;
}

}  // namespace kintsugi
