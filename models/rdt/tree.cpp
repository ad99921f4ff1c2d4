#include "models/rdt/tree.hpp"

namespace kintsugi::rdt {

const std::string& Subtrees::name() const {
  static const std::string name = "subtree";
  return name;
}

namespace {

/// Divides by 2n and rounds, halves up: with the same rounding everywhere every node has 2 n^2 children.
int divided(int value, int n) {
  const int sum = value + n;
  const int quotient = sum / (2 * n);
  return sum % (2 * n) < 0 ? quotient - 1 : quotient;
}

/// Returns the root of the subtree of a level that contains a difference, in the directions of that rank.
Vector root(Vector difference, unsigned level, int n) {
  for (unsigned rank = 0; rank < level; ++rank) {
    difference = {divided(difference.h + difference.v, n), divided(difference.v - difference.h, n)};
  }
  return difference;
}

}  // namespace

std::vector<NodeId> Subtrees::members(NodeId source, NodeId node, unsigned level) const {
  const bool all = level == highest_level();
  const int n = static_cast<int>(rdt_.cardinal);
  const Vector wanted = root(rdt_.difference(source, node), level, n);
  std::vector<NodeId> members;
  for (std::uint32_t other = 0; other < rdt_.nodes(); ++other) {
    if (all || root(rdt_.difference(source, NodeId{other}), level, n) == wanted) members.push_back(NodeId{other});
  }
  return members;
}

}  // namespace kintsugi::rdt
