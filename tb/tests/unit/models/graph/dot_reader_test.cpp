#include "models/graph/dot_reader.hpp"

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

Lines links_in(std::string_view text) {
  return links_of(graph_in(text, "dot").network);
}

Lines wrong(std::string_view text) {
  return mistakes_in(text, "dot");
}

TEST(GraphDot, nodes_are_numbered_in_the_order_in_which_they_are_named) {
  const UserNetwork user = graph_in("graph G { c; b -- a; c -- a }", "dot");
  EXPECT_EQ(user.network.name(), "G");
  EXPECT_EQ(names_of(user.network), (Lines{"c", "b", "a"}));
  EXPECT_EQ(links_of(user.network), (Lines{"b.p0 - a.p0 link", "c.p0 - a.p1 link"}));
}

TEST(GraphDot, chains_and_subgraphs_make_a_link_for_each_pair) {
  EXPECT_EQ(links_in("graph { a -- b -- c }"), (Lines{"a.p0 - b.p0 link", "b.p1 - c.p0 link"}));
  EXPECT_EQ(links_in("graph { a -- {b c} }"), (Lines{"a.p0 - b.p0 link", "a.p1 - c.p0 link"}));
  EXPECT_EQ(links_in("graph { subgraph s { a b } -- subgraph { c; b } }"),
            (Lines{"a.p0 - b.p0 link", "a.p1 - c.p0 link", "b.p1 - b.p2 link", "b.p3 - c.p1 link"}));
}

TEST(GraphDot, attributes_and_defaults_hold_for_what_is_first_named_after_them) {
  const UserNetwork user = graph_in(
      "graph { a; edge [class=ring, latency=2]; node [ports=\"e w\"]; b -- c; { edge [class=\"spoke\"] a -- b } "
      "c -- a [latency=\"5\" color=red][class=\"ring\";] }",
      "dot");
  EXPECT_EQ(links_of(user.network), (Lines{"b.e - c.e ring 2", "a.p0 - b.w spoke", "c.w - a.p1 ring 5"}));
  EXPECT_EQ(Lines(user.network.kinds().begin(), user.network.kinds().end()), (Lines{"ring 2", "ring 5", "spoke"}));
  EXPECT_EQ(user.latencies, (std::vector<unsigned>{2, 5, 2}));
}

TEST(GraphDot, labels_and_positions_are_names_and_places) {
  const UserNetwork user =
      graph_in("graph { node [label=\"\\N\"]; a [pos=\"1.5,-2!\"]; b [label=x.y, pos=\"0,1\"] }", "dot");
  EXPECT_EQ(names_of(user.network), (Lines{"a", "x.y"}));
  EXPECT_EQ(user.network.position(NodeId{0}).x, 1.5);
  EXPECT_EQ(user.network.position(NodeId{0}).y, 2);
  EXPECT_EQ(user.network.position(NodeId{1}).y, -1);
}

TEST(GraphDot, ports_are_labels_of_ends_or_follow_the_node) {
  EXPECT_EQ(links_in("graph { a:e -- b:w:nw [headlabel=up] a -- b [taillabel=\"x\"] }"),
            (Lines{"a.e - b.up link", "a.x - b.p0 link"}));
}

TEST(GraphDot, comments_strings_and_numerals_are_read_as_graphviz_does) {
  const std::string text = "# first\n/* a\nb */ GRAPH \"x\" { // end\n \"n\" + \"1\" -- 1.5 \n\"a\\\nb\" -- 7}";
  EXPECT_EQ(names_of(graph_in(text, "dot").network), (Lines{"n1", "1.5", "ab", "7"}));
  EXPECT_EQ(wrong("graph { a -- .5 -- -3 }"),
            (Lines{"1:14: '.5' cannot be the name of a node: it begins with a letter, a digit or _, and goes on with "
                   "those or - ( ) : $; parts can be joined by dots",
                   "1:20: '-3' cannot be the name of a node: it begins with a letter, a digit or _, and goes on with "
                   "those or - ( ) : $; parts can be joined by dots"}));
  EXPECT_EQ(graph_in("graph \"a \\\"b\\\\ c\" { a -- b }", "dot").network.name(), "a \"b\\ c");
}

TEST(GraphDot, syntax_is_reported_where_it_breaks) {
  EXPECT_EQ(wrong(""), Lines{"1:1: the file ends here; expected 'graph'"});
  EXPECT_EQ(wrong("a,b"), Lines{"1:1: expected 'graph', not 'a'"});
  EXPECT_EQ(wrong("graph {\n a -- ;\n}"), Lines{"2:7: expected a node, not ';'"});
  EXPECT_EQ(wrong("graph {\n a [x=]\n}"), Lines{"2:7: expected a value, not ']'"});
  EXPECT_EQ(wrong("graph { a -- b"), Lines{"1:15: the file ends here; expected a node, an edge or '}'"});
  EXPECT_EQ(wrong("graph { } graph { }"), Lines{"1:11: expected the end of the file: it has one network, not 'graph'"});
  EXPECT_EQ(wrong("graph { node a }"), Lines{"1:14: expected '[', not 'a'"});
  EXPECT_EQ(wrong("graph { a ! b }"), Lines{"1:11: the character '!' has no meaning here; put names in quotes"});
}

TEST(GraphDot, what_begins_and_does_not_end_is_reported_where_it_begins) {
  EXPECT_EQ(wrong("graph { \"a }"), Lines{"1:9: the string has no end; add \""});
  EXPECT_EQ(wrong("graph { a /* b }"), Lines{"1:11: the comment has no end; add */"});
  EXPECT_EQ(wrong("graph { a [label=<b<i>>, x=<] }"), Lines{"1:28: the HTML string has no end; add >"});
  EXPECT_EQ(wrong("graph { \"a\" + b }"), Lines{"1:15: a string in quotes must follow '+'"});
}

TEST(GraphDot, directed_and_strict_graphs_are_refused) {
  EXPECT_EQ(wrong("strict digraph {\n a -> b\n}"),
            (Lines{"1:1: 'strict' would join parallel links; leave it out, and the links that are not meant",
                   "1:8: the edges are directed, but a link carries packets both ways; write 'graph', and each link "
                   "once, with --",
                   "2:4: a directed edge, but a link carries packets both ways; write --"}));
}

TEST(GraphDot, wrong_values_are_reported_once_with_their_places) {
  EXPECT_EQ(wrong("graph { wraps=2\n a [pos=\"1\"]; b [pos=\"x,1\"]; c [label=<b>]\n a -- {b c} [latency=x] }"),
            (Lines{"1:15: wraps is '2'; valid is 0 or 1", "2:9: pos is '1'; valid is \"x,y\" or \"x,y!\", in pitches",
                   "2:22: 'x' is no coordinate; valid is a number of pitches, -2^20 to 2^20",
                   "2:39: an HTML string is not read; write the text in quotes",
                   "3:22: latency is 'x'; valid is 1 to 1024 cycles"}));
}

TEST(GraphDot, subgraphs_that_are_too_deep_or_too_large_end_the_reading) {
  std::string many = "graph { a -- {";
  for (int i = 0; i < 64; ++i) many += " n" + std::to_string(i);
  EXPECT_EQ(wrong(many + " } }"), Lines{"1:11: too many links; a node has at most 63"});
  EXPECT_EQ(wrong("graph " + std::string(100, '{')),
            Lines{"1:72: expected no more than 64 subgraphs inside one another, not '{'"});
}

}  // namespace
}  // namespace kintsugi::graph::test
