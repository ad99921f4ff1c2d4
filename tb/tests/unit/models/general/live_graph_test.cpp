#include "models/general/live_graph.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "models/network/metrics.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

const std::vector<std::int64_t> kFourByFour{4, 4};

TEST(LiveGraph, a_whole_network_has_two_arcs_for_each_link_and_one_part) {
  const Network mesh = family_network("mesh", {{"sides", kFourByFour}});
  const LiveGraph graph(mesh);
  EXPECT_EQ(graph.arcs(), 48u);
  ASSERT_EQ(graph.parts(), 1u);
  EXPECT_EQ(graph.members(0).size(), 16u);
  for (ArcId arc = 0; arc < graph.arcs(); ++arc) {
    const auto [from, port, to] = graph.arc(arc);
    EXPECT_EQ(graph.at({from, port}), arc);
    EXPECT_EQ(mesh.peer({from, port})->node, to);
    EXPECT_EQ(graph.arc(graph.reverse(arc)).to, from);
    EXPECT_EQ(graph.reverse(graph.reverse(arc)), arc);
    EXPECT_GE(arc, graph.first_leaving(from.value));
    EXPECT_LT(arc, graph.first_leaving(from.value + 1));
  }
}

TEST(LiveGraph, dead_nodes_and_links_have_no_arcs_and_cut_parts_off) {
  const Network mesh = family_network("mesh", {{"sides", kFourByFour}});
  const Defects dead({SiteId{1}, SiteId{4}}, {{SiteId{14}, SiteId{15}}, {SiteId{15}, SiteId{11}}});
  const LiveGraph graph(mesh, dead);
  ASSERT_EQ(graph.parts(), 3u) << "the corner 0, the corner 15, and the rest";
  EXPECT_EQ(graph.members(graph.part(NodeId{0})).size(), 1u);
  EXPECT_EQ(graph.members(graph.part(NodeId{15})).size(), 1u);
  EXPECT_EQ(graph.members(graph.part(NodeId{2})).size(), 12u);
  EXPECT_FALSE(graph.is_alive(NodeId{1}));
  EXPECT_TRUE(graph.is_alive(NodeId{0}));
  EXPECT_EQ(graph.distances(NodeId{2})[15], kUnreachable);
  EXPECT_EQ(graph.distances(NodeId{2})[4], kUnreachable);
}

TEST(LiveGraph, parallel_links_die_together) {
  Network pair("pair");
  const KindId wire = pair.add_kind("wire");
  const std::size_t layout = pair.add_layout({"p0", "p1"});
  pair.add_node("a", layout);
  pair.add_node("b", layout);
  pair.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{1}}, wire);
  pair.connect({NodeId{0}, PortId{1}}, {NodeId{1}, PortId{0}}, wire);
  EXPECT_EQ(LiveGraph(pair).arcs(), 4u);
  const Defects dead({}, {{SiteId{1}, SiteId{0}}});
  EXPECT_EQ(LiveGraph(pair, dead).arcs(), 0u) << "the ends of a defect come in any order";
}

TEST(LiveGraph, distances_parts_and_centre_agree_with_floyd_and_warshall) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const Network network = random_graph(20, 24, seed);
    const Defects dead = random_holes(network, 0.08, seed);
    const LiveGraph graph(network, dead);
    constexpr std::uint64_t kNone = 1000;
    std::vector<std::vector<std::uint64_t>> hops(20, std::vector<std::uint64_t>(20, kNone));
    for (ArcId arc = 0; arc < graph.arcs(); ++arc) hops[graph.arc(arc).from.value][graph.arc(arc).to.value] = 1;
    for (NodeId node{0}; node.value < 20; ++node.value) {
      if (graph.is_alive(node)) hops[node.value][node.value] = 0;
    }
    for (unsigned k = 0; k < 20; ++k) {
      for (unsigned a = 0; a < 20; ++a) {
        for (unsigned b = 0; b < 20; ++b) hops[a][b] = std::min(hops[a][b], hops[a][k] + hops[k][b]);
      }
    }
    std::uint64_t pairs = 0;
    for (NodeId a{0}; a.value < 20; ++a.value) {
      if (!graph.is_alive(a)) continue;
      const auto distance = graph.distances(a);
      for (NodeId b{0}; b.value < 20; ++b.value) {
        const bool connected = hops[a.value][b.value] < kNone;
        EXPECT_EQ(distance[b.value], connected ? hops[a.value][b.value] : kUnreachable);
        EXPECT_EQ(connected, graph.is_alive(b) && graph.part(a) == graph.part(b));
        pairs += connected && a != b ? 1 : 0;
      }
    }
    EXPECT_EQ(pairs, connected_pairs(network, dead));
    const auto farthest = [&](std::uint32_t node) {
      std::uint64_t most = 0;
      for (const std::uint64_t each : hops[node]) most = std::max(most, each < kNone ? each : 0);
      return most;
    };
    for (std::uint32_t part = 0; part < graph.parts(); ++part) {
      const auto members = graph.members(part);
      EXPECT_EQ(graph.centre(part).value, *std::ranges::min_element(members, {}, farthest));
    }
  }
}

TEST(LiveGraph, refuses_defects_that_are_not_in_the_network) {
  const Network mesh = family_network("mesh", {{"sides", kFourByFour}});
  EXPECT_THROW(LiveGraph(mesh, {SiteId{16}}), std::invalid_argument);
  EXPECT_THROW(LiveGraph(mesh, Defects({}, {{SiteId{0}, SiteId{2}}})), std::invalid_argument);
  EXPECT_THROW(LiveGraph(mesh, Defects({}, {{SiteId{20}, SiteId{2}}})), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::general::test
