#include "models/grid/topology.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "models/network/metrics.hpp"
#include "tb/tests/unit/models/grid/shapes.hpp"

namespace kintsugi::grid {
namespace {

unsigned coordinate_distance(unsigned a, unsigned b, unsigned side, bool wraps) {
  const unsigned apart = a > b ? a - b : b - a;
  return wraps ? std::min(apart, side - apart) : apart;
}

/// Hops between nodes by the formula: the sum over the dimensions.
unsigned grid_distance(const Sides& sides, NodeId a, NodeId b, bool wraps) {
  const Sides from = coordinates(sides, a);
  const Sides to = coordinates(sides, b);
  unsigned sum = 0;
  for (std::size_t d = 0; d < sides.size(); ++d) sum += coordinate_distance(from[d], to[d], sides[d], wraps);
  return sum;
}

/// Mean over all ordered pairs of distinct nodes, from the mean of each dimension over all its pairs of coordinates:
/// (k^2 - 1) / 3k on a line; k / 4 on a ring of even k, (k^2 - 1) / 4k on one of odd k.
double grid_average(const Sides& sides, bool wraps) {
  double sum = 0;
  for (const double k : sides) {
    const bool even_ring = wraps && static_cast<unsigned>(k) % 2 == 0;
    sum += even_ring ? k / 4 : (k * k - 1) / ((wraps ? 4 : 3) * k);
  }
  const double all = nodes(sides);
  return sum * all / (all - 1);
}

void expect_distances_by_formula(const Network& network, const Sides& sides, bool wraps) {
  for (std::uint32_t source = 0; source < network.nodes(); ++source) {
    const auto distances = distances_from(network, NodeId{source});
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      ASSERT_EQ(distances[node], grid_distance(sides, NodeId{source}, NodeId{node}, wraps))
          << network.name() << " " << network.node_name(NodeId{source}) << " to " << network.node_name(NodeId{node});
    }
  }
}

void expect_representatives_or_formula_stand_for_all(Network network) {
  ASSERT_TRUE(!network.representatives().empty() || network.known_distances());
  const Metrics some = measure(network);
  network.set_representatives({});
  network.set_known_distances(std::nullopt);
  const Metrics all = measure(network);
  EXPECT_EQ(some.connected, all.connected) << network.name();
  EXPECT_EQ(some.diameter, all.diameter) << network.name();
  EXPECT_EQ(some.average_distance, all.average_distance) << network.name();
}

TEST(GridTopology, mesh_figures_are_those_of_the_formulas) {
  for (const Sides& sides : many_sides()) {
    const Network network = make_network(Mesh{sides});
    const Metrics metrics = measure(network);
    unsigned links = 0;
    unsigned diameter = 0;
    unsigned degree = 0;
    for (const unsigned side : sides) {
      links += nodes(sides) / side * (side - 1);
      diameter += side - 1;
      degree += side == 2 ? 1 : 2;
    }
    EXPECT_EQ(metrics.nodes, nodes(sides));
    EXPECT_EQ(metrics.links, links) << network.name();
    EXPECT_EQ(network.links().size(), links) << network.name();
    EXPECT_EQ(metrics.diameter, diameter) << network.name();
    EXPECT_EQ(metrics.degree_max, degree) << network.name();
    EXPECT_NEAR(metrics.average_distance, grid_average(sides, false), 1e-12) << network.name();
    expect_distances_by_formula(network, sides, false);
    expect_representatives_or_formula_stand_for_all(network);
  }
}

TEST(GridTopology, torus_figures_are_those_of_the_formulas) {
  for (const Sides& sides : many_sides()) {
    const Network network = make_network(Torus{sides});
    const Metrics metrics = measure(network);
    unsigned base = 0;
    unsigned wrap = 0;
    unsigned diameter = 0;
    unsigned degree = 0;
    for (const unsigned side : sides) {
      base += nodes(sides) / side * (side - 1);
      wrap += side == 2 ? 0 : nodes(sides) / side;
      diameter += side / 2;
      degree += side == 2 ? 1 : 2;
    }
    EXPECT_EQ(metrics.links_by_kind.at("base"), base) << network.name();
    EXPECT_EQ(metrics.links_by_kind.at("wrap"), wrap) << network.name();
    EXPECT_EQ(network.links().size(), base + wrap) << network.name() << ": one link between two nodes, not two";
    EXPECT_EQ(metrics.links, base + wrap) << network.name();
    EXPECT_EQ(metrics.diameter, diameter) << network.name();
    EXPECT_EQ(metrics.degree_max, degree) << network.name();
    EXPECT_NEAR(metrics.average_distance, grid_average(sides, true), 1e-12) << network.name();
    expect_distances_by_formula(network, sides, true);
    expect_representatives_or_formula_stand_for_all(network);
  }
}

TEST(GridTopology, hypercube_figures_are_those_of_the_formulas) {
  for (unsigned n = 1; n <= 8; ++n) {
    const Network network = make_network(Hypercube{n});
    const Metrics metrics = measure(network);
    const double all = 1u << n;
    EXPECT_EQ(metrics.nodes, 1u << n);
    EXPECT_EQ(metrics.links, n << (n - 1));
    EXPECT_EQ(network.kinds().size(), n);
    EXPECT_EQ(metrics.links_by_kind.at("dimension " + std::to_string(n - 1)), 1u << (n - 1));
    EXPECT_EQ(metrics.diameter, n);
    EXPECT_EQ(metrics.degree_max, n);
    EXPECT_NEAR(metrics.average_distance, n / 2.0 * all / (all - 1), 1e-12);
    for (std::uint32_t source = 0; source < network.nodes(); ++source) {
      const auto distances = distances_from(network, NodeId{source});
      for (std::uint32_t node = 0; node < network.nodes(); ++node) {
        ASSERT_EQ(distances[node], static_cast<std::uint32_t>(std::popcount(source ^ node)));
      }
    }
    expect_representatives_or_formula_stand_for_all(network);
  }
}

TEST(GridTopology, full_joins_every_pair_once) {
  for (const unsigned count : {2u, 3u, 4u, 7u, 16u, 64u}) {
    const Network network = make_network(Full{count});
    const Metrics metrics = measure(network);
    EXPECT_EQ(metrics.nodes, count);
    EXPECT_EQ(metrics.links, count * (count - 1) / 2);
    EXPECT_EQ(network.links().size(), metrics.links);
    EXPECT_EQ(metrics.diameter, 1u);
    EXPECT_EQ(metrics.degree_max, count - 1);
    EXPECT_EQ(metrics.average_distance, 1.0);
    expect_representatives_or_formula_stand_for_all(network);
  }
}

TEST(GridTopology, grid_ports_lead_where_their_names_say) {
  const Network torus = make_network(Torus{{4, 3, 5}});
  EXPECT_EQ(torus.name(), "torus 4x3x5");
  const NodeId node{1 * 12 + 2 * 4 + 3};
  EXPECT_EQ(torus.node_name(node), "x3.y2.z1");
  const auto far = [&](const char* port) { return torus.describe(*torus.peer({node, torus.port_named(node, port)})); };
  EXPECT_EQ(far("e"), "x0.y2.z1.w");
  EXPECT_EQ(far("w"), "x2.y2.z1.e");
  EXPECT_EQ(far("s"), "x3.y0.z1.n");
  EXPECT_EQ(far("n"), "x3.y1.z1.s");
  EXPECT_EQ(far("d"), "x3.y2.z2.u");
  EXPECT_EQ(far("u"), "x3.y2.z0.d");
  EXPECT_EQ(make_network(Mesh{{5}}).ports(NodeId{0}), (PortLayout{"e", "w"}));
  EXPECT_EQ(make_network(Mesh{{5}}).node_name(NodeId{3}), "x3");
  EXPECT_EQ(make_network(Mesh{{5, 2}}).ports(NodeId{0}), (PortLayout{"e", "w", "s", "n"}));
}

TEST(GridTopology, only_links_from_the_last_node_to_the_first_are_wraps) {
  const Network torus = make_network(Torus{{4, 3}});
  for (const Link& link : torus.links()) {
    const Sides a = coordinates({4, 3}, link.a.node);
    const Sides b = coordinates({4, 3}, link.b.node);
    const bool wraps = a[0] + a[1] > b[0] + b[1];
    EXPECT_EQ(torus.kinds()[link.kind.value], wraps ? "wrap" : "base") << torus.describe(link.a);
  }
}

/// Returns the dimension in which the ends of a link are apart.
std::size_t dimension_of(const Link& link, const Sides& sides) {
  const Sides a = coordinates(sides, link.a.node), b = coordinates(sides, link.b.node);
  std::size_t dimension = 0;
  while (a[dimension] == b[dimension]) ++dimension;
  return dimension;
}

TEST(GridTopology, links_of_a_dimension_can_be_a_kind_of_their_own) {
  const Sides sides{4, 2, 3};
  for (const Network& network : {make_network(Torus{sides, true}), make_network(Mesh{sides, true})}) {
    ASSERT_EQ(network.kinds().size(), 3u);
    for (const Link& link : network.links()) {
      EXPECT_EQ(network.kinds()[link.kind.value], std::string(1, "xyz"[dimension_of(link, sides)]));
    }
  }
  const Network plain = make_network(Torus{sides}), divided = make_network(Torus{sides, true});
  ASSERT_EQ(plain.links().size(), divided.links().size());
  for (std::size_t i = 0; i < plain.links().size(); ++i) {
    EXPECT_EQ(plain.links()[i].a, divided.links()[i].a);
    EXPECT_EQ(plain.links()[i].b, divided.links()[i].b);
  }
}

TEST(GridTopology, edges_of_a_mesh_and_of_a_side_of_2_stay_open) {
  const Network mesh = make_network(Mesh{{3, 3}});
  EXPECT_FALSE(mesh.peer({NodeId{0}, behind(0)}).has_value());
  EXPECT_FALSE(mesh.peer({NodeId{8}, ahead(1)}).has_value());
  const Network torus = make_network(Torus{{2, 3}});
  EXPECT_FALSE(torus.peer({NodeId{0}, behind(0)}).has_value());
  EXPECT_FALSE(torus.peer({NodeId{1}, ahead(0)}).has_value());
  EXPECT_TRUE(torus.peer({NodeId{0}, behind(1)}).has_value());
}

TEST(GridTopology, hypercube_ports_flip_their_bit_and_full_ports_count_ahead) {
  const Network cube = make_network(Hypercube{4});
  EXPECT_EQ(cube.name(), "hypercube 4");
  EXPECT_EQ(cube.describe(*cube.peer({NodeId{5}, cube.port_named(NodeId{5}, "d3")})), "n13.d3");
  EXPECT_EQ(cube.describe(*cube.peer({NodeId{5}, cube.port_named(NodeId{5}, "d0")})), "n4.d0");
  const Network full = make_network(Full{5});
  EXPECT_EQ(full.name(), "full 5");
  EXPECT_EQ(full.describe(*full.peer({NodeId{3}, full.port_named(NodeId{3}, "p1")})), "n4.p4");
  EXPECT_EQ(full.describe(*full.peer({NodeId{3}, full.port_named(NodeId{3}, "p4")})), "n2.p1");
}

TEST(GridTopology, no_two_nodes_stand_in_the_same_place) {
  const std::vector<Network> networks{make_network(Mesh{{5, 4, 3}}), make_network(Torus{{3, 3, 4}}),
                                      make_network(Hypercube{7}), make_network(Full{64})};
  for (const Network& network : networks) {
    std::set<std::pair<double, double>> places;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      const Position at = network.position(NodeId{node});
      EXPECT_TRUE(places.insert({at.x, at.y}).second) << network.describe({NodeId{node}, PortId{0}});
    }
  }
}

}  // namespace
}  // namespace kintsugi::grid
