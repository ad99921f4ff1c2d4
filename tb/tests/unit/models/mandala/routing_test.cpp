#include "models/mandala/routing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "models/mandala/topology.hpp"
#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"

namespace kintsugi::mandala {
namespace {

/// Equation (6), as it holds.
double average_distance(double C, double L) {
  const double N = std::pow(C, L);
  return (std::pow(2, L) * N - 1) * 2 * (C - 1) * (C - 1) / ((N - 1) * (2 * C - 1) * C) - (C - 2) / C;
}

const std::vector<Mandala> kSmall{{2, 1}, {2, 3}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {3, 4},
                                  {4, 1}, {4, 2}, {4, 3}, {5, 3}, {8, 1}, {8, 2}, {16, 1}};

// ---- Ways ----------------------------------------------------------------------------------------------------------

TEST(MandalaRouting, rsim_has_the_average_of_the_formula_and_the_diameter) {
  const auto expect = [](const Mandala& mandala) {
    const RouteStatistics routes = route_all_pairs(make_network(mandala), RsimRelation(mandala, mandala.levels));
    EXPECT_EQ(routes.delivered_pairs, routes.pairs);
    EXPECT_NEAR(routes.average_hops, average_distance(mandala.ports, mandala.levels), 5e-7);
    EXPECT_EQ(routes.max_hops, (1u << mandala.levels) - 1);
  };
  for (unsigned levels = 1; levels <= 5; ++levels) expect({4, levels});
  for (unsigned levels = 1; levels <= 3; ++levels) expect({8, levels});
  EXPECT_NEAR(average_distance(4, 4), 9.823529, 5e-7);
  EXPECT_NEAR(average_distance(8, 3), 5.794521, 5e-7);
}

TEST(MandalaRouting, shortest_is_breadth_first_search_for_every_pair) {
  for (const Mandala& mandala : kSmall) {
    const Network network = make_network(mandala);
    const ShortestRelation relation(mandala, mandala.levels + 1);
    for (std::uint32_t source = 0; source < mandala.nodes(); ++source) {
      const auto distances = distances_from(network, NodeId{source});
      for (std::uint32_t to = 0; to < mandala.nodes(); ++to) {
        if (source == to) continue;
        ASSERT_EQ(shortest_way(mandala, NodeId{source}, NodeId{to}).hops, distances[to]) << source << " " << to;
        const auto nodes = route(network, relation, NodeId{source}, NodeId{to});
        ASSERT_EQ(nodes.back(), NodeId{to});
        ASSERT_EQ(nodes.size() - 1, distances[to]) << source << " " << to;
      }
    }
  }
}

TEST(MandalaRouting, from_three_levels_on_rsim_is_not_always_shortest) {
  for (unsigned levels = 1; levels <= 4; ++levels) {
    const Network network = make_network({4, levels});
    const double rsim = route_all_pairs(network, RsimRelation({4, levels}, levels)).average_hops;
    const double shortest = route_all_pairs(network, ShortestRelation({4, levels}, levels + 1)).average_hops;
    EXPECT_EQ(shortest < rsim, levels >= 3) << levels;
  }
}

TEST(MandalaRouting, a_large_network_is_crossed) {
  for (const Mandala& mandala : {Mandala{2, 16}, Mandala{4, 8}, Mandala{16, 4}}) {
    const Network network = make_network(mandala);
    const RsimRelation relation(mandala, mandala.levels);
    for (const std::uint32_t source : {0u, 0x5555u, 0x1234u}) {
      const auto nodes = route(network, relation, NodeId{source}, NodeId{0xfffe});
      EXPECT_EQ(nodes.back(), NodeId{0xfffe});
    }
  }
}

/// Counts, for each node, the packets of other nodes that leave by the port to a higher level, when every node sends
/// one to every other.
std::vector<std::uint64_t> loads(const Mandala& mandala) {
  const Network network = make_network(mandala);
  const RsimRelation relation(mandala, mandala.levels);
  std::vector<std::uint64_t> load(mandala.nodes());
  for (std::uint32_t source = 0; source < mandala.nodes(); ++source) {
    for (std::uint32_t to = 0; to < mandala.nodes(); ++to) {
      if (source == to) continue;
      const auto nodes = route(network, relation, NodeId{source}, NodeId{to});
      for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
        load[nodes[i].value] += nodes[i].value / mandala.ports != nodes[i + 1].value / mandala.ports;
      }
    }
  }
  return load;
}

TEST(MandalaRouting, the_load_of_equation_9_is_exact_at_the_highest_level_and_a_lower_bound_below) {
  for (const Mandala& mandala : {Mandala{3, 3}, Mandala{4, 2}, Mandala{4, 3}, Mandala{8, 2}}) {
    const auto load = loads(mandala);
    for (unsigned i = 1; i < mandala.levels; ++i) {
      const std::uint64_t formula =
          std::uint64_t{mandala.power(i) - 1} * (mandala.size() - mandala.power(i)) / (mandala.ports - 1);
      std::uint64_t least = ~std::uint64_t{0};
      std::uint64_t most = 0;
      for (std::uint32_t node = 0; node < mandala.nodes(); ++node) {
        if (mandala.connection_level(mandala.digits(NodeId{node})) != i + 1) continue;
        least = std::min(least, load[node]);
        most = std::max(most, load[node]);
      }
      EXPECT_EQ(least, formula) << mandala.ports << " " << mandala.levels << " " << i;
      EXPECT_EQ(most == least, i + 1 == mandala.levels) << most;
    }
  }
}

// ---- Free of deadlock ----------------------------------------------------------------------------------------------

TEST(MandalaRouting, every_routing_is_proved_with_its_classes) {
  for (const Mandala& mandala : kSmall) {
    const Network network = make_network(mandala);
    const unsigned levels = mandala.levels;
    EXPECT_TRUE(prove(network, RsimRelation(mandala, levels)).holds());
    EXPECT_TRUE(prove(network, RsimRelation(mandala, levels, Classes::kPortChanges)).holds());
    EXPECT_TRUE(prove(network, ShortestRelation(mandala, levels + 1)).holds());
    EXPECT_TRUE(prove(network, RedirectRelation(mandala, levels + 2)).holds()) << mandala.ports << " " << levels;
  }
}

TEST(MandalaRouting, slow_every_routing_is_proved_at_256_and_512_nodes) {
  for (const Mandala& mandala : {Mandala{4, 4}, Mandala{8, 3}, Mandala{2, 8}}) {
    const Network network = make_network(mandala);
    EXPECT_TRUE(prove(network, RsimRelation(mandala, mandala.levels)).holds());
    EXPECT_TRUE(prove(network, ShortestRelation(mandala, mandala.levels + 1)).holds());
    EXPECT_TRUE(prove(network, RedirectRelation(mandala, mandala.levels + 2)).holds());
  }
}

TEST(MandalaRouting, more_channels_are_divided_among_the_classes) {
  for (const unsigned vcs : {5u, 7u, 32u}) {
    EXPECT_TRUE(prove(make_network({4, 3}), RsimRelation({4, 3}, vcs)).holds());
    EXPECT_TRUE(prove(make_network({4, 3}), RedirectRelation({4, 3}, vcs)).holds());
  }
}

TEST(MandalaRouting, without_classes_it_is_cyclic_from_two_levels_on) {
  EXPECT_TRUE(prove(make_network({4, 1}), RsimRelation({4, 1}, 1, Classes::kIgnore)).holds());
  for (const Mandala& mandala : kSmall) {
    if (mandala.levels == 1 || mandala.ports == 2) continue;
    for (const unsigned vcs : {1u, 4u}) {
      const ProofResult result = prove(make_network(mandala), RsimRelation(mandala, vcs, Classes::kIgnore));
      EXPECT_EQ(result.delivered_pairs, result.pairs);
      EXPECT_FALSE(result.acyclic) << mandala.ports << " " << mandala.levels;
    }
  }
}

TEST(MandalaRouting, only_the_ways_of_redirected_packets_are_deferred) {
  const Mandala mandala{4, 3};
  const RedirectRelation relation(mandala, 5);
  for (std::uint32_t at = 0; at < mandala.nodes(); ++at) {
    for (std::uint32_t to = 0; to < mandala.nodes(); ++to) {
      if (at == to) continue;
      Candidates found;
      relation.route({NodeId{at}, kNoPort, Vc{}, NodeId{at}, NodeId{to}, 0}, found);
      ASSERT_EQ(found.size(), 3u) << "rsim, and two third clusters";
      for (std::size_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i].deferred, i > 0) << at << " to " << to;
    }
  }
}

TEST(MandalaRouting, a_redirected_packet_goes_through_the_other_cluster_and_only_once) {
  const Mandala mandala{4, 2};
  const RedirectRelation relation(mandala, 4);
  Candidates out;
  relation.route({NodeId{0}, kNoPort, {}, NodeId{0}, NodeId{5}, 0}, out);  // 00 to 11
  ASSERT_EQ(out.size(), 3u);
  EXPECT_EQ(out[0].port, PortId{1});
  EXPECT_EQ(out[1].port, PortId{2});
  const RoutingState state = out[1].state;
  out.clear();
  relation.route({NodeId{2}, PortId{0}, {}, NodeId{0}, NodeId{5}, state}, out);  // still on its way to cluster 2
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0].port, PortId{2});
  const RoutingState there = out[0].state;
  out.clear();
  relation.route({NodeId{8}, PortId{0}, {}, NodeId{0}, NodeId{5}, there}, out);
  ASSERT_EQ(out.size(), 1u) << "no second time";
  EXPECT_EQ(out[0].port, PortId{1});
}

TEST(MandalaRouting, too_few_or_too_many_channels_and_prefixes_are_refused) {
  EXPECT_THROW(RsimRelation({4, 3}, 2), std::invalid_argument);
  EXPECT_THROW(RsimRelation({4, 3}, 33), std::invalid_argument);
  EXPECT_THROW(ShortestRelation({4, 3}, 3), std::invalid_argument);
  EXPECT_THROW(ShortestRelation({4, 3}, 4, Classes::kHighestDigit), std::invalid_argument);
  EXPECT_THROW(RedirectRelation({4, 3}, 4), std::invalid_argument);
  EXPECT_THROW(RedirectRelation({4, 3}, 5, Classes::kHighestDigit), std::invalid_argument);
  EXPECT_THROW(RsimRelation({4, 3, 63}, 3), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::mandala
