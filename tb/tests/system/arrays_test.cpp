// Shuffle-exchange arrays with the tool: repair, reported counts, and runs that equal those of the plain network.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string array(const std::string& parameters, const std::string& defects, const std::string& more = "") {
  return "{network: {kind: sse, " + parameters + "}, defects: {" + defects + "}" + more + "}";
}

const std::string kTwoSpares = "n: 3, scheme: ksft2, k: 2";

// ---- Repair --------------------------------------------------------------------------------------------------------

TEST(ArrayRepair, needs_no_fabric_key_and_lists_who_is_who) {
  const ToolResult result = run_tool({"repair", array(kTwoSpares, "pe: [4, 7]"), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), true);
  EXPECT_EQ(document.at("faults"), 2);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("isolated"), "PEs 4 and 5; PEs 6 and 7");
  EXPECT_EQ(document.at("moved"), 4);
  EXPECT_EQ(document.at("paths"), json::array());
  EXPECT_EQ(document.at("irreparable_subset"), json::array());
  EXPECT_EQ(document.at("logical"), (json{0, 1, 2, 3, nullptr, nullptr, nullptr, nullptr, 4, 5, 6, 7}));
  EXPECT_EQ(document.at("shuffle_out"), (json{0, 2, 8, 10, nullptr, nullptr, nullptr, nullptr, 1, 3, 9, 11}));
}

TEST(ArrayRepair, takes_links) {
  const json document = json::parse(run_tool({"repair", array(kTwoSpares, "link: [[1, 2], [6, 7]]"), "--json"}).out);
  EXPECT_EQ(document.at("repairable"), true);
  EXPECT_EQ(document.at("faults"), 2);
  EXPECT_EQ(document.at("isolated"), "PEs 0 and 1; PEs 6 and 7");
  const json both = json::parse(run_tool({"repair", array(kTwoSpares, "pe: [5], link: [[1, 2]]"), "--json"}).out);
  EXPECT_EQ(both.at("isolated"), "PEs 0 and 1; PEs 4 and 5");
}

TEST(ArrayRepair, too_many_faults_are_status_one_with_the_set_and_the_reason) {
  const std::string scenario = array(kTwoSpares, "pe: [1, 4, 9], link: [[2, 4]]");
  const ToolResult result = run_tool({"repair", scenario, "--json"});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), false);
  EXPECT_EQ(document.at("faults"), 4);
  EXPECT_EQ(document.at("reason"), "3 faulty pairs; there are 2 spare pairs");
  EXPECT_EQ(document.at("irreparable_subset").size() + document.value("irreparable_links", json::array()).size(), 3u);
  const ToolResult text = run_tool({"repair", scenario});
  EXPECT_EQ(text.status, 1);
  EXPECT_TRUE(text.out.starts_with("repair                     no repair by isolation of every faulty unit\n"));
  EXPECT_NE(text.out.find("3 faulty pairs; there are 2 spare pairs"), std::string::npos) << text.out;
  EXPECT_EQ(run_tool({"run", scenario}).status, 1);
  EXPECT_EQ(run_tool({"prove", scenario}).status, 1);
}

/// Without defects no node uses these two links: the network is there, but not with both units isolated.
TEST(ArrayRepair, of_links_that_no_node_needs_is_not_called_impossible) {
  const std::string links = array("n: 3, scheme: sft2", "link: [[1, 4], [2, 6]]");
  const json document = json::parse(run_tool({"repair", links, "--json"}).out);
  EXPECT_EQ(document.at("irreparable_by"), "isolation of every faulty unit");
  const ToolResult text = run_tool({"repair", links});
  EXPECT_EQ(text.out.find("impossible"), std::string::npos) << text.out;
  const ToolResult too_few = run_tool({"repair", array("n: 3, scheme: sft2", "pe: [1, 4, 6]")});
  EXPECT_TRUE(too_few.out.starts_with("repair                     impossible\n")) << too_few.out;
}

TEST(ArrayRepair, a_plain_array_is_built_on_request_and_has_no_spares) {
  const ToolResult without = run_tool({"repair", array("n: 3", "pe: [4]")});
  EXPECT_EQ(without.status, 2);
  EXPECT_EQ(without.err, "<command line>:1:11: there is no fabric to repair; add fabric: {}\n");
  const ToolResult with = run_tool({"repair", array("n: 3", "pe: [4]", ", fabric: {}")});
  EXPECT_EQ(with.status, 1);
  EXPECT_NE(with.out.find("1 faulty pair; there is no spare pair"), std::string::npos) << with.out;
}

TEST(ArrayProof, holds_on_the_repaired_array) {
  const ToolResult result = run_tool({"prove", array(kTwoSpares, "pe: [4, 7]"), "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(json::parse(result.out).at("acyclic"), true);
}

// ---- Reported counts -----------------------------------------------------------------------------------------------

TEST(ArrayTopo, counts_the_array) {
  const json document =
      json::parse(run_tool({"topo", "{kind: sse, n: 4, scheme: exp2, k: 1, modules: 4}", "--json"}).out);
  EXPECT_EQ(document.at("nodes"), 16);
  EXPECT_EQ(document.at("pes"), 24);
  EXPECT_EQ(document.at("shuffle_links"), 58);
  EXPECT_EQ(document.at("self_loops"), 4);
  EXPECT_EQ(document.at("exchange_links"), 12);
  EXPECT_EQ(document.at("simple_edges"), 62);
  EXPECT_EQ(document.at("max_extra_ports"), 6);
  const ToolResult text = run_tool({"topo", "{kind: sse, n: 4, scheme: exp2, k: 1, modules: 4}"});
  EXPECT_NE(text.out.find("shuffle links"), std::string::npos) << text.out;
}

TEST(ArrayTopo, counts_what_is_too_large_to_build_too) {
  const std::string network = "kind: sse, n: 7, scheme: exm+exp2, k: 8, l: 8, modules: 8";
  EXPECT_EQ(run_tool({"topo", "{" + network + "}"}).status, 0);
  const ToolResult built = run_tool({"run", "{network: {" + network + "}}"});
  EXPECT_EQ(built.status, 2);
  EXPECT_NE(built.err.find("254 are the most that can be built; take fewer spares"), std::string::npos) << built.err;
}

TEST(ArrayList, says_what_is_built_on_a_fabric) {
  const json list = json::parse(run_tool({"list", "--json"}).out);
  for (const json& network : list.at("networks")) {
    const std::string kind = network.at("kind");
    if (kind == "srt2d" || kind == "torus" || kind == "mesh") {
      EXPECT_EQ(network.at("fabric").at("on_request"), true);
      EXPECT_EQ(network.at("fabric").at("always_with"), json::array());
      EXPECT_EQ(network.at("fabric").at("options").at(0).at("name"), "tracks");
      EXPECT_EQ(network.at("fabric").at("elements").at(0).at("form"), "[plane, gap, position, track, state]");
    } else if (kind == "srt1d") {
      EXPECT_EQ(network.at("fabric").at("on_request"), true);
      EXPECT_EQ(network.at("fabric").at("options").at(0).at("name"), "wrap");
      EXPECT_EQ(network.at("fabric").at("elements").at(0).at("form"), "[column, wire, mode]");
    } else if (kind == "sse") {
      EXPECT_EQ(network.at("fabric").at("always_with").size(), 8u);
      EXPECT_EQ(network.at("fabric").at("always_with").at(0), "scheme: sft1");
    } else {
      EXPECT_FALSE(network.contains("fabric")) << kind;
    }
  }
}

// ---- Runs ----------------------------------------------------------------------------------------------------------

struct Load {
  unsigned cycles;
  std::string rate;
};

json run(const std::string& network, const std::string& more, const Load& load, unsigned later) {
  const std::string scenario = "{network: {kind: sse, " + network + "}" + more + ", traffic: {rate: " + load.rate +
                               "}, run: {cycles: " + std::to_string(load.cycles + later) +
                               ", warmup: " + std::to_string(load.cycles / 10 + later) + ", details: true}}";
  const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

/// Compares every number of the run, link by link and buffer by buffer, without the time of the configuration.
void expect_the_run_of_the_plain_network(unsigned n, const std::string& scheme, const std::string& defects,
                                         const Load& load) {
  const std::string size = "n: " + std::to_string(n);
  json plain = run(size, "", load, 0);
  const json repair = json::parse(
      run_tool({"repair", "{network: {kind: sse, " + size + ", " + scheme + "}, " + defects + "}", "--json"}).out);
  const auto configuration = (repair.at("bitstream_bytes").get<unsigned>() + 4 + 3) / 4 + 1;  // 32 bits in each cycle
  json repaired = run(size + ", " + scheme, ", " + defects, load, configuration);
  EXPECT_GT(repaired.at("repair").at("moved"), 0);
  EXPECT_EQ(repaired.at("configuration"), (json{{"cycles", configuration}, {"verified", true}}));
  EXPECT_EQ(repaired.at("cycles").get<unsigned>(), plain.at("cycles").get<unsigned>() + configuration);
  EXPECT_EQ(repaired.at("window"), (json{load.cycles / 10 + configuration, load.cycles + configuration}));
  EXPECT_EQ(repaired.at("packets").at("delivered"), repaired.at("packets").at("created"));
  for (const char* key : {"network", "defects", "repair", "configuration", "longest_link", "cycles", "window"}) {
    plain.erase(key);
    repaired.erase(key);
  }
  EXPECT_TRUE(repaired == plain) << json::diff(plain, repaired).dump(1).substr(0, 2000);
  EXPECT_GT(plain.at("packets").at("created"), 100);
}

TEST(ArrayRuns, a_repaired_3_sft_2_of_64_is_the_plain_network_in_every_figure) {
  expect_the_run_of_the_plain_network(6, "scheme: ksft2, k: 3", "defects: {pe: [5, 20, 61]}", {4000, "0.05"});
}

TEST(ArrayRuns, a_repaired_sft_1_is_the_plain_network_in_every_figure) {
  expect_the_run_of_the_plain_network(5, "scheme: sft1", "defects: {pe: [9]}", {4000, "0.05"});
}

TEST(ArrayRunsSlow, a_repaired_exp_2_of_1024_is_the_plain_network_in_every_figure) {
  expect_the_run_of_the_plain_network(
      10, "scheme: exp2, k: 1, modules: 64",
      "defects: {pe: [3, 25, 61, 107, 250, 403, 600, 777, 901, 1000, 1099, 1151], link: [[144, 145]]}", {2000, "0.02"});
}

}  // namespace
}  // namespace kintsugi::test
