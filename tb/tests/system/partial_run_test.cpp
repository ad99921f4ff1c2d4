// repair.partial: a chip that no plan repairs runs with holes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kPartialTraffic = ", traffic: {rate: 0.1, flits: 4}, run: {cycles: 600, warmup: 0, seed: 5}}";

/// A wafer whose planner of straight paths does not repair a PE with one more on each way out.
std::string partial_wafer(const std::string& more_defects, const std::string& partial = ", partial: holes") {
  return "{network: {kind: srt2d, n: 3}, fabric: {tracks: 1}, repair: {planner: straight" + partial +
         "}, defects: {pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6]]" + more_defects + "}" + kPartialTraffic;
}

json partial_report_of(const std::string& scenario, int status = 0, const std::vector<std::string>& more = {}) {
  const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
  EXPECT_EQ(result.status, status) << result.out << result.err;
  return result.out.empty() ? json() : json::parse(result.out);
}

/// Writes names as a list of YAML.
std::string yaml_of(const json& list) {
  std::string text;
  for (const json& each : list) {
    const std::string item = each.is_array() ? yaml_of(each) : each.get<std::string>();
    text += (text.empty() ? "" : ", ") + item;
  }
  return '[' + text + ']';
}

/// Runs what the report of a partial run says that is left, as a network that is wired directly.
json report_of_what_is_left(const json& partial) {
  json dead = partial.at("dead");
  for (const json& node : partial.at("cut_off")) dead.push_back(node);
  return partial_report_of("{network: {kind: srt2d, n: 3}, router: {routing: nue}, defects: {pe: " + yaml_of(dead) +
                           ", link: " + yaml_of(partial.at("cut_links")) + "}" + kPartialTraffic);
}

TEST(PartialRun, is_that_of_the_network_with_its_dead_nodes_and_is_proved) {
  EXPECT_EQ(partial_report_of(partial_wafer("", ""), 1).at("repair").at("repairable"), false)
      << "without the key there is no run";
  json report = partial_report_of(partial_wafer(""));
  const json partial = report.at("partial");
  EXPECT_EQ(partial.at("nodes"), 59);
  EXPECT_EQ(partial.at("of"), 64);
  EXPECT_EQ(partial.at("holes"), json::parse(R"(["r2.c4", "r4.c2", "r4.c4", "r4.c6", "r6.c4"])"));
  EXPECT_EQ(partial.at("dead").size(), 5u);
  EXPECT_EQ(partial.at("cut_off"), json::array());
  EXPECT_EQ(partial.at("cut_links"), json::array()) << "the switches beside the dead PEs let the other links pass";
  EXPECT_EQ(partial.at("because"), "no repair by straight paths");
  EXPECT_EQ(report.at("proof").at("acyclic"), true);
  EXPECT_EQ(report.at("proof").at("delivered_pairs"), 59 * 58);
  const int delivered = report.at("packets").at("delivered"), lost = report.at("packets").at("lost");
  EXPECT_EQ(delivered + lost, report.at("packets").at("created"));
  EXPECT_GT(delivered, 700);
  EXPECT_EQ(lost, report.at("lost_packets").size());
  for (const json& packet : report.at("lost_packets")) EXPECT_EQ(packet.at("reason"), "its destination is dead");
  report.erase("partial");
  EXPECT_EQ(report, report_of_what_is_left(partial));
}

TEST(PartialRun, lacks_the_links_over_what_is_cut_and_stuck) {
  const json report = partial_report_of(partial_wafer(", wire: [[7, 7, e, 0]]"));
  const json partial = report.at("partial");
  EXPECT_EQ(partial.at("nodes"), 59);
  ASSERT_EQ(partial.at("cut_links").size(), 1u) << partial;
  EXPECT_EQ(partial.at("cut_links")[0], json::parse(R"(["x6.y6", "x7.y6"])"));
  json same = report;
  same.erase("partial");
  EXPECT_EQ(same, report_of_what_is_left(partial));
}

TEST(PartialRun, leaves_out_nodes_that_are_cut_off) {
  const std::string alone =
      "{network: {kind: mesh, sides: [4, 4]}, fabric: {}, repair: {planner: straight, partial: holes}, defects: {pe: "
      "[[1, 2], [2, 1], [2, 2], [1, 3], [3, 1], [2, 3], [3, 2], [1, 4]]}" +
      kPartialTraffic;
  const json partial = partial_report_of(alone).at("partial");
  EXPECT_EQ(partial.at("nodes"), 7);
  EXPECT_EQ(partial.at("cut_off"), json::parse(R"(["x0.y0"])"));
  EXPECT_EQ(partial.at("dead").size(), 8u);
}

TEST(PartialRun, of_a_chip_that_is_repaired_is_the_run_without_the_key) {
  const auto sound = [](const std::string& partial) {
    return "{network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: straight" + partial +
           "}, defects: {pe: [[4, 4]]}" + kPartialTraffic;
  };
  EXPECT_EQ(partial_report_of(sound(", partial: holes")), partial_report_of(sound("")));
  EXPECT_EQ(partial_report_of(sound(", partial: none")), partial_report_of(sound("")));
}

TEST(PartialRun, takes_a_general_routing_of_the_scenario_and_says_what_it_is_in_the_text) {
  const ToolResult result = run_tool({"run", partial_wafer(""), "--quiet", "--set", "router.routing=updown"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("routing          updown"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("partial          59 of 64 nodes: 5 at dead PEs, 0 cut off; 0 links between the others "
                            "missing\n"),
            std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find("because: no repair by straight paths; wired directly"), std::string::npos) << result.out;
}

TEST(PartialRun, is_refused_where_there_is_none) {
  const auto refused = [](const std::string& scenario, const std::vector<std::string>& more = {}) {
    const ToolResult result = run_tool(with({"run", scenario, "--quiet"}, more));
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  const std::string wafer = partial_wafer("");
  EXPECT_NE(
      refused(wafer, {"--set", "faults=[{cycle: 300, pe: [3, 3]}]"})
          .find("repair.partial: a chip that is not repaired has no plan for faults at run time; leave faults out, "
                "or this key\n"),
      std::string::npos);
  EXPECT_NE(refused(wafer, {"--set", "link.reach=2"}).find("repair.partial: links of the part have no length"),
            std::string::npos);
  EXPECT_NE(refused(wafer, {"--set", "repair.states=x.csv"})
                .find("repair.partial has no meaning with a file in place of the planner"),
            std::string::npos);
  EXPECT_NE(refused(wafer, {"--set", "repair.partial=hole"}).find("did you mean 'holes'?"), std::string::npos);
  EXPECT_NE(refused("{network: {kind: sse, n: 3, scheme: sft1}, repair: {partial: holes}, traffic: {}}")
                .find("repair.partial: a network of kind sse is not wired without its fabric"),
            std::string::npos);
  EXPECT_NE(refused("{network: {kind: srt2d, n: 2}, repair: {partial: holes}, traffic: {}}")
                .find("repair.partial: there is no fabric that could be repaired"),
            std::string::npos);
  std::string all;
  for (int row = 0; row < 6; ++row) {
    for (int column = 0; column < 6; ++column) {
      const bool is_corner = (row == 0 || row == 5) && (column == 0 || column == 5);
      const bool is_left = row == 1 && column == 1;
      if (is_corner || is_left) continue;
      all += (all.empty() ? "[" : ", [") + std::to_string(row) + ", " + std::to_string(column) + "]";
    }
  }
  EXPECT_NE(refused("{network: {kind: srt2d, n: 2}, fabric: {}, repair: {partial: holes}, defects: {pe: [" + all +
                    "]}, traffic: {}}")
                .find("repair.partial: no two nodes that work are joined, so that nothing can run; 15 PEs of 16 nodes "
                      "are dead"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
