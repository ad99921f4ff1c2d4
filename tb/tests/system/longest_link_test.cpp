// Every report about one wafer says how long its longest link is, and how many cycles it takes.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kWaferOfLengths =
    "network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 1]]}, run: {cycles: 400}";
const std::string kTraffic = ", traffic: {rate: 0.02}";

std::string scenario(const std::string& more) {
  return "{" + kWaferOfLengths + kTraffic + more + "}";
}

json report_of(const std::string& command, const std::string& text) {
  const ToolResult result = run_tool({command, text, "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err << result.out;
  return json::parse(result.out);
}

/// Returns the longest link of the report of a repair, which sums up all lengths.
unsigned longest_of_repair(const std::string& text) {
  return report_of("repair", text).at("link_lengths").at("all").at("longest_after");
}

TEST(LongestLink, of_a_run_has_the_length_of_the_repair_and_takes_its_cycles) {
  const unsigned pitches = longest_of_repair(scenario(""));
  ASSERT_EQ(pitches, 9u);
  EXPECT_EQ(report_of("run", scenario("")).at("longest_link"), (json{{"pitches", 9}, {"cycles", 1}}));
  for (const auto& [reach, cycles] : {std::pair(1, 9), {2, 5}, {4, 3}, {8, 2}, {9, 1}}) {
    const std::string text = scenario(", link: {reach: " + std::to_string(reach) + "}");
    const json expected = {{"pitches", pitches}, {"cycles", cycles}};
    EXPECT_EQ(report_of("run", text).at("longest_link"), expected) << reach;
    EXPECT_EQ(report_of("repair", text).at("longest_link"), expected) << reach;
  }
}

TEST(LongestLink, takes_the_latency_of_its_kind_without_reach) {
  const auto cycles = [](const std::string& link) {
    return report_of("run", scenario(", link: {latency: " + link + "}")).at("longest_link").at("cycles");
  };
  EXPECT_EQ(cycles("3"), 3);
  EXPECT_EQ(cycles("{base: 5, level: 2}"), 5) << "the longest is a base link";
  EXPECT_EQ(cycles("{base: 2, level: 5}"), 2);
}

TEST(LongestLink, is_one_line_of_the_texts_and_of_the_page) {
  const std::string without = "9 pitches, 1 cycle; its length takes no cycles, because link.reach is not set\n";
  const std::string with = "9 pitches, 3 cycles; link.reach is 4 pitches a cycle\n";
  const std::string reach = scenario(", link: {reach: 4}");
  const auto text = [](const std::string& command, const std::string& input) {
    return run_tool({command, input, "--quiet"}).out;
  };
  EXPECT_NE(text("run", scenario("")).find("\nlongest link     " + without), std::string::npos);
  EXPECT_NE(text("run", reach).find("\nlongest link     " + with), std::string::npos);
  EXPECT_NE(text("repair", scenario("")).find("\nlongest link: " + without), std::string::npos);
  EXPECT_NE(text("repair", reach).find("\nlongest link: " + with), std::string::npos);
  const std::string rate = run_tool({"saturate", reach, "--tolerance", "0.5", "--quiet"}).out;
  EXPECT_NE(rate.find("\nlongest link  " + with), std::string::npos) << rate;
  const TemporaryDirectory directory;
  EXPECT_EQ(run_tool({"run", reach, "--page", (directory.path() / "p.html").string()}).status, 0);
  const json facts = data_of_page(directory.read("p.html"))["facts"];
  const json fact = {"longest link", with.substr(0, with.size() - 1)};
  EXPECT_NE(std::ranges::find(facts, fact), facts.end()) << facts;
}

TEST(LongestLink, is_that_of_the_repair_in_a_proof_a_check_and_an_export) {
  const std::string line = "9 pitches, 3 cycles; link.reach is 4 pitches a cycle\n";
  const std::string reach = scenario(", link: {reach: 4}");
  const std::string plan = json{{"paths", report_of("repair", reach).at("paths")}}.dump();
  for (std::vector<std::string> arguments :
       {std::vector<std::string>{"prove", reach}, {"export", reach}, {"check", reach, "--plan", plan}}) {
    arguments.emplace_back("--quiet");
    const ToolResult text = run_tool(arguments);
    EXPECT_EQ(text.status, 0) << text.err << text.out;
    EXPECT_NE(text.out.find("longest link"), std::string::npos) << text.out;
    EXPECT_NE(text.out.find(line), std::string::npos) << text.out;
    arguments.emplace_back("--json");
    EXPECT_EQ(json::parse(run_tool(arguments).out).at("longest_link"), (json{{"pitches", 9}, {"cycles", 3}}));
  }
  const ToolResult wrong = run_tool({"check", reach, "--plan", "{paths: []}", "--json"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_FALSE(json::parse(wrong.out).contains("longest_link")) << "of a network that is not the one wanted";
}

TEST(LongestLink, is_told_by_commands_about_the_network_on_its_fabric) {
  const std::string line = "\nlongest link: 9 pitches, 3 cycles; link.reach is 4 pitches a cycle\n";
  const std::string reach = scenario(", link: {reach: 4}");
  for (std::vector<std::string> arguments : {std::vector<std::string>{"topo", reach}, {"route", reach, "0", "3"}}) {
    EXPECT_NE(run_tool(arguments).out.find(line), std::string::npos) << run_tool(arguments).out;
    arguments.emplace_back("--json");
    EXPECT_EQ(json::parse(run_tool(arguments).out).at("longest_link"), (json{{"pitches", 9}, {"cycles", 3}}));
    arguments[1] = "{network: {kind: srt2d, n: 2}, link: {reach: 4}, fabric: {}, defects: {random: 20}}";
    EXPECT_EQ(json::parse(run_tool(arguments).out).at("longest_link"), nullptr);
    arguments.pop_back();
    EXPECT_NE(run_tool(arguments).out.find("\nlongest link: none, because no repair of the defects was found\n"),
              std::string::npos);
    arguments[1] = "{network: {kind: srt2d, n: 2}}";
    EXPECT_EQ(run_tool(arguments).out.find("longest link"), std::string::npos);
  }
  EXPECT_EQ(run_tool({"route", scenario(""), "0", "3"}).out.find("longest link"), std::string::npos)
      << "cycles do not count";
}

TEST(LongestLink, of_an_array_that_is_always_on_a_fabric_is_told_without_a_key_for_it) {
  const std::string array = "{network: {kind: sse, n: 3, scheme: sft2}, defects: {pe: [3]}, link: {reach: 3}}";
  const json expected =
      report_of("run", array.substr(0, array.size() - 1) + ", run: {cycles: 50}, traffic: {}}").at("longest_link");
  EXPECT_EQ(report_of("topo", array).at("longest_link"), expected);
  const ToolResult route = run_tool({"route", array, "0", "5", "--json"});
  EXPECT_EQ(json::parse(route.out).at("longest_link"), expected) << route.err;
  EXPECT_FALSE(report_of("topo", "{kind: sse, n: 3, scheme: sft2}").contains("longest_link"));
}

TEST(LongestLink, of_a_sweep_is_the_range_of_its_points) {
  const std::string sweep = "{base: " + scenario("") + ", axes: {link.reach: [2, 4]}}";
  const ToolResult result = run_tool({"sweep", sweep, "--quiet"});
  EXPECT_NE(result.out.find("\nlongest link: 9 pitches, 5 cycles; link.reach is 2 pitches a cycle\n"
                            "longest link: 9 pitches, 3 cycles; link.reach is 4 pitches a cycle\n"),
            std::string::npos)
      << result.out;
  const std::string unset = "{base: " + scenario("") + ", axes: {traffic.rate: [0.01, 0.02]}}";
  const ToolResult without = run_tool({"sweep", unset, "--quiet"});
  EXPECT_NE(
      without.out.find("\nlongest link: 9 pitches, 1 cycle; its length takes no cycles, because link.reach is not "
                       "set\n"),
      std::string::npos)
      << without.out;
  const std::string networks =
      "{base: {fabric: {}, run: {cycles: 300}}, axes: {network: [{kind: srt2d, n: 2}, {kind: mesh, sides: [4, 4]}], "
      "traffic.rate: [0.01, 0.02]}}";
  const ToolResult two = run_tool({"sweep", networks, "--quiet"});
  EXPECT_NE(two.out.find("\nlongest link of 2D-SRT(2,"), std::string::npos) << two.out << two.err;
  EXPECT_NE(two.out.find("\nlongest link of mesh 4x4: "), std::string::npos) << two.out;
  const json numbers = json::parse(run_tool({"sweep", sweep, "--quiet", "--json"}).out)["results"][0]["figures"];
  EXPECT_EQ(numbers.at("longest_link.pitches"), 9);
  EXPECT_EQ(numbers.at("longest_link.cycles"), 5);
}

TEST(LongestLink, after_each_reconfiguration_is_that_of_a_repair_of_all_its_defects) {
  const std::string faults = ", faults: [{cycle: 100, pe: [2, 2]}], link: {reach: 4}";
  const json report = report_of("run", scenario(faults));
  const json& after = report.at("reconfigurations").at(0).at("longest_link");
  const unsigned pitches = longest_of_repair(
      "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 1], [2, 2]]}, repair: {objective: moved}}");
  EXPECT_EQ(after.at("pitches"), pitches);
  EXPECT_EQ(after.at("cycles"), (pitches + 3) / 4);
  const std::string text = run_tool({"run", scenario(faults), "--quiet"}).out;
  EXPECT_NE(text.find("; longest link " + std::to_string(pitches) + " pitches, "), std::string::npos) << text;
}

TEST(LongestLink, can_be_expected) {
  const auto status = [](unsigned cycles) {
    return run_tool({"run",
                     scenario(", link: {reach: 4}, expect: {longest_link: {cycles: {at_most: " +
                              std::to_string(cycles) + "}}}"),
                     "--quiet"})
        .status;
  };
  EXPECT_EQ(status(3), 0);
  EXPECT_EQ(status(2), 1);
}

TEST(LongestLink, is_no_question_without_a_fabric) {
  const std::string mesh = "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.02}, run: {cycles: 300}}";
  EXPECT_FALSE(report_of("run", mesh).contains("longest_link"));
  EXPECT_EQ(run_tool({"run", mesh, "--quiet"}).out.find("longest link"), std::string::npos);
}

TEST(LongestLink, counts_by_reach_in_a_scenario_to_begin_with) {
  for (const std::string purpose : {"run", "repair", "faults"}) {
    const std::string text = run_tool({"new", "srt2d", "--for", purpose}).out;
    EXPECT_NE(text.find("\n  reach: 4\n"), std::string::npos) << text;
  }
  EXPECT_EQ(run_tool({"new", "hypercube"}).out.find("\n  reach: 4\n"), std::string::npos) << "it has no fabric";
}

}  // namespace
}  // namespace kintsugi::test
