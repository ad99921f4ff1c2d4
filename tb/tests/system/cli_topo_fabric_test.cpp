// The graph of a fabric: kintsugi topo --fabric.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

/// Returns the lines of a text that have this part.
std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  for (const std::string& line : lines_of(text)) {
    if (line.find(part) != std::string::npos) found.push_back(line);
  }
  return found;
}

const std::vector<std::string> kBrokenElements = {"sh.g2.c3 stuck in D1", "r6.c7.bunch_ew wire 1 stuck in cross",
                                                  "track cut between sv.g4.r5 and sv.g4.r6",
                                                  "wire 2 cut east of r4.c8"};

TEST(TopoFabric, the_graph_of_a_fabric_has_its_spares_switches_and_wires) {
  const std::string wafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}}";
  const ToolResult dot = run_tool({"topo", wafer, "--dot", "--fabric"});
  EXPECT_EQ(dot.status, 0) << dot.err;
  EXPECT_TRUE(dot.out.starts_with("graph \"wafer\" {\n")) << dot.out.substr(0, 40);
  for (const std::string part : {"role=\"spare\"", "role=\"defective\"", "logical=\"x3.y3\"", "type=\"track switch\"",
                                 "state=\"D1\"", "class=\"tap\"", "class=\"wire\"", "pitches="}) {
    EXPECT_NE(dot.out.find(part), std::string::npos) << part;
  }
  const ToolResult array = run_tool({"topo", "{kind: sse, n: 3, scheme: sft2}", "--graphml", "--fabric"});
  EXPECT_EQ(array.status, 0) << array.err;
  EXPECT_NE(array.out.find("<data key=\"node_role\">spare</data>"), std::string::npos);
  EXPECT_NE(array.out.find("<data key=\"kind\">link</data>"), std::string::npos);
  const TemporaryDirectory directory;
  run_tool({"topo", wafer, "--dot", "--graphml", "--fabric", "--out", directory.path().string()});
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"fabric.dot", "fabric.graphml"}));
  EXPECT_EQ(directory.read("fabric.dot"), dot.out);
}

TEST(TopoFabric, a_graph_for_graphviz_marks_switches_that_are_stuck_and_wires_that_are_cut) {
  const ToolResult dot = run_tool({"topo", "traces/broken_switches.yaml", "--dot", "--fabric"});
  EXPECT_EQ(dot.status, 0) << dot.err;
  EXPECT_EQ(dot.err, "");
  EXPECT_EQ(lines_with(dot.out, " defect=").size(), 4u);
  const std::vector<std::string> parts = {"label=\"sh.g2.c3\"", "label=\"r6.c7.bunch_ew\"",
                                          "class=\"wire\", taillabel=\"s\", headlabel=\"n\"", "class=\"wire\""};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto marked = lines_with(dot.out, ", defect=\"" + kBrokenElements[i] + "\"];");
    ASSERT_EQ(marked.size(), 1u) << kBrokenElements[i];
    EXPECT_NE(marked.front().find(parts[i]), std::string::npos) << marked.front();
  }
}

TEST(TopoFabric, a_graph_as_graphml_marks_switches_that_are_stuck_and_wires_that_are_cut) {
  const ToolResult graphml = run_tool({"topo", "traces/broken_switches.yaml", "--graphml", "--fabric"});
  EXPECT_EQ(graphml.status, 0) << graphml.err;
  for (const std::string key : {"node_defect", "edge_defect"}) {
    EXPECT_EQ(lines_with(graphml.out, "<key id=\"" + key + "\"").size(), 1u);
    EXPECT_EQ(lines_with(graphml.out, "<data key=\"" + key + "\">").size(), 2u);
  }
  for (std::size_t i = 0; i < kBrokenElements.size(); ++i) {
    const auto marked = lines_with(graphml.out, "_defect\">" + kBrokenElements[i] + "</data>");
    ASSERT_EQ(marked.size(), 1u) << kBrokenElements[i];
    EXPECT_NE(marked.front().find(i < 2 ? "<node " : "<edge "), std::string::npos) << marked.front();
  }
}

TEST(TopoFabric, the_graph_of_an_array_marks_dead_links) {
  const std::string with_selectors =
      "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, defects: {link: [[2, 4], [6, 7]]}}";
  const ToolResult graph = run_tool({"topo", with_selectors, "--dot", "--fabric"});
  EXPECT_EQ(graph.status, 0) << graph.err;
  EXPECT_EQ(lines_with(graph.out, ", defect=\"dead\"];").size(), 2u);
  const ToolResult sound = run_tool({"topo", with_selectors, "--set", "defects.link=[]", "--dot", "--fabric"});
  EXPECT_EQ(lines_with(sound.out, " defect=").size(), 0u);
}

TEST(TopoFabric, a_fabric_without_a_repair_is_drawn_bare_and_standard_error_names_the_defects) {
  const ToolResult graph = run_tool({"topo", "traces/irreparable.yaml", "--dot", "--fabric"});
  EXPECT_EQ(graph.status, 1);
  EXPECT_EQ(lines_with(graph.out, "role=\"defective\"").size(), 7u);
  EXPECT_EQ(lines_with(graph.out, "role=").size(), 7u);
  EXPECT_EQ(lines_with(graph.out, "state=").size(), 0u);
  EXPECT_TRUE(graph.out.ends_with("}\n"));
  EXPECT_TRUE(
      graph.err.starts_with("--fabric: without a repair no site of the graph has a node and no switch a state\n"))
      << graph.err;
  EXPECT_EQ(lines_with(graph.err, "--fabric: ").size(), lines_of(graph.err).size());
  const ToolResult repair = run_tool({"repair", "traces/irreparable.yaml"});
  EXPECT_EQ(repair.status, graph.status);
  for (const std::string& line : lines_of(repair.out)) EXPECT_NE(graph.err.find(line), std::string::npos) << line;
}

TEST(TopoFabric, the_document_of_a_fabric_without_a_repair_says_why) {
  const ToolResult graph = run_tool({"topo", "traces/sse_irreparable.yaml", "--graphml", "--fabric", "--json"});
  EXPECT_EQ(graph.status, 1);
  const nlohmann::json repair = nlohmann::json::parse(graph.out).at("repair");
  EXPECT_FALSE(repair.at("repairable").get<bool>());
  EXPECT_FALSE(repair.at("irreparable_subset").empty());
}

TEST(TopoFabric, a_fabric_that_is_not_there_or_not_drawn_is_refused) {
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 4}", "--fabric"}).err,
            "--fabric: no graph is asked for: add --dot or --graphml\n");
  const ToolResult missing = run_tool({"topo", "{kind: mandala, ports: 3, levels: 2}", "--fabric", "--dot"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_NE(missing.err.find("there is no fabric to draw; "), std::string::npos) << missing.err;
  EXPECT_NE(run_tool({"topo", "{kind: srt2d, n: 4}", "--fabric", "--dot"}).err.find("add fabric: {}"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
