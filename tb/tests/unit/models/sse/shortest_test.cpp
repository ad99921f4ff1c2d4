#include "models/sse/shortest.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <vector>

#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::sse {
namespace {

NodeId after(const Sse& sse, NodeId at, Hop hop) {
  if (hop == Hop::kExchange) return Sse::exchange(at);
  return hop == Hop::kShuffle ? sse.shuffle(at) : sse.unshuffle(at);
}

/// Hops to `to` from everywhere, by breadth-first search against the direction of the hops.
std::vector<unsigned> distances_to(const Sse& sse, NodeId to, Directions directions) {
  std::vector<unsigned> distance(sse.nodes(), ~0u);
  std::deque<NodeId> queue{to};
  distance[to.value] = 0;
  while (!queue.empty()) {
    const NodeId node = queue.front();
    queue.pop_front();
    std::vector<NodeId> before{sse.unshuffle(node), Sse::exchange(node)};
    if (directions == Directions::kBoth) before.push_back(sse.shuffle(node));
    for (const NodeId next : before) {
      if (distance[next.value] != ~0u) continue;
      distance[next.value] = distance[node.value] + 1;
      queue.push_back(next);
    }
  }
  return distance;
}

void expect_distances(unsigned n, Directions directions) {
  const Sse sse{n};
  for (std::uint32_t to = 0; to < sse.nodes(); ++to) {
    const std::vector<unsigned> distance = distances_to(sse, NodeId{to}, directions);
    for (std::uint32_t from = 0; from < sse.nodes(); ++from) {
      if (from == to) continue;
      const ShortestWay way = shortest_way(sse, NodeId{from}, NodeId{to}, directions);
      ASSERT_EQ(way.hops, distance[from]) << n << ": " << from << " to " << to;
      ASSERT_EQ(distance[after(sse, NodeId{from}, way.first).value], distance[from] - 1)
          << n << ": " << from << " to " << to;
    }
  }
}

TEST(SseShortest, hops_are_the_distance_and_the_first_hop_comes_nearer) {
  for (unsigned n = kSmallest; n <= 8; ++n) {
    expect_distances(n, Directions::kForward);
    expect_distances(n, Directions::kBoth);
  }
}

TEST(SseShortest, slow_hops_are_the_distance_in_larger_networks) {
  for (unsigned n = 9; n <= kintsugi::test::part_of(9u, 11u); ++n) {
    expect_distances(n, Directions::kForward);
    expect_distances(n, Directions::kBoth);
  }
}

TEST(SseShortest, the_farthest_pair_takes_2n_less_1_hops_either_way) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const Sse sse{n};
    const NodeId last{sse.nodes() - 1};
    EXPECT_EQ(shortest_way(sse, NodeId{0}, last, Directions::kForward).hops, 2 * n - 1);
    EXPECT_EQ(shortest_way(sse, NodeId{0}, last, Directions::kBoth).hops, 2 * n - 1);
  }
}

TEST(SseShortest, going_back_is_shorter_where_it_is_one_unshuffle) {
  const Sse sse{5};
  const ShortestWay back = shortest_way(sse, NodeId{0b00110}, NodeId{0b00011}, Directions::kBoth);
  EXPECT_EQ(back.hops, 1u);
  EXPECT_EQ(back.first, Hop::kUnshuffle);
  EXPECT_GT(shortest_way(sse, NodeId{0b00110}, NodeId{0b00011}, Directions::kForward).hops, 1u);
}

}  // namespace
}  // namespace kintsugi::sse
