// kintsugi repair --least.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

/// A torus of 4 x 4 with six dead PEs that straight paths do not repair: a spare, and a PE with one more on each of its
/// four lines.
const std::string kCrossOfFive =
    "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: straight}, defects: {pe: [[1, 2], [2, 1], "
    "[2, 2], [2, 4], [4, 2], [0, 1]]}}";

json least_sets_of(const std::string& scenario) {
  const ToolResult result = run_tool({"repair", scenario, "--least", "--json"});
  EXPECT_EQ(result.status, 1) << result.err;
  return json::parse(result.out).at("least_sets");
}

std::string text_of_least(const std::string& scenario) {
  const std::string out = run_tool({"repair", scenario, "--least"}).out;
  const std::size_t begin = out.find("\n\n");
  return begin == std::string::npos ? out : out.substr(begin + 2);
}

TEST(RepairLeast, names_the_fewest_defects_that_would_have_to_work) {
  const json least = least_sets_of(kCrossOfFive);
  EXPECT_EQ(least.at("size"), 1);
  EXPECT_EQ(least.at("repaired"), 5);
  EXPECT_EQ(least.at("complete"), true);
  EXPECT_EQ(least.at("exact"), true);
  EXPECT_EQ(least.at("tests"), 12);
  EXPECT_EQ(least.at("sets"), json::parse(R"([[{"pe": [1, 2]}], [{"pe": [2, 1]}], [{"pe": [2, 2]}], [{"pe": [2, 4]}],
                                             [{"pe": [4, 2]}]])"));
  EXPECT_FALSE(least.contains("ended"));
  EXPECT_EQ(text_of_least(kCrossOfFive),
            "largest part  with 1 of the 6 defects working the other 5 are repaired\n"
            "least sets    PE [1, 2]\n"
            "              PE [2, 1]\n"
            "              PE [2, 2]\n"
            "              PE [2, 4]\n"
            "              PE [4, 2]\n"
            "searched      12 tests; 5 sets with 1 defect, 5 minimal sets in all\n");
}

TEST(RepairLeast, a_map_without_a_least_set_is_repaired) {
  for (const char* rest : {"[2, 1], [2, 2], [2, 4], [4, 2], [0, 1]", "[1, 2], [2, 1], [2, 2], [2, 4], [0, 1]"}) {
    const std::string scenario =
        "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: straight}, defects: {pe: [" +
        std::string(rest) + "]}}";
    const ToolResult result = run_tool({"repair", scenario, "--least", "--json"});
    EXPECT_EQ(result.status, 0);
    EXPECT_FALSE(json::parse(result.out).contains("least_sets")) << "it has a repair";
  }
}

TEST(RepairLeast, names_links_and_larger_minimal_sets) {
  const std::string array =
      "{network: {kind: sse, n: 4, scheme: exm}, fabric: {}, defects: {pe: [3, 9], link: [[3, 6]]}}";
  EXPECT_EQ(least_sets_of(array).at("sets"), json::parse(R"([[{"pe": 9}], [{"pe": 3}, {"link": [3, 6]}]])"));
  EXPECT_EQ(text_of_least(array),
            "largest part         with 1 of the 3 defects working the other 2 are repaired\n"
            "least sets           PE 9\n"
            "larger minimal sets  PE 3 and the link from 3 to 6\n"
            "searched             9 tests; 1 set with 1 defect, 2 minimal sets in all\n");
}

TEST(RepairLeast, around_defective_elements_are_not_called_exact) {
  const std::string wafer =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, defects: {pe: [[0, 1], [1, 0], [1, 1], [1, 5], [2, 2], "
      "[5, 1]], switch: [[H, 1, 0, 0, OPEN], [H, 1, 1, 0, OPEN]]}}";
  const json least = least_sets_of(wafer);
  EXPECT_EQ(least.at("exact"), false);
  EXPECT_EQ(least.at("sets").at(4), json::parse(R"([{"pe": [1, 0]}, {"switch": ["H", 1, 0, 0, "OPEN"]}])"));
  EXPECT_NE(
      text_of_least(wafer).find("\nnote                 the planner can miss repairs of a part of the defects: fewer "
                                "may suffice\n"),
      std::string::npos)
      << text_of_least(wafer);
}

TEST(RepairLeast, says_what_was_not_searched) {
  const std::string many =
      "{network: {kind: srt2d, n: 5}, fabric: {}, repair: {planner: straight}, defects: {random: 1025}}";
  const json least = least_sets_of(many);
  EXPECT_EQ(least.at("size"), nullptr);
  EXPECT_EQ(least.at("repaired"), nullptr);
  EXPECT_EQ(least.at("complete"), false);
  EXPECT_EQ(least.at("ended"), "maps with more than 1024 defects are not searched");
  EXPECT_EQ(least.at("sets"), json::array());
  EXPECT_EQ(text_of_least(many), "least sets  not searched: maps with more than 1024 defects are not searched\n");
}

TEST(RepairLeast, that_a_search_leaves_open_are_bounded) {
  const std::string open =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: fabric, conflicts: 1}, defects: {random: "
      "14, seed: 3}}";
  const json least = least_sets_of(open);
  EXPECT_EQ(least.at("complete"), false);
  EXPECT_EQ(least.at("ended"), "the planner did not decide a test");
  EXPECT_EQ(least.at("at_least"), 0);
  EXPECT_EQ(least.at("sets"), json::array());
  EXPECT_GE(least.at("enough").size(), 1u);
  EXPECT_TRUE(
      text_of_least(open).starts_with("least sets  not found: the planner did not decide a test\n"
                                      "at least    0 defects\n"
                                      "enough      "))
      << text_of_least(open);
}

TEST(RepairLeast, is_of_one_repair_not_of_every_map) {
  const ToolResult result = run_tool({"repair", kCrossOfFive, "--exhaustive", "1", "--least"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: --exhaustive and --least exclude each other; leave one out\n");
}

}  // namespace
}  // namespace kintsugi::test
