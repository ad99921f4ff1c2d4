#include "models/mandala/binary_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "models/network/metrics.hpp"

namespace kintsugi::mandala {
namespace {

/// Returns the nodes on the path between two nodes, by climbing from the deeper one.
std::vector<std::uint32_t> path_between(std::uint32_t a, std::uint32_t b) {
  std::vector<std::uint32_t> from_a{a}, from_b{b};
  while (from_a.back() != from_b.back()) {
    auto& deeper = from_a.back() > from_b.back() ? from_a : from_b;
    deeper.push_back(deeper.back() / 2);
  }
  from_b.pop_back();
  from_a.insert(from_a.end(), from_b.rbegin(), from_b.rend());
  return from_a;
}

TEST(BinaryTree, distances_and_paths_through_a_node_are_those_of_paths_followed) {
  for (unsigned levels = 1; levels <= 7; ++levels) {
    const std::uint32_t nodes = (1u << levels) - 1;
    std::vector<std::uint64_t> through(nodes + 1);
    std::uint64_t hops = 0;
    for (std::uint32_t a = 1; a <= nodes; ++a) {
      for (std::uint32_t b = a + 1; b <= nodes; ++b) {
        const std::vector<std::uint32_t> path = path_between(a, b);
        hops += path.size() - 1;
        for (std::size_t i = 1; i + 1 < path.size(); ++i) ++through[path[i]];
      }
    }
    const Metrics metrics = measure(make_binary_tree(levels));
    EXPECT_EQ(metrics.nodes, nodes);
    EXPECT_TRUE(metrics.connected);
    EXPECT_EQ(metrics.diameter, 2 * (levels - 1));
    if (nodes > 1) {
      EXPECT_DOUBLE_EQ(metrics.average_distance, 2.0 * double(hops) / (double(nodes) * (nodes - 1)));
    }
    EXPECT_EQ(most_paths_through_a_node(levels), *std::ranges::max_element(through)) << levels;
    if (levels >= 3) {
      EXPECT_EQ(through[2], most_paths_through_a_node(levels)) << "a node below the root";
      EXPECT_LE(through[1], through[2]) << "the root";
    }
  }
}

TEST(BinaryTree, the_density_of_the_paper_is_its_limit) {
  const double n = (1u << 16) - 1;
  EXPECT_NEAR(static_cast<double>(most_paths_through_a_node(16)) / (5 * n * n / 16), 1, 1e-4);
}

TEST(BinaryTree, a_tree_without_levels_or_with_too_many_is_refused) {
  EXPECT_THROW(make_binary_tree(0), std::invalid_argument);
  EXPECT_THROW(make_binary_tree(17), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::mandala
