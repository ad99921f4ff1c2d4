#include "models/rdt/tree.hpp"

namespace kintsugi::rdt {

const std::string& Subtrees::name() const {
  static const std::string name = "subtree";
  return name;
}

namespace {

/// Divides by four and rounds, halves up: with the same rounding everywhere every node has eight children.
int quarter(int value) {
  return (value + 2) >> 2;
}

/// Returns the root of the subtree of a level that contains a difference, in the directions of that rank.
Vector root(Vector difference, unsigned level) {
  for (unsigned rank = 0; rank < level; ++rank) {
    difference = {quarter(difference.h + difference.v), quarter(difference.v - difference.h)};
  }
  return difference;
}

}  // namespace

std::vector<NodeId> Subtrees::members(NodeId source, NodeId node, unsigned level) const {
  const bool all = level == highest_level();
  const Vector wanted = root(rdt_.difference(source, node), level);
  std::vector<NodeId> members;
  for (std::uint32_t other = 0; other < rdt_.nodes(); ++other) {
    if (all || root(rdt_.difference(source, NodeId{other}), level) == wanted) members.push_back(NodeId{other});
  }
  return members;
}

}  // namespace kintsugi::rdt
