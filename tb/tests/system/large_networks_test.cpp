// Networks in which all pairs of nodes are too many: what is reported instead.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

json json_of(const std::vector<std::string>& words) {
  const ToolResult result = run_tool(with(words, {"--json", "--quiet"}));
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out, nullptr, false);
}

TEST(LargeNetworksSlow, distances_of_a_mesh_are_by_formula) {
  const json mesh = json_of({"topo", "{kind: mesh, sides: [1024, 512]}"});
  EXPECT_EQ(mesh.at("diameter"), 1534);
  const double all = 1024.0 * 512;
  const double of_lines = (1024.0 * 1024 - 1) / (3 * 1024) + (512.0 * 512 - 1) / (3 * 512);
  EXPECT_NEAR(mesh.at("average_distance").get<double>(), of_lines * all / (all - 1), 1e-9);
  EXPECT_FALSE(mesh.contains("drawn_nodes"));
}

TEST(LargeNetworksSlow, distances_of_an_srt_are_from_one_node_of_each_class) {
  const json srt = json_of({"topo", "{kind: srt2d, n: 9}"});
  EXPECT_EQ(srt.at("nodes"), 262144);
  EXPECT_FALSE(srt.contains("drawn_nodes"));
}

TEST(LargeNetworksSlow, distances_of_a_shuffle_exchange_network_are_from_nodes_that_are_drawn) {
  const json drawn = json_of({"topo", "{kind: sse, n: 18}"});
  EXPECT_EQ(drawn.at("drawn_nodes"), 1024);
  EXPECT_LE(drawn.at("diameter"), 2 * 18 - 1);
  const std::string text = run_tool({"topo", "{kind: sse, n: 18}", "--quiet"}).out;
  EXPECT_NE(text.find("\ndiameter          at least "), std::string::npos) << text;
  EXPECT_NE(text.find("\naverage distance  about "), std::string::npos) << text;
  EXPECT_NE(text.find("\ndistances         from 1024 nodes, which were drawn\n"), std::string::npos) << text;
}

std::string scenario_on(const std::string& network, const std::string& more = "") {
  return "{network: " + network + more + ", traffic: {rate: 0.001}, run: {cycles: 50, warmup: 0}}";
}

TEST(LargeNetworksSlow, a_run_of_a_routing_in_stages_is_proved_by_lines) {
  const std::string scenario = scenario_on("{kind: torus, sides: [72, 64]}");
  const json lines = json_of({"run", scenario}).at("proof");
  const json all = json_of({"prove", scenario});
  EXPECT_EQ(lines.at("by"), "lines");
  EXPECT_FALSE(all.contains("by"));
  for (const char* key : {"pairs", "delivered_pairs", "channels", "acyclic", "vcs"}) {
    EXPECT_EQ(lines.at(key), all.at(key)) << key;
  }
  const std::string text = run_tool({"run", scenario, "--quiet"}).out;
  EXPECT_NE(text.find("every pair delivered, by lines of nodes that stand for all others, "), std::string::npos)
      << text;
}

TEST(LargeNetworksSlow, a_run_of_another_routing_is_proved_by_a_sample) {
  const std::string scenario = scenario_on("{kind: rdt, side: 128}");
  const json sample = json_of({"run", scenario}).at("proof");
  EXPECT_EQ(sample.at("by"), "sample");
  EXPECT_EQ(sample.at("sampled_destinations"), (1 << 20) / 16384 + 1);
  EXPECT_EQ(sample.at("pairs"), ((1 << 20) / 16384 + 1) * 16383);
  EXPECT_EQ(sample.at("delivered_pairs"), sample.at("pairs"));
  const std::string text = run_tool({"run", scenario, "--quiet"}).out;
  EXPECT_NE(text.find("no proof: all pairs are too many; every pair of 65 destinations in a sample delivered, "),
            std::string::npos)
      << text;
}

/// The nodes are no longer alike, so lines would not stand for all others.
TEST(LargeNetworksSlow, a_run_around_dead_nodes_is_proved_by_a_sample_of_the_others) {
  const json sample = json_of({"run", scenario_on("{kind: mandala, ports: 4, levels: 7}",
                                                  ", router: {routing: hdr}, defects: {pe: [5, 77]}")})
                          .at("proof");
  EXPECT_EQ(sample.at("by"), "sample");
  EXPECT_EQ(sample.at("sampled_destinations"), (1 << 20) / 16382 + 1);
  EXPECT_EQ(sample.at("pairs"), ((1 << 20) / 16382 + 1) * 16381);
}

TEST(LargeNetworksSlow, a_run_without_a_live_node_has_no_pair_to_prove) {
  std::string all = "0";
  for (unsigned node = 1; node < 5000; ++node) all += ", " + std::to_string(node);
  const ToolResult result = run_tool({"run",
                                      "{network: {kind: mandala, ports: 16, levels: 4, nodes: 5000}, router: {routing: "
                                      "hdr}, defects: {pe: [" +
                                          all + "]}, run: {cycles: 10}}",
                                      "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out).at("proof").at("pairs"), 0);
}

TEST(LargeNetworksSlow, a_run_says_before_what_it_will_take) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes memory of its own";
  const ToolResult result = run_tool(
      {"run", "{network: {kind: mesh, sides: [300, 300]}, traffic: {rate: 0.0001}, run: {cycles: 2, drain: false}}"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::regex line(
      "90000 sites: about [0-9.]+ GiB of memory, [0-9.]+ s to elaborate, [0-9.]+ s for 1000 cycles at "
      "this load\n");
  EXPECT_TRUE(std::regex_search(result.err, line, std::regex_constants::match_continuous)) << result.err;
}

}  // namespace
}  // namespace kintsugi::test
