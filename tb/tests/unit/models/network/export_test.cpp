#include "models/network/export.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

/// Two nodes with awkward names, joined twice.
Network pair_of_nodes() {
  Network network("a \"pair\" & <more>");
  const KindId kind = network.add_kind("base & co");
  const std::size_t layout = network.add_layout({"e", "w"});
  const NodeId a = network.add_node("x\\0", layout, {0, 0});
  const NodeId b = network.add_node("x1", layout, {1.5, 2});
  network.connect({a, PortId{0}}, {b, PortId{1}}, kind);
  network.connect({a, PortId{1}}, {b, PortId{0}}, kind);
  return network;
}

TEST(Dot, nodes_and_parallel_links_with_names_quoted) {
  EXPECT_EQ(to_dot(pair_of_nodes()),
            "graph \"a \\\"pair\\\" & <more>\" {\n"
            "  n0 [label=\"x\\\\0\", pos=\"0,0!\"];\n"
            "  n1 [label=\"x1\", pos=\"1.5,-2!\"];\n"
            "  n0 -- n1 [class=\"base & co\", taillabel=\"e\", headlabel=\"w\"];\n"
            "  n0 -- n1 [class=\"base & co\", taillabel=\"w\", headlabel=\"e\"];\n"
            "}\n");
}

TEST(Graphml, nodes_and_parallel_links_with_names_escaped) {
  const std::string text = to_graphml(pair_of_nodes());
  EXPECT_NE(text.find("<graph id=\"a &quot;pair&quot; &amp; &lt;more&gt;\" edgedefault=\"undirected\">"),
            std::string::npos);
  EXPECT_NE(text.find("<node id=\"n1\"><data key=\"name\">x1</data><data key=\"x\">1.5</data><data key=\"y\">2</data>"
                      "</node>"),
            std::string::npos);
  EXPECT_NE(text.find("<edge source=\"n0\" target=\"n1\"><data key=\"kind\">base &amp; co</data>"
                      "<data key=\"source_port\">w</data><data key=\"target_port\">e</data></edge>"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi
