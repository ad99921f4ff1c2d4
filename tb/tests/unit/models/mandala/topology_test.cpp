#include "models/mandala/topology.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <stdexcept>

#include "models/network/metrics.hpp"

namespace kintsugi::mandala {
namespace {

/// Equation (6) with 2^L and C^L in it, as it holds.
double average_distance(double C, double L) {
  const double N = std::pow(C, L);
  return (std::pow(2, L) * N - 1) * 2 * (C - 1) * (C - 1) / ((N - 1) * (2 * C - 1) * C) - (C - 2) / C;
}

TEST(MandalaTopology, links_are_those_of_the_known_counts) {
  const std::size_t of_4[]{6, 30, 126, 510};
  for (unsigned levels = 1; levels <= 4; ++levels) {
    EXPECT_EQ(make_network({4, levels}).links().size(), of_4[levels - 1]);
  }
  const std::size_t of_8[]{28, 252, 2044};
  for (unsigned levels = 1; levels <= 3; ++levels) {
    EXPECT_EQ(make_network({8, levels}).links().size(), of_8[levels - 1]);
  }
}

TEST(MandalaTopology, every_size_up_to_262144_nodes_has_its_links_and_c_open_corners) {
  for (unsigned ports = kFewestPorts; ports <= kMostPorts; ++ports) {
    for (unsigned levels = 1; std::pow(ports, levels) <= kMostNodes; ++levels) {
      const Network network = make_network({ports, levels});
      const std::size_t N = network.nodes();
      ASSERT_EQ(N, static_cast<std::size_t>(std::pow(ports, levels)));
      ASSERT_EQ(network.links().size(), (N * ports - ports) / 2) << ports << " " << levels;
      for (unsigned corner = 0; corner < ports; ++corner) {
        const auto node = static_cast<std::uint32_t>(corner * (N - 1) / (ports - 1));
        ASSERT_FALSE(network.peer({NodeId{node}, PortId{static_cast<std::uint16_t>(corner)}}));
      }
    }
  }
}

TEST(MandalaTopology, the_representatives_stand_for_all_nodes) {
  for (unsigned ports = kFewestPorts; ports <= 6; ++ports) {
    for (unsigned levels = 1; std::pow(ports, levels) <= 1024; ++levels) {
      const Network network = make_network({ports, levels});
      const std::span<const std::uint32_t> sizes = network.class_sizes();
      ASSERT_EQ(sizes.size(), network.representatives().size());
      EXPECT_EQ(std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}), network.nodes());
      Network every = network;
      every.set_representatives({});
      EXPECT_EQ(measure(network).average_distance, measure(every).average_distance) << ports << " " << levels;
      EXPECT_EQ(measure(network).diameter, measure(every).diameter) << ports << " " << levels;
    }
  }
  Network alike = make_network({4, 4});
  const double average = measure(alike).average_distance;
  alike.set_representatives({alike.representatives().begin(), alike.representatives().end()});
  EXPECT_NE(measure(alike).average_distance, average) << "the sizes of the classes do not matter";
  EXPECT_TRUE(make_network({4, 3, 20}).representatives().empty()) << "a part is not symmetric";
}

TEST(MandalaTopology, ports_lead_where_the_definition_says) {
  const Network network = make_network({4, 3});
  EXPECT_EQ(network.name(), "MANDALA(4 ports, 3 levels)");
  const auto peer = [&](std::uint32_t node, std::uint16_t port) {
    return network.describe(network.peer({NodeId{node}, PortId{port}}).value());
  };
  EXPECT_EQ(peer(0b001001, 3), "n11.p1") << "021 to 023, at its port 1";
  EXPECT_EQ(peer(0b001001, 1), "n6.p2") << "021 and 012";
  EXPECT_EQ(peer(0b000101, 1), "n16.p0") << "011 and 100";
}

TEST(MandalaTopology, kinds_are_the_levels) {
  const Metrics metrics = measure(make_network({4, 3}));
  EXPECT_EQ(metrics.links_by_kind.at("level 1"), 16u * 6);
  EXPECT_EQ(metrics.links_by_kind.at("level 2"), 4u * 6);
  EXPECT_EQ(metrics.links_by_kind.at("level 3"), 6u);
  EXPECT_EQ(metrics.degree_max, 4u);
}

TEST(MandalaTopology, the_diameter_is_2_to_the_l_less_1) {
  for (const unsigned ports : {2u, 3u, 4u, 5u, 8u}) {
    for (unsigned levels = 1; std::pow(ports, levels) <= 600; ++levels) {
      const Metrics metrics = measure(make_network({ports, levels}));
      EXPECT_TRUE(metrics.connected);
      EXPECT_EQ(metrics.diameter, (1u << levels) - 1) << ports << " " << levels;
    }
  }
}

TEST(MandalaTopology, up_to_two_levels_the_average_distance_is_that_of_the_formula_then_less) {
  for (const unsigned ports : {3u, 4u, 8u}) {
    for (unsigned levels = 1; levels <= 2; ++levels) {
      EXPECT_NEAR(measure(make_network({ports, levels})).average_distance, average_distance(ports, levels), 1e-9);
    }
    EXPECT_LT(measure(make_network({ports, 3})).average_distance, average_distance(ports, 3));
  }
}

TEST(MandalaTopology, a_prefix_has_the_links_among_its_nodes_and_names_the_missing_ones) {
  for (const Mandala& whole : {Mandala{3, 3}, Mandala{4, 2}}) {
    for (std::uint32_t first = 1; first <= whole.size(); ++first) {
      const Mandala prefix{whole.ports, whole.levels, first};
      const Network network = make_network(prefix);
      std::size_t inside = 0;
      std::size_t leaving = 0;
      const Network all = make_network(whole);
      for (const Link& link : all.links()) {
        const int ends = int(link.a.node.value < first) + int(link.b.node.value < first);
        inside += ends == 2;
        leaving += ends == 1;
      }
      ASSERT_EQ(network.nodes(), first);
      ASSERT_EQ(network.links().size(), inside);
      ASSERT_EQ(missing_links(prefix).size(), leaving);
      ASSERT_TRUE(measure(network).connected) << first;
    }
  }
  const auto missing = missing_links({4, 2, 5});
  ASSERT_EQ(missing.size(), 5u);
  EXPECT_EQ(missing[0].from, (PortRef{NodeId{2}, PortId{2}}));
  EXPECT_EQ(missing[0].to, NodeId{8});
  EXPECT_EQ(missing[0].level, 2u);
  EXPECT_EQ(missing[2].from, (PortRef{NodeId{4}, PortId{1}}));
  EXPECT_EQ(missing[2].to, NodeId{5});
}

TEST(MandalaTopology, sizes_out_of_range_are_refused) {
  EXPECT_THROW(make_network({1, 1}), std::invalid_argument);
  EXPECT_THROW(make_network({17, 1}), std::invalid_argument);
  EXPECT_THROW(make_network({4, 0}), std::invalid_argument);
  EXPECT_THROW(make_network({4, 10}), std::invalid_argument);
  EXPECT_THROW(make_network({16, 5}), std::invalid_argument);
  EXPECT_THROW(make_network({4, 2, 17}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::mandala
