// PEs of routers: several, one, none, and what a file says of them.
#include "models/graph/pes.hpp"

#include "models/network/export.hpp"
#include "models/network/metrics.hpp"
#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

constexpr const char* kLine = "a,b\nx,y\ny,z\n";
constexpr PesOfRouters kByFile{std::nullopt};
/// A tree: the switches s and t have no PE.
constexpr const char* kTree =
    "graph tree { s [pes=0]; t [pes=0]; u [pes=1]; s -- t; s -- u; t -- v; t -- w [class=near]; }";

Lines names_with_pe(const Network& network) {
  Lines names;
  for (const NodeId node : network.nodes_with_pe()) names.push_back(network.node_name(node));
  return names;
}

TEST(GraphPes, one_at_each_router_is_the_network_without_the_key) {
  expect_same(graph_in(kLine, "csv", {1}).network, graph_in(kLine, "csv").network);
  EXPECT_TRUE(graph_in(kLine, "csv", kByFile).network.all_have_pes());
  EXPECT_TRUE(graph_in(kLine, "csv", kByFile).notes.empty());
}

TEST(GraphPes, several_are_nodes_behind_their_routers) {
  const UserNetwork user = graph_in(kLine, "csv", {2});
  EXPECT_EQ(names_of(user.network), (Lines{"x", "y", "z", "x_pe0", "x_pe1", "y_pe0", "y_pe1", "z_pe0", "z_pe1"}));
  EXPECT_EQ(names_with_pe(user.network), (Lines{"x_pe0", "x_pe1", "y_pe0", "y_pe1", "z_pe0", "z_pe1"}));
  EXPECT_EQ(links_of(user.network),
            (Lines{"x.p0 - y.p0 link", "y.p1 - z.p0 link", "x.pe0 - x_pe0.router pe", "x.pe1 - x_pe1.router pe",
                   "y.pe0 - y_pe0.router pe", "y.pe1 - y_pe1.router pe", "z.pe0 - z_pe0.router pe",
                   "z.pe1 - z_pe1.router pe"}));
  EXPECT_EQ(user.notes, Lines{"6 PEs at 3 routers: each PE is a node of its own behind its router"});
  // PEs are two links farther apart than their routers
  const Network plain = graph_in(kLine, "csv").network;
  for (std::uint32_t from = 0; from < 6; ++from) {
    const auto distances = distances_from(user.network, NodeId{3 + from});
    for (std::uint32_t to = 0; to < 6; ++to) {
      if (from == to) continue;
      EXPECT_EQ(distances[3 + to], distances_from(plain, NodeId{from / 2})[to / 2] + 2);
    }
  }
}

TEST(GraphPes, of_a_file_can_be_none) {
  const UserNetwork user = graph_in(kTree, "dot", kByFile);
  EXPECT_EQ(names_with_pe(user.network), (Lines{"u", "v", "w"}));
  EXPECT_EQ(user.network.nodes(), 5u) << "no router has several, so PEs are at local ports";
  EXPECT_EQ(user.notes, Lines{"2 routers without a PE"});
  const UserNetwork plain = graph_in(kTree, "dot");
  EXPECT_TRUE(plain.network.all_have_pes());
  EXPECT_EQ(plain.notes, Lines{"each router has 1 PE here; in the file 0 routers have several, 2 routers none "
                               "(network.pes: file takes them)"});
}

TEST(GraphPes, of_booksim_are_its_nodes) {
  const UserNetwork user =
      graph_in("router 0 node 0 node 1 router 1\nrouter 1 router 2\nrouter 2 node 2\n", "anynet", kByFile);
  EXPECT_EQ(names_of(user.network), (Lines{"router0", "router1", "router2", "0", "1", "2"}));
  EXPECT_EQ(names_with_pe(user.network), (Lines{"0", "1", "2"}));
  EXPECT_EQ(user.notes, Lines{"3 PEs at 3 routers: each PE is a node of its own behind its router"});
}

TEST(GraphPes, of_booksim_keep_their_numbers_wherever_they_are) {
  const UserNetwork several = graph_in("router 0 node 3 node 10 router 1\nrouter 1 node 2 node 1\n", "anynet", kByFile);
  EXPECT_EQ(names_of(several.network), (Lines{"router0", "router1", "3", "10", "1", "2"}));
  EXPECT_EQ(links_of(several.network),
            (Lines{"router0.p0 - router1.p0 link", "router0.pe0 - 3.router pe", "router0.pe1 - 10.router pe",
                   "router1.pe0 - 1.router pe", "router1.pe1 - 2.router pe"}));
  const UserNetwork one = graph_in("router 0 node 2 router 1\nrouter 1 router 2\nrouter 2 node 0\n", "anynet", kByFile);
  EXPECT_EQ(names_of(one.network), (Lines{"2", "router1", "0"}));
  EXPECT_EQ(names_with_pe(one.network), (Lines{"2", "0"}));
  EXPECT_EQ(one.notes, Lines{"1 router without a PE"});
}

TEST(GraphPes, come_back_from_an_exported_file) {
  for (const auto& [format, name] :
       {std::pair(GraphFormat::kDot, "dot"), std::pair(GraphFormat::kGraphml, "graphml")}) {
    for (const PesOfRouters pes : {PesOfRouters{3}, kByFile}) {
      const UserNetwork user = graph_in(kTree, "dot", pes);
      const UserNetwork read = graph_in(to_graph(user.network, format, {}, user.latencies), name, kByFile);
      expect_same(read.network, user.network);
      EXPECT_EQ(names_with_pe(read.network), names_with_pe(user.network)) << name;
    }
  }
}

TEST(GraphPes, have_places_around_their_router_and_no_grid) {
  const char* const kSquare =
      "graph g { graph [sides=\"2 2\", wraps=0]; a [pos=\"0,0!\"]; b [pos=\"1,0!\"]; c [pos=\"0,-1!\"]; "
      "d [pos=\"1,-1!\"]; a -- b; c -- d; a -- c; b -- d; }";
  EXPECT_EQ(graph_in(kSquare, "dot").network.grid().sides.size(), 2u);
  const Network network = graph_in(kSquare, "dot", {4}).network;
  EXPECT_TRUE(network.grid().sides.empty());
  EXPECT_EQ(network.position(NodeId{4}).x, 0);
  EXPECT_EQ(network.position(NodeId{4}).y, -0.25);
  EXPECT_EQ(network.position(NodeId{5}).x, 0.25);
}

TEST(GraphPes, that_cannot_be_are_refused) {
  EXPECT_EQ(mistakes_in("graph g { a [pes=33]; b [pes=two]; c [pes=-1]; a -- b; b -- c; }", "dot", kByFile),
            (Lines{"1:18: pes is '33'; valid is 0 to 32 PEs", "1:30: pes is 'two'; valid is 0 to 32 PEs",
                   "1:43: pes is '-1'; valid is 0 to 32 PEs"}));
  EXPECT_EQ(mistakes_in("graph g { a [pes=0]; b [pes=0]; c; a -- b; b -- c; }", "dot", kByFile).size(), 1u);
  std::string crowded = "router 0 router 1";
  for (int node = 0; node < 40; ++node) crowded += " node " + std::to_string(node);
  EXPECT_EQ(mistakes_in(crowded + "\n", "anynet", kByFile), Lines{"1:8: router '0' has 40 PEs; valid is up to 32"});
}

}  // namespace
}  // namespace kintsugi::graph::test
