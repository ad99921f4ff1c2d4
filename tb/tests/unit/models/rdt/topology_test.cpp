#include "models/rdt/topology.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "models/network/metrics.hpp"
#include "models/rdt/assignment.hpp"

namespace kintsugi::rdt {
namespace {

constexpr Assignment kAll[]{Assignment::kAlpha, Assignment::kBeta, Assignment::kPerfect};

double to_four_decimals(double value) {
  return std::round(value * 10000) / 10000;
}

void expect_figures(Assignment assignment, unsigned n, unsigned diameter, double average) {
  const Metrics metrics = measure(make_network({n, assignment}));
  EXPECT_TRUE(metrics.connected);
  EXPECT_EQ(metrics.diameter, diameter) << n;
  EXPECT_DOUBLE_EQ(to_four_decimals(metrics.average_distance), average) << n;
}

TEST(RdtTopology, distances_of_alpha_are_the_known_ones) {
  expect_figures(Assignment::kAlpha, 4, 6, 3.8108);
  expect_figures(Assignment::kAlpha, 5, 7, 4.7146);
  expect_figures(Assignment::kAlpha, 6, 9, 5.6470);
}

TEST(RdtTopology, distances_of_beta_are_the_known_ones) {
  expect_figures(Assignment::kBeta, 4, 6, 3.4676);
  expect_figures(Assignment::kBeta, 5, 6, 4.3976);
  expect_figures(Assignment::kBeta, 6, 8, 5.5664);
}

TEST(RdtTopology, diameters_of_the_large_networks_are_the_known_ones) {
  for (const Assignment assignment : {Assignment::kAlpha, Assignment::kBeta}) {
    EXPECT_EQ(measure(make_network({7, assignment})).diameter, 10u);
    EXPECT_EQ(measure(make_network({8, assignment})).diameter, 12u);
  }
}

/// The set of neighbours by the definition alone, on coordinates, from the picture of 4 x 4 nodes.
std::set<std::pair<int, int>> neighbours_by_definition(Assignment assignment, int side, int x, int y) {
  const std::string picture = assignment == Assignment::kBeta ? "2143121243211212" : "2143432143212143";
  const int own = picture.at(static_cast<std::size_t>(y % 4 * 4 + x % 4)) - '0';
  std::set<std::pair<int, int>> found;
  const auto add = [&](int dx, int dy) { found.insert({(x + dx + side) % side, (y + dy + side) % side}); };
  const int spans[]{1, 2, 8, 16, 64};
  for (int rank = 0; rank <= 4; ++rank) {
    const int span = spans[rank];
    if (span >= side || (rank > 0 && assignment != Assignment::kPerfect && rank != own)) continue;
    for (const int sign : {-1, 1}) {
      for (const int other : {-1, 1}) {
        if (rank % 2 == 1) {
          add(sign * span, other * span);
        } else {
          add(other == 1 ? sign * span : 0, other == 1 ? 0 : sign * span);
        }
      }
    }
  }
  return found;
}

TEST(RdtTopology, every_node_is_joined_to_what_the_definition_says) {
  for (const Assignment assignment : kAll) {
    for (unsigned n = 4; n <= 7; ++n) {
      const Network network = make_network({n, assignment});
      const int side = 1 << n;
      for (std::uint32_t node = 0; node < network.nodes(); ++node) {
        std::multiset<std::pair<int, int>> joined;
        for (const PortRef peer : network.peers(NodeId{node})) {
          if (peer.node == kNoNode) continue;
          joined.insert({static_cast<int>(peer.node.value) % side, static_cast<int>(peer.node.value) / side});
        }
        const auto expected =
            neighbours_by_definition(assignment, side, static_cast<int>(node) % side, static_cast<int>(node) / side);
        // A multiset: one link, not two, where both ways lead to the same node.
        ASSERT_EQ(joined, (std::multiset<std::pair<int, int>>(expected.begin(), expected.end())))
            << network.name() << " " << network.node_name(NodeId{node});
      }
    }
  }
}

TEST(RdtTopology, every_port_leads_where_its_name_says) {
  for (const Assignment assignment : kAll) {
    for (unsigned n = 4; n <= 7; ++n) {
      const Rdt rdt{n, assignment};
      const Network network = make_network(rdt);
      for (std::uint32_t node = 0; node < network.nodes(); ++node) {
        for (unsigned rank = 0; rank <= rdt.highest_rank(); ++rank) {
          if (!rdt.has_rank(NodeId{node}, rank)) continue;
          for (const Way way : kAllWays) {
            const PortRef from{NodeId{node}, rdt.port(NodeId{node}, rank, way)};
            ASSERT_EQ(network.peer(from).value().node, rdt.neighbour(NodeId{node}, rank, way))
                << network.describe(from);
            ASSERT_EQ(network.kind_at(from).value, rank);
          }
        }
      }
    }
  }
}

TEST(RdtTopology, ports_are_named_by_rank_and_direction) {
  const Rdt rdt{7, Assignment::kAlpha};
  const Network network = make_network(rdt);
  EXPECT_EQ(network.name(), "RDT(2,4,1)/alpha 128x128");
  EXPECT_EQ(network.ports(rdt.node(1, 0)), (PortLayout{"e", "w", "s", "n", "r1_se", "r1_nw", "r1_sw", "r1_ne"}));
  EXPECT_EQ(network.ports(rdt.node(0, 0)), (PortLayout{"e", "w", "s", "n", "r2_s", "r2_n", "r2_w", "r2_e"}));
  EXPECT_EQ(network.ports(rdt.node(3, 0)), (PortLayout{"e", "w", "s", "n", "r3_sw", "r3_ne", "r3_nw", "r3_se"}));
  EXPECT_EQ(network.ports(rdt.node(2, 0)), (PortLayout{"e", "w", "s", "n", "r4_w", "r4_e", "r4_n", "r4_s"}));
  const PortId ne = network.port_named(rdt.node(1, 0), "r1_ne");
  EXPECT_EQ(network.describe(network.peer({rdt.node(1, 0), ne}).value()), "x3.y126.r1_sw");
}

TEST(RdtTopology, nodes_of_a_vanished_rank_keep_only_their_base_links) {
  const Rdt rdt{6, Assignment::kAlpha};
  const Network network = make_network(rdt);
  EXPECT_EQ(network.ports(rdt.node(2, 0)), (PortLayout{"e", "w", "s", "n"}));
  EXPECT_EQ(network.ports(rdt.node(3, 0)).size(), 8u);
  EXPECT_EQ(network.kinds().size(), 4u) << "base and ranks 1 to 3";
}

TEST(RdtTopology, degree_is_8_and_of_the_perfect_rdt_4_for_each_rank) {
  EXPECT_EQ(measure(make_network({8, Assignment::kAlpha})).degree_max, 8u);
  EXPECT_EQ(measure(make_network({8, Assignment::kBeta})).degree_max, 8u);
  EXPECT_EQ(measure(make_network({8, Assignment::kPerfect})).degree_max, 20u);
  EXPECT_EQ(measure(make_network({4, Assignment::kPerfect})).degree_max, 10u) << "rank 2 is a half turn";
}

TEST(RdtTopology, the_representatives_stand_for_all_nodes) {
  for (const Assignment assignment : kAll) {
    const Network network = make_network({4, assignment});
    Network every = network;
    every.set_representatives({});
    EXPECT_EQ(measure(network).diameter, measure(every).diameter);
    EXPECT_DOUBLE_EQ(measure(network).average_distance, measure(every).average_distance);
  }
  Network one = make_network({4, Assignment::kAlpha});
  const double average = measure(one).average_distance;
  one.set_representatives({NodeId{0}});
  EXPECT_NE(measure(one).average_distance, average) << "classes are alike in alpha";
}

/// The neighbours in an RDT(n, R, m), by the definition alone: the vectors of the ranks in whole numbers, the class of
/// a node by going back along links of rank 1 to the 2n x n array.
std::set<std::pair<int, int>> neighbours_by_array(const Rdt& rdt, int x, int y) {
  const int n = static_cast<int>(rdt.cardinal);
  const int side = static_cast<int>(rdt.side());
  int b = y, a = x;
  for (; b >= n; b -= n) a -= n;
  a = (a % (2 * n) + 2 * n) % (2 * n);
  const unsigned ranks = rdt.is_perfect() ? ~0u : rdt.ranks[static_cast<std::size_t>(2 * n * b + a)];
  std::set<std::pair<int, int>> found;
  std::pair<int, int> h{1, 0}, v{0, 1};
  for (unsigned rank = 0; rank <= rdt.R; ++rank) {
    if (h.first % side == 0 && h.second % side == 0) break;
    if (rank == 0 || (ranks >> rank & 1u) != 0) {
      for (const auto& [dx, dy] : {h, v}) {
        found.insert({((x + dx) % side + side) % side, ((y + dy) % side + side) % side});
        found.insert({((x - dx) % side + side) % side, ((y - dy) % side + side) % side});
      }
    }
    const auto above = std::pair(n * (h.first + v.first), n * (h.second + v.second));
    v = {n * (v.first - h.first), n * (v.second - h.second)};
    h = above;
  }
  return found;
}

void expect_neighbours_by_array(const Rdt& rdt) {
  const Network network = make_network(rdt);
  const int side = static_cast<int>(rdt.side());
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    std::multiset<std::pair<int, int>> joined;
    for (const PortRef peer : network.peers(NodeId{node})) {
      if (peer.node == kNoNode) continue;
      joined.insert({static_cast<int>(peer.node.value) % side, static_cast<int>(peer.node.value) / side});
    }
    const auto expected = neighbours_by_array(rdt, static_cast<int>(node) % side, static_cast<int>(node) / side);
    ASSERT_EQ(joined, (std::multiset<std::pair<int, int>>(expected.begin(), expected.end())))
        << network.name() << " " << network.node_name(NodeId{node});
  }
}

TEST(RdtTopology, other_cardinal_numbers_and_ranks_are_joined_as_the_definition_says) {
  const std::pair<unsigned, unsigned> powers[]{{3, 2}, {3, 3}, {3, 4}, {4, 3}, {5, 2}, {6, 2}, {7, 2}};
  for (const auto& [cardinal, exponent] : powers) {
    expect_neighbours_by_array(Rdt(exponent, Assignment::kPerfect, cardinal, 4));
  }
  for (unsigned R = 1; R <= 5; ++R) expect_neighbours_by_array(Rdt(6, Assignment::kPerfect, 2, R));
  for (unsigned m = 1; m <= 3; ++m) expect_neighbours_by_array(cyclic({6, 2, 3}, m));
  expect_neighbours_by_array(cyclic({3, 4, 2}, 1));
  expect_neighbours_by_array(cyclic({2, 6, 2}, 2));
  expect_neighbours_by_array(Rdt{5, Assignment::kBeta});
}

TEST(RdtTopology, the_degree_of_an_rdt_is_4_for_each_upper_rank_and_4) {
  EXPECT_EQ(measure(make_network(cyclic({8, 2, 4}, 2))).degree_max, 12u);
  EXPECT_EQ(measure(make_network(cyclic({8, 2, 4}, 3))).degree_max, 16u);
  EXPECT_EQ(measure(make_network(Rdt(4, Assignment::kPerfect, 3, 4))).degree_max, 16u) << "rank 4 does not exist";
}

TEST(RdtTopology, the_representatives_of_other_rdts_stand_for_all_nodes) {
  for (const Rdt& rdt :
       {cyclic({2, 4, 1}, 1), cyclic({5, 2, 3}, 2), cyclic({2, 6, 1}, 1), Rdt(3, Assignment::kPerfect, 3, 2)}) {
    const Network network = make_network(rdt);
    Network every = network;
    every.set_representatives({});
    EXPECT_EQ(measure(network).diameter, measure(every).diameter) << network.name();
    EXPECT_DOUBLE_EQ(measure(network).average_distance, measure(every).average_distance) << network.name();
  }
}

TEST(RdtTopology, it_is_a_grid) {
  const Network network = make_network({5, Assignment::kBeta});
  EXPECT_EQ(network.grid().sides, (std::vector<unsigned>{32, 32}));
  EXPECT_TRUE(network.grid().wraps);
  EXPECT_EQ(network.node_name(NodeId{33}), "x1.y1");
  EXPECT_THROW(make_network({3, Assignment::kBeta}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::rdt
