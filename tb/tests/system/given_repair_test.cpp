// A plan, states or a stream of a file in place of a planner's repair: repair.plan, repair.states, repair.bitstream.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

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

  /// Writes configurations without and with a dead PE, and returns the setting that loads three of them.
  std::string write_sequence() const;

  /// Returns the last cycle of a reconfiguration.
  static std::size_t end_of(const json& each) {
    std::size_t end = each.at("cycle");
    for (const char* phase : {"drain", "load", "switch", "resume"}) end += each.at(phase).get<std::size_t>();
    return end;
  }

  /// Returns the first cycle from `from` on in which a packet has left its source queue.
  static std::size_t first_injected(const json& report, std::size_t from) {
    std::size_t first = SIZE_MAX;
    for (const std::string& line : lines_of(report.at("log").get<std::string>())) {
      const json packet = json::parse(line);
      if (!packet.contains("injected") || packet.at("injected").is_null()) continue;
      const std::size_t cycle = packet.at("injected");
      if (cycle >= from) first = std::min(first, cycle);
    }
    return first;
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
  for (unsigned map = 0; map < 40; ++map) {
    const std::string defects =
        "{random: " + std::to_string(1 + map / 4 % 2) + ", seed: " + std::to_string(map + 1) + "}";
    repaired += runs_as_planned(scenario_of(networks[map % 4], defects));
  }
  EXPECT_GT(repaired, 30u);
}

/// Of these states one switch is in the wrong one: the link from x1.y0 to x2.y0 is open.
const std::string kGivenDifference =
    "r1.c2.e should meet r0.c3.w (x1.y0.e and x2.y0.w), but r1.c2.e meets nothing and r0.c3.w meets nothing: sv.g2.r0, "
    "which is X and should be D2";

TEST_F(GivenRepair, of_wrong_states_is_refused_with_the_differences) {
  const std::string file = write_changed(repair(kGivenScenario), "sv.g2.r0", 1);
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=" + file}),
            "--set repair.states=" + file + ": repair.states: " + file +
                " does not make the network that is wanted: " + kGivenDifference +
                ". kintsugi check --states shows which switches are to blame; repair.accept: as_given runs the states "
                "nevertheless\n");
}

TEST_F(GivenRepair, as_given_runs_wrong_states_and_names_what_differs_and_where_packets_wait) {
  const std::string file = write_changed(repair(kGivenScenario), "sv.g2.r0", 1);
  const json report = run(kGivenScenario, {"repair.states=" + file, "repair.accept=as_given", "run.watchdog=200"}, 1);
  EXPECT_EQ(report.at("repair").at("verified"), false);
  EXPECT_EQ(report.at("repair").at("differences"), json::array({kGivenDifference}));
  EXPECT_EQ(report.at("proof"), "skipped: the states make another network than the one wanted");
  EXPECT_EQ(report.at("configuration").at("verified"), true);
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("deadlock"), true);
  EXPECT_EQ(report.at("open_ends"), json::array({{{"port", "x1.y0.e"},
                                                  {"at", "r1.c2.e"},
                                                  {"open_in", "sv.g2.r0"},
                                                  {"packets", 2},
                                                  {"first", "x0.y0 to x2.y0"}}}));
  EXPECT_EQ(report.at("waits").back(),
            "in wafer.r1.c2.router.local vc 0: packet 0 of x1.y0 to x3.y1 waits at wafer.r1.c2.router.e vc 0, which "
            "leads nowhere");
}

/// Whatever one field is set to, the run loses no flit, and each port at which packets wait is one that the differences
/// name. If there is no difference, the packets go as they go with the planner's repair.
TEST_F(GivenRepair, as_given_with_each_wrong_field_ends_where_the_differences_say) {
  const json repaired = repair(kGivenScenario);
  const json own = run(kGivenScenario);
  unsigned different = 0;
  for (std::size_t field = 0; field < repaired.at("fields").size(); field += kSanitized ? 20 : 3) {
    const json& row = repaired["fields"][field];
    const unsigned right = row.at("value");
    const std::string file = write_changed(repaired, row.at("name"), right == 0 ? 1 : right - 1);
    SCOPED_TRACE(row.at("name").get<std::string>());
    const ToolResult result =
        run_tool({"run", kGivenScenario, "--set", "repair.states=" + file, "--set", "repair.accept=as_given", "--set",
                  "run.watchdog=200", "--json", "--packets", path("log.jsonl")});
    const json report = json::parse(result.out);
    EXPECT_EQ(report.at("conserved"), true);
    const std::string differences = report.at("repair").value("differences", json::array()).dump();
    for (const json& end : report.value("open_ends", json::array())) {
      EXPECT_NE(differences.find(end.at("at").get<std::string>()), std::string::npos) << end << differences;
    }
    const bool same = text_of(path("log.jsonl")) == own.at("log").get<std::string>();
    EXPECT_EQ(same, report.at("repair").at("verified").get<bool>()) << differences;
    different += !same;
  }
  EXPECT_GT(different, 0u);
}

TEST_F(GivenRepair, as_given_is_the_same_on_every_schedule) {
  const std::string file = write_changed(repair(kGivenScenario), "sv.g2.r0", 1);
  const std::vector<std::string> words = {"run",   kGivenScenario,           "--set", "repair.states=" + file,
                                          "--set", "repair.accept=as_given", "--set", "run.watchdog=200",
                                          "--json"};
  const ToolResult plain = run_tool(words);
  for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_tool(with(words, way)).out, plain.out) << way.front();
}

TEST_F(GivenRepair, as_given_without_a_connection_delivers_nothing) {
  const json repaired = repair(kGivenScenario);
  std::string text = "{";
  for (const json& each : repaired.at("fields")) text += each.at("name").get<std::string>() + ": 0, ";
  const std::string file = write("nothing.yaml", text + "}");
  const json report = run(kGivenScenario, {"repair.states=" + file, "repair.accept=as_given", "run.watchdog=200"}, 1);
  EXPECT_EQ(report.at("packets").at("delivered"), 0);
  EXPECT_EQ(report.at("open_ends").size(), 16u);  // each node waits at one
}

TEST_F(GivenRepair, of_two_states_in_one_field_makes_no_stream) {
  const json repaired = repair(kGivenScenario);
  std::string text = "name,value,node\n";
  for (const json& each : repaired.at("switches")) {
    text += each.at("name").get<std::string>() + ',' + (each.at("name") == "r1.c1.bunch_ns" ? "0" : "1") + ",\n";
  }
  for (const json& each : repaired.at("pes")) {
    if (!each.at("after").is_null())
      text += each.at("name").get<std::string>() + ",," + each.at("after").get<std::string>() + '\n';
  }
  const std::string said =
      complaint(kGivenScenario, {"repair.states=" + write("split.csv", text), "repair.accept=as_given"});
  EXPECT_NE(said.find("no stream sets these states: switch "), std::string::npos) << said;
}

const std::string kGivenWhole = "{network: " + kGivenTorus + ", traffic: {rate: 0.1}, run: {cycles: 600}}";

std::string GivenRepair::write_sequence() const {
  repair(kGivenWhole);
  std::filesystem::copy_file(path("repair/bitstream.bin"), path("plain.bin"));
  std::filesystem::copy_file(path("plan.json"), path("plain.json"));
  repair(kGivenScenario);
  const auto entry = [&](const std::string& cycle, const std::string& what) {
    return "{cycle: " + cycle + ", " + what + '}';
  };
  return "reconfigurations=[" + entry("100", "states: " + path("states.csv")) + ", " +
         entry("200", "bitstream: " + path("plain.bin") + ", gap: 2, damage: [17]") + ", " +
         entry("300", "plan: " + path("plain.json") + ", gap: 1") + "]";
}

/// Three configurations, of which the second arrives damaged: two nodes move, stay, and move back.
TEST_F(GivenRepair, in_a_sequence_moves_the_nodes_and_refuses_what_is_damaged) {
  const std::string sequence = write_sequence();
  const std::string& whole = kGivenWhole;
  const json report = run(whole, {sequence});
  const json& list = report.at("reconfigurations");
  ASSERT_EQ(list.size(), 3u);
  const auto words = [&](std::size_t gap) { return report.at("configuration").at("cycles").get<std::size_t>() + gap; };
  const std::size_t last_word = words(0) - 2;  // the chain checks in the cycle after it
  const std::size_t gaps[] = {0, 2, 1};
  const std::size_t moved[] = {2, 0, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    const json& each = list[i];
    EXPECT_FALSE(each.contains("complete"));
    EXPECT_EQ(each.at("due"), 100 * (i + 1));
    EXPECT_EQ(each.at("cycle"), each.at("due"));
    EXPECT_EQ(each.at("load"), words(last_word * gaps[i]) - 1) << i;
    EXPECT_EQ(each.at("switch"), 1);
    EXPECT_EQ(each.at("resume"), 1);
    // While the PEs are stopped no packet begins, and those that wait then begin at once.
    EXPECT_EQ(first_injected(report, 100 * (i + 1) + 2), end_of(each) + 1);
    EXPECT_EQ(each.at("moved"), moved[i]);
    EXPECT_EQ(each.at("accepted"), i != 1);
    EXPECT_EQ(each.at("verified"), i == 1 ? json() : json(true));
    EXPECT_FALSE(each.contains("difference"));
  }
  EXPECT_EQ(list[1].at("refused"),
            "bitstream refused, the old states stay: the checksum is wrong: the stream is damaged, or it was made for "
            "another fabric or network");
  EXPECT_EQ(report.at("packets").at("delivered"), report.at("packets").at("created"));
  EXPECT_EQ(report.at("conserved"), true);
  const std::vector<std::string> same = {"run", whole, "--set", sequence, "--json"};
  const std::string plain = run_tool(same).out;
  for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_tool(with(same, way)).out, plain) << way.front();
}

TEST_F(GivenRepair, in_a_sequence_shows_its_phases_in_the_log_the_page_and_the_waveform) {
  const std::string sequence = write_sequence();
  const ToolResult result = run_tool({"run", kGivenWhole, "--json", "--set", sequence, "--packets", path("log.jsonl"),
                                      "--page", path("page.html"), "--out", path("out"), "--set", "waves.file=f.vcd",
                                      "--set", "waves.scope=[wafer.controller.phase]"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  VcdChanges changes = {{0, "idle"}};
  json phases = json::array();
  for (const json& each : report.at("reconfigurations")) {
    std::size_t at = each.at("cycle");
    for (const char* phase : {"drain", "load", "switch", "resume"}) {
      const std::size_t spent = each.at(phase);
      if (spent == 0) continue;
      changes.emplace_back(at, phase);
      phases.push_back({{"name", phase}, {"from", at + 1}, {"to", at + spent}});
      at += spent;
    }
    changes.emplace_back(at, "idle");
  }
  EXPECT_GE(phases.size(), 9u);
  EXPECT_EQ(read_vcd(path("out/f.vcd")).changes("wafer.controller.phase"), changes);
  EXPECT_EQ(json::parse(lines_of(text_of(path("log.jsonl"))).front()).at("phases"), phases);
  const json page = data_of_page(text_of(path("page.html")));
  ASSERT_EQ(page.at("phases").size(), phases.size());
  for (std::size_t i = 0; i < phases.size(); ++i) {
    for (const char* key : {"name", "from", "to"}) EXPECT_EQ(page["phases"][i].at(key), phases[i].at(key)) << i;
  }
  // Two of the three change the chip, at the end of their phase switch.
  const std::string text = page.dump();
  EXPECT_NE(text.find("configured by " + path("states.csv")), std::string::npos);
  EXPECT_EQ(text.find("configured by " + path("plain.bin")), std::string::npos);
  EXPECT_NE(text.find("configured by " + path("plain.json")), std::string::npos);
}

TEST_F(GivenRepair, in_a_sequence_meets_what_is_expected_of_reconfigurations) {
  const std::string sequence = write_sequence();
  const auto status = [&](const std::string& expect) {
    return run_tool(
               {"run", kGivenWhole, "--quiet", "--set", sequence, "--set", "expect={reconfigurations: " + expect + "}"})
        .status;
  };
  EXPECT_EQ(status("{count: 3, switch: 1, resume: 1, moved: {at_most: 2}, drain: {at_most: 500}, load: {at_least: 6}}"),
            0);
  EXPECT_EQ(status("{count: 2}"), 1);
  EXPECT_EQ(status("{moved: 2}"), 1);  // none by the damaged stream
  EXPECT_EQ(
      complaint(kGivenWhole, {sequence, "expect={reconfigurations: {plan: 0}}"})
          .find("expect={reconfigurations: {plan: 0}}: expect.reconfigurations.plan: no PE or link dies in this run"),
      std::string("--set ").size());
}

/// Two nodes move to and fro without a drain. Where a packet is on a path that would change, the old states stay.
TEST_F(GivenRepair, in_a_sequence_without_a_drain_changes_no_path_with_a_packet_on_it) {
  repair(kGivenWhole);
  std::filesystem::copy_file(path("states.csv"), path("plain.csv"));
  repair(kGivenScenario);
  std::string entries;
  for (unsigned i = 0; i < 12; ++i) {
    entries += (i == 0 ? "" : ", ") + std::string("{cycle: ") + std::to_string(60 + 40 * i) +
               ", drain: false, states: " + path(i % 2 == 0 ? "states.csv" : "plain.csv") + '}';
  }
  unsigned taken = 0, refused = 0;
  for (const std::string rate : {"0.005", "0.02", "0.05", "0.2"}) {
    const std::vector<std::string> words = {
        "run", kGivenWhole, "--json", "--set", "reconfigurations=[" + entries + "]", "--set", "traffic.rate=" + rate};
    const ToolResult result = run_tool(words);
    const json report = json::parse(result.out);
    bool any_refused = false;
    ASSERT_EQ(report.at("reconfigurations").size(), 12u);
    for (const json& each : report["reconfigurations"]) {
      EXPECT_EQ(each.at("cycle"), each.at("due"));
      EXPECT_EQ(each.at("drain"), 0);
      EXPECT_EQ(each.at("resume"), 0);
      taken += each.at("moved") != 0;
      if (each.at("accepted") == true) continue;
      any_refused = true;
      ++refused;
      EXPECT_EQ(each.at("moved"), 0);
      EXPECT_EQ(each.at("refused").get<std::string>().find("bitstream refused, the old states stay: a packet is "), 0u)
          << each;
    }
    EXPECT_EQ(result.status, any_refused ? 1 : 0);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_EQ(report.at("packets").at("delivered"), report.at("packets").at("created"));
    for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_tool(with(words, way)).out, result.out) << way.front();
  }
  EXPECT_GT(taken, 0u);
  EXPECT_GT(refused, 0u);
}

/// The words come in the cycles in which the model takes them, and the chain says of them what the model says.
TEST_F(GivenRepair, in_a_sequence_is_loaded_by_the_exported_bench) {
  const std::string sequence = write_sequence();
  const json list = run(kGivenWhole, {sequence}).at("reconfigurations");
  const std::string out = path("rtl");
  ASSERT_EQ(run_tool({"export", kGivenWhole, "--quiet", "--set", sequence, "--out", out}).status, 0);
  const auto simulate = [&](const std::string& change) {
    return run_program(
               {"sh", "-c", "cd '" + out + "' && " + change + " && make -s bench.vvp && vvp -n bench.vvp +trace"})
        .out;
  };
  const std::string said = simulate("true");
  EXPECT_TRUE(said.ends_with(" loads\nPASS\n")) << said;
  std::vector<std::size_t> cycles(4);
  std::vector<char> phases(4);
  for (const std::string& line : lines_of(text_of(path("rtl/trace.txt")))) {
    const std::size_t load = std::stoul(line);
    if (load >= cycles.size()) continue;  // of the streams behind
    ++cycles[load];
    phases[load] = line.at(2);
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(cycles[i + 1], list[i].at("load").get<std::size_t>() + list[i].at("switch").get<std::size_t>()) << i;
    EXPECT_EQ(phases[i + 1], list[i].at("accepted") == true ? '3' : '4') << i;
  }
  // The accepted stream of load 2, the damaged one, is expected; then it is accepted by the chain, and not expected.
  const std::string expected = simulate("cp loads.memh kept && sed -i '23s/0$/1/' loads.memh");
  EXPECT_NE(expected.find("load 2, "), std::string::npos) << expected;
  EXPECT_NE(expected.find("reconfigurations.1:"), std::string::npos) << expected;
  EXPECT_TRUE(expected.ends_with("FAIL\n")) << expected;
  const std::string taken = simulate("mv kept loads.memh && sed -i 's/ & (received_q == ~crc_q)//' kt_config_chain.sv");
  EXPECT_NE(taken.find("the phase is active, not refused"), std::string::npos) << taken;
  EXPECT_TRUE(taken.ends_with("FAIL\n")) << taken;
}

/// An entry that the run does not reach is no reconfiguration.
TEST_F(GivenRepair, in_a_sequence_names_what_the_run_did_not_reach) {
  repair(kGivenScenario);
  const auto entry = [&](const std::string& cycle, const std::string& more = "") {
    return "{cycle: " + cycle + ", states: " + path("states.csv") + more + '}';
  };
  const std::string sequence = "reconfigurations=[" + entry("300", ", gap: 1000") + ", " + entry("400") + "]";
  const json report = run(kGivenScenario, {sequence, "run.drain=false"}, 1);
  ASSERT_EQ(report.at("reconfigurations").size(), 1u);
  EXPECT_EQ(report["reconfigurations"][0].at("complete"), false);
  EXPECT_FALSE(report["reconfigurations"][0].contains("accepted"));
  EXPECT_EQ(report.at("not_begun"), json::array({{{"due", 400}, {"file", path("states.csv")}}}));
}

/// The port is open from then on: what is under way has been drained, and later packets wait.
TEST_F(GivenRepair, in_a_sequence_can_open_a_link_that_is_in_use) {
  const std::string file = write_changed(repair(kGivenScenario), "sv.g2.r0", 1);
  const std::string sequence = "reconfigurations=[{cycle: 200, states: " + file + ", accept: as_given}]";
  for (const auto& way : other_ways_to_run()) {
    const std::vector<std::string> words = {"run",   kGivenScenario,     "--set", sequence, "--set", "traffic.rate=0.3",
                                            "--set", "run.watchdog=200", "--json"};
    const ToolResult result = run_tool(with(words, way));
    EXPECT_EQ(result.status, 1) << result.err;
    const json report = json::parse(result.out);
    EXPECT_EQ(report.at("reconfigurations")[0].at("verified"), false);
    EXPECT_FALSE(report.at("open_ends").empty());
    EXPECT_EQ(report.at("conserved"), true);
  }
}

/// A load takes the same cycles while the run drains.
TEST_F(GivenRepair, in_a_sequence_is_loaded_when_the_run_is_over) {
  repair(kGivenScenario);
  for (const std::string gap : {"0", "3"}) {
    const auto entry = [&](const std::string& cycle) {
      return "reconfigurations=[{cycle: " + cycle + ", states: " + path("states.csv") + ", gap: " + gap + "}]";
    };
    const json within = run(kGivenScenario, {entry("300")}).at("reconfigurations")[0];
    const json after = run(kGivenScenario, {entry("599")}).at("reconfigurations")[0];
    EXPECT_FALSE(after.contains("complete"));
    for (const char* phase : {"load", "switch", "resume"}) EXPECT_EQ(after.at(phase), within.at(phase)) << phase;
  }
}

TEST_F(GivenRepair, as_given_says_that_a_dead_pe_is_in_use) {
  repair(scenario_of(kGivenTorus, "{pe: []}"));
  const json report = run(kGivenScenario, {"repair.states=" + path("states.csv"), "repair.accept=as_given"});
  EXPECT_EQ(report.at("repair").at("verified"), false);
  EXPECT_EQ(report.at("repair").at("differences").dump().find("[\"r2.c3 is dead, but switches attach it"), 0u)
      << report.at("repair");
}

/// A wire that leads back makes a circle of some routes; the run ends all the same.
TEST_F(GivenRepair, as_given_ends_when_packets_go_in_circles) {
  const std::string wires =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {tracks: 2, bunch: per_wire}, defects: {pe: [[2, 3]]}, traffic: "
      "{rate: 0.05, flits: 4}, run: {cycles: 600, watchdog: 100}}";
  const std::string file = write_changed(repair(wires), "r2.c2.bunch_ns.w0", 0);
  const json report = run(wires, {"repair.states=" + file, "repair.accept=as_given"}, 1);
  std::istringstream log(report.at("log").get<std::string>());
  std::string line;
  std::getline(log, line);
  std::uint64_t last = 0;
  while (std::getline(log, line)) {
    const json packet = json::parse(line);
    if (!packet.at("delivered").is_null()) last = std::max(last, packet.at("delivered").get<std::uint64_t>());
  }
  EXPECT_EQ(report.at("last_delivery"), last) << "the tail of the last packet that has arrived";
}

TEST_F(GivenRepair, in_a_sequence_is_refused_where_it_cannot_be_loaded) {
  repair(kGivenScenario);
  const std::string file = path("states.csv");
  const auto said = [&](const std::string& entries, const std::string& scenario = kGivenScenario) {
    const std::string all = complaint(scenario, {"reconfigurations=" + entries});
    const std::size_t place = all.find("]: ");
    return place == std::string::npos ? all : all.substr(place + 3);
  };
  EXPECT_EQ(said("[{cycle: 5}]")
                .find("reconfigurations.0: plan, states or bitstream is missing: the file with the "
                      "configuration"),
            0u);
  EXPECT_EQ(said("[{cycle: 9, states: " + file + "}, {cycle: 5, states: " + file + "}]"),
            "reconfigurations.1.cycle must not be before that of the entry above, 9, not '5'\n");
  EXPECT_EQ(said("[{cycle: 50, states: " + file + ", damage: [100000]}]"),
            "reconfigurations.0.damage: the stream has bits 0 to 183, not '100000'\n");
  EXPECT_EQ(said("[{cycle: 50, states: " + file + ", damage: [7, 3, 7]}]"),
            "reconfigurations.0.damage has bit 7 twice; name each bit once\n");
  const std::vector<std::string> undrained = {"reconfigurations=[{cycle: 50, states: " + file + ", drain: false}]",
                                              "link.reach=2"};
  EXPECT_NE(complaint(kGivenScenario, undrained)
                .find("reconfigurations.0.drain: false: with link.reach links change their latencies"),
            std::string::npos);
  EXPECT_EQ(said("[{cycle: 600, states: " + file + "}]"),
            "reconfigurations.0.cycle must be before run.cycles, 600, not '600'\n");
  EXPECT_EQ(said("[{cycle: 50, states: " + file + "}]", "{network: {kind: mesh, sides: [3, 3]}, traffic: {}}")
                .find("reconfigurations: there is no fabric that could be configured; "),
            0u);
  const std::string faults =
      kGivenScenario.substr(0, kGivenScenario.size() - 1) + ", faults: [{cycle: 90, pe: [0, 1]}]}";
  EXPECT_EQ(said("[{cycle: 50, states: " + file + "}]", faults).find("reconfigurations and faults exclude each other"),
            0u);
}

TEST_F(GivenRepair, takes_one_file_and_a_fabric) {
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=a.csv", "repair.plan=b.yaml"}),
            "--set repair.states=a.csv: repair.states and repair.plan exclude each other: give one of them\n");
  EXPECT_EQ(complaint(kGivenScenario, {"repair.accept=as_given"}),
            "--set repair.accept=as_given: repair.accept has no meaning without a file: give repair.plan, "
            "repair.states or repair.bitstream\n");
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=none.csv"}),
            "--set repair.states=none.csv: repair.states: there is no file none.csv\n");
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states='-'"}),
            "--set repair.states='-': repair.states must be the name of a file, not '-'\n");
  const std::string direct = complaint("{network: {kind: mesh, sides: [3, 3]}}", {"repair.states=a.csv"});
  EXPECT_EQ(direct.find("--set repair.states=a.csv: repair.states: there is no fabric that could be repaired; "), 0u)
      << direct;
  EXPECT_EQ(complaint(kGivenScenario, {"repair.states=a.csv"}, "yield"),
            "--set repair.states=a.csv: repair.states: a repair is planned for each defect map; leave the key out\n");
}

}  // namespace
}  // namespace kintsugi::test
