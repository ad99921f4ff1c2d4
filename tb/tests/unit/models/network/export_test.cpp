#include "models/network/export.hpp"

#include <gtest/gtest.h>

#include <algorithm>

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
  EXPECT_EQ(to_graph(pair_of_nodes(), GraphFormat::kDot),
            "graph \"a \\\"pair\\\" & <more>\" {\n"
            "  kinds=\"base & co\";\n"
            "  n0 [label=\"x\\\\0\", pos=\"0,0!\", ports=\"e w\", name=\"x\\\\0\"];\n"
            "  n1 [label=\"x1\", pos=\"1.5,-2!\", ports=\"e w\", name=\"x1\"];\n"
            "  n0 -- n1 [class=\"base & co\", taillabel=\"e\", headlabel=\"w\"];\n"
            "  n0 -- n1 [class=\"base & co\", taillabel=\"w\", headlabel=\"e\"];\n"
            "}\n");
}

TEST(Graphml, nodes_and_parallel_links_with_names_escaped) {
  const std::string text = to_graph(pair_of_nodes(), GraphFormat::kGraphml);
  EXPECT_NE(text.find("<graph id=\"a &quot;pair&quot; &amp; &lt;more&gt;\" edgedefault=\"undirected\">"),
            std::string::npos);
  EXPECT_NE(text.find("<data key=\"graph_kinds\">base &amp; co</data>\n    <node id=\"n0\">"), std::string::npos);
  EXPECT_NE(text.find("<node id=\"n1\"><data key=\"name\">x1</data><data key=\"x\">1.5</data><data key=\"y\">2</data>"
                      "<data key=\"node_ports\">e w</data></node>"),
            std::string::npos);
  EXPECT_NE(text.find("<edge source=\"n0\" target=\"n1\"><data key=\"kind\">base &amp; co</data>"
                      "<data key=\"source_port\">w</data><data key=\"target_port\">e</data></edge>"),
            std::string::npos);
}

/// Three nodes in a row, joined by links of numbered kinds and one that only looks like one.
Network row_of_three() {
  Network network("row");
  const std::size_t layout = network.add_layout({"e", "w", "x"});
  for (const char* name : {"a", "b", "c"}) network.add_node(name, layout);
  network.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{1}}, network.add_kind("level 2"));
  network.connect({NodeId{1}, PortId{0}}, {NodeId{2}, PortId{1}}, network.add_kind("rank 10"));
  network.connect({NodeId{0}, PortId{2}}, {NodeId{2}, PortId{2}}, network.add_kind("level x3"));
  return network;
}

const std::vector<NodeProperty> kProperties{{"level", {"1", "", "3"}, true}, {"class", {"(0,1)", "<b>", ""}}};

TEST(Dot, properties_of_nodes_and_numbers_of_kinds_are_attributes) {
  EXPECT_EQ(to_graph(row_of_three(), GraphFormat::kDot, kProperties),
            "graph \"row\" {\n"
            "  kinds=\"level 2,rank 10,level x3\";\n"
            "  n0 [label=\"a\", pos=\"0,0!\", ports=\"e w x\", name=\"a\", level=\"1\", class=\"(0,1)\"];\n"
            "  n1 [label=\"b\", pos=\"0,0!\", ports=\"e w x\", name=\"b\", class=\"<b>\"];\n"
            "  n2 [label=\"c\", pos=\"0,0!\", ports=\"e w x\", name=\"c\", level=\"3\"];\n"
            "  n0 -- n1 [class=\"level 2\", taillabel=\"e\", headlabel=\"w\", level=\"2\"];\n"
            "  n1 -- n2 [class=\"rank 10\", taillabel=\"e\", headlabel=\"w\", rank=\"10\"];\n"
            "  n0 -- n2 [class=\"level x3\", taillabel=\"x\", headlabel=\"x\"];\n"
            "}\n");
}

TEST(Graphml, properties_have_keys_with_a_type_and_nodes_and_edges_share_none) {
  const std::string text = to_graph(row_of_three(), GraphFormat::kGraphml, kProperties);
  for (const std::string part : {"<key id=\"node_level\" for=\"node\" attr.name=\"level\" attr.type=\"int\"/>",
                                 "<key id=\"node_class\" for=\"node\" attr.name=\"class\" attr.type=\"string\"/>",
                                 "<key id=\"edge_level\" for=\"edge\" attr.name=\"level\" attr.type=\"int\"/>",
                                 "<key id=\"edge_rank\" for=\"edge\" attr.name=\"rank\" attr.type=\"int\"/>",
                                 "<data key=\"y\">0</data><data key=\"node_ports\">e w x</data>"
                                 "<data key=\"node_class\">&lt;b&gt;</data></node>",
                                 "<data key=\"target_port\">w</data><data key=\"edge_rank\">10</data></edge>",
                                 "<data key=\"target_port\">x</data></edge>"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(Graph, latencies_are_written_of_the_links_that_have_one) {
  const std::vector<LinkLatency> latencies{3, 0, 12};
  const std::string dot = to_graph(row_of_three(), GraphFormat::kDot, {}, latencies);
  EXPECT_NE(dot.find("headlabel=\"w\", latency=\"3\", level=\"2\"]"), std::string::npos) << dot;
  EXPECT_NE(dot.find("headlabel=\"w\", rank=\"10\"]"), std::string::npos) << dot;
  const std::string xml = to_graph(row_of_three(), GraphFormat::kGraphml, {}, latencies);
  EXPECT_NE(xml.find("<key id=\"edge_latency\" for=\"edge\" attr.name=\"latency\" attr.type=\"int\"/>"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<data key=\"edge_latency\">12</data></edge>"), std::string::npos) << xml;
}

TEST(Graph, nodes_on_a_grid_are_said_to_be) {
  Network network = row_of_three();
  network.set_grid({{3, 1}, false});
  EXPECT_NE(to_graph(network, GraphFormat::kDot).find("  sides=\"3 1\";\n  wraps=\"0\";\n"), std::string::npos);
  EXPECT_NE(to_graph(network, GraphFormat::kGraphml).find("<data key=\"graph_sides\">3 1</data>"), std::string::npos);
}

TEST(Graph, a_property_without_a_value_for_each_node_is_refused) {
  const std::vector<NodeProperty> short_one{{"level", {"1", "2"}, true}};
  EXPECT_THROW(to_graph(row_of_three(), GraphFormat::kDot, short_one), std::out_of_range);
}

/// A ring whose text has several parts.
Network long_ring() {
  Network network("ring");
  const KindId kind = network.add_kind("base");
  const std::size_t layout = network.add_layout({"e", "w"});
  constexpr std::uint32_t kNodes = 2000;
  for (std::uint32_t i = 0; i < kNodes; ++i) network.add_node("n" + std::to_string(i), layout);
  for (std::uint32_t i = 0; i < kNodes; ++i) {
    network.connect({NodeId{i}, PortId{0}}, {NodeId{(i + 1) % kNodes}, PortId{1}}, kind);
  }
  return network;
}

TEST(GraphText, is_handed_over_in_parts_and_its_progress_counts_nodes_and_links) {
  const Network network = long_ring();
  for (const GraphFormat format : {GraphFormat::kDot, GraphFormat::kGraphml}) {
    std::string text;
    std::size_t parts = 0, largest = 0, done = 0;
    const auto take = [&](std::string_view part) {
      text += part;
      ++parts;
      largest = std::max(largest, part.size());
    };
    const auto count = [&done](std::size_t now, std::size_t total) {
      EXPECT_EQ(now, ++done);
      EXPECT_EQ(total, 4000u);
    };
    write_graph(network, format, {}, {}, take, count);
    EXPECT_EQ(text, to_graph(network, format));
    EXPECT_EQ(done, 4000u);
    EXPECT_GT(parts, 2u);
    EXPECT_LT(largest, 70'000u) << "the text is never there as a whole";
  }
}

}  // namespace
}  // namespace kintsugi
