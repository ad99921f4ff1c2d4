#include "models/graph/anynet_reader.hpp"

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

Lines anynet_mistakes(const std::string& text) {
  return mistakes_in(text, "anynet");
}

TEST(GraphAnynet, routers_are_nodes_and_channels_between_them_are_links) {
  const UserNetwork user =
      graph_in("router 0 node 0 router 1 15 router 10\n\nrouter 10 node 2\tnode 1 router 1\n", "anynet");
  EXPECT_EQ(names_of(user.network), (Lines{"0", "1", "10"}));
  EXPECT_EQ(links_of(user.network), (Lines{"0.p0 - 1.p0 link 15/1", "0.p1 - 10.p0 link 1", "10.p1 - 1.p1 link 1"}));
  EXPECT_EQ(user.notes, (Lines{"PEs have the numbers of their routers; 2 nodes of the file have others",
                               "each router has 1 PE here; in the file 1 router has several, 1 router none "
                               "(network.pes: file takes them)"}));
}

TEST(GraphAnynet, a_channel_and_its_opposite_are_one_link_with_both_latencies) {
  const UserNetwork user =
      graph_in("router 0 router 1 3\nrouter 1 router 0 3 router 2 2\nrouter 2 router 1 7\n", "anynet");
  EXPECT_EQ(links_of(user.network), (Lines{"0.p0 - 1.p0 link 3", "1.p1 - 2.p0 link 2/7"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{{2, 7}, 3}));
  EXPECT_EQ(user.notes, Lines{});
  const UserNetwork from_the_larger = graph_in("router 7 router 1 9\n", "anynet");
  EXPECT_EQ(from_the_larger.latencies, (std::vector<LinkLatency>{{9, 1}}));
  EXPECT_EQ(links_of(from_the_larger.network), Lines{"7.p0 - 1.p0 link"}) << "the first way is from 7";
}

TEST(GraphAnynet, what_is_named_again_is_said_and_the_last_latency_holds) {
  const UserNetwork user = graph_in("router 0 router 1 9 router 1 2\nrouter 1 router 0 2\n# a comment\n", "anynet");
  EXPECT_EQ(links_of(user.network), Lines{"0.p0 - 1.p0 link"});
  EXPECT_EQ(user.latencies, std::vector<LinkLatency>{2});
  EXPECT_EQ(user.notes, Lines{"1 channel named again; the last latency holds"});
}

TEST(GraphAnynet, a_line_can_begin_with_a_node_and_latencies_of_nodes_are_ignored) {
  const UserNetwork user = graph_in("node 0 router 0 5\nnode 1 router 1\nrouter 0 router 01\n", "anynet");
  EXPECT_EQ(links_of(user.network), Lines{"0.p0 - 1.p0 link"});
  EXPECT_EQ(user.notes, Lines{"attributes ignored, with how often each is given: latency of a node 1"});
}

TEST(GraphAnynet, a_router_joined_with_itself_takes_two_ports) {
  EXPECT_EQ(links_of(graph_in("router 0 router 0 4 router 1 4\nrouter 1 router 0 4", "anynet").network),
            (Lines{"0.p0 - 0.p1 link", "0.p2 - 1.p0 link"}));
}

TEST(GraphAnynet, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(anynet_mistakes("switch 0\nrouter\nrouter -1\nrouter 0 router 1 0\nrouter 0 1\nnode 0 node 1\n"
                            "router 0 node 5\nrouter 1 node 5\nrouter 2 router 1234567890\n"),
            (Lines{"1:1: expected 'router' or 'node', not 'switch'", "2:1: the number of the router is missing",
                   "3:8: '-1' is no number of a router; valid are integers from 0 to 999999999",
                   "4:19: latency is '0'; valid is 1 to 1024 cycles", "5:10: expected 'router' or 'node', not '1'",
                   "6:13: two nodes are joined; a node is joined to a router",
                   "8:15: node 5 is at router 0 already; a node has one router",
                   "9:17: '1234567890' is no number of a router; valid are integers from 0 to 999999999"}));
  EXPECT_EQ(anynet_mistakes(""), Lines{"1:1: the graph has 0 nodes; valid is 2 to 65536"});
}

TEST(GraphAnynet, a_file_is_known_by_its_first_words) {
  EXPECT_EQ(format_of("net.anynet", ""), "anynet");
  EXPECT_EQ(format_of("anynet_file", "\n# x\nrouter 0 router 1\n"), "anynet");
  EXPECT_EQ(format_of("net.txt", "node 0 router 0"), "anynet");
  EXPECT_EQ(format_of("net.txt", "node target\n"), "csv");
  EXPECT_EQ(format_of("net.csv", "router 0 router 1"), "csv");
  EXPECT_EQ(format_of("net.TSV", ""), "csv");
  EXPECT_EQ(format_of("net", "0 1"), "");
}

}  // namespace
}  // namespace kintsugi::graph::test
