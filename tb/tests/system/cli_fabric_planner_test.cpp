// Planner fabric in kintsugi repair, yield and repair --exhaustive, with maps that are not decided.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

/// A map of 4 x 4 that planner rings does not repair.
std::string beyond_rings(const std::string& repair) {
  return "{network: {kind: torus, sides: [4, 4]}, fabric: {isolate: true}, repair: {" + repair +
         "}, defects: {pe: [[0, 1], [1, 0], [1, 1], [1, 5], [2, 2], [5, 1]]}}";
}

TEST(FabricPlannerTool, repairs_what_rings_do_not_and_names_all_passes) {
  EXPECT_EQ(json::parse(run_tool({"repair", beyond_rings("planner: rings"), "--json"}).out).at("repairable"), false);
  const ToolResult result = run_tool({"repair", beyond_rings("planner: fabric"), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("closed_rings").at("rings"), 0);
  EXPECT_FALSE(document.contains("decided"));
  std::size_t most = 0;
  for (const json& ring : document.at("rings_of_nodes")) most = std::max(most, ring.at("passes").size());
  EXPECT_EQ(most, 4u);
  const std::string text = run_tool({"repair", beyond_rings("planner: fabric")}).out;
  EXPECT_NE(text.find("] without a node\n"), std::string::npos) << text;
}

TEST(FabricPlannerTool, says_that_a_map_is_not_decided_and_never_that_it_is_impossible) {
  const std::string limited = beyond_rings("planner: fabric, conflicts: 1");
  const ToolResult result = run_tool({"repair", limited});
  EXPECT_NE(result.status, 0);
  EXPECT_NE(result.out.find("not decided\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("the search ended after 1 conflict; with a larger repair.conflicts it takes longer"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(result.out.find("impossible"), std::string::npos);
  const json document = json::parse(run_tool({"repair", limited, "--json"}).out);
  EXPECT_EQ(document.at("repairable"), false);
  EXPECT_EQ(document.at("decided"), false);
  EXPECT_EQ(document.at("irreparable_subset"), json::array());
}

json yield_of(const std::string& repair, std::vector<std::string> more) {
  more.insert(more.begin(), {"yield", "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {" + repair + "}}", "--quiet",
                             "--json", "--maps", "12", "--faults", "14"});
  const ToolResult result = run_tool(more);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out).at("rows").at(0);
}

TEST(FabricPlannerTool, yield_counts_what_is_not_decided_in_a_column_and_in_the_interval) {
  const json all = yield_of("planner: fabric", {});
  const json some = yield_of("planner: fabric, conflicts: 5", {});
  EXPECT_EQ(yield_of("planner: fabric, conflicts: 5", {"--jobs", "2"}), some) << "whatever job has a map";
  EXPECT_EQ(yield_of("planner: fabric", {"--verify"}), all);
  EXPECT_EQ(all.at("not_decided"), 0);
  EXPECT_GT(some.at("not_decided"), 0);
  EXPECT_LT(some.at("repairable"), all.at("repairable"));
  EXPECT_LT(some.at("ci_low"), all.at("ci_low"));
  EXPECT_GE(some.at("ci_high"), all.at("ci_high"));
  EXPECT_FALSE(yield_of("planner: rings", {}).contains("not_decided"));
  const ToolResult text = run_tool({"yield",
                                    "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {planner: fabric, "
                                    "conflicts: 5}}",
                                    "--quiet", "--maps", "12", "--faults", "14"});
  EXPECT_NE(text.out.find("repairable  not decided  probability"), std::string::npos) << text.out;
}

TEST(FabricPlannerTool, exhaustive_repair_has_a_column_for_what_is_not_decided) {
  const std::string smallest = "{network: {kind: torus, sides: [2, 2]}, fabric: {}, repair: {planner: fabric";
  const ToolResult result = run_tool({"repair", smallest + "}}", "--exhaustive", "5", "--quiet", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json all = json::parse(result.out).at("rows").at(5);
  const json some =
      json::parse(run_tool({"repair", smallest + ", conflicts: 1}}", "--exhaustive", "5", "--quiet", "--json"}).out)
          .at("rows")
          .at(5);
  EXPECT_EQ(all.at("not_decided"), 0);
  EXPECT_GE(some.at("not_decided"), 0);
  for (const json& row : {all, some}) {
    EXPECT_EQ(row.at("maps").get<int>(),
              row.at("repaired").get<int>() + row.at("irreparable").get<int>() + row.at("not_decided").get<int>());
  }
}

/// On a core of this side planner rings has a limit too.
TEST(FabricPlannerTool, rings_of_a_large_core_can_be_not_decided) {
  const auto large = [](int side, const std::string& repair) {
    return "{network: {kind: torus, sides: [" + std::to_string(side) + ", " + std::to_string(side) +
           "]}, fabric: {}, repair: {" + repair + "}, defects: {random: 34, seed: 1}}";
  };
  const ToolResult result = run_tool({"repair", large(17, "conflicts: 1"), "--json"});
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(json::parse(result.out).at("decided"), false);
  const json found = json::parse(run_tool({"repair", large(17, ""), "--json"}).out);
  EXPECT_EQ(found.at("verified"), true);
  EXPECT_FALSE(found.contains("decided"));
  const json row =
      json::parse(
          run_tool({"yield", large(17, "conflicts: 1"), "--quiet", "--json", "--maps", "2", "--faults", "34"}).out)
          .at("rows")
          .at(0);
  EXPECT_EQ(row.at("not_decided"), 2);
  EXPECT_EQ(run_tool({"repair", large(16, "conflicts: 1"), "--json"}).status, 0) << "a smaller one has none";
}

TEST(FabricPlannerTool, refuses_limits_and_names_that_it_does_not_have) {
  const ToolResult zero = run_tool({"repair", beyond_rings("planner: fabric, conflicts: 0")});
  EXPECT_NE(zero.err.find("repair.conflicts must be 1 to 10^9, not '0'"), std::string::npos) << zero.err;
}

TEST(FabricPlannerTool, keeps_the_limits_of_links) {
  const json any = json::parse(run_tool({"repair", beyond_rings("planner: fabric"), "--json"}).out);
  for (const char* limit : {"rule: strict", "objective: short, longest: 5"}) {
    const std::string limited = beyond_rings(std::string("planner: fabric, ") + limit);
    const json repair = json::parse(run_tool({"repair", limited, "--json"}).out);
    EXPECT_EQ(repair.at("verified"), true) << limit;
    EXPECT_NE(repair.at("crc32"), any.at("crc32")) << limit;
  }
  const json shortest =
      json::parse(run_tool({"repair", beyond_rings("planner: fabric, objective: short"), "--json"}).out);
  EXPECT_EQ(shortest.at("verified"), true) << "2 pitches are the default";
}

TEST(FabricPlannerTool, says_that_passes_around_defective_elements_are_not_searched) {
  const std::string around =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: fabric}, defects: {pe: [[0, 1], [1, 0], "
      "[1, 1], [1, 5], [2, 2], [5, 1]], bunch: [[2, 3, ew, 0, cross]]}}";
  const TemporaryDirectory folder;
  const ToolResult result = run_tool({"repair", around, "--certificate", folder.path()});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(result.out.starts_with("repair") && result.out.find("not decided\n") < result.out.find('\n') + 1)
      << result.out;
  EXPECT_NE(result.out.find("plans of passes around them are not searched"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("no certificate: "), std::string::npos) << result.out;
  EXPECT_EQ(json::parse(run_tool({"repair", around, "--json"}).out).at("decided"), false);
}

TEST(FabricPlannerTool, rivals_count_what_is_not_decided_in_an_interval) {
  const auto rivals = [](const std::string& conflicts, std::vector<std::string> more) {
    more.insert(more.begin(),
                {"yield", "{network: {kind: mesh, sides: [4, 4]}, fabric: {}, repair: {" + conflicts + "}}", "--rivals",
                 "--pe-defect", "0.4", "--maps", "12", "--quiet"});
    const ToolResult result = run_tool(more);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  const std::vector<std::string> planners = {"--planner", "straight,rings,fabric"};
  const auto shifts = [&](const std::string& conflicts) {
    return json::parse(rivals(conflicts, {planners[0], planners[1], "--json"})).at("settings").at(0).at("schemes");
  };
  const json all = shifts("planner: fabric");
  const json some = shifts("planner: fabric, conflicts: 1");
  ASSERT_EQ(all.size(), 7u);
  EXPECT_EQ(all[0].at("name"), "shift straight");
  EXPECT_EQ(all[2].at("name"), "shift fabric");
  EXPECT_LT(all[0].at("repaired"), all[1].at("repaired"));
  EXPECT_LT(all[1].at("repaired"), all[2].at("repaired"));
  EXPECT_FALSE(all[1].contains("not_decided")) << "it always decides";
  EXPECT_EQ(all[2].at("not_decided"), 0);
  const int open = some[2].at("not_decided");
  EXPECT_GT(open, 0);
  EXPECT_EQ(some[2].at("repaired"), all[1].at("repaired")) << "what is not decided is not repaired";
  EXPECT_GE(some[2].at("ci_high"), all[2].at("ci_high"));
  EXPECT_LE(some[2].at("ci_low"), all[2].at("ci_low"));
  const double low = some[2].at("performance_yield").at("1.00");
  EXPECT_NEAR(some[2].at("performance_yield_high").at("1.00").get<double>(), low + open / 12.0, 1e-9);
  EXPECT_EQ(all[2].at("performance_yield_high"), all[2].at("performance_yield"));
  const std::string one = "planner: fabric, conflicts: 1";
  EXPECT_NE(rivals(one, {}).find(" to "), std::string::npos);
  const std::string csv = rivals(one, {"--csv"});
  const std::string csv_open = csv.substr(csv.find("shift"));
  EXPECT_NE(csv_open.find(",,0,0,"), std::string::npos) << "neither repaired nor not";
  const TemporaryDirectory out;
  rivals(one, {"--out", out.path()});
  EXPECT_NE(text_of(std::filesystem::path(out.path()) / "rivals_0.4_uniform.svg").find("if those not decided"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
