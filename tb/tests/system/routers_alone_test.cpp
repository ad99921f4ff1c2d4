// Networks with several PEs at a router, and with routers that have none: who sends, and what is said of the others.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

class RoutersAlone : public testing::Test {
 protected:
  /// Two switches, of which the first has the PEs a and b, the second c and d.
  RoutersAlone() {
    std::filesystem::create_directories(directory_.path());
    write("tree.dot", "graph tree { s [pes=0]; t [pes=0]; a [pes=1]; s -- t; s -- a; s -- b; t -- c; t -- d; }");
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(directory_.path() / name) << text;
    return (directory_.path() / name).string();
  }
  std::string tree(const std::string& sections, const std::string& pes = "file") const {
    return "{network: {kind: graph, file: " + (directory_.path() / "tree.dot").string() + ", pes: " + pes + "}, " +
           sections + "}";
  }
  /// Returns the names of the sources and destinations of all packets of a run.
  std::set<std::string> ends_of(const std::string& scenario) const {
    const std::string log = (directory_.path() / "log.jsonl").string();
    const ToolResult result = run_tool({"run", scenario, "--packets", log});
    EXPECT_EQ(result.status, 0) << result.err << result.out;
    std::ifstream in(log);
    std::string line;
    std::getline(in, line);
    std::set<std::string> ends;
    while (std::getline(in, line)) {
      const json packet = json::parse(line);
      for (const char* end : {"source", "destination"}) ends.insert(std::to_string(packet.at(end).get<int>()));
    }
    return ends;
  }
  static std::string refusal_of(const std::string& scenario) {
    const ToolResult result = run_tool({"run", scenario});
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  }

  TemporaryDirectory directory_;
};

TEST_F(RoutersAlone, send_and_receive_nothing) {
  const std::set<std::string> pes = {"2", "3", "4", "5"};
  EXPECT_EQ(ends_of(tree("traffic: {rate: 0.2}, run: {cycles: 1000}")), pes);
  EXPECT_EQ(ends_of(tree("traffic: {pattern: transpose, rate: 0.2}, run: {cycles: 1000}")).size(), 2u);
  EXPECT_EQ(ends_of(tree("traffic: {pattern: hotspot, node: c, share: 0.3, rate: 0.1}, run: {cycles: 1000}")), pes);
  EXPECT_EQ(ends_of(tree("traffic: {workload: {name: alltoall, bytes: 64}}")), pes) << "a rank at each PE";
  EXPECT_EQ(ends_of(tree("traffic: {rate: 0.2}, run: {cycles: 1000}", "1")).size(), 6u) << "without the key all send";
}

TEST_F(RoutersAlone, are_counted_apart) {
  const json report = json::parse(run_tool({"topo", tree("traffic: {}"), "--json"}).out);
  EXPECT_EQ(report.at("nodes"), 6);
  EXPECT_EQ(report.at("nodes_with_pe"), 4);
  const std::string text = run_tool({"topo", tree("traffic: {}")}).out;
  EXPECT_TRUE(std::regex_search(text, std::regex("\nnodes +6\n +with a PE +4\n"))) << text;
  EXPECT_FALSE(json::parse(run_tool({"topo", tree("traffic: {}", "1"), "--json"}).out).contains("nodes_with_pe"));
}

TEST_F(RoutersAlone, are_refused_where_a_pe_is_wanted) {
  const std::string is_alone = "'s' is a router without a PE; name a node with one, such as a";
  const std::string trace = write("trace.csv", "0,a,c,4\n5,s,a,4\n");
  const std::string flows = write("flows.csv", "a,c,0.1\na,s,0.1\n");
  for (const std::string traffic :
       {"pattern: hotspot, node: s", "hotspots: [[s, 0.1]], pattern: hotspot", "among: [a, s, c]", "rates: [[s, 0.1]]",
        "flows: [[a, s, 0.1]]", "workload: {name: alltoall, ranks: 2, bytes: 64}, place: [a, s]"}) {
    const std::string refusal = refusal_of(tree("traffic: {" + traffic + "}"));
    EXPECT_NE(refusal.find(is_alone), std::string::npos) << traffic << '\n' << refusal;
  }
  EXPECT_NE(refusal_of(tree("traffic: {trace: " + trace + "}")).find(trace + ":2:3: source: " + is_alone),
            std::string::npos)
      << refusal_of(tree("traffic: {trace: " + trace + "}"));
  EXPECT_NE(refusal_of(tree("traffic: {flows: " + flows + "}")).find(flows + ":2:3: destination: " + is_alone),
            std::string::npos);
  EXPECT_NE(refusal_of(tree("traffic: {multicast: {}}")).find("traffic.multicast: every node sends multicasts"),
            std::string::npos);
}

TEST_F(RoutersAlone, several_pes_at_a_router_are_nodes_of_their_own) {
  const std::string scenario = tree("traffic: {rate: 0.3, flits: 2}, run: {cycles: 1000}", "2");
  const std::set<std::string> ends = ends_of(scenario);
  EXPECT_EQ(ends.size(), 12u);
  EXPECT_EQ(ends.count("5"), 0u);
  const json proof = json::parse(run_tool({"prove", scenario, "--json"}).out);
  EXPECT_EQ(proof.at("acyclic"), true);
  EXPECT_NE(refusal_of(tree("traffic: {}", "33")).find("pes is 33; valid is 1 to 32, or file"), std::string::npos);
  EXPECT_NE(refusal_of(tree("traffic: {}", "fil")).find("network.pes"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
