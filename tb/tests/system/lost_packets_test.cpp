// A dropped packet names the PE that dropped it, and beside it the dead PE for which it was dropped: they differ.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kLossyMesh =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {rate: 0.1}, "
    "faults: [{cycle: 300, pe: 5}], run: {cycles: 600, seed: 2}}";
const std::string kDefects =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {rate: 0.05}, "
    "defects: {pe: [10]}, run: {cycles: 600}}";
const std::string kLossyDetection =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {rate: 0.2}, "
    "detection: {retries: 0}, faults: [{cycle: 300, pe: 5}, {cycle: 300, link: [9, 10]}], run: {cycles: 400, seed: 2}}";
const std::string kLossyWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.5}, faults: [{cycle: 300, pe: [2, 3]}], "
    "run: {cycles: 400, seed: 1}}";

/// A run with its report, its text, its packet log and the data of its page.
struct Told {
  explicit Told(const std::string& scenario) {
    const std::string log = (directory.path() / "p.jsonl").string();
    const ToolResult result = run_tool({"run", scenario, "--json", "--quiet", "--route", "--packets", log, "--page",
                                        (directory.path() / "p.html").string()});
    EXPECT_NE(result.status, 2) << result.err;
    report = json::parse(result.out);
    text = run_tool({"run", scenario, "--quiet"}).out;
    page = data_of_page(directory.read("p.html"));
    for (const std::string& line : lines_of(directory.read("p.jsonl"))) {
      const json packet = json::parse(line);
      if (packet.contains("lost") && !packet["lost"].is_null()) log_of[{packet["source"], packet["number"]}] = packet;
    }
  }
  TemporaryDirectory directory;
  json report;
  std::string text;
  json page;
  std::map<std::pair<unsigned, unsigned>, json> log_of;  // of each lost packet
};

/// Returns the dead PE that a packet must name, by its reason.
json expected_dead(const json& packet) {
  const std::string reason = packet.at("reason");
  if (reason == "its destination is dead") return packet.at("destination");  // without a fabric node n is PE n
  if (reason.starts_with("in the source queue of a PE that died") || reason.starts_with("reached a ")) {
    return packet.at("pe");
  }
  return nullptr;
}

TEST(LostPackets, name_the_place_and_the_dead_pe_in_report_text_and_log) {
  for (const std::string& scenario : {kLossyMesh, kDefects, kLossyDetection, kLossyWafer}) {
    const Told told(scenario);
    const json& lost = told.report.at("lost_packets");
    ASSERT_FALSE(lost.empty()) << scenario;
    for (const json& packet : lost) {
      EXPECT_EQ(packet.at("dead"), expected_dead(packet)) << packet;
      const json& logged = told.log_of.at({packet["source"], packet["number"]});
      EXPECT_EQ(logged["lost"]["dead"].is_null(), packet["dead"].is_null()) << logged;
      if (packet["dead"] == packet["pe"]) {
        EXPECT_EQ(logged["lost"]["dead"], logged["at"]) << logged;
      }
    }
    EXPECT_EQ(told.log_of.size(), lost.size());
    const json& first = lost.front();
    const std::string cycle = " in cycle " + first["cycle"].dump() + ": " + first["reason"].get<std::string>();
    EXPECT_NE(told.text.find(", dropped at PE "), std::string::npos) << told.text;
    EXPECT_NE(told.text.find(cycle), std::string::npos) << told.text;
  }
}

TEST(LostPackets, of_a_dead_destination_end_elsewhere_and_name_it) {
  const Told told(kLossyMesh);
  std::set<std::string> reasons;
  for (const json& packet : told.report.at("lost_packets")) {
    reasons.insert(packet["reason"]);
    if (packet["reason"] != "its destination is dead") continue;
    EXPECT_EQ(packet["dead"], 5);
    EXPECT_NE(packet["pe"], 5) << "no router has a way to it";
    const json& logged = told.log_of.at({packet["source"], packet["number"]});
    EXPECT_EQ(logged["lost"]["dead"], "x1.y1");
    EXPECT_NE(logged["at"], "x1.y1");
    const std::string line = ": its destination is dead (PE x1.y1)\n";
    EXPECT_NE(told.text.find(line), std::string::npos) << told.text;
  }
  EXPECT_TRUE(reasons.contains("its destination is dead"));
}

TEST(LostPackets, destroyed_by_a_dead_link_name_no_pe) {
  const Told told(kLossyDetection);
  std::set<std::string> reasons;
  for (const json& packet : told.report.at("lost_packets")) {
    reasons.insert(packet["reason"]);
    if (packet["reason"] != "a link that had died let nothing of a flit through") continue;
    EXPECT_EQ(packet["dead"], nullptr) << packet;
  }
  EXPECT_TRUE(reasons.contains("a link that had died let nothing of a flit through"));
}

TEST(LostPackets, of_the_page_have_the_dead_pe_of_the_log) {
  const Told told(kLossyMesh);
  const json& packets = told.page["packets"];
  const auto source = unpacked(packets["source"]), number = unpacked(packets["number"]),
             fate = unpacked(packets["fate"]), dead = unpacked(packets["dead"]);
  std::size_t lost = 0;
  for (std::size_t i = 0; i < fate.size(); ++i) {
    if (fate[i] != 3) {
      EXPECT_EQ(dead[i], -1);
      continue;
    }
    ++lost;
    const json& logged = told.log_of.at({static_cast<unsigned>(source[i]), static_cast<unsigned>(number[i])});
    const json name = dead[i] < 0 ? json() : told.page["geometry"]["sites"]["names"][static_cast<std::size_t>(dead[i])];
    EXPECT_EQ(name, logged["lost"]["dead"]);
  }
  EXPECT_EQ(lost, told.log_of.size());
}

TEST(LostPackets, listed_from_a_log_say_where_and_why) {
  const Told told(kLossyMesh);
  const std::string log = (told.directory.path() / "p.jsonl").string();
  std::string place;  // where a packet to the dead PE was dropped
  for (const auto& [name, packet] : told.log_of) {
    if (packet["lost"]["reason"] == "no way") place = packet["at"];
  }
  const std::string text = run_tool({"packets", log, "--through", place}).out;
  EXPECT_NE(text.find("lost at " + place + ": no way, x1.y1 is dead"), std::string::npos) << text;
  bool is_named = false;
  const json answer = json::parse(run_tool({"packets", log, "--through", place, "--json"}).out);
  for (const json& packet : answer["list"]) {
    is_named = is_named || (!packet["lost"].is_null() && packet["lost"]["dead"] == "x1.y1");
  }
  EXPECT_TRUE(is_named);
}

/// In the parts of a graph, beside dead nodes, with and without acknowledgements: whatever is not accepted was dropped.
TEST(LostPackets, make_up_the_difference_between_what_is_offered_and_accepted) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string parts = (directory.path() / "parts.csv").string();
  std::ofstream(parts) << "a,b\n0,1\n1,2\n3,4\n";
  const std::string run = "traffic: {rate: 0.1, flits: 2}, run: {cycles: 2000, warmup: 0}}";
  const std::string mesh = "{network: {kind: mesh, sides: [3, 3]}, ";
  for (const std::string& scenario :
       {"{network: {kind: graph, file: " + parts + "}, " + run, mesh + "defects: {pe: [4]}, " + run,
        mesh + "detection: {}, defects: {pe: [0, 2]}, " + run, mesh + "faults: [{cycle: 500, pe: 4}], " + run}) {
    const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
    ASSERT_NE(result.status, 2) << result.err;
    const json throughput = json::parse(result.out).at("throughput");
    const double lost = throughput.at("lost");
    const double offered = throughput.at("offered");
    EXPECT_GT(lost, 0.03 * offered) << scenario;
    EXPECT_NEAR(offered - lost, throughput.at("accepted").get<double>(), 0.02 * offered) << scenario << throughput;
    const std::string text = run_tool({"run", scenario, "--quiet"}).out;
    EXPECT_NE(text.find(", dropped 0.0"), std::string::npos) << text;
  }
}

TEST(LostPackets, are_left_out_of_the_share_that_a_run_which_is_not_steady_has_accepted) {
  const std::string text =
      run_tool({"run",
                "{network: {kind: mesh, sides: [3, 3]}, router: {routing: around}, defects: {pe: [0, 2, 6, 8]}, "
                "traffic: {rate: 0.9}, run: {cycles: 1500}}",
                "--quiet"})
          .out;
  EXPECT_NE(text.find(" % of the offered flits that were not dropped were accepted; "), std::string::npos) << text;
}

}  // namespace
}  // namespace kintsugi::test
