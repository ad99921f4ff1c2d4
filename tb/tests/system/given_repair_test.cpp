// A plan, states or a stream of a file in place of a planner's repair: repair.plan, repair.states, repair.bitstream.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

/// The files of a planner's repair, and what the run with it said.
class GivenRepair : public testing::Test {
 protected:
  static std::string scenario_of(const std::string& network, const std::string& defects) {
    return "{network: " + network + ", defects: " + defects + ", traffic: {rate: 0.1}, run: {cycles: 600}}";
  }

  static json parsed(const ToolResult& result, int status = 0) {
    EXPECT_EQ(result.status, status) << result.out << result.err;
    return result.out.empty() ? json() : json::parse(result.out);
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(folder_.path());
    std::ofstream(folder_.path() / name) << text;
    return path(name);
  }

  /// Returns the report of the repair, whose files are states.csv, bitstream.bin and plan.json; null if there is none.
  json repair(const std::string& scenario) const {
    const ToolResult result =
        run_tool({"repair", scenario, "--json", "--states", path("states.csv"), "--out", path("repair")});
    if (result.status == 1) return {};
    write("plan.json", result.out);
    return parsed(result);
  }

  /// Runs, and returns the report without the names of files, and the packet log as a row of it.
  json run(const std::string& scenario, const std::vector<std::string>& settings = {}, int status = 0) const {
    std::vector<std::string> words = {"run", scenario, "--json", "--packets", path("log.jsonl")};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    json report = parsed(run_tool(words), status);
    report.erase("files");
    report["log"] = text_of(path("log.jsonl"));
    return report;
  }

  /// Returns whether the planner repairs it; then the three files of its repair must run as it does.
  bool runs_as_planned(const std::string& scenario) const {
    if (repair(scenario).is_null()) return false;
    const json own = run(scenario);
    EXPECT_EQ(run(scenario, {"repair.states=" + path("states.csv")}), own) << scenario;
    EXPECT_EQ(run(scenario, {"repair.bitstream=" + path("repair/bitstream.bin")}), own) << scenario;
    EXPECT_EQ(run(scenario, {"repair.plan=" + path("plan.json")}), own) << scenario;
    return true;
  }

  std::string complaint(const std::string& scenario, const std::vector<std::string>& settings = {},
                        const std::string& command = "run") const {
    std::vector<std::string> words = {command, scenario};
    for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(result.out, "");
    return result.err;
  }

  /// Writes the states of a repair with another value of one field, and the node of each PE.
  std::string write_changed(const json& repair, const std::string& field, unsigned value) const {
    std::string text = "name,value,node\n";
    for (const json& each : repair.at("fields")) {
      const std::string& name = each.at("name").get_ref<const std::string&>();
      text += name + ',' + std::to_string(name == field ? value : each.at("value").get<unsigned>()) + ",\n";
    }
    for (const json& each : repair.at("pes")) {
      if (each.at("after").is_null()) continue;
      text += each.at("name").get<std::string>() + ",," + each.at("after").get<std::string>() + '\n';
    }
    return write("changed.csv", text);
  }

  TemporaryDirectory folder_;
};

const std::string kGivenTorus = "{kind: torus, sides: [4, 4]}, fabric: {}";
const std::string kGivenScenario =
    "{network: " + kGivenTorus + ", defects: {pe: [[2, 3]]}, traffic: {rate: 0.1}, run: {cycles: 600}}";

TEST_F(GivenRepair, runs_as_that_of_the_planner) {
  EXPECT_TRUE(runs_as_planned(scenario_of(kGivenTorus, "{random: 2, seed: 3}")));
  EXPECT_TRUE(runs_as_planned(scenario_of("{kind: srt2d, n: 2}, fabric: {}", "{pe: [[2, 2]], track: []}")));
  EXPECT_TRUE(runs_as_planned(scenario_of("{kind: sse, n: 3, scheme: ksft2, k: 2}", "{pe: [4, 7]}")));
  EXPECT_TRUE(runs_as_planned(
      scenario_of(kGivenTorus, "{pe: [[1, 2], [2, 1], [2, 2], [2, 4], [3, 2]]}")));  // that rings alone repair
}

TEST_F(GivenRepair, slow_runs_as_that_of_the_planner_on_many_maps) {
  const std::vector<std::string> networks = {kGivenTorus, "{kind: srt2d, n: 2}, fabric: {}",
                                             "{kind: mesh, sides: [5, 4]}, fabric: {}",
                                             "{kind: sse, n: 3, scheme: ksft2, k: 2}"};
  unsigned repaired = 0;
  for (unsigned map = 0; map < 80; ++map) {
    const std::string defects =
        "{random: " + std::to_string(1 + map / 4 % 2) + ", seed: " + std::to_string(map + 1) + "}";
    repaired += runs_as_planned(scenario_of(networks[map % 4], defects));
  }
  EXPECT_GT(repaired, 60u);
}

TEST_F(GivenRepair, of_wrong_states_is_refused_with_the_differences) {
  const json repaired = repair(kGivenScenario);
  const std::string file = write_changed(repaired, repaired.at("fields")[0].at("name"), 0);
  const std::string text = complaint(kGivenScenario, {"repair.states=" + file});
  EXPECT_EQ(text.find("--set repair.states=" + file + ": repair.states: " + file +
                      " does not make the network that is wanted: "),
            0u)
      << text;
  EXPECT_NE(text.find("kintsugi check --states shows which switches are to blame"), std::string::npos) << text;
}

TEST_F(GivenRepair, takes_one_file_and_a_fabric) {
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=a.csv", "repair.plan=b.yaml"}),
            "--set repair.states=a.csv: repair.states and repair.plan exclude each other: give one of them\n");
  EXPECT_EQ(complaint(kGivenScenario, {"repair.accept=as_given"}),
            "--set repair.accept=as_given: repair.accept has no meaning without a file: give repair.plan, "
            "repair.states or repair.bitstream\n");
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=none.csv"}),
            "none.csv: cannot read this file: No such file or directory\n");
  const std::string direct = complaint("{network: {kind: mesh, sides: [3, 3]}}", {"repair.states=a.csv"});
  EXPECT_EQ(direct.find("--set repair.states=a.csv: repair.states: there is no fabric that could be repaired; "), 0u)
      << direct;
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=a.csv"}, "yield"),
            "--set repair.states=a.csv: repair.states: a repair is planned for each defect map; leave the key out\n");
}

}  // namespace
}  // namespace kintsugi::test
