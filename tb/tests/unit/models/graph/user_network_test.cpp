#include "models/graph/user_network.hpp"

#include <cmath>

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

const std::string kNameRule = "it begins with a letter, a digit or _, and goes on with those or - ( ) : $";

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
  EXPECT_EQ(user.latencies, (std::vector<unsigned>{0, 3, 5, 2, 0}));
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

TEST(UserNetwork, names_are_unique_and_such_that_waveforms_can_have_them) {
  EXPECT_EQ(wrong_in("a [label=\"x y\"]\nb [label=\".x\"]\nc [label=\"\"]\nd [label=\"-x\"]\n"),
            (Lines{"2:1: 'x y' cannot be the name of a node: " + kNameRule + "; parts can be joined by dots",
                   "3:1: '.x' cannot be the name of a node: " + kNameRule + "; parts can be joined by dots",
                   "4:1: '' cannot be the name of a node: " + kNameRule + "; parts can be joined by dots",
                   "5:1: '-x' cannot be the name of a node: " + kNameRule + "; parts can be joined by dots"}));
  EXPECT_EQ(wrong_in("a\nb [label=a]\n"), Lines{"3:1: a node with the name 'a' is there already; rename one"});
  EXPECT_EQ(wrong_in("a\nb [label=\"a.b\"]\n"),
            Lines{"3:1: the name 'a.b' is inside 'a', another node; name one of them without the dot"});
}

TEST(UserNetwork, ports_that_cannot_be_are_refused) {
  EXPECT_EQ(wrong_in("a [ports=\"n n\"]\nb [ports=\"x.y\"]\na -- c [taillabel=s, headlabel=local]\n"),
            (Lines{"2:1: node 'a' has two ports 'n'",
                   "3:1: 'x.y' cannot be the name of a port: " + kNameRule + "; it is not local",
                   "4:3: node 'a' has no port 's' in its list",
                   "4:3: 'local' cannot be the name of a port: " + kNameRule + "; it is not local"}));
  EXPECT_EQ(wrong_in("a -- b [taillabel=n]\na -- b [taillabel=n]\na:m -- a:m\n"),
            (Lines{"3:3: port 'n' of node 'a' has a link already; a port has one",
                   "4:5: port 'm' of node 'a' has a link already; a port has one"}));
  EXPECT_EQ(wrong_in("a [ports=\"n\"]\na -- b\na -- b\n"),
            Lines{"4:3: node 'a' has no port left for this link; its list has 1 port"});
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
