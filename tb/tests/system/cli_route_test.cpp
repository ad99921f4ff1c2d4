// `kintsugi route`: hops, all routes, the picture, wrong arguments.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kRing = "{kind: srt1d, n: 5}";

TEST(RouteCommand, shows_every_hop) {
  const ToolResult result = run_tool({"route", kRing, "n1", "14"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out,
            "network  1D-SRT(5,5)\n"
            "routing  monotone, 2 virtual channels\n"
            "from     n1 (node 1)\n"
            "to       n14 (node 14)\n"
            "hops     4\n"
            "\n"
            "hop  at   port      link     channel  state  to   arrives by\n"
            "1    n1   e         base     0        0      n2   w\n"
            "2    n2   bypass_e  level 2  0        0      n6   bypass_w\n"
            "3    n6   bypass_e  level 2  0        0      n10  bypass_w\n"
            "4    n10  bypass_e  level 2  0        0      n14  bypass_w\n");
}

TEST(RouteCommand, as_json_has_the_same) {
  const json report = json::parse(run_tool({"route", kRing, "1", "14", "--json", "--all"}).out);
  EXPECT_EQ(report.at("from").at("name"), "n1");
  EXPECT_EQ(report.at("hops"), 4);
  EXPECT_EQ(report.at("route").at(1).at("link"), "level 2");
  EXPECT_EQ(report.at("route").at(1).at("arrival_port"), "bypass_w");
  EXPECT_EQ(report.at("routes").at("count"), report.at("routes").at("list").size());
  EXPECT_EQ(report.at("routes").at("list").at(0).at("route").size(), 4u);
}

TEST(RouteCommand, lists_all_routes) {
  const std::string out = run_tool({"route", "{kind: srt2d, n: 3}", "x1.y1", "x6.y3", "--routing", "minimal-adaptive",
                                    "--all", "--list", "3"})
                              .out;
  EXPECT_NE(out.find("routes   43; 3 to 9 hops; the first 3:\n"), std::string::npos) << out;
  EXPECT_NE(out.find("3      3     w (1, 2)  bypass_w  bypass_s\n"), std::string::npos) << out;
  EXPECT_EQ(out.find("\n4      "), std::string::npos) << out;
}

TEST(RouteCommand, goes_around_dead_nodes_as_the_scenario_says) {
  const std::string scenario = "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}";
  const json whole = json::parse(run_tool({"route", scenario + "}", "0", "15", "--json"}).out);
  ASSERT_EQ(whole.at("route").at(0).at("to"), "n3");
  const ToolResult result = run_tool({"route", scenario + ", defects: {pe: [3]}}", "0", "15", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json around = json::parse(result.out);
  for (const json& hop : around.at("route")) EXPECT_NE(hop.at("to"), "n3");
}

TEST(RouteCommand, from_a_node_to_itself_has_no_hop) {
  const ToolResult result = run_tool({"route", kRing, "3", "n3", "--all"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("hops     0\n"), std::string::npos) << result.out;
}

TEST(RouteCommand, draws_nodes_hops_and_their_numbers) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "route.svg").string();
  EXPECT_EQ(run_tool({"route", kRing, "1", "14", "--all", "--svg", file}).status, 0);
  const std::string svg = directory.read("route.svg");
  const auto count = [&](const std::string& text) {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = svg.find(text, at)) != std::string::npos; ++at) ++found;
    return found;
  };
  EXPECT_EQ(count("<circle"), 32u);
  EXPECT_EQ(count("class=\"vertex end\""), 2u);
  EXPECT_EQ(count("class=\"vertex passed\""), 3u);
  EXPECT_EQ(count("class=\"hop\""), 4u);
  EXPECT_EQ(count("class=\"way\""), 1u);
}

/// Returns the picture of a route in a mesh with these defects.
std::string picture_among(const std::string& defects) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "route.svg").string();
  const std::string mesh =
      "{network: {kind: mesh, sides: [5, 3]}, router: {routing: dimension-order}, defects: " + defects + "}";
  const ToolResult result = run_tool({"route", mesh, "x0.y1", "x4.y1", "--svg", file});
  EXPECT_EQ(result.status, 0) << result.err;
  return directory.read("route.svg");
}

TEST(RouteCommand, draws_a_detour_beside_the_way_that_the_packet_would_have_taken) {
  const std::string svg = picture_among("{pe: [7]}");
  EXPECT_NE(svg.find("class=\"vertex dead\""), std::string::npos);
  EXPECT_NE(svg.find("class=\"faultless-way\""), std::string::npos);
  EXPECT_NE(svg.find("dashed: the way without dead nodes and links, 4 hops"), std::string::npos);
  EXPECT_NE(picture_among("{link: [[7, 8]]}").find("class=\"defective-link\""), std::string::npos);
}

TEST(RouteCommand, draws_no_detour_where_nothing_on_the_way_is_dead) {
  const std::string svg = picture_among("{pe: [14]}");
  EXPECT_EQ(svg.find("class=\"faultless-way\""), std::string::npos);
  EXPECT_NE(svg.find("the dead nodes and links are not on its way"), std::string::npos);
}

TEST(RouteCommand, says_what_is_wrong) {
  const auto error = [](const std::vector<std::string>& words) {
    std::vector<std::string> all{"route"};
    all.insert(all.end(), words.begin(), words.end());
    const ToolResult result = run_tool(all);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_EQ(error({kRing, "32", "n1"}), "FROM: '32' is not a node; valid is 0 to 31\n");
  EXPECT_EQ(error({kRing, "32", "x1"}),
            "FROM: '32' is not a node; valid is 0 to 31\nTO: 'x1' is not a node; valid is 0 to 31, or a name such as "
            "n0\n");
  EXPECT_EQ(error({kRing, "3", "x1"}), "TO: 'x1' is not a node; valid is 0 to 31, or a name such as n0\n");
  EXPECT_EQ(error({kRing, "3", "4", "--routing", "monoton"}),
            "--routing: router.routing: unknown name 'monoton'; did you mean 'monotone'?\n");
  EXPECT_NE(error({kRing, "3"}).find("TO is missing"), std::string::npos);
  EXPECT_EQ(error({"{kind: mesh, sides: [65, 64]}", "0", "1", "--svg", "a.svg"}),
            "--svg: a network of 4160 nodes cannot be drawn; valid: at most 4096 nodes\n");
}

}  // namespace
}  // namespace kintsugi::test
