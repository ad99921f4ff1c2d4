#include "models/mandala/binary_tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi::mandala {

namespace {

constexpr unsigned kMostTreeLevels = 16;

}  // namespace

Network make_binary_tree(unsigned levels) {
  if (levels < 1 || levels > kMostTreeLevels) {
    throw std::invalid_argument("a binary tree has 1 to " + std::to_string(kMostTreeLevels) + " levels, not " +
                                std::to_string(levels));
  }
  Network network("binary tree of " + std::to_string(levels) + " levels");
  const KindId base = network.add_kind("base");
  const std::size_t router = network.add_layout({"up", "left", "right"});
  const std::uint32_t nodes = (1u << levels) - 1;
  for (std::uint32_t i = 1; i <= nodes; ++i) network.add_node("n" + std::to_string(i), router);
  for (std::uint32_t i = 2; i <= nodes; ++i) {
    network.connect({NodeId{i / 2 - 1}, PortId::from(1 + i % 2)}, {NodeId{i - 1}, PortId{0}}, base);
  }
  return network;
}

/// Removing a node leaves its two subtrees and the rest; a path passes through it if its ends are in different ones.
std::uint64_t most_paths_through_a_node(unsigned levels) {
  const std::uint64_t nodes = (std::uint64_t{1} << levels) - 1;
  std::uint64_t most = 0;
  for (unsigned below = 0; below < levels; ++below) {
    const std::uint64_t subtree = (std::uint64_t{1} << below) - 1;
    const std::uint64_t rest = nodes - 2 * subtree - 1;
    most = std::max(most, subtree * subtree + 2 * subtree * rest);
  }
  return most;
}

}  // namespace kintsugi::mandala
