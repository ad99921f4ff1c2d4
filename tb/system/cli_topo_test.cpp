// kintsugi topo and list.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSmall = "{kind: srt2d, n: 4}";  // SRT-96, table 1: 256 nodes, diameter 7

TEST(Topo, FiguresAsJson) {
  const ToolResult result = run_tool({"topo", kSmall, "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("nodes"), 256);
  EXPECT_EQ(document.at("diameter"), 7);
  EXPECT_EQ(document.at("degree_max"), 8);
  EXPECT_EQ(document.at("links_by_kind").at("base"), 512);
  EXPECT_EQ(document.at("connected"), true);
  EXPECT_GT(document.at("average_distance"), 3.0);
  EXPECT_FALSE(document.contains("routing"));
}

TEST(Topo, RoutingWalksEveryPair) {
  const json document = json::parse(run_tool({"topo", "{kind: srt1d, n: 5}", "--routing", "recursive", "--json"}).out);
  const json& routing = document.at("routing");
  EXPECT_EQ(routing.at("name"), "recursive");
  EXPECT_EQ(routing.at("pairs"), 32 * 31);
  EXPECT_EQ(routing.at("delivered_pairs"), 32 * 31);
  EXPECT_NEAR(routing.at("average_hops"), 3.5847, 0.0001);  // SRT-2000: 3.5847 on average, 7 at most
  EXPECT_EQ(routing.at("max_hops"), 7);
}

TEST(Topo, AnUnknownRoutingIsAnsweredWithTheNearest) {
  const ToolResult result = run_tool({"topo", kSmall, "--routing", "monotony"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--routing: unknown name 'monotony'; did you mean 'monotone'?\n");
}

TEST(Topo, OutputIsTheSameFromRunToRun) {
  for (const std::string form : {"--json", "--quiet"}) {
    EXPECT_EQ(run_tool({"topo", kSmall, form}).out, run_tool({"topo", kSmall, form}).out);
  }
}

TEST(Topo, WallClockOnlyOnRequest) {
  EXPECT_FALSE(json::parse(run_tool({"topo", kSmall, "--json"}).out).contains("wall_seconds"));
  EXPECT_TRUE(json::parse(run_tool({"topo", kSmall, "--json", "--timing"}).out).contains("wall_seconds"));
  EXPECT_NE(run_tool({"topo", kSmall, "--timing"}).out.find("wall clock"), std::string::npos);
}

TEST(Topo, AGraphIsPrintedInsteadOfTheReport) {
  const ToolResult dot = run_tool({"topo", kSmall, "--dot"});
  EXPECT_EQ(dot.status, 0);
  EXPECT_TRUE(dot.out.starts_with("graph \"")) << dot.out.substr(0, 40);
  EXPECT_TRUE(run_tool({"topo", kSmall, "--graphml"}).out.starts_with("<?xml"));
}

TEST(Topo, GraphsGoToTheDirectoryBesideTheReport) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"topo", kSmall, "--dot", "--graphml", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.starts_with("network"));
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"network.dot", "network.graphml"}));
  EXPECT_EQ(directory.read("network.dot"), run_tool({"topo", kSmall, "--dot"}).out);
}

TEST(Topo, GraphsArePartOfTheOneJsonDocument) {
  const json document = json::parse(run_tool({"topo", kSmall, "--dot", "--graphml", "--json"}).out);
  EXPECT_EQ(document.at("dot"), run_tool({"topo", kSmall, "--dot"}).out);
  EXPECT_TRUE(document.at("graphml").get<std::string>().starts_with("<?xml"));
}

TEST(Topo, TwoGraphsDoNotFitOnStandardOutput) {
  const ToolResult result = run_tool({"topo", kSmall, "--dot", "--graphml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--dot --graphml: two graphs need a directory: add --out DIR, or leave one out\n");
}

TEST(Topo, ADirectoryThatCannotBeMadeIsStatusTwo) {
  const ToolResult result = run_tool({"topo", kSmall, "--dot", "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_TRUE(result.err.starts_with("kintsugi: ")) << result.err;
  EXPECT_EQ(result.out, "");
}

/// Computed cells that are not the published ones, and how many were published.
std::pair<std::vector<std::string>, int> compare_with_paper(const std::string& network) {
  const ToolResult result = run_tool({"topo", network, "--paper", "--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  std::pair<std::vector<std::string>, int> found;
  const json document = json::parse(result.out);
  for (const json& table : document.at("paper")) {
    for (const json& row : table.at("rows")) {
      for (std::size_t column = 0; column < row.at("published").size(); ++column) {
        if (row["published"][column] == "") continue;
        ++found.second;
        if (row["computed"][column] != row["published"][column]) found.first.push_back(row.dump());
      }
    }
  }
  return found;
}

TEST(TopoSlow, AllFortyPublishedDiametersAreTheComputedOnes) {
  const auto [wrong_1d, cells_1d] = compare_with_paper("{kind: srt1d, n: 4}");
  const auto [wrong_2d, cells_2d] = compare_with_paper("{kind: srt2d, n: 4}");
  EXPECT_EQ(wrong_1d, std::vector<std::string>{});
  EXPECT_EQ(wrong_2d, std::vector<std::string>{});
  EXPECT_EQ(cells_1d + cells_2d, 40);
}

TEST(Topo, TheReferenceNetworksOfTheComparisonAreThePublishedOnes) {
  const auto [wrong_tori, tori] = compare_with_paper("{kind: torus, sides: [4, 4]}");
  const auto [wrong_cubes, cubes] = compare_with_paper("{kind: hypercube, n: 2}");
  EXPECT_EQ(wrong_tori, std::vector<std::string>{});
  EXPECT_EQ(wrong_cubes, std::vector<std::string>{});
  EXPECT_EQ(tori + cubes, 12);
}

TEST(List, NamesEverythingAScenarioCanUse) {
  const json document = json::parse(run_tool({"list", "--json"}).out);
  for (const std::string key : {"networks", "planners", "rules", "objectives", "presets", "patterns"}) {
    EXPECT_FALSE(document.at(key).empty()) << key;
  }
  for (const json& network : document["networks"]) {
    EXPECT_FALSE(network.at("parameters").empty()) << network;
    EXPECT_FALSE(network.at("routings").empty()) << network;
  }
  const ToolResult text = run_tool({"list"});
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find("srt2d"), std::string::npos);
}

TEST(List, SaysWhichRoutingsComeWithAChoiceOnly) {
  const json document = json::parse(run_tool({"list", "--json"}).out);
  std::string routings;
  for (const json& network : document.at("networks")) {
    for (const json& routing : network.at("routings")) {
      if (network.at("kind") != "rdt") {
        EXPECT_FALSE(routing.contains("only_with")) << routing;
        continue;
      }
      routings += routing.at("name").get<std::string>() + " (" + routing.value("only_with", "") + ") ";
    }
  }
  EXPECT_EQ(routings,
            "scheme-h () floating () scheme-h (assignment: perfect) vector (assignment: perfect) "
            "vector-best (assignment: perfect) ");
}

}  // namespace
}  // namespace kintsugi::test
