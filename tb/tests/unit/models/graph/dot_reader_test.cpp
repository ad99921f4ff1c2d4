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
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{2, 5, 2}));
}

TEST(GraphDot, labels_are_for_the_picture_and_names_are_ids_or_an_attribute) {
  const UserNetwork user = graph_in(
      "graph { node [label=\"\\N\"]; a [pos=\"1.5,-2!\"]; b [label=\"Core B\", pos=\"0,1\"]; "
      "c [label=<<b>C</b>>, name=\"x.y\", pos=\"1,1,7\"] }",
      "dot");
  EXPECT_EQ(names_of(user.network), (Lines{"a", "b", "x.y"}));
  EXPECT_EQ(user.network.position(NodeId{0}).x, 1.5);
  EXPECT_EQ(user.network.position(NodeId{0}).y, 2);
  EXPECT_EQ(user.network.position(NodeId{1}).y, -1);
  EXPECT_EQ(user.notes, Lines{"attributes ignored, with how often each is given: label 2, z of pos 1"});
}

TEST(GraphDot, a_label_that_repeats_a_name_is_not_said_to_be_ignored) {
  EXPECT_EQ(graph_in("graph { a [label=a]; n1 [name=b, label=b]; a -- n1 }", "dot").notes, Lines{});
}

TEST(GraphDot, attributes_that_are_ignored_are_named_once_with_their_number) {
  const UserNetwork user = graph_in(
      "graph { rankdir=LR; node [shape=box]; a -- b [color=red, class=wire]; subgraph cluster_0 { label=x; c "
      "[color=blue, "
      "class=y] } }",
      "dot");
  EXPECT_EQ(user.notes, Lines{"attributes ignored, with how often each is given: class 1, color 2, label 1, rankdir 1, "
                              "shape 1"});
}

TEST(GraphDot, places_of_a_file_that_graphviz_has_laid_out_are_points) {
  const UserNetwork user = graph_in(
      "graph { graph [bb=\"0,0,200,100\"]; a [pos=\"0,100\"]; b [pos=\"72,100\"]; c [pos=\"72,64\"]; a -- b "
      "[pos=\"1,2 3,4\"]; a -- c; b -- c }",
      "dot");
  EXPECT_EQ(user.network.position(NodeId{1}).x, 1);
  EXPECT_EQ(user.network.position(NodeId{2}).y - user.network.position(NodeId{1}).y, 0.5);
}

TEST(GraphDot, ports_are_labels_of_ends_or_follow_the_node) {
  EXPECT_EQ(links_in("graph { a:e -- b:w:nw [headlabel=up] a -- b [taillabel=\"x\"] }"),
            (Lines{"a.e - b.up link", "a.x - b.p0 link"}));
}

TEST(GraphDot, comments_strings_and_numerals_are_read_as_graphviz_does) {
  const std::string text = "# first\n/* a\nb */ GRAPH \"x\" { // end\n \"n\" + \"1\" -- 1.5 \n\"a\\\nb\" -- 7}";
  EXPECT_EQ(names_of(graph_in(text, "dot").network), (Lines{"n1", "1.5", "ab", "7"}));
  EXPECT_EQ(names_of(graph_in("graph { a -- .5 -- -3 }", "dot").network), (Lines{"a", "5", "_-3"}));
  EXPECT_EQ(names_of(graph_in("  # 1 \"x.c\"\ngraph { <<i>a</i>> -- <b<!-- > -->> }", "dot").network),
            (Lines{"i_a_i", "b_--_--"}));
  EXPECT_EQ(graph_in("graph \"a \\\"b\\\\ c\" { a -- b }", "dot").network.name(), "a \"b\\ c");
}

TEST(GraphDot, syntax_is_reported_where_it_breaks) {
  EXPECT_EQ(wrong(""), Lines{"1:1: the file ends here; expected 'graph' or 'digraph'"});
  EXPECT_EQ(wrong("a,b"), Lines{"1:1: expected 'graph' or 'digraph', not 'a'"});
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

TEST(GraphDot, edges_of_a_digraph_in_opposite_pairs_are_one_link) {
  const UserNetwork user =
      graph_in("digraph { a -> b [latency=2]; b -> c; b -> a [latency=3]; c -> b; a -> b; b -> a [class=x] }", "dot");
  EXPECT_EQ(links_of(user.network),
            (Lines{"a.p0 - b.p0 link 2/3", "b.p1 - c.p0 link", "a.p1 - b.p2 link", "b.p3 - a.p2 x"}));
  EXPECT_EQ(user.notes, (Lines{"directed edges: 2 opposite pairs are a link each; 2 without an opposite, which carry "
                               "packets both ways too"}));
}

TEST(GraphDot, a_directed_edge_that_is_drawn_both_ways_needs_no_opposite) {
  EXPECT_EQ(graph_in("digraph { edge [dir=both]; a -> b; b -> a [dir=none] }", "dot").notes, Lines{});
  EXPECT_EQ(links_in("digraph { edge [dir=both]; a -> b; b -> a [dir=none] }").size(), 2u);
}

/// Layouts are made by such edges: their arrow is at the first node.
TEST(GraphDot, a_directed_edge_that_is_drawn_back_leads_to_its_first_node) {
  EXPECT_EQ(links_in("digraph { a -> b [dir=back, latency=2]; a -> b [latency=9]; b -> c }"),
            (Lines{"b.p0 - a.p0 link 2/9", "b.p1 - c.p0 link"}));
  EXPECT_EQ(links_in("digraph { a -> b [dir=back]; b -> a }").size(), 2u) << "both lead from b to a";
  EXPECT_EQ(links_in("digraph { a:x -> b:y [dir=back, latency=2, latency_back=5]; b -> c }"),
            (Lines{"b.y - a.x link 5/2", "b.p0 - c.p0 link"}));
  EXPECT_EQ(links_in("strict digraph { a -> b; a -> b [dir=back]; b -> a }").size(), 2u);
  EXPECT_EQ(links_in("graph { a -- b [dir=back]; b -- a }").size(), 2u) << "as in a graph without arrows";
}

TEST(GraphDot, the_link_of_an_opposite_pair_has_the_ports_of_its_first_edge) {
  const UserNetwork user = graph_in("digraph { a:out -> b:in; b:out -> a:in; b -> c; c:x -> b:y }", "dot");
  EXPECT_EQ(links_of(user.network), (Lines{"a.out - b.in link", "b.y - c.x link"}));
  EXPECT_EQ(user.notes,
            (Lines{"directed edges: 2 opposite pairs are a link each",
                   "2 names of ports ignored: those of the opposite edge, as a link has one port at each end"}));
}

TEST(GraphDot, html_labels_are_for_the_picture_wherever_they_are) {
  const UserNetwork user = graph_in(
      "graph { graph [label=<<b>t</b>>]; label=<t>; a [label=<a>]; a -- b [label=<c>, taillabel=<d>, headlabel=<e>] }",
      "dot");
  EXPECT_EQ(links_of(user.network), Lines{"a.p0 - b.p0 link"});
  EXPECT_EQ(wrong("graph { wraps=<1>; a -- b }").size(), 1u) << "a value that counts must be read";
}

TEST(GraphDot, an_edge_can_have_another_latency_back) {
  const UserNetwork user = graph_in(
      "graph { a -- b [latency=2, latency_back=3]; b -- c [latency=4]; edge "
      "[latency_back=5]; c -- a [latency=4]; a -- c }",
      "dot");
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{{0, 5}, {2, 3}, 4, {4, 5}}));
  EXPECT_EQ(links_of(user.network),
            (Lines{"a.p0 - b.p0 link 2/3", "b.p1 - c.p0 link 4", "c.p1 - a.p1 link 4/5", "a.p2 - c.p2 link -/5"}));
  const UserNetwork strict = graph_in("strict graph { a -- b [latency=1]; b -- a [latency=2, latency_back=3] }", "dot");
  EXPECT_EQ(strict.latencies, (std::vector<LinkLatency>{{3, 2}})) << "the joined edge leads from b to a";
  const auto joined = [](const std::string& edges) {
    return graph_in("strict graph { " + edges + " }", "dot").latencies;
  };
  const std::vector<LinkLatency> both{{3, 5}};
  EXPECT_EQ(joined("a -- b [latency=3]; a -- b [latency_back=5]"), both);
  EXPECT_EQ(joined("a -- b [latency_back=5]; a -- b [latency=3]"), both);
  EXPECT_EQ(joined("a -- b [latency=4]; b -- a [latency=5, latency_back=3]"), both);
  EXPECT_EQ(joined("a -- b [latency=5]; b -- a [latency_back=3]"), both) << "from b to a it is still 5";
  EXPECT_EQ(joined("a -- b [latency=3]; b -- a [latency=4]"), std::vector<LinkLatency>{4});
  EXPECT_EQ(wrong("graph { a -- b [latency_back=0] }"), Lines{"1:30: latency_back is '0'; valid is 1 to 1024 cycles"});
}

TEST(GraphDot, parallel_edges_of_a_strict_graph_are_joined) {
  const UserNetwork user = graph_in(
      "strict graph { edge [class=x]; a -- b; b -- a [latency=4]; a -- b [class=y]; a -- a; a -- a; b -- a [key=1] }",
      "dot");
  EXPECT_EQ(links_of(user.network), (Lines{"a.p0 - b.p0 y", "a.p1 - a.p2 x", "b.p1 - a.p3 x"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{4, 0}));
  EXPECT_EQ(user.notes, Lines{"strict: 3 edges joined with an earlier one"});
  EXPECT_EQ(links_in("strict digraph { a -> b; b -> a; a -> b; b -> c }"),
            (Lines{"a.p0 - b.p0 link", "b.p1 - c.p0 link"}));
}

TEST(GraphDot, edges_of_the_other_sort_of_graph_are_refused) {
  EXPECT_EQ(wrong("digraph {\n a -- b\n}"), Lines{"2:4: the edges of a digraph are written ->"});
  EXPECT_EQ(wrong("graph {\n a -> b\n}"), Lines{"2:4: the edges of a graph are written --; those of a digraph ->"});
}

TEST(GraphDot, ports_of_records_can_have_several_links) {
  const UserNetwork user = graph_in(
      "digraph { a [shape=record, label=\"<f0> left|<f1> right\"]; a:f0:e -> b [dir=both]; a:f0 -> c:\"x.0\":_ "
      "[dir=both]; a -> c [dir=both, tailport=\"f1:ne\", headport=local] }",
      "dot");
  EXPECT_EQ(links_of(user.network), (Lines{"a.f0 - b.p0 link", "a.f0_2 - c.x_0 link", "a.f1 - c.local_2 link"}));
  EXPECT_EQ(user.notes, (Lines{"3 names of ports mended: 'f0' is f0_2 at a, 'x.0' is x_0 at c, 'local' is local_2 at c",
                               "attributes ignored, with how often each is given: label 1, shape 1"}));
}

TEST(GraphDot, wrong_values_are_reported_once_with_their_places) {
  EXPECT_EQ(wrong("graph { wraps=2\n a [pos=\"1\"]; b [pos=\"x,1\"]; c [name=<z>]\n a -- {b c} [latency=x] }"),
            (Lines{"1:15: wraps is '2'; valid is 0 or 1", "2:9: pos is '1'; valid is \"x,y\" or \"x,y!\", in pitches",
                   "2:22: 'x' is no coordinate; valid is a number of pitches, -2^20 to 2^20",
                   "2:38: an HTML string is not read; write the text in quotes",
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
