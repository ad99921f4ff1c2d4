// The defect map stands in the report of every run and repair, and as a file that a scenario reads back.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kEnd = ", traffic: {rate: 0.02}, run: {cycles: 400}}";
const std::string kDefectiveWafer = "{network: {kind: srt2d, n: 2}, fabric: {}";
const std::string kDefectiveRow = "{network: {kind: srt1d, n: 3}, fabric: {}";
const std::string kDefectiveArray = "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}";
const std::string kDefectiveMesh = "{network: {kind: mesh, sides: [5, 5]}, router: {routing: around}";

struct Known {
  std::string begin;    ///< of the scenario
  std::string defects;  ///< its section
  json map;             ///< what the report must say; null: drawn
};

std::ostream& operator<<(std::ostream& out, const Known& known) {
  return out << known.begin << ' ' << known.defects;
}

/// One of each kind of network, and of each kind of defect.
const std::vector<Known>& known_maps() {
  static const std::vector<Known> kKnown = {
      {kDefectiveMesh, "{random: 3}", nullptr},
      {kDefectiveMesh, "{random: 4, seed: 3, cluster: 0.5, field: [2, 2]}", nullptr},
      {kDefectiveMesh, "{pe: [7], link: [[1, 0], [3, 8]]}", {{"pe", {7}}, {"link", {{0, 1}, {3, 8}}}}},
      {kDefectiveMesh, "{}", json::object()},
      {kDefectiveWafer, "{random: 2, seed: 4}", nullptr},
      {kDefectiveWafer, "{pe: [[2, 3], [0, 1]]}", {{"pe", {{0, 1}, {2, 3}}}}},
      {kDefectiveWafer,
       "{pe: [[2, 3]], switch: [[H, 0, 1, 0, D1]], track: [[V, 1, 1, 0]], bunch: [[1, 2, ew, 1, cross]], "
       "wire: [[1, 1, e, 0]]}",
       {{"pe", {{2, 3}}},
        {"switch", {{"H", 0, 1, 0, "D1"}}},
        {"track", {{"V", 1, 1, 0}}},
        {"bunch", {{1, 2, "ew", 1, "cross"}}},
        {"wire", {{1, 1, "e", 0}}}}},
      {kDefectiveRow, "{pe: [3], bunch: [[5, 0, cross]]}", {{"pe", {3}}, {"bunch", {{5, 0, "cross"}}}}},
      {kDefectiveArray, "{pe: [4], link: [[9, 8]]}", nullptr},
      {kDefectiveArray, "{random: 2}", nullptr},
      {kDefectiveWafer, "{random: {pe: 1, switch: 1, track: 0.02, bunch: 1, wire: 1}, pe: [[2, 3]]}", nullptr},
      {kDefectiveMesh, "{random: {pe: 1, link: 2}, seed: 2}", nullptr},
      {kDefectiveArray, "{random: {link: 1}, pe: [4]}", nullptr},
  };
  return kKnown;
}

class DefectMap : public testing::TestWithParam<Known> {};

TEST_P(DefectMap, stands_in_the_report_and_its_file_makes_the_same_report) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "map.yaml").string();
  const auto scenario = [](const std::string& defects) { return GetParam().begin + ", defects: " + defects + kEnd; };
  const ToolResult first = run_tool({"run", scenario(GetParam().defects), "--json", "--quiet", "--defects", file});
  ASSERT_NE(first.status, 2) << first.err;
  json report = json::parse(first.out);
  if (!GetParam().map.is_null()) {
    EXPECT_EQ(report.at("defects"), GetParam().map);
  }
  EXPECT_EQ(report.at("files").back(), file);
  const ToolResult again = run_tool({"run", scenario("{file: " + file + "}"), "--json", "--quiet"});
  ASSERT_EQ(again.status, first.status) << again.err << directory.read("map.yaml");
  report.erase("files");
  json from_file = json::parse(again.out);
  from_file.erase("files");
  EXPECT_EQ(from_file, report);
  const ToolResult text = run_tool({"run", scenario(GetParam().defects), "--quiet"});
  EXPECT_EQ(run_tool({"run", scenario("{file: " + file + "}"), "--quiet"}).out, text.out);
}

INSTANTIATE_TEST_SUITE_P(OfAllKinds, DefectMap, testing::ValuesIn(known_maps()),
                         [](const auto& each) { return "map" + std::to_string(each.index); });

TEST(DefectMapText, names_drawn_nodes_and_dead_spares) {
  const ToolResult mesh = run_tool({"run", kDefectiveMesh + ", defects: {random: 3}" + kEnd, "--quiet"});
  const json drawn = json::parse(
      run_tool({"run", kDefectiveMesh + ", defects: {random: 3}" + kEnd, "--json", "--quiet"}).out)["defects"];
  ASSERT_EQ(drawn["pe"].size(), 3u);
  const auto name = [&](std::size_t i) {
    const int node = drawn["pe"][i];
    return "PE x" + std::to_string(node % 5) + ".y" + std::to_string(node / 5);
  };
  const std::string names = name(0) + ", " + name(1) + ", " + name(2);
  EXPECT_NE(mesh.out.find("\ndefects          3: " + names + '\n'), std::string::npos) << mesh.out;
  const std::string spare = kDefectiveWafer + ", defects: {pe: [[0, 1], [2, 3]]}" + kEnd;
  for (const std::string command : {"run", "repair"}) {
    const std::string text = run_tool({command, spare, "--quiet"}).out;
    EXPECT_NE(text.find("\ndefects    2: PE [0, 1], PE [2, 3]\n"), std::string::npos) << text;
  }
}

/// Where numbers are names, the number of a node would be read back as the name of another.
TEST(DefectMapNames, are_written_where_numbers_are_names) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string graph = (directory.path() / "hub.csv").string();
  const std::string file = (directory.path() / "map.yaml").string();
  std::ofstream(graph) << "a,b\n1,2\n2,3\n3,1\nhub,1\nhub,2\nhub,3\n02,1\n";
  const auto run = [&](const std::string& defects, const std::vector<std::string>& options) {
    std::vector<std::string> words = {"run",
                                      "{network: {kind: graph, file: " + graph + "}, defects: " + defects + kEnd};
    words.insert(words.end(), options.begin(), options.end());
    return run_tool(words);
  };
  const ToolResult first = run("{pe: [hub, 02], link: [[1, 3]]}", {"--json", "--quiet", "--defects", file});
  ASSERT_EQ(first.status, 0) << first.err;
  const json map = json::parse(R"({"pe": ["02", "hub"], "link": [["1", "3"]]})");
  EXPECT_EQ(json::parse(first.out).at("defects"), map);
  const ToolResult again = run("{file: " + file + "}", {"--json", "--quiet"});
  ASSERT_EQ(again.status, 0) << again.err << directory.read("map.yaml");
  EXPECT_EQ(json::parse(again.out).at("defects"), map);
}

/// So are those of faults at run time, in the report and in the packet log.
TEST(FaultNumbers, are_names_where_numbers_are_names) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string graph = (directory.path() / "ring.csv").string();
  const std::string log = (directory.path() / "log.jsonl").string();
  const auto run = [&](const std::string& links, const std::string& pe, const std::string& a, const std::string& b) {
    std::ofstream(graph) << "a,b\n" << links;
    const ToolResult result =
        run_tool({"run",
                  "{network: {kind: graph, file: " + graph +
                      "}, traffic: {rate: 0.5, flits: 1}, run: {cycles: 80}, faults: " + "[{cycle: 20, pe: " + pe +
                      "}, {cycle: 20, link: [" + a + ", " + b + "]}]}",
                  "--json", "--quiet", "--packets", log});
    EXPECT_NE(result.status, 2) << result.err;
    json report = json::parse(result.out);
    const std::string head = directory.read("log.jsonl");
    EXPECT_EQ(json::parse(head.substr(0, head.find('\n'))).at("faults"),
              report.at("reconfigurations").at(0).at("faults"));
    return report;
  };
  const json named = run("1,2\n2,3\n3,4\n4,5\n5,1\n1,3\n", "4", "1", "2");
  EXPECT_EQ(named.at("reconfigurations").at(0).at("faults"),
            json::parse(R"([{"cycle": 20, "pe": "4"}, {"cycle": 20, "link": ["1", "2"]}])"));
  ASSERT_FALSE(named.at("lost_packets").empty());
  EXPECT_TRUE(named.at("lost_packets").at(0).at("pe").is_string()) << named.at("lost_packets").at(0);
  const json numbered = run("a1,a2\na2,a3\na3,a4\na4,a5\na5,a1\na1,a3\n", "a4", "a1", "a2");
  EXPECT_EQ(numbered.at("reconfigurations").at(0).at("faults"),
            json::parse(R"([{"cycle": 20, "pe": 3}, {"cycle": 20, "link": [0, 1]}])"));
  EXPECT_EQ(named.at("lost_packets").size(), numbered.at("lost_packets").size());
}

TEST(DefectMapText, of_many_names_the_first_and_the_document_all) {
  const std::string many = kDefectiveMesh + ", defects: {random: 10}" + kEnd;
  const std::string text = run_tool({"run", many, "--quiet"}).out;
  EXPECT_NE(text.find(", and 4 more, which --json names\n"), std::string::npos) << text;
  EXPECT_EQ(json::parse(run_tool({"run", many, "--json", "--quiet"}).out)["defects"]["pe"].size(), 10u);
}

TEST(DefectMapText, names_links_and_elements) {
  const std::string links = run_tool({"run", kDefectiveMesh + ", defects: {link: [[1, 0]]}" + kEnd, "--quiet"}).out;
  EXPECT_NE(links.find("1: the link from x0.y0 to x1.y0\n"), std::string::npos) << links;
  const std::string elements =
      run_tool({"run", kDefectiveWafer + ", defects: {switch: [[H, 0, 1, 0, D1]]}" + kEnd}).out;
  EXPECT_NE(elements.find("\ndefects    1: sh.g0.c1"), std::string::npos) << elements;
}

TEST(DefectMapText, is_a_fact_of_the_page) {
  const TemporaryDirectory directory;
  const std::string page = (directory.path() / "p.html").string();
  for (const std::string& begin : {kDefectiveWafer, kDefectiveMesh}) {
    EXPECT_EQ(run_tool({"run", begin + ", defects: {random: 1}" + kEnd, "--page", page, "--quiet"}).status, 0);
    bool is_there = false;
    const json data = data_of_page(directory.read("p.html"));
    for (const json& fact : data["facts"]) is_there = is_there || fact[0] == "defects";
    EXPECT_TRUE(is_there) << begin;
  }
}

TEST(DefectMapFile, of_a_graph_with_numbers_as_names_has_the_names) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string graph = (directory.path() / "g.csv").string();
  std::ofstream(graph) << "a,b\n10,20\n20,30\n30,40\n40,10\n10,30\n";
  const std::string file = (directory.path() / "map.yaml").string();
  const auto scenario = [&](const std::string& defects) {
    return "{network: {kind: graph, file: " + graph + "}, router: {routing: around}, defects: " + defects + kEnd;
  };
  const ToolResult first = run_tool({"run", scenario("{pe: [20]}"), "--json", "--quiet", "--defects", file});
  ASSERT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(json::parse(first.out)["defects"], (json{{"pe", {"20"}}}));
  const ToolResult again = run_tool({"run", scenario("{file: " + file + "}"), "--json", "--quiet"});
  EXPECT_EQ(json::parse(again.out)["packets"], json::parse(first.out)["packets"]);
  const ToolResult dead = run_tool({"run", scenario("{}, faults: [{cycle: 100, pe: 30}]"), "--quiet"});
  EXPECT_NE(dead.out.find("for PE 30 dead since cycle 100"), std::string::npos) << dead.out;
}

/// A report about drawn defects says which they are, in its document and in its text.
TEST(DefectMapText, stands_in_every_report_about_drawn_defects) {
  const auto report_of = [](std::vector<std::string> arguments) {
    const std::string text = run_tool(arguments).out;
    arguments.emplace_back("--json");
    return std::pair(json::parse(run_tool(arguments).out), text);
  };
  for (const std::string& begin : {kDefectiveMesh, kDefectiveWafer}) {
    const std::string scenario = begin + ", defects: {random: 2}" + kEnd;
    const auto [run, run_text] = report_of({"run", scenario, "--quiet"});
    const std::size_t at = run_text.find("2: PE ");
    ASSERT_NE(at, std::string::npos) << run_text;
    const std::string named = run_text.substr(at, run_text.find('\n', at) - at + 1);
    std::vector<std::vector<std::string>> commands = {{"prove", scenario, "--quiet"},
                                                      {"saturate", scenario, "--quiet", "--tolerance", "0.5"},
                                                      {"export", scenario, "--quiet"}};
    if (begin == kDefectiveWafer) {
      commands.push_back({"repair", scenario, "--quiet"});
      commands.push_back({"check", scenario, "--quiet", "--plan", "{paths: []}"});
    }
    for (const std::vector<std::string>& command : commands) {
      const auto [report, text] = report_of(command);
      EXPECT_EQ(report.at("defects"), run.at("defects")) << command.front();
      const std::string sought = command.front() == "export" ? named.substr(0, named.size() - 1) : named;
      EXPECT_NE(text.find(sought), std::string::npos) << command.front() << '\n' << text;
    }
  }
}

TEST(DefectMapFile, is_written_by_repair_too_with_or_without_a_repair) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "maps" / "map.yaml").string();
  const std::string defects = ", defects: {pe: [[1, 1], [2, 2]]}}";
  EXPECT_EQ(run_tool({"repair", kDefectiveWafer + defects, "--defects", file}).status, 0);
  EXPECT_EQ(
      directory.read("maps/map.yaml"),
      "# 2 defects of 2D-SRT(2,2,1), for defects.file of a scenario\ndefects:\n  pe:\n    - [1,1]\n    - [2,2]\n");
  const ToolResult none =
      run_tool({"repair", kDefectiveWafer + ", defects: {random: 20}}", "--json", "--defects", file});
  EXPECT_EQ(none.status, 1);
  EXPECT_EQ(json::parse(none.out)["defect_map"], file);
  EXPECT_EQ(run_tool({"repair", kDefectiveWafer + ", defects: {file: " + file + "}}"}).status, 1);
}

TEST(DefectMapFile, replaces_no_file_of_the_scenario_and_ends_in_yaml) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "map.yaml").string();
  std::ofstream(file) << "defects: {pe: [3]}\n";
  const std::string scenario = kDefectiveMesh + ", defects: {file: " + file + "}" + kEnd;
  const ToolResult own = run_tool({"run", scenario, "--defects", file});
  EXPECT_EQ(own.status, 2);
  EXPECT_EQ(directory.read("map.yaml"), "defects: {pe: [3]}\n");
  const ToolResult other = run_tool({"run", scenario, "--defects", "map.txt"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("name a file that ends in .yaml or .yml"), std::string::npos) << other.err;
  const ToolResult nowhere = run_tool({"run", scenario, "--defects", "/proc/no/map.yaml"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_EQ(nowhere.out, "");
}

}  // namespace
}  // namespace kintsugi::test
