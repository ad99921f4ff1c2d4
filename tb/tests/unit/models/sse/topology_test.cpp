#include "models/sse/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "models/network/metrics.hpp"
#include "tb/tests/unit/models/sse/array_checks.hpp"

namespace kintsugi::sse {
namespace {

TEST(SseTopology, every_port_leads_where_the_definition_says) {
  for (unsigned n = kSmallest; n <= 12; ++n) {
    const Network network = make_network({n});
    const std::uint32_t N = 1u << n;
    ASSERT_EQ(network.nodes(), N);
    for (std::uint32_t l = 0; l < N; ++l) {
      const NodeId target{test::target_by_definition(N, l)};
      ASSERT_EQ(network.peer({NodeId{l}, kShuffleOut}), (PortRef{target, kShuffleIn}));
      ASSERT_EQ(network.peer({NodeId{l}, kExchange}), (PortRef{NodeId{l % 2 == 0 ? l + 1 : l - 1}, kExchange}));
    }
  }
}

TEST(SseTopology, ports_and_kinds_are_named) {
  const Network network = make_network({4});
  EXPECT_EQ(network.name(), "SSE(16)");
  EXPECT_EQ(network.ports(NodeId{5}), (PortLayout{"shuffle_out", "shuffle_in", "exchange"}));
  EXPECT_EQ(network.kinds()[network.kind_at({NodeId{5}, kShuffleIn}).value], "shuffle");
  EXPECT_EQ(network.kinds()[network.kind_at({NodeId{5}, kExchange}).value], "exchange");
  EXPECT_EQ(network.describe(network.peer({NodeId{12}, kShuffleOut}).value()), "n9.shuffle_in");
}

TEST(SseTopology, every_scheme_carries_the_same_network) {
  const Network plain = make_network({4});
  const Network carried = make_network({4, Scheme::kExmExp2, 1, 2, 4});
  EXPECT_EQ(carried.name(), "SSE(16) EXM(1)+EXP2(2), 4 modules");
  EXPECT_TRUE(std::equal(plain.links().begin(), plain.links().end(), carried.links().begin(), carried.links().end()));
}

/// Returns the number of pairs of different nodes that a link joins.
std::size_t pairs_of(const Network& network) {
  std::set<std::pair<NodeId, NodeId>> pairs;
  for (const Link& link : network.links()) {
    if (link.a.node != link.b.node) pairs.insert(std::minmax(link.a.node, link.b.node));
  }
  return pairs.size();
}

TEST(SseTopology, diameter_is_2n_less_1_and_links_follow_their_formula) {
  for (unsigned n = kSmallest; n <= 10; ++n) {
    const Network network = make_network({n});
    const Metrics metrics = measure(network);
    EXPECT_TRUE(metrics.connected);
    EXPECT_EQ(metrics.diameter, 2 * n - 1) << n;
    EXPECT_EQ(metrics.degree_max, 3u);
    EXPECT_EQ(metrics.links, 3 * (std::size_t{1} << n) / 2);
    EXPECT_EQ(pairs_of(network), 3 * (std::size_t{1} << n) / 2 - 2 - (n % 2 == 0))
        << "less two links of a node to itself and, if n is even, one of two parallel ones";
    EXPECT_EQ(metrics.links_by_kind.at("exchange"), std::size_t{1} << (n - 1));
  }
}

/// Whether all PEs but one reach each other without it.
bool stays_connected_without(const Network& network, NodeId lost) {
  std::vector<bool> reached(network.nodes(), false);
  reached[lost.value] = true;
  std::vector<NodeId> pending{NodeId{lost.value == 0 ? 1u : 0u}};
  reached[pending.front().value] = true;
  std::size_t count = 1;
  while (!pending.empty()) {
    const NodeId at = pending.back();
    pending.pop_back();
    for (const PortRef far : network.peers(at)) {
      if (far.node == kNoNode || reached[far.node.value]) continue;
      reached[far.node.value] = true;
      pending.push_back(far.node);
      ++count;
    }
  }
  return count == network.nodes() - 1;
}

TEST(SseTopology, only_the_loss_of_pe_1_or_of_pe_n_less_2_cuts_the_network) {
  for (unsigned n = kSmallest; n <= 10; ++n) {
    const Network network = make_network({n});
    const std::uint32_t N = 1u << n;
    for (std::uint32_t pe = 0; pe < N; ++pe) {
      EXPECT_EQ(stays_connected_without(network, NodeId{pe}), pe != 1 && pe != N - 2) << "PE " << pe << " of " << N;
    }
  }
}

TEST(SseTopology, the_representatives_stand_for_all_nodes) {
  const Network network = make_network({6});
  Network every = network;
  every.set_representatives({});
  EXPECT_EQ(measure(network).diameter, measure(every).diameter);
  EXPECT_DOUBLE_EQ(measure(network).average_distance, measure(every).average_distance);
  Network one = network;
  one.set_representatives({NodeId{1}});
  EXPECT_NE(measure(one).average_distance, measure(every).average_distance) << "all nodes are alike";
}

TEST(SseTopology, sizes_out_of_range_are_refused) {
  EXPECT_THROW(make_network({2}), std::invalid_argument);
  EXPECT_EQ(make_network({16}).nodes(), 65536u);
}

}  // namespace
}  // namespace kintsugi::sse
