// Files that no tool should write: cut, deep, with huge numbers, in other encodings, or with texts that grow when they
// are copied.
#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

std::string many(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(HostileGraphs, each_is_refused_with_a_place) {
  struct HostileFile {
    const char* what;
    const char* format;
    std::string text;
  };
  const HostileFile files[] = {
      {"UTF-16", "csv", std::string("\xFF\xFE", 2) + std::string("a\0,\0b\0", 6)},
      {"Latin-1", "dot", "graph { a -- \xE4 }"},
      {"a zero", "anynet", std::string("router 0\0 router 1", 18)},
      {"groups that never end", "graphml", "<graphml><graph>" + many("<node id='a'><graph>", 100'000)},
      {"groups that end", "graphml",
       "<graphml><graph>" + many("<node id='a'><graph>", 50'000) + many("</graph></node>", 50'000) +
           "</graph></graphml>"},
      {"other elements", "graphml", many("<a>", 100'000)},
      {"an entity that grows", "graphml",
       "<!DOCTYPE g [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><graphml><graph><node id='&b;'/></graph></graphml>"},
      {"an external entity", "graphml",
       "<!DOCTYPE g [<!ENTITY a SYSTEM \"/etc/passwd\">]><graphml><graph><node id='&a;'/></graph></graphml>"},
      {"subgraphs", "dot", "graph " + many("{ ", 100'000)},
      {"subgraphs at ends of edges", "dot", "graph { " + many("{ a -- ", 100'000)},
      {"an HTML string", "dot", "graph { a [label=" + many("<", 100'000)},
      {"a comment", "dot", "graph { a -- b /* " + many("/*", 100'000)},
      {"a string", "dot", "graph { \"" + many("\\", 100'001)},
      {"a star of all with all", "dot",
       "graph { {" + many("a b c d ", 10) + " e f g h i j k l m n o p q r s t u v w x y z } -- { a1 b1 c1 " +
           "d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 q1 r1 s1 t1 u1 v1 w1 x1 y1 z1 a2 b2 c2 d2 e2 f2 g2 h2 i2 j2 k2 l2 "
           "m2 n2 "
           "o2 p2 q2 r2 s2 t2 u2 v2 w2 x2 y2 z2 a3 b3 c3 d3 e3 f3 g3 h3 i3 j3 k3 l3 m3 } }"},
      {"brackets", "csv", many("(", 100'000)},
      {"brackets apart", "csv", many("( ", 100'000) + "\n" + many("( ", 100'000)},
      {"quotes", "csv", many("\"", 100'001)},
      {"numbers", "anynet", "router 99999999999999999999 router 1"},
      {"latencies", "anynet", "router 0 router 1 99999999999999999999 router 2 1e400 router 3 nan"},
      {"a line without an end", "anynet", many("router ", 100'000)},
  };
  for (const auto& [what, format, text] : files) EXPECT_FALSE(mistakes_in(text, format).empty()) << what;
}

TEST(HostileGraphs, long_texts_do_not_grow_with_what_has_them) {
  const std::string text(8 << 20, 'x');
  std::string nodes;
  for (int i = 0; i < 3000; ++i) nodes += "n" + std::to_string(i) + ";";
  EXPECT_EQ(graph_in("graph { node [label=" + text + "]; " + nodes + " }", "dot").network.nodes(), 3000u);
  for (const Lines& mistakes : {mistakes_in("graph { node [name=" + text + "]; " + nodes + " }", "dot"),
                                mistakes_in("graph { edge [latency=" + text + "]; a -- {" + nodes + "} }", "dot"),
                                mistakes_in("a,b,kind\n" + many("x,y," + text.substr(0, 1 << 20) + "\n", 8), "csv")}) {
    std::size_t bytes = 0;
    for (const std::string& mistake : mistakes) bytes += mistake.size();
    EXPECT_GT(bytes, 0u);
    EXPECT_LT(bytes, 2'000'000u);
  }
}

}  // namespace
}  // namespace kintsugi::graph::test
