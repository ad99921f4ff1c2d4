#include "models/graph/csv_reader.hpp"

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

TEST(GraphCsv, each_row_is_a_link_and_ports_are_numbered_in_the_order_of_the_rows) {
  const UserNetwork user = graph_in("a,b\nx,y\nx,z\ny,z\n", "csv");
  EXPECT_EQ(user.network.name(), "file");
  EXPECT_EQ(names_of(user.network), (Lines{"x", "y", "z"}));
  EXPECT_EQ(links_of(user.network), (Lines{"x.p0 - y.p0 link", "x.p1 - z.p0 link", "y.p1 - z.p1 link"}));
  EXPECT_TRUE(user.latencies.empty());
}

TEST(GraphCsv, nodes_are_numbered_in_the_natural_order_of_their_names) {
  EXPECT_EQ(names_of(graph_in("a,b\n10,9\n0,10\n2,0\n", "csv").network), (Lines{"0", "2", "9", "10"}));
  EXPECT_EQ(links_of(graph_in("a,b\n10,9\n", "csv").network), Lines{"10.p0 - 9.p0 link"})
      << "a link keeps its direction";
}

TEST(GraphCsv, parallel_links_and_links_of_a_node_with_itself_are_kept) {
  EXPECT_EQ(links_of(graph_in("a,b\nx,y\nx,y\nx,x\n", "csv").network),
            (Lines{"x.p0 - y.p0 link", "x.p1 - y.p1 link", "x.p2 - x.p3 link"}));
}

TEST(GraphCsv, columns_come_in_any_order_and_comments_and_blanks_are_ignored) {
  const UserNetwork user = graph_in("# links\n\n latency, b ,kind,a\r\n# one\r\n 3 , y ,express, x \r\n,z,,y", "csv");
  EXPECT_EQ(links_of(user.network), (Lines{"x.p0 - y.p0 express", "y.p1 - z.p0 link"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{3, 0}));
}

TEST(GraphCsv, words_above_rows_of_numbers_are_names_of_columns) {
  const UserNetwork user = graph_in("device1,device2,latency\n0,1,2\n1,2,3\n", "csv");
  EXPECT_EQ(names_of(user.network), (Lines{"0", "1", "2"}));
  EXPECT_EQ(links_of(user.network), (Lines{"0.p0 - 1.p0 link 2", "1.p1 - 2.p0 link 3"}));
  EXPECT_EQ(user.notes, Lines{"the columns device1 and device2 are the nodes of a link"});
  EXPECT_EQ(names_of(graph_in("i,j\n0,1\n1,2\n", "csv").network).size(), 3u);
  EXPECT_EQ(names_of(graph_in("Source node ID,Target node ID\n0,1\n1,2\n", "csv").network).size(), 3u);
  EXPECT_EQ(names_of(graph_in("origin,destination\na,b\nb,c\n", "csv").network).size(), 3u);
  EXPECT_EQ(
      mistakes_in("id,foo,source\n0,1,2\n1,2,3\n", "csv"),
      Lines{"1:1: the column b is missing; the first row names the columns: a,b and, if wanted, kind and latency"});
  EXPECT_EQ(names_of(graph_in("hub,0\n0,1\n1,2\n", "csv").network).size(), 4u) << "a row with a number is a link";
  EXPECT_EQ(names_of(graph_in("a0,b0\nb0,7\n", "csv").network).size(), 3u) << "so is one above a row with a word";
}

TEST(GraphCsv, latencies_can_differ_by_direction) {
  const UserNetwork user = graph_in("a,b,latency,latency_back\nx,y,2,7\ny,z,3,\nz,x,,4\nx,y,7,2\n", "csv");
  EXPECT_EQ(links_of(user.network),
            (Lines{"x.p0 - y.p0 link 2/7", "y.p1 - z.p0 link 3", "z.p1 - x.p1 link -/4", "x.p2 - y.p2 link 7/2"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{{0, 4}, {2, 7}, 3, {7, 2}}));
}

TEST(GraphCsv, an_edge_and_its_opposite_have_their_latencies_each) {
  const UserNetwork user = graph_in("source target latency\nx y 2\ny x 7\ny z 3\nz y 3\n", "csv");
  EXPECT_EQ(links_of(user.network), (Lines{"x.p0 - y.p0 link 2/7", "y.p1 - z.p0 link 3"}));
}

TEST(GraphCsv, a_byte_order_mark_is_no_part_of_the_header) {
  EXPECT_EQ(names_of(graph_in("\xef\xbb\xbf"
                              "a,b\nx,y\n",
                              "csv")
                         .network),
            (Lines{"x", "y"}));
}

TEST(GraphCsv, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(mistakes_in("a,b,latency\nx,,2\n,y,3\nx,y\nx,y,0\nx, \"y,4\n x,z w,5\n", "csv"),
            (Lines{"2:3: the name of a node is missing; a link has two nodes",
                   "3:1: the name of a node is missing; a link has two nodes",
                   "4:1: the row has 2 cells; the header has 3 columns; a cell without a value stays empty: x,y,",
                   "5:5: latency is '0'; valid is 1 to 1024 cycles", "6:4: the quote is not closed"}));
}

TEST(GraphCsv, a_header_that_is_wrong_is_said) {
  const std::string empty =
      "1:1: the file has no links; each row has the names of two nodes: x,y. A first row can name the columns: "
      "a,b,kind,latency";
  EXPECT_EQ(mistakes_in("", "csv"), Lines{empty});
  EXPECT_EQ(mistakes_in("# a,b\n% c\n // d\n", "csv"), Lines{empty});
  EXPECT_EQ(
      mistakes_in("a,kind\nx,y\n", "csv"),
      Lines{"1:1: the column b is missing; the first row names the columns: a,b and, if wanted, kind and latency"});
  EXPECT_EQ(mistakes_in("a,b,kind,kind\nx,y,u,v\n", "csv"),
            Lines{"1:10: the column kind is there twice; leave one out"});
  EXPECT_EQ(mistakes_in("x\ny z\n", "csv"), Lines{"1:1: the row has 1 cell; a link has two nodes"});
}

TEST(GraphCsv, a_list_of_the_own_form_is_taken_as_it_stands) {
  EXPECT_EQ(links_of(graph_in("a,b,kind\na,b,#1\nb,a,(x\n", "csv").network),
            (Lines{"a.p0 - b.p0 #1", "b.p1 - a.p1 (x"}));
}

TEST(GraphCsv, a_header_whose_words_are_names_of_nodes_is_said_to_be_no_link) {
  const auto note = [](const std::string& row) {
    return Lines{"the first row, " + row + ", is the header and no link, though nodes have these names; for such a " +
                 "link write the header " + row + " above it"};
  };
  EXPECT_EQ(graph_in("a,b\na,b\nb,a\n", "csv").notes, note("a,b"));
  const UserNetwork user = graph_in("b,a\nx,y\nb,y\n", "csv");
  EXPECT_EQ(user.notes, note("b,a"));
  EXPECT_EQ(links_of(user.network), (Lines{"y.p0 - x.p0 link", "y.p1 - b.p0 link"}));
  EXPECT_EQ(graph_in("a,b\na,b\na,b\nb,c\n", "csv").network.links().size(), 3u) << "the header above the link";
  EXPECT_EQ(graph_in("a,b\nx,y\n", "csv").notes, Lines{});
  EXPECT_EQ(graph_in("a,b,kind\na,b,near\n", "csv").notes, Lines{}) << "a link has two cells";
}

TEST(GraphCsv, quotes_hold_commas_and_blanks) {
  const UserNetwork user = graph_in("a,b\n\"New York\",\"Rome, NY\"\n\"x\"\"y\",z\n", "csv");
  EXPECT_EQ(user.original_names, (Lines{"New York", "Rome, NY", "x\"y", "z"}));
}

TEST(GraphCsv, columns_have_any_spelling) {
  for (const char* header : {"Source,Target", "target ,SOURCE", "from;to", "\"From\"\t\"To\"", "node_1 node_2", "u v",
                             "Src,DST", "FromNodeId\tToNodeId"}) {
    const std::string first = header;
    const bool is_turned = first.starts_with("target");
    const char separator = first.find(',') != std::string::npos    ? ','
                           : first.find(';') != std::string::npos  ? ';'
                           : first.find('\t') != std::string::npos ? '\t'
                                                                   : ' ';
    const UserNetwork user = graph_in(first + "\nx" + separator + "y\nx" + separator + "z\n", "csv");
    EXPECT_EQ(links_of(user.network), is_turned ? (Lines{"y.p0 - x.p0 link", "z.p0 - x.p1 link"})
                                                : (Lines{"x.p0 - y.p0 link", "x.p1 - z.p0 link"}))
        << header;
    EXPECT_EQ(user.notes, Lines{}) << header;
  }
}

TEST(GraphCsv, a_first_row_whose_names_come_again_is_a_link) {
  const Lines notes{"no header: the first two cells of a row are the nodes of a link"};
  const UserNetwork user = graph_in("u v\nv w\n", "csv");
  EXPECT_EQ(links_of(user.network), (Lines{"u.p0 - v.p0 link", "v.p1 - w.p0 link"}));
  EXPECT_EQ(user.notes, notes);
  EXPECT_EQ(names_of(graph_in("10 2\n2 9", "csv").network), (Lines{"2", "9", "10"}));
  EXPECT_EQ(mistakes_in("a\tb\n", "csv"), Lines{"1:1: the graph has 0 nodes; valid is 2 to 65536"}) << "a header alone";
}

TEST(GraphCsv, columns_that_have_no_meaning_are_counted) {
  EXPECT_EQ(graph_in("Source,Target,Weight,\nx,y,2.5,\nx,z,,q\n", "csv").notes,
            Lines{"attributes ignored, with how often each is given: Weight 1, column 4 1"});
  EXPECT_EQ(graph_in("1 2 0.5\n2 3 1\n", "csv").notes,
            (Lines{"no header: the first two cells of a row are the nodes of a link",
                   "attributes ignored, with how often each is given: column 3 2"}));
}

TEST(GraphCsv, type_is_the_direction_or_the_kind) {
  const UserNetwork gephi = graph_in("Source,Target,Type\nx,y,Directed\ny,x,Directed\nx,z,Undirected\n", "csv");
  EXPECT_EQ(links_of(gephi.network), (Lines{"x.p0 - y.p0 link", "x.p1 - z.p0 link"}));
  EXPECT_EQ(gephi.notes, Lines{"directed edges: 1 opposite pair is a link"});
  EXPECT_EQ(links_of(graph_in("from,to,type\nx,y,wire\n", "csv").network), Lines{"x.p0 - y.p0 wire"});
  const UserNetwork parallel = graph_in("Source,Target,Type\nx,y,Undirected\ny,x,Undirected\n", "csv");
  EXPECT_EQ(links_of(parallel.network), (Lines{"x.p0 - y.p0 link", "y.p1 - x.p1 link"}));
  EXPECT_EQ(parallel.notes, Lines{});
}

TEST(GraphCsv, attributes_of_networkx_are_read) {
  const UserNetwork user =
      graph_in("# x\n(0, 0) (0, 1) {}\n(0, 1) (1, 1) {'latency': 3.0, 'kind': 'far', 'w': 1}\n", "csv");
  EXPECT_EQ(user.original_names, (Lines{"(0, 0)", "(0, 1)", "(1, 1)"}));
  EXPECT_EQ(links_of(user.network), (Lines{"0_0.p0 - 0_1.p0 link", "0_1.p1 - 1_1.p0 far"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{0, 3}));
  EXPECT_EQ(user.notes.back(), "attributes ignored, with how often each is given: w 1");
}

TEST(GraphCsv, a_list_that_has_each_link_both_ways_has_each_once) {
  const UserNetwork user = graph_in("0\t1\n0\t2\n1\t0\n2\t0\n", "csv");
  EXPECT_EQ(links_of(user.network), (Lines{"0.p0 - 1.p0 link", "0.p1 - 2.p0 link"}));
  EXPECT_EQ(user.notes.back(), "directed edges: 2 opposite pairs are a link each");
  EXPECT_EQ(graph_in("0\t1\n0\t2\n1\t0\n", "csv").network.links().size(), 3u) << "one has no opposite";
}

TEST(GraphCsv, a_link_of_a_node_with_itself_is_there_once_where_others_are_both_ways) {
  const UserNetwork user = graph_in("0 1\n1 0\n1 1\n1 2\n2 1\n", "csv");
  EXPECT_EQ(links_of(user.network), (Lines{"0.p0 - 1.p0 link", "1.p1 - 1.p2 link", "1.p3 - 2.p0 link"}));
  EXPECT_EQ(user.notes.back(), "directed edges: 2 opposite pairs are a link each");
  EXPECT_EQ(graph_in("0 1\n1 1\n1 2\n2 1\n", "csv").network.links().size(), 4u) << "one has no opposite";
  EXPECT_EQ(graph_in("Source,Target,Type\nx,y,Undirected\ny,y,Directed\n", "csv").notes, Lines{})
      << "both ends are the same";
}

TEST(GraphCsv, a_matrix_is_not_taken_for_a_list) {
  EXPECT_EQ(mistakes_in("%%MatrixMarket matrix coordinate pattern\n3 3 2\n1 2\n2 3\n", "csv"),
            Lines{"1:1: Matrix Market files are not read; write the entries of the matrix as an edge list, a,b in a "
                  "line"});
}

TEST(GraphCsv, text_that_is_not_utf_8_is_refused) {
  EXPECT_EQ(mistakes_in("a,b\nx,\xffy\n", "csv"),
            Lines{"2:3: this character is not UTF-8; save the file in this encoding"});
  EXPECT_EQ(mistakes_in(std::string_view("a,b\nx,\0y\n", 9), "csv"),
            Lines{"2:3: this character is not UTF-8; save the file in this encoding"});
}

}  // namespace
}  // namespace kintsugi::graph::test
