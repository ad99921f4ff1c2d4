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
  EXPECT_EQ(user.latencies, (std::vector<unsigned>{3, 0}));
}

TEST(GraphCsv, a_byte_order_mark_is_no_part_of_the_header) {
  EXPECT_EQ(names_of(graph_in("\xef\xbb\xbf"
                              "a,b\nx,y\n",
                              "csv")
                         .network),
            (Lines{"x", "y"}));
}

TEST(GraphCsv, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(
      mistakes_in("a,b,latency\nx,,2\n,y,3\nx,y\nx,y,0\nx, \"y\",4\n x,z w,5\n", "csv"),
      (Lines{"2:3: the name of a node is missing; a link has two nodes",
             "3:1: the name of a node is missing; a link has two nodes",
             "4:1: the row has 2 cells; the header has 3 columns; a cell without a value stays empty: x,y,",
             "5:5: latency is '0'; valid is 1 to 1024 cycles", "6:4: quotes are not read; write the cell without them"}));
}

TEST(GraphCsv, a_header_that_is_missing_or_wrong_is_said) {
  const std::string header = "the first row names the columns: a,b and, if wanted, kind and latency";
  EXPECT_EQ(mistakes_in("", "csv"), Lines{"1:1: the file has no header; " + header});
  EXPECT_EQ(mistakes_in("# a,b\n", "csv"), Lines{"1:1: the file has no header; " + header});
  EXPECT_EQ(mistakes_in("x,y\ny,z\n", "csv"),
            (Lines{"1:1: there is no column 'x'; " + header, "1:1: the column a is missing; " + header,
                   "1:1: the column b is missing; " + header, "1:3: there is no column 'y'; " + header}));
  EXPECT_EQ(mistakes_in("a,b,kind,kind\nx,y,u,v\n", "csv"),
            Lines{"1:10: the column kind is there twice; leave one out"});
}

TEST(GraphCsv, text_that_is_not_utf_8_is_refused) {
  EXPECT_EQ(mistakes_in("a,b\nx,\xffy\n", "csv"),
            Lines{"2:3: this character is not UTF-8; save the file in this encoding"});
  EXPECT_EQ(mistakes_in(std::string_view("a,b\nx,\0y\n", 9), "csv"),
            Lines{"2:3: this character is not UTF-8; save the file in this encoding"});
}

}  // namespace
}  // namespace kintsugi::graph::test
