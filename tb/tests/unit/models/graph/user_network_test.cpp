#include "models/graph/user_network.hpp"

#include <cmath>

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

Lines wrong_in(const std::string& statements) {
  return mistakes_in("graph {\n" + statements + "}", "dot");
}

Network right(const std::string& statements) {
  return graph_in("graph {\n" + statements + "}", "dot").network;
}

TEST(UserNetwork, ports_without_a_name_take_names_that_no_link_has) {
  EXPECT_EQ(links_of(right("a -- b\na -- b [taillabel=p1]\na -- b\n")),
            (Lines{"a.p0 - b.p0 link", "a.p1 - b.p1 link", "a.p2 - b.p2 link"}));
  EXPECT_EQ(links_of(right("a -- b\na -- b [taillabel=p0]\n")), (Lines{"a.p1 - b.p0 link", "a.p0 - b.p1 link"}));
}

TEST(UserNetwork, a_list_of_ports_gives_their_order_and_leaves_some_open) {
  const Network network = right("a [ports=\"n e s w\"] a -- b [taillabel=w] a -- b -- a [class=x]\n");
  EXPECT_EQ(network.ports(NodeId{0}), (PortLayout{"n", "e", "s", "w"}));
  EXPECT_EQ(links_of(network), (Lines{"a.w - b.p0 link", "a.n - b.p1 x", "b.p2 - a.e x"}));
  EXPECT_EQ(network.peer({NodeId{0}, PortId{2}}), std::nullopt);
}

TEST(UserNetwork, a_node_can_be_without_a_link) {
  const Network network = right("a -- b; c\n");
  EXPECT_EQ(network.nodes(), 3u);
  EXPECT_TRUE(network.ports(NodeId{2}).empty());
}

TEST(UserNetwork, links_of_one_kind_with_different_latencies_become_kinds) {
  const UserNetwork user = graph_in(
      "graph { a -- b [class=express, latency=5] a -- b [class=near, latency=2] a -- b [class=express, latency=3] "
      "a -- b [class=express] a -- b }",
      "dot");
  EXPECT_EQ(Lines(user.network.kinds().begin(), user.network.kinds().end()),
            (Lines{"express", "express 3", "express 5", "near", "link"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{0, 3, 5, 2, 0}));
  EXPECT_EQ(links_of(user.network).front(), "a.p0 - b.p0 express 5");
}

TEST(UserNetwork, the_list_of_kinds_gives_their_order_and_those_without_a_link) {
  const Network network = right("kinds=\"far, near,none\"; a -- b [class=near] a -- b [class=far]\n");
  EXPECT_EQ(Lines(network.kinds().begin(), network.kinds().end()), (Lines{"far", "near", "none"}));
}

TEST(UserNetwork, nodes_without_places_are_on_a_circle_one_pitch_apart) {
  const Network network = right("a -- b -- c -- d\n");
  for (const NodeId node : ids<NodeId>(4)) {
    const Position at = network.position(node);
    const Position next = network.position(NodeId{(node.value + 1) % 4});
    EXPECT_NEAR(std::hypot(at.x - next.x, at.y - next.y), 1, 0.002);
    EXPECT_NEAR(std::hypot(at.x - 0.707, at.y - 0.707), 0.707, 0.002);
  }
  EXPECT_LT(network.position(NodeId{0}).y, network.position(NodeId{2}).y) << "the first is at the top";
  EXPECT_GT(network.position(NodeId{1}).x, network.position(NodeId{3}).x) << "the second is on the right";
}

TEST(UserNetwork, nodes_on_a_grid_are_counted) {
  const Network network = right("sides=\"2 1\" wraps=0 a -- b\n");
  EXPECT_EQ(network.grid().sides, (std::vector<unsigned>{2, 1}));
  EXPECT_FALSE(network.grid().wraps);
  EXPECT_EQ(wrong_in("sides=\"4294967295 4294967295\"\na -- b\n"),
            Lines{"2:7: the sides of the grid do not make 2 nodes; correct them, or leave them out"});
}

TEST(UserNetwork, a_network_has_two_nodes_and_not_too_many) {
  EXPECT_EQ(wrong_in("a\n"), Lines{"1:1: the graph has 1 node; valid is 2 to 65536"});
  std::string many = "a,b\n";
  for (std::size_t i = 0; i < kMostNodes + 460; ++i) many += std::to_string(i) + ',' + std::to_string(i + 1) + '\n';
  EXPECT_EQ(mistakes_in(many, "csv"), Lines{"1:1: the graph has more than 65536 nodes; valid is 2 to 65536"});
}

TEST(UserNetwork, names_that_waveforms_cannot_have_are_mended_and_are_unique) {
  const UserNetwork user = graph_in(
      "graph { \"New York\"; \"(0, 0)\"; \"(-1, 0)\"; \"a.b\"; a; New_York; \"New/York\"; \"controller\"; \"\"; "
      "\"東京\"; "
      "\"Zürich\"; \"x.y z\"; \"e.f\"; \"e!\" }",
      "dot");
  EXPECT_EQ(names_of(user.network), (Lines{"New_York_2", "0_0", "_-1_0", "a_b", "a", "New_York", "New_York_3",
                                           "controller_2", "n8", "n9", "Z_rich", "x_y_z", "e.f", "e_2"}));
  ASSERT_EQ(user.original_names.size(), 14u);
  EXPECT_EQ(user.original_names[0], "New York");
  EXPECT_EQ(user.original_names[4], "a");
  EXPECT_EQ(user.notes, Lines{"11 names of nodes mended: 'New York' is New_York_2, '(0, 0)' is 0_0, '(-1, 0)' is _-1_0 "
                              "and 8 more; kintsugi topo --names lists all"});
  EXPECT_EQ(graph_in("graph { a; n1 [name=a]; n2 [name=a_2] }", "dot").notes,
            Lines{"1 name of nodes mended: 'a' is a_3"});
  EXPECT_TRUE(graph_in("graph { a; b }", "dot").original_names.empty());
}

TEST(UserNetwork, a_name_that_is_too_long_is_cut) {
  const std::string name(300, 'x');
  const UserNetwork user = graph_in("graph { " + name + "; " + name + "y; a\xC3\xBC }", "dot");
  EXPECT_EQ(names_of(user.network), (Lines{std::string(190, 'x'), std::string(190, 'x') + "_2", "a"}));
  EXPECT_EQ(user.notes.at(0).substr(0, 78), "3 names of nodes mended: '" + std::string(40, 'x') + "...' is xxxx");
}

TEST(UserNetwork, ports_that_cannot_be_are_refused) {
  EXPECT_EQ(wrong_in("a [ports=\"n n\"]\nb [ports=\"x.y x_y\"]\na -- c [taillabel=s]\n"),
            (Lines{"2:1: node 'a' has two ports 'n'", "3:1: node 'b' has two ports 'x_y'",
                   "4:3: node 'a' has no port 's' in its list"}));
  EXPECT_EQ(wrong_in("a [ports=\"n\"]\na -- b\na -- b\n"),
            Lines{"4:3: node 'a' has no port left for this link; its list has 1 port"});
}

TEST(UserNetwork, links_that_name_one_port_get_ports_of_their_own) {
  EXPECT_EQ(links_of(right("a -- b [taillabel=n]\na -- b [taillabel=n]\na:n_2 -- a:n\n")),
            (Lines{"a.n - b.p0 link", "a.n_3 - b.p1 link", "a.n_2 - a.n_4 link"}));
  const Network listed = right("a [ports=\"e n\"]\na:n -- b\na:n -- b\n");
  EXPECT_EQ(listed.ports(NodeId{0}), (PortLayout{"e", "n", "n_2"}));
  EXPECT_EQ(links_of(listed), (Lines{"a.n - b.p0 link", "a.n_2 - b.p1 link"}));
}

TEST(UserNetwork, a_node_has_no_more_ports_than_a_router) {
  std::string statements;
  for (int i = 0; i < 63; ++i) statements += "a -- b\n";
  EXPECT_EQ(links_of(right(statements)).size(), 63u);
  EXPECT_EQ(wrong_in(statements + "b -- c\n"), Lines{"2:6: node 'b' has 64 ports; a router has at most 63"});
  std::string ports;
  for (int i = 0; i < 70; ++i) ports += "x" + std::to_string(i) + ' ';
  EXPECT_EQ(wrong_in("a [ports=\"" + ports + "\"] a:x69 -- b\n"),
            Lines{"2:1: node 'a' has 70 ports; a router has at most 63"});
}

TEST(UserNetwork, all_nodes_have_places_or_none_has) {
  EXPECT_EQ(wrong_in("a [pos=\"1,1\"]\nb\n"),
            Lines{"3:1: node 'b' has no place though others have one; give every node x and y, or none"});
}

TEST(UserNetwork, kinds_that_cannot_be_are_refused) {
  EXPECT_EQ(wrong_in("a -- b [class=\"x,y\"]\n"), Lines{"2:3: 'x,y' cannot be a kind of links: a kind has 1 to 200 "
                                                        "characters, no comma and no blank at its ends"});
  EXPECT_EQ(wrong_in("kinds=\"x,x,\"\na -- b [class=y]\n"),
            (Lines{"2:7: the kind 'x' is listed twice; leave one out",
                   "2:7: '' cannot be a kind of links: a kind has 1 to 200 characters, no comma and no blank at its "
                   "ends",
                   "3:3: the list of kinds has no 'y'; add it, or leave the list out"}));
  EXPECT_EQ(
      wrong_in("a -- b [class=\"x 2\"]\na -- b [class=x, latency=2]\na -- b [class=x]\n"),
      Lines{"3:3: two kinds of links would be 'x 2', as one with different latencies becomes a kind for each; give one "
            "another name"});
  std::string many;
  for (int i = 0; i < 257; ++i) {
    many += "n" + std::to_string(i) + " -- n" + std::to_string(i + 1) + " [class=k" + std::to_string(i) + "]\n";
  }
  EXPECT_EQ(wrong_in(many), Lines{"258:6: the links have more than 256 kinds, those by latency included; use fewer"});
}

TEST(UserNetwork, a_name_that_cannot_be_printed_is_refused) {
  EXPECT_EQ(mistakes_in("graph \"a\tb\" { a -- b }", "dot"),
            Lines{"1:1: the name of the graph has more than 200 characters, or one that cannot be printed; give it "
                  "another"});
}

}  // namespace
}  // namespace kintsugi::graph::test
