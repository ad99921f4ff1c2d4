#include "models/sse/routing.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "models/sse/topology.hpp"

namespace kintsugi::sse {
namespace {

std::vector<std::unique_ptr<RoutingRelation>> all_routings(const Sse& sse, unsigned vcs,
                                                           UpDown updown = UpDown::kChange) {
  std::vector<std::unique_ptr<RoutingRelation>> routings;
  routings.push_back(std::make_unique<TagRelation>(sse, vcs, updown));
  routings.push_back(std::make_unique<ShortestRelation>(sse, Directions::kForward, vcs, updown));
  routings.push_back(std::make_unique<ShortestRelation>(sse, Directions::kBoth, vcs, updown));
  return routings;
}

/// Returns the nodes that a packet passes: "5 10 11".
std::string way(const RoutingRelation& relation, unsigned n, std::uint32_t source, std::uint32_t destination) {
  std::string text;
  for (const NodeId node : route(make_network({n}), relation, NodeId{source}, NodeId{destination})) {
    text += (text.empty() ? "" : " ") + std::to_string(node.value);
  }
  return text;
}

// ---- Ways ----------------------------------------------------------------------------------------------------------

TEST(SseRouting, destination_tags_set_the_bits_from_the_highest_down) {
  const TagRelation relation({4}, 3);
  EXPECT_EQ(way(relation, 4, 0b0110, 0b1011), "6 12 13 11") << "there after two of four rounds";
  EXPECT_EQ(way(relation, 4, 0b0010, 0b1001), "2 4 5 10 5 4 8 9") << "all rounds";
}

TEST(SseRouting, self_loops_take_no_hop) {
  const TagRelation relation({3}, 2);
  EXPECT_EQ(way(relation, 3, 0, 1), "0 1");
  EXPECT_EQ(way(relation, 3, 7, 6), "7 6");
  EXPECT_EQ(way(relation, 3, 0, 7), "0 1 2 3 6 7");
  for (const auto& routing : all_routings({5}, 3)) {
    const Network network = make_network({5});
    for (std::uint32_t source = 0; source < 32; ++source) {
      for (std::uint32_t destination = 0; destination < 32; ++destination) {
        const auto nodes = route(network, *routing, NodeId{source}, NodeId{destination});
        for (std::size_t i = 1; i < nodes.size(); ++i) ASSERT_NE(nodes[i], nodes[i - 1]) << routing->name();
      }
    }
  }
}

/// Returns the shuffles and exchanges of all n rounds, self loops included, without early delivery.
unsigned steps_of_all_rounds(const Sse& sse, NodeId at, NodeId destination) {
  unsigned steps = 0;
  for (unsigned bit = sse.n; bit-- > 0;) {
    at = sse.shuffle(at);
    ++steps;
    if ((at.value & 1u) == (destination.value >> bit & 1u)) continue;
    at = Sse::exchange(at);
    ++steps;
  }
  EXPECT_EQ(at, destination);
  return steps;
}

TEST(SseRouting, all_rounds_together_have_the_known_average) {
  for (unsigned n = kSmallest; n <= 9; ++n) {
    const Sse sse{n};
    const Network network = make_network(sse);
    const TagRelation relation(sse, updown_classes(sse));
    const double N = sse.nodes();
    std::uint64_t steps = 0;
    for (std::uint32_t source = 0; source < sse.nodes(); ++source) {
      for (std::uint32_t destination = 0; destination < sse.nodes(); ++destination) {
        if (source == destination) continue;
        const unsigned all = steps_of_all_rounds(sse, NodeId{source}, NodeId{destination});
        steps += all;
        if (n > 6) continue;
        ASSERT_LE(route(network, relation, NodeId{source}, NodeId{destination}).size() - 1, all);
      }
    }
    EXPECT_DOUBLE_EQ(static_cast<double>(steps) / (N * (N - 1)), n * (1.5 * N - 1) / (N - 1)) << n;
  }
}

TEST(SseRouting, each_routing_delivers_every_pair_and_the_shortest_are_shortest) {
  for (unsigned n = kSmallest; n <= 8; ++n) {
    const Network network = make_network({n});
    const auto routings = all_routings({n}, updown_classes({n}));
    std::vector<RouteStatistics> statistics;
    for (const auto& routing : routings) {
      statistics.push_back(route_all_pairs(network, *routing));
      EXPECT_EQ(statistics.back().delivered_pairs, statistics.back().pairs) << routing->name() << " " << n;
    }
    const Metrics metrics = measure(network);
    EXPECT_DOUBLE_EQ(statistics[2].average_hops, metrics.average_distance);
    EXPECT_EQ(statistics[2].max_hops, 2 * n - 1);
    EXPECT_EQ(statistics[1].max_hops, 2 * n - 1) << "unshuffle does not lower the diameter";
    EXPECT_LT(statistics[2].average_hops, statistics[1].average_hops) << "but the average";
    EXPECT_LT(statistics[1].average_hops, statistics[0].average_hops);
  }
}

TEST(SseRouting, a_large_network_is_crossed) {
  const Sse sse{16};
  const Network network = make_network(sse);
  for (const auto& routing : all_routings(sse, updown_classes(sse, Directions::kForward))) {
    for (const std::uint32_t source : {0u, 1u, 0x5555u, 0x1234u, 0xffffu}) {
      for (const std::uint32_t destination : {2u, 0xaaaau, 0x4321u, 0xfffeu}) {
        const auto nodes = route(network, *routing, NodeId{source}, NodeId{destination});
        EXPECT_EQ(nodes.back(), NodeId{destination}) << routing->name();
        EXPECT_LE(nodes.size() - 1, 32u);
      }
    }
  }
}

/// Counts how often an up hop follows a down hop on a shortest path.
unsigned turns(unsigned n, Directions directions, std::uint32_t source, std::uint32_t destination) {
  const ShortestRelation relation({n}, directions, updown_classes({n}, directions));
  const auto nodes = route(make_network({n}), relation, NodeId{source}, NodeId{destination});
  EXPECT_EQ(nodes.size() - 1, shortest_way({n}, NodeId{source}, NodeId{destination}, directions).hops);
  unsigned count = 0;
  for (std::size_t i = 2; i < nodes.size(); ++i) count += nodes[i - 2] > nodes[i - 1] && nodes[i - 1] < nodes[i];
  return count;
}

TEST(SseRouting, shortest_ways_need_more_classes_in_large_networks) {
  EXPECT_EQ(turns(11, Directions::kForward, 1355, 186), 11u / 2 + 1);
  EXPECT_EQ(turns(15, Directions::kForward, 21803, 2794), 15u / 2 + 2);
  EXPECT_EQ(turns(15, Directions::kBoth, 24704, 21930), 15u / 2 + 1);
  EXPECT_EQ(updown_classes({10}, Directions::kForward), 6u);
  EXPECT_EQ(updown_classes({14}, Directions::kBoth), 8u);
  EXPECT_THROW(ShortestRelation({11}, Directions::kForward, 6), std::invalid_argument);
  EXPECT_THROW(ShortestRelation({15}, Directions::kForward, 9), std::invalid_argument);
  EXPECT_THROW(ShortestRelation({15}, Directions::kBoth, 8), std::invalid_argument);
}

TEST(SseRouting, too_few_or_too_many_channels_are_refused) {
  for (const unsigned n : {3u, 4u, 16u}) {
    EXPECT_NO_THROW(TagRelation({n}, n / 2 + 1));
    EXPECT_THROW(TagRelation({n}, n / 2), std::invalid_argument);
    EXPECT_THROW(ShortestRelation({n}, Directions::kBoth, n / 2), std::invalid_argument);
    EXPECT_THROW(ShortestRelation({n}, Directions::kForward, 33), std::invalid_argument);
  }
  EXPECT_THROW(TagRelation({2}, 4), std::invalid_argument);
}

// ---- Free of deadlock ----------------------------------------------------------------------------------------------

void expect_proved(unsigned n, unsigned vcs) {
  for (const auto& routing : all_routings({n}, vcs)) {
    const ProofResult result = prove(make_network({n}), *routing);
    EXPECT_TRUE(result.holds()) << routing->name() << " " << n << " " << result.first_undelivered;
  }
}

TEST(SseRouting, every_routing_is_proved_up_to_256_nodes) {
  for (unsigned n = kSmallest; n <= 8; ++n) expect_proved(n, n / 2 + 1);
}

TEST(SseRouting, slow_every_routing_is_proved_at_512_and_1024_nodes) {
  for (unsigned n = 9; n <= 10; ++n) expect_proved(n, n / 2 + 1);
}

TEST(SseRouting, more_channels_are_divided_among_the_classes) {
  for (const unsigned vcs : {4u, 5u, 7u, 32u}) expect_proved(5, vcs);
}

TEST(SseRouting, without_classes_every_pair_is_delivered_but_it_is_cyclic) {
  for (unsigned n = kSmallest; n <= 8; ++n) {
    for (const unsigned vcs : {1u, 4u}) {
      for (const auto& routing : all_routings({n}, vcs, UpDown::kIgnore)) {
        const ProofResult result = prove(make_network({n}), *routing);
        EXPECT_EQ(result.delivered_pairs, result.pairs) << routing->name();
        EXPECT_FALSE(result.acyclic) << routing->name() << " " << n;
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi::sse
