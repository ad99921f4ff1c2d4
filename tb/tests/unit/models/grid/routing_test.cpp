#include "models/grid/routing.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

#include "models/grid/topology.hpp"
#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/grid/shapes.hpp"

namespace kintsugi::grid {
namespace {

enum class Pick { kLowest, kHighest };

/// The hops of a packet that takes the lowest or the highest channel it may: "x3.y0.e {0 1}".
std::vector<std::string> hops_of(const Network& network, const RoutingRelation& relation, unsigned source,
                                 unsigned destination, Pick pick) {
  std::vector<std::string> hops;
  RouteQuery query{NodeId{source}, kNoPort, Vc{}, NodeId{source}, NodeId{destination}, 0};
  while (query.at != query.destination && hops.size() < 100) {
    Candidates candidates;
    relation.route(query, candidates);
    EXPECT_EQ(candidates.size(), 1u);
    std::string channels;
    for (unsigned vc = 0; vc < kMaxVcs; ++vc) {
      if ((candidates[0].vcs & vc_bit(vc)) != 0) channels += (channels.empty() ? "" : " ") + std::to_string(vc);
    }
    const PortRef from{query.at, candidates[0].port};
    hops.push_back(network.describe(from) + " {" + channels + "}");
    const PortRef far = network.peer(from).value();
    query.at = far.node;
    query.arrival_port = far.port;
    const int vc = pick == Pick::kLowest ? std::countr_zero(candidates[0].vcs) : std::bit_width(candidates[0].vcs) - 1;
    query.arrival_vc = Vc{static_cast<std::uint8_t>(vc)};
  }
  return hops;
}

using Hops = std::vector<std::string>;

void expect_hops(const Network& network, const RoutingRelation& relation, unsigned source, unsigned destination,
                 const Hops& expected) {
  EXPECT_EQ(hops_of(network, relation, source, destination, Pick::kLowest), expected);
  EXPECT_EQ(hops_of(network, relation, source, destination, Pick::kHighest), expected);
}

// ---- Ways ----------------------------------------------------------------------------------------------------------

TEST(GridRouting, mesh_goes_x_then_y_then_z) {
  const Mesh mesh{{4, 3, 2}};
  const Network network = make_network(mesh);
  const MeshRelation relation(mesh, 2);
  expect_hops(network, relation, 0, 1 * 12 + 1 * 4 + 2,
              {"x0.y0.z0.e {0 1}", "x1.y0.z0.e {0 1}", "x2.y0.z0.s {0 1}", "x2.y1.z0.d {0 1}"});
  expect_hops(network, relation, 1 * 12 + 1 * 4 + 2, 1, {"x2.y1.z1.w {0 1}", "x1.y1.z1.n {0 1}", "x1.y0.z1.u {0 1}"});
}

TEST(GridRouting, torus_goes_the_shorter_way_and_ahead_on_a_tie) {
  const Torus ring{{6}};
  const Network network = make_network(ring);
  const TorusRelation relation(ring, 2);
  expect_hops(network, relation, 1, 4, {"x1.e {0}", "x2.e {0}", "x3.e {0}"});
  expect_hops(network, relation, 4, 1, {"x4.e {0}", "x5.e {0}", "x0.e {1}"});
  expect_hops(network, relation, 4, 2, {"x4.w {0}", "x3.w {0}"});
  expect_hops(network, relation, 1, 5, {"x1.w {0}", "x0.w {0}"});
}

TEST(GridRouting, the_hop_after_the_dateline_takes_the_upper_channels) {
  const Torus ring{{8}};
  const Network network = make_network(ring);
  const TorusRelation relation(ring, 5);
  expect_hops(network, relation, 6, 2, {"x6.e {0 1 2}", "x7.e {0 1 2}", "x0.e {3 4}", "x1.e {3 4}"});
  expect_hops(network, relation, 2, 7, {"x2.w {0 1 2}", "x1.w {0 1 2}", "x0.w {0 1 2}"});
  expect_hops(network, relation, 1, 6, {"x1.w {0 1 2}", "x0.w {0 1 2}", "x7.w {3 4}"});
}

TEST(GridRouting, each_dimension_starts_in_class_0_again) {
  const Torus torus{{5, 5}};
  const Network network = make_network(torus);
  const TorusRelation relation(torus, 2);
  expect_hops(network, relation, 4 * 5 + 4, 1 * 5 + 1, {"x4.y4.e {0}", "x0.y4.e {1}", "x1.y4.s {0}", "x1.y0.s {1}"});
  expect_hops(network, relation, 0 * 5 + 4, 2 * 5 + 1, {"x4.y0.e {0}", "x0.y0.e {1}", "x1.y0.s {0}", "x1.y1.s {0}"});
}

TEST(GridRouting, a_torus_side_of_2_is_crossed_by_its_one_link) {
  const Torus torus{{2, 2}};
  const Network network = make_network(torus);
  const TorusRelation relation(torus, 2);
  expect_hops(network, relation, 0, 3, {"x0.y0.e {0}", "x1.y0.s {0}"});
  expect_hops(network, relation, 3, 0, {"x1.y1.w {0}", "x0.y1.n {0}"});
}

TEST(GridRouting, hypercube_flips_the_lowest_bit_first_and_full_goes_direct) {
  const Network cube = make_network(Hypercube{4});
  expect_hops(cube, HypercubeRelation(Hypercube{4}, 1), 5, 10, {"n5.d0 {0}", "n4.d1 {0}", "n6.d2 {0}", "n2.d3 {0}"});
  const Network full = make_network(Full{6});
  expect_hops(full, FullRelation(Full{6}, 3), 4, 1, {"n4.p3 {0 1 2}"});
}

// ---- Shortest, and free of deadlock --------------------------------------------------------------------------------

void expect_shortest(const Network& network, const RoutingRelation& relation) {
  for (std::uint32_t source = 0; source < network.nodes(); ++source) {
    const auto distances = distances_from(network, NodeId{source});
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const auto nodes = route(network, relation, NodeId{source}, NodeId{destination});
      ASSERT_EQ(nodes.back(), NodeId{destination});
      ASSERT_EQ(nodes.size() - 1, distances[destination]) << network.name() << " " << source << " to " << destination;
    }
  }
}

void expect_proof_holds(const Network& network, const RoutingRelation& relation) {
  const ProofResult result = prove(network, relation);
  EXPECT_EQ(result.pairs, network.nodes() * (network.nodes() - 1));
  EXPECT_TRUE(result.holds()) << network.name() << " " << relation.vcs() << " channels " << result.first_undelivered;
}

TEST(GridRouting, mesh_is_shortest_and_proved_for_1_to_4_channels) {
  for (const Sides& sides : many_sides()) {
    const Network network = make_network(Mesh{sides});
    expect_shortest(network, MeshRelation(Mesh{sides}, 1));
    for (unsigned vcs = 1; vcs <= 4; ++vcs) expect_proof_holds(network, MeshRelation(Mesh{sides}, vcs));
  }
}

TEST(GridRouting, torus_is_shortest_and_proved_for_2_to_6_channels) {
  for (const Sides& sides : many_sides()) {
    const Network network = make_network(Torus{sides});
    expect_shortest(network, TorusRelation(Torus{sides}, 2));
    for (unsigned vcs = 2; vcs <= 6; ++vcs) expect_proof_holds(network, TorusRelation(Torus{sides}, vcs));
  }
}

TEST(GridRouting, hypercube_is_shortest_and_proved_for_1_to_4_channels) {
  for (unsigned n = 1; n <= 7; ++n) {
    const Network network = make_network(Hypercube{n});
    expect_shortest(network, HypercubeRelation(Hypercube{n}, 1));
    for (unsigned vcs = 1; vcs <= 4; ++vcs) expect_proof_holds(network, HypercubeRelation(Hypercube{n}, vcs));
  }
}

TEST(GridRouting, full_is_shortest_and_proved_for_1_to_4_channels) {
  for (const unsigned nodes : {2u, 3u, 8u, 64u}) {
    const Network network = make_network(Full{nodes});
    expect_shortest(network, FullRelation(Full{nodes}, 1));
    for (unsigned vcs = 1; vcs <= 4; ++vcs) expect_proof_holds(network, FullRelation(Full{nodes}, vcs));
  }
}

TEST(GridRouting, all_channels_of_a_link_can_be_used) {
  expect_proof_holds(make_network(Mesh{{4, 4}}), MeshRelation(Mesh{{4, 4}}, 32));
  expect_proof_holds(make_network(Torus{{5, 4}}), TorusRelation(Torus{{5, 4}}, 32));
}

TEST(GridRouting, slow_is_proved_on_the_networks_of_the_comparisons) {
  expect_proof_holds(make_network(Mesh{{16, 16}}), MeshRelation(Mesh{{16, 16}}, 2));
  expect_proof_holds(make_network(Torus{{16, 16}}), TorusRelation(Torus{{16, 16}}, 2));
  expect_proof_holds(make_network(Torus{{32, 32}}), TorusRelation(Torus{{32, 32}}, 4));
  expect_proof_holds(make_network(Torus{{8, 8, 8}}), TorusRelation(Torus{{8, 8, 8}}, 3));
  expect_proof_holds(make_network(Hypercube{10}), HypercubeRelation(Hypercube{10}, 2));
}

// ---- What the proof must refuse ------------------------------------------------------------------------------------

TEST(GridRouting, a_torus_without_dateline_is_cyclic) {
  for (const Sides& sides : {Sides{4}, Sides{5}, Sides{8, 8}, Sides{7, 3}, Sides{2, 2, 4}, Sides{3, 4, 5}}) {
    const Network network = make_network(Torus{sides});
    for (const unsigned vcs : {1u, 2u}) {
      const ProofResult result = prove(network, TorusRelation(Torus{sides}, vcs, Dateline::kIgnore));
      EXPECT_EQ(result.delivered_pairs, result.pairs) << "packets arrive if no other packet blocks them";
      EXPECT_FALSE(result.acyclic) << network.name() << " " << vcs << " channels";
      EXPECT_GE(result.cycle.size(), 4u) << network.name();
    }
  }
}

TEST(GridRouting, the_cycle_of_a_torus_without_dateline_is_printed_in_order) {
  const Torus torus{{4, 4}};
  const Network network = make_network(torus);
  std::vector<std::string> channels;
  for (const Channel& channel : prove(network, TorusRelation(torus, 1, Dateline::kIgnore)).cycle) {
    channels.push_back(describe(network, channel));
  }
  EXPECT_EQ(channels, (Hops{"x0.y0.e vc 0", "x1.y0.e vc 0", "x2.y0.e vc 0", "x3.y0.e vc 0"}));
}

std::string refusal(const std::function<void()>& make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(GridRouting, too_few_and_too_many_channels_are_refused) {
  EXPECT_EQ(refusal([] {
              TorusRelation(Torus{{4, 4}}, 1);
            }),
            "routing dimension-order needs 2 to 32 virtual channels, not 1: packets change to others after the wrap of "
            "a ring");
  EXPECT_EQ(refusal([] {
              MeshRelation(Mesh{{4, 4}}, 0);
            }),
            "routing dimension-order needs 1 to 32 virtual channels, not 0");
  EXPECT_EQ(refusal([] { HypercubeRelation(Hypercube{4}, 33); }),
            "routing e-cube needs 1 to 32 virtual channels, not 33");
  EXPECT_EQ(refusal([] { FullRelation(Full{4}, 0); }), "routing direct needs 1 to 32 virtual channels, not 0");
  EXPECT_THROW(MeshRelation(Mesh{{4, 1}}, 1), std::invalid_argument);
  EXPECT_THROW(TorusRelation(Torus{{}}, 2), std::invalid_argument);
  EXPECT_THROW(HypercubeRelation(Hypercube{21}, 1), std::invalid_argument);
  EXPECT_THROW(FullRelation(Full{65}, 1), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::grid
