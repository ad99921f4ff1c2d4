// PEs that die while the tool runs a scenario: the dropped packets, the report, and that nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "tb/tests/system/dice.hpp"
#include "tb/tests/system/schedules.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/setup/defect_sites.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string array(const std::string& faults, const std::string& more = "", const std::string& rate = "0.1") {
  return "{network: {kind: sse, n: 6, scheme: ksft2, k: 3}, traffic: {rate: " + rate +
         "}, run: {cycles: 5000, warmup: 500}, faults: [" + faults + "]" + more + "}";
}

json run(const std::string& scenario, int status = 0, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"run", scenario, "--json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, status) << result.err;
  return json::parse(result.out);
}

/// Checks that all counts of packets and flits add up, and that each dropped packet is named once.
void expect_conserved(const json& document) {
  EXPECT_EQ(document.at("conserved"), true);
  EXPECT_EQ(document.at("deadlock"), false);
  const json& packets = document.at("packets");
  std::set<std::pair<unsigned, unsigned>> lost;
  for (const json& packet : document.at("lost_packets"))
    lost.emplace(packet.at("source").get<unsigned>(), packet.at("number").get<unsigned>());
  EXPECT_EQ(lost.size(), document.at("lost_packets").size());
  EXPECT_EQ(packets.at("lost"), lost.size());
  EXPECT_EQ(packets.at("created").get<unsigned>(), packets.at("delivered").get<unsigned>() +
                                                       packets.at("lost").get<unsigned>() +
                                                       packets.at("queued").get<unsigned>());
  const json& flits = document.at("flits");
  EXPECT_EQ(flits.at("injected").get<unsigned>(),
            flits.at("delivered").get<unsigned>() + flits.at("lost").get<unsigned>());
}

/// Returns the PEs that die, as named by the reconfigurations and by the faults left over.
std::multiset<unsigned> accounted_for(const json& document) {
  std::multiset<unsigned> pes;
  for (const json& each : document.at("reconfigurations")) {
    for (const json& fault : each.at("faults")) pes.insert(fault.at("pe").get<unsigned>());
  }
  for (const json& fault : document.value("unrepaired", json::array())) pes.insert(fault.at("pe").get<unsigned>());
  return pes;
}

/// The log says how many packets of one flit arrived between two reconfigurations. A period begins with the cycle after
/// the resume, and ends with the cycle of the fault or with run.cycles.
TEST(RunTimeFaultRuns, have_the_throughput_of_the_packets_that_arrive_between_them) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "ring.csv") << "0,1\n1,2\n2,3\n3,0\n0,2\n";
  const std::string log = (directory.path() / "log.jsonl").string();
  const std::string traffic = "traffic: {rate: 0.1, flits: 1}, run: {cycles: 3000, warmup: 0}, ";
  const std::vector<std::string> scenarios = {
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, " + traffic +
          "faults: [{pe: [2, 2], cycle: 1000}, {pe: [3, 1], cycle: 2000}]}",
      // 4 switches, and 16 nodes with a PE
      "{network: {kind: graph, file: " + (directory.path() / "ring.csv").string() + ", pes: 4}, router: {routing: " +
          "updown}, " + traffic + "faults: [{link: [0, 1], cycle: 1000}, {link: [2, 3], cycle: 2000, until: 2500}]}"};
  for (const std::string& scenario : scenarios) {
    const json document = run(scenario, 0, {"--packets", log});
    std::vector<std::string> packets = lines_of(directory.read("log.jsonl"));
    packets.erase(packets.begin());
    std::vector<int> arrivals;
    for (const std::string& line : packets) {
      const json delivered = json::parse(line).at("delivered");
      if (delivered.is_number()) arrivals.push_back(delivered);
    }
    const auto accepted = [&arrivals](int begin, int end) {
      const auto count = std::ranges::count_if(arrivals, [=](int cycle) { return begin <= cycle && cycle < end; });
      return static_cast<double>(count) / (end - begin) / 16;
    };
    int begin = document.contains("configuration") ? document.at("configuration").at("cycles").get<int>() : 0;
    const json* before = nullptr;
    for (const json& each : document.at("reconfigurations")) {
      const int fault = each.at("cycle");
      const double found = accepted(begin, fault + 1);
      EXPECT_GT(found, 0.01);
      EXPECT_NEAR(each.at("throughput").at("before").get<double>(), found, 1e-12) << each;
      if (before != nullptr) {
        EXPECT_NEAR(before->at("throughput").at("after").get<double>(), found, 1e-12) << *before;
      }
      before = &each;
      begin = fault + 1;
      for (const char* phase : {"drain", "plan", "load", "switch", "spread", "resume"}) begin += each.value(phase, 0);
    }
    ASSERT_NE(before, nullptr);
    EXPECT_NEAR(before->at("throughput").at("after").get<double>(), accepted(begin, 3000), 1e-12);
  }
}

TEST(RunTimeFaultRuns, every_fault_is_accounted_for_wherever_the_run_ends) {
  const std::string faults = "{cycle: 1500, pe: 20}, {cycle: 1530, pe: 61}, {cycle: 1600, pe: 8}";
  for (const unsigned cycles : {1601, 1605, 1620, 1640, 1660, 1680, 1700, 1720}) {
    SCOPED_TRACE(cycles);
    const json document = run(array(faults, ", repair: {plan_cycles: 40}"), 0,
                              {"--set", "run.cycles=" + std::to_string(cycles), "--set", "run.drain=false"});
    EXPECT_EQ(accounted_for(document), (std::multiset<unsigned>{8, 20, 61}));
    for (const json& each : document.at("reconfigurations")) {
      EXPECT_EQ(each.at("moved") != 0, each.at("switch") != 0) << each;
    }
  }
}

TEST(RunTimeFaultRuns, what_dies_after_the_last_plan_is_not_repaired) {
  const json document = run(
      "{network: {kind: sse, n: 4, scheme: ksft2, k: 1}, traffic: {rate: 0.5}, run: {cycles: 3000}, defects: {pe: [0]},"
      " repair: {plan_cycles: 500}, faults: [{cycle: 1000, pe: 8}, {cycle: 1400, pe: 10}, {cycle: 2900, pe: 12}]}",
      1);
  expect_conserved(document);
  EXPECT_EQ(accounted_for(document), (std::multiset<unsigned>{8, 10, 12}));
  EXPECT_EQ(document.at("unrepaired").size(), 2u);
}

TEST(RunTimeFaultRuns, a_window_that_the_run_has_not_reached_is_empty) {
  const json document =
      run("{network: {kind: sse, n: 4}, fabric: {}, traffic: {rate: 0.2}, run: {cycles: 1000, warmup: 500},"
          " faults: [{cycle: 50, pe: 1}]}",
          1);
  EXPECT_TRUE(document.at("window").is_null());
  EXPECT_TRUE(document.at("throughput").is_null());
}

TEST(RunTimeFaultRuns, only_packets_from_or_to_the_dead_pes_are_dropped_and_each_is_named) {
  const json document = run(array("{cycle: 1500, pe: 20}, {cycle: 3000, pe: 7}", "", "0.2"));
  expect_conserved(document);
  EXPECT_EQ(document.at("packets").at("queued"), 0);
  // PE 20 has node 20; then the nodes from 20 on have moved, and PE 7 still has node 7.
  std::set<std::string> reasons;
  for (const json& packet : document.at("lost_packets")) {
    const unsigned pe = packet.at("pe");
    EXPECT_TRUE(pe == 20 || pe == 7);
    const bool queued = packet.at("reason") == "in the source queue of a PE that died";
    EXPECT_EQ(packet.at(queued ? "source" : "destination"), pe);
    if (queued) {
      EXPECT_EQ(packet.at("cycle"), pe == 20 ? 1500 : 3000);
    }
    reasons.insert(packet.at("reason"));
  }
  EXPECT_EQ(reasons.size(), 2u) << "both reasons occur";
}

TEST(RunTimeFaultRuns, packets_are_created_as_without_faults) {
  const json with = run(array("{cycle: 1500, pe: 20}, {cycle: 3000, pe: 7}"));
  const json without = run(array(""));
  EXPECT_EQ(with.at("packets").at("created"), without.at("packets").at("created"));
  EXPECT_EQ(with.at("throughput").at("offered"), without.at("throughput").at("offered"));
  EXPECT_EQ(without.at("reconfigurations"), json::array());
  EXPECT_FALSE(without.contains("lost_packets"));
}

TEST(RunTimeFaultRuns, phases_take_the_cycles_that_the_chain_and_the_planner_take) {
  for (const unsigned bits : {1u, 8u, 32u}) {
    const json document = run(array("{cycle: 1500, pe: 20}, {cycle: 3000, pe: 7}",
                                    ", repair: {plan_cycles: 33}, fabric: {chain_bits: " + std::to_string(bits) + "}"));
    const unsigned stream = 8 * (document.at("repair").at("bitstream_bytes").get<unsigned>() + 4);
    ASSERT_EQ(document.at("reconfigurations").size(), 2u);
    for (const json& each : document.at("reconfigurations")) {
      EXPECT_GT(each.at("drain"), 0);
      EXPECT_EQ(each.at("plan"), 33);
      EXPECT_EQ(each.at("load"), (stream + bits - 1) / bits);
      EXPECT_EQ(each.at("switch"), 1);
      EXPECT_EQ(each.at("resume"), 1);
      EXPECT_EQ(each.at("load").get<unsigned>() + 1, document.at("configuration").at("cycles"));
    }
    EXPECT_EQ(document.at("reconfigurations").at(0).at("cycle"), 1500);
    EXPECT_EQ(document.at("reconfigurations").at(0).at("faults"), (json{{{"cycle", 1500}, {"pe", 20}}}));
    EXPECT_EQ(document.at("reconfigurations").at(0).at("moved"), 44);
  }
}

TEST(RunTimeFaultRuns, the_end_of_a_fault_is_named_as_a_fault_is_and_the_nodes_move_back) {
  const std::string scenario = array("{cycle: 1500, until: 2500, pe: 20}, {cycle: 2000, until: 3000, link: [3, 6]}");
  const json document = run(scenario);
  expect_conserved(document);
  const json& done = document.at("reconfigurations");
  ASSERT_EQ(done.size(), 4u);
  EXPECT_EQ(done.at(0).at("faults"), (json{{{"cycle", 1500}, {"pe", 20}}}));
  EXPECT_EQ(done.at(1).at("faults"), (json{{{"cycle", 2000}, {"link", {3, 6}}}}));
  EXPECT_EQ(done.at(2).at("faults"), (json{{{"until", 2500}, {"pe", 20}}}));
  EXPECT_EQ(done.at(3).at("faults"), (json{{{"until", 3000}, {"link", {3, 6}}}}));
  EXPECT_EQ(done.at(0).at("moved"), 44);
  EXPECT_GT(done.at(2).at("moved"), 0);
  const std::string text = run_tool({"run", scenario, "--quiet"}).out;
  EXPECT_NE(text.find("at cycle 2500, for PE 20 dead until cycle 2500; drain"), std::string::npos) << text;
  EXPECT_NE(text.find("for the link from 3 to 6 dead until cycle 3000"), std::string::npos) << text;
}

TEST(RunTimeFaultRuns, the_same_pe_can_fail_again_after_its_fault_has_ended) {
  const json document = run(array("{cycle: 1500, until: 2500, pe: 20}, {cycle: 2501, until: 4000, pe: 20}"));
  expect_conserved(document);
  EXPECT_EQ(document.at("reconfigurations").back().at("faults"), (json{{{"until", 4000}, {"pe", 20}}}));
}

TEST(RunTimeFaultRuns, a_fault_that_ends_after_the_run_is_one_that_does_not_end) {
  const std::string begin = "{cycle: 1500, ";
  EXPECT_EQ(run(array(begin + "until: 5000, pe: 20}")), run(array(begin + "pe: 20}")));
}

TEST(RunTimeFaultRuns, a_switch_that_gets_stuck_and_a_wire_that_is_cut_are_avoided_and_lose_no_packet) {
  const std::string scenario =
      "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.2, flits: 8}, run: {cycles: 5000}, faults: ["
      "{cycle: 1500, until: 3500, bunch: [2, 3, ew, 1, cross]}, {cycle: 2500, wire: [3, 2, e, 1]}]}";
  const json document = run(scenario);
  expect_conserved(document);
  EXPECT_EQ(document.at("packets").at("lost"), 0);
  const json& done = document.at("reconfigurations");
  ASSERT_EQ(done.size(), 3u);
  EXPECT_GT(done.at(0).at("moved"), 0);
  EXPECT_GT(done.at(1).at("moved"), 0);
  EXPECT_EQ(done.at(2).at("moved"), 0) << "the plan in force does without the bunch that works again";
  const std::string name = done.at(0).at("faults").at(0).at("element");
  EXPECT_EQ(done.at(2).at("faults"), (json{{{"until", 3500}, {"element", name}}}));
  const std::string text = run_tool({"run", scenario, "--quiet"}).out;
  EXPECT_NE(text.find(name + " since cycle 1500"), std::string::npos) << text;
  EXPECT_NE(text.find(name + " until cycle 3500"), std::string::npos) << text;
}

TEST(RunTimeFaultRuns, a_planner_that_knows_no_defects_of_switches_is_refused_before_the_run) {
  const ToolResult result = run_tool(
      {"run",
       "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {planner: nearest}, run: {cycles: 5000}, faults: [{cycle: "
       "2000, switch: [H, 2, 3, 0, D1]}]}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("repair: defects of switches, tracks or wires need planner 'rings', 'fabric' or "
                            "'straight', and objective 'any'"),
            std::string::npos)
      << result.err;
}

TEST(RunTimeFaultRuns, a_node_of_a_wired_network_that_comes_back_sends_and_receives_again) {
  const std::string head =
      "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}, traffic: {rate: 0.1}, run: {cycles: "
      "5000}, faults: [{cycle: 1500, ";
  const json back = run(head + "until: 2500, pe: 6}]}");
  const json gone = run(head + "pe: 6}]}");
  expect_conserved(back);
  ASSERT_EQ(back.at("reconfigurations").size(), 2u);
  EXPECT_EQ(back.at("reconfigurations").at(1).at("faults"), (json{{{"until", 2500}, {"pe", 6}}}));
  EXPECT_EQ(back.at("reconfigurations").at(1).at("pairs"), 16 * 15);
  EXPECT_EQ(back.at("reconfigurations").at(1).at("delivered_pairs"), 16 * 15);
  EXPECT_GT(back.at("packets").at("delivered"), gone.at("packets").at("delivered"));
  for (const json& packet : back.at("lost_packets")) EXPECT_LT(packet.at("created"), 2600) << packet;
}

TEST(RunTimeFaultRuns, a_fault_during_a_reconfiguration_waits_for_the_next_one) {
  const json document =
      run(array("{cycle: 1500, pe: 20}, {cycle: 1900, pe: 7}, {cycle: 3000, pe: 41}", ", repair: {plan_cycles: 1000}"));
  expect_conserved(document);
  const json& done = document.at("reconfigurations");
  ASSERT_EQ(done.size(), 3u);
  const json& first = done.at(0);
  unsigned end = first.at("cycle");
  for (const char* phase : {"drain", "plan", "load", "switch", "resume"}) end += first.at(phase).get<unsigned>();
  EXPECT_GT(end, 1900u);
  EXPECT_EQ(done.at(1).at("cycle"), end) << "it begins where the first one ends";
  EXPECT_EQ(done.at(1).at("faults").at(0), (json{{"cycle", 1900}, {"pe", 7}}));
  EXPECT_EQ(done.at(1).at("drain"), 0);
  EXPECT_EQ(done.at(2).at("faults").at(0), (json{{"cycle", 3000}, {"pe", 41}}));
}

TEST(RunTimeFaultRuns, slow_are_the_same_under_every_schedule) {
  const std::string scenario =
      array("{cycle: 1500, pe: 20}, {cycle: 1510, pe: 21}, {cycle: 1580, pe: 7}, {cycle: 3000, pe: 41}", "", "0.2");
  const auto output = [&](const char* schedule) {
    return run_tool({"run", scenario, "--json", "--quiet", "--schedule", schedule}).out;
  };
  const std::string domain = output("domain");
  EXPECT_GT(json::parse(domain).at("lost_packets").size(), 5u);
  EXPECT_EQ(output("process"), domain);
  EXPECT_EQ(output("always"), domain);
}

TEST(RunTimeFaultRuns, too_many_end_the_run_in_order_with_the_set_and_the_reason) {
  const std::string faults =
      "{cycle: 1000, pe: 20}, {cycle: 1500, pe: 7}, {cycle: 2000, pe: 40}, {cycle: 2500, pe: 60}";
  const json document = run(array(faults), 1);
  expect_conserved(document);
  EXPECT_EQ(document.at("flits").at("in_flight"), 0);
  EXPECT_GT(document.at("packets").at("queued"), 0);
  EXPECT_LT(document.at("cycles"), 5000);
  EXPECT_EQ(document.at("window").at(1), document.at("cycles"));
  EXPECT_EQ(document.at("reconfigurations").size(), 4u);
  EXPECT_EQ(document.at("reconfigurations").at(3).at("complete"), false);
  EXPECT_EQ(document.at("failure"), "there is no repair by isolation of every faulty unit");
  EXPECT_EQ(document.at("irreparable").at("irreparable_subset"), (json{7, 20, 40, 60}));
  EXPECT_EQ(document.at("irreparable").at("reason"), "4 faulty pairs; there are 3 spare pairs");
  const ToolResult text = run_tool({"run", array(faults), "--quiet"});
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find("4 faulty pairs; there are 3 spare pairs"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("there is no repair by isolation of every faulty unit; the run ends"), std::string::npos)
      << text.out;
}

TEST(RunTimeFaultRuns, a_stop_longer_than_the_watchdog_is_no_deadlock) {
  const json document =
      run(array("{cycle: 1500, pe: 20}", ", repair: {plan_cycles: 2000}"), 0, {"--set", "run.watchdog=50"});
  EXPECT_EQ(document.at("deadlock"), false);
  EXPECT_EQ(document.at("reconfigurations").at(0).at("plan"), 2000);
}

TEST(RunTimeFaultRuns, a_reconfiguration_that_outlasts_the_cycles_is_finished) {
  const json document = run(array("{cycle: 4990, pe: 20}", ", repair: {plan_cycles: 500}"));
  expect_conserved(document);
  EXPECT_EQ(document.at("packets").at("queued"), 0);
  EXPECT_GT(document.at("cycles"), 5500);
}

TEST(RunTimeFaultRuns, run_without_traffic_too) {
  const json document = run("{network: {kind: sse, n: 4, scheme: sft2}, faults: [{cycle: 100, pe: 3}]}");
  EXPECT_EQ(document.at("reconfigurations").at(0).at("drain"), 0);
  EXPECT_EQ(document.at("conserved"), true);
}

TEST(RunTimeFaultRuns, a_wafer_is_repaired_in_the_same_way) {
  const json document = run(
      "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4]]}, traffic: {rate: 0.3}, run: {cycles: 4000}, "
      "link: {reach: 3}, faults: [{cycle: 1500, pe: [2, 3]}, {cycle: 2500, pe: [5, 5]}]}");
  expect_conserved(document);
  EXPECT_EQ(document.at("packets").at("queued"), 0);
  ASSERT_EQ(document.at("reconfigurations").size(), 2u);
  EXPECT_EQ(document.at("reconfigurations").at(0).at("faults").at(0).at("pe"), (json{2, 3}));
}

TEST(RunTimeFaultRuns, a_fault_before_the_configuration_has_loaded_is_an_error) {
  const ToolResult result = run_tool({"run", array("{cycle: 5, pe: 20}")});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("loading the configuration takes the cycles before 15; a fault must come then or later, or "
                            "be among the defects"),
            std::string::npos)
      << result.err;
}

TEST(RunTimeFaultRuns, the_phases_are_in_the_waveform) {
  const TemporaryDirectory directory;
  const json document = run(array("{cycle: 1500, pe: 20}",
                                  ", repair: {plan_cycles: 10}, waves: {file: f.vcd, scope: "
                                  "[array.controller.phase, array.p20.pe.logical]}"),
                            0, {"--out", directory.path().string()});
  const json& done = document.at("reconfigurations").at(0);
  const VcdDump dump = read_vcd(directory.path() / "f.vcd");
  VcdChanges expected = {{0, "idle"}};
  std::uint64_t at = 1500;
  for (const char* phase : {"drain", "plan", "load", "switch", "resume"}) {
    expected.emplace_back(at, phase);
    at += done.at(phase).get<std::uint64_t>();
  }
  expected.emplace_back(at, "idle");
  EXPECT_EQ(dump.changes("array.controller.phase"), expected);
  EXPECT_EQ(dump.changes("array.p20.pe.logical").back(), (std::pair<std::uint64_t, std::string>(at - 1, "idle")));
}

/// As many faults as are tolerated, and more, in a network that routes around them.
std::string without_a_fabric(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t end) { return engine() % end; };
  const auto one_of = [&](const std::vector<std::string>& words) { return words[below(words.size())]; };
  const std::string levels = one_of({"2", "3"});
  std::string scenario = "{network: {kind: mandala, ports: 4, levels: " + levels +
                         "}, link: " + one_of({"{}", "{latency: 3}", "{latency: {level 1: 1, level 2: 4}}"}) +
                         ", router: {routing: hdr, vcs: 8, preset: " + one_of({"default", "paper", "booksim"}) +
                         ", buffer: " + one_of({"1", "2", "4"}) +
                         "}, traffic: {rate: " + one_of({"0.02", "0.1", "0.8"}) +
                         ", flits: " + one_of({"1", "4", "16"}) +
                         "}, run: {cycles: 2000, drain: " + one_of({"true", "true", "false"}) + "}, faults: [";
  std::uint64_t cycle = 300 + below(300);
  const std::uint64_t first = below(5);
  for (std::uint64_t i = 0, faults = 1 + below(5); i < faults; ++i) {
    const std::uint64_t node = first + 2 * i;
    const std::string what = below(3) == 0 ? "link: [" + std::to_string(node / 4 * 4 + 3) + ", " +
                                                 std::to_string(node / 4 * 4 + below(3)) + "]"
                                           : "pe: " + std::to_string(node);
    if (scenario.find(what + "}") != std::string::npos) continue;
    scenario += (scenario.back() == '[' ? "" : ", ") + ("{cycle: " + std::to_string(cycle)) + ", " + what + "}";
    cycle += std::vector<std::uint64_t>{0, 1, 20, 60, 400}[below(5)];
  }
  return scenario + "]}";
}

/// How runs ended, and why packets were dropped.
struct Endings {
  std::set<int> statuses;
  std::set<std::string> reasons;
};

Endings check_without_a_fabric(std::uint64_t seeds) {
  Endings endings;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string scenario = without_a_fabric(seed);
    SCOPED_TRACE("kintsugi run '" + scenario + "'");
    const auto [status, document] = run_on_every_schedule(scenario, seed);
    if (status > 1) return endings;
    EXPECT_FALSE(document.contains("failure"));
    bool all_have_ways = true;
    for (const json& each : document.at("reconfigurations")) {
      all_have_ways = all_have_ways && each.at("delivered_pairs") == each.at("pairs");
    }
    EXPECT_EQ(status == 0, all_have_ways);
    for (const json& lost : document.at("lost_packets")) endings.reasons.insert(lost.at("reason").get<std::string>());
    endings.statuses.insert(status);
  }
  return endings;
}

TEST(RunTimeFaultRuns, without_a_fabric_are_conserved_and_the_same_under_every_schedule) {
  check_without_a_fabric(kSanitized ? 2 : 4);
}

TEST(RunTimeFaultRunsSlow, without_a_fabric_end_in_every_way_there_is) {
  const auto [statuses, reasons] = check_without_a_fabric(part_of(8, 16));
  EXPECT_EQ(statuses, (std::set<int>{0, 1})) << "some leave live nodes without a way to each other";
  EXPECT_EQ(reasons, (std::set<std::string>{"in the source queue of a PE that died", "its destination is dead",
                                            "no way to its destination is known, or no channel left for it",
                                            "reached a PE that had died"}));
}

TEST(RunTimeFaultRuns, slow_of_a_mandala_network_of_256_lose_only_what_is_from_or_to_the_dead) {
  const json document = run("traces/mandala_faults.yaml");
  expect_conserved(document);
  ASSERT_EQ(document.at("reconfigurations").size(), 3u);
  const std::map<unsigned, unsigned> dead{{100, 2000}, {27, 6000}};
  for (const json& packet : document.at("lost_packets")) {
    const bool queued = packet.at("reason") == "in the source queue of a PE that died";
    const unsigned end = packet.at(queued ? "source" : "destination").get<unsigned>();
    ASSERT_TRUE(dead.contains(end)) << packet.dump();
    EXPECT_GE(packet.at("cycle").get<unsigned>(), dead.at(end)) << packet.dump();
  }
  for (const json& each : document.at("reconfigurations")) {
    EXPECT_EQ(each.at("delivered_pairs"), each.at("pairs"));
    EXPECT_GT(each.at("drain").get<unsigned>(), 0u);
    EXPECT_GE(each.at("spread").get<unsigned>(), 2u);
    EXPECT_LE(each.at("spread").get<unsigned>(), 2u + 15u) << "2^L - 1 steps";
    EXPECT_NEAR(each.at("throughput").at("before").get<double>(), 0.02, 0.002);
    EXPECT_NEAR(each.at("throughput").at("after").get<double>(), 0.02, 0.002);
  }
}

TEST(RunTimeFaultRuns, throughput_is_that_of_the_periods_in_which_nothing_is_reconfigured) {
  const std::string network = "network: {kind: mandala, ports: 4, levels: 3}, router: {routing: hdr}, ";
  const json one_behind_the_other = run(
      "{" + network +
      "traffic: {rate: 0.02, flits: 8}, run: {cycles: 4000}, faults: [{cycle: 2000, pe: 10}, {cycle: 2014, pe: 30}, "
      "{cycle: 3000, pe: 31}]}");
  const json& list = one_behind_the_other.at("reconfigurations");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].at("throughput").at("after"), nullptr) << "the next begins in the same cycle";
  EXPECT_EQ(list[1].at("throughput").at("before"), nullptr);
  EXPECT_EQ(list[1].at("throughput").at("after"), list[2].at("throughput").at("before"));
  EXPECT_NEAR(list[2].at("throughput").at("after").get<double>(), 0.018, 0.004);
  const json overloaded = run("{" + network +
                              "traffic: {rate: 0.3, flits: 8}, run: {cycles: 3000}, faults: [{cycle: "
                              "1000, pe: 10}]}");
  EXPECT_LT(overloaded.at("reconfigurations")[0].at("throughput").at("after").get<double>(), 0.3)
      << "what is delivered after run.cycles does not count";
  const json late = run("{" + network + "run: {cycles: 400}, traffic: {rate: 0.02}, faults: [{cycle: 395, pe: 10}]}");
  EXPECT_EQ(late.at("reconfigurations")[0].at("throughput").at("after"), nullptr);
}

TEST(RunTimeFaultRuns, too_few_channels_for_the_way_round_are_a_failure_with_and_without_the_proof) {
  const std::string scenario =
      "{network: {kind: mandala, ports: 4, levels: 3}, router: {routing: hdr, vcs: 3}, traffic: {rate: 0.1, flits: 4}, "
      "run: {cycles: 3000}, faults: [{cycle: 300, pe: 2}]}";
  const json proved = run(scenario, 1);
  EXPECT_EQ(proved.at("reconfigurations")[0].at("delivered_pairs"), 3906 - 28);
  expect_conserved(run(scenario, 1, {"--set", "run.proof=skip"}));
}

TEST(RunTimeFaultRuns, defects_from_the_beginning_are_routed_around_and_too_many_are_reported) {
  const std::string network = "network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}, ";
  const json document =
      run("{" + network + "defects: {pe: [6], link: [[1, 2]]}, traffic: {rate: 0.1}, run: {cycles: 2000}}");
  expect_conserved(document);
  EXPECT_EQ(document.at("proof").at("pairs"), 15 * 14);
  for (const json& packet : document.at("lost_packets")) {
    EXPECT_EQ(packet.at("destination"), 6);
    EXPECT_EQ(packet.at("reason"), "its destination is dead");
  }
  const json cut = run("{" + network + "defects: {link: [[5, 4], [5, 6], [5, 7]]}}", 1);
  EXPECT_EQ(cut.at("proof").at("delivered_pairs"), 16 * 15 - 30);
  EXPECT_EQ(cut.at("proof").at("first_undelivered"), "n5 to n0: at n5, there is no candidate");
}

TEST(RunTimeFaultRuns, defects_that_cut_a_network_are_simulated_as_the_same_faults_at_run_time) {
  const std::string chip =
      "network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}, traffic: {rate: 0.1}, ";
  const json cut = run("{" + chip + "run: {cycles: 2000}, defects: {link: [[5, 4], [5, 6], [5, 7]]}}", 1);
  const json later = run("{" + chip +
                             "run: {cycles: 2000}, faults: [{cycle: 0, link: [5, 4]}, {cycle: 0, link: [5, 6]}, "
                             "{cycle: 0, link: [5, 7]}]}",
                         1);
  expect_conserved(cut);
  for (const char* key : {"pairs", "delivered_pairs"}) {
    EXPECT_EQ(cut.at("proof").at(key), later.at("reconfigurations").back().at(key)) << key;
  }
  std::set<std::string> reasons;
  for (const json& packet : cut.at("lost_packets")) {
    EXPECT_TRUE(packet.at("source") == 5 || packet.at("destination") == 5) << packet;
    reasons.insert(packet.at("reason").get<std::string>());
  }
  EXPECT_EQ(reasons, (std::set<std::string>{"no way to its destination is known, or no channel left for it"}));
  EXPECT_GT(cut.at("packets").at("delivered").get<unsigned>(), 100u);
  const ToolResult text =
      run_tool({"run", "{" + chip + "run: {cycles: 2000}, defects: {link: [[5, 4], [5, 6], [5, 7]]}}", "--quiet"});
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find("fails: 30 of 240 pairs of live nodes have no way, or too few channels for one (router.vcs): "
                          "n5 to n0: "),
            std::string::npos)
      << text.out;
  EXPECT_NE(text.out.find("what to do       leave out defects, which cut the network into parts: "), std::string::npos)
      << text.out;
}

/// No network and routing of today fails like this without defects.
TEST(RunTimeFaultRuns, go_on_only_with_a_proof_in_which_nothing_but_pairs_that_defects_separate_fails) {
  const std::string chip = "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}";
  const kintsugi::Setup cut = load_scenario(chip + ", defects: {link: [[5, 4], [5, 6], [5, 7]]}}", {}).setup;
  const kintsugi::Setup whole =
      load_scenario(chip + ", run: {cycles: 9}, traffic: {rate: 0.1}, faults: [{cycle: 1, pe: 5}]}", {}).setup;
  ASSERT_NE(whole.fault_aware, nullptr);
  ProofResult proof;
  proof.pairs = 240;
  proof.delivered_pairs = 210;
  proof.acyclic = true;
  EXPECT_TRUE(allows_run(proof, cut));
  EXPECT_TRUE(remedy_of(proof, cut).starts_with("leave out defects, which cut the network into parts: "));
  --proof.delivered_pairs;
  EXPECT_TRUE(remedy_of(proof, cut).starts_with("raise router.vcs, or leave out defects: "))
      << "a pair fails that paths join";
  EXPECT_FALSE(allows_run(proof, whole)) << "there is no defect";
  EXPECT_TRUE(remedy_of(proof, whole).ends_with("run it unproved with run.proof: skip"));
  proof.multicasts = 16;
  EXPECT_FALSE(allows_run(proof, cut)) << "no multicast is delivered";
  proof.multicasts = 0;
  proof.acyclic = false;
  EXPECT_FALSE(allows_run(proof, cut)) << "it can deadlock";
}

/// Draws faults at any place and time, on wafers and arrays; a function of the seed alone.
std::string generated(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t end) { return engine() % end; };
  const auto one_of = [&](const std::vector<std::string>& words) { return words[below(words.size())]; };
  const bool wafer = below(2) == 0;
  std::string scenario =
      wafer ? joined({"{network: {kind: srt2d, n: 3}, fabric: {tracks: ", one_of({"1", "2"}),
                      ", isolate: ", seed % 2 == 0 ? "true" : "false",
                      "}, link: ", one_of({"{}", "{reach: 1}", "{reach: 2}", "{latency: 3}"})})
            : joined({"{network: {kind: sse, n: 4, scheme: ",
                      one_of({"ksft2, k: 3", "exp2, k: 2, modules: 4", "exm+exp2, k: 1, l: 1, modules: 4"}),
                      "}, link: ", one_of({"{}", "{latency: 3}", "{latency: {shuffle: 2, exchange: 5}}"})});
  scenario +=
      joined({", router: {preset: ", one_of({"default", "paper", "booksim"}), ", buffer: ", one_of({"1", "2", "4"}),
              "}, traffic: {rate: ", one_of({"0.02", "0.1", "0.3", "0.8"}), ", flits: ", one_of({"1", "4", "16"}),
              "}, repair: {plan_cycles: ", one_of({"0", "1", "50"}),
              "}, run: {cycles: 2000, drain: ", one_of({"true", "true", "false"}), "}, faults: ["});
  std::uint64_t cycle = 300 + below(300);
  const std::uint64_t first = below(8);
  for (std::uint64_t i = 0, faults = 1 + below(4); i < faults; ++i) {
    const std::uint64_t place = (first + 3 * i) % 8 + 1;
    const std::string pe =
        wafer ? "[" + std::to_string(place) + ", " + std::to_string(below(10)) + "]" : std::to_string(2 * place);
    scenario += (i == 0 ? "" : ", ") + ("{cycle: " + std::to_string(cycle)) + ", pe: " + pe + "}";
    cycle += std::vector<std::uint64_t>{0, 1, 20, 60, 400}[below(5)];
  }
  return scenario + "]}";
}

/// The exit status and the number of reconfigurations of the runs.
std::set<std::pair<int, std::size_t>> check_generated(std::uint64_t seeds) {
  std::set<std::pair<int, std::size_t>> kinds;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string scenario = generated(seed);
    SCOPED_TRACE("kintsugi run '" + scenario + "'");
    const auto [status, document] = run_on_every_schedule(scenario, seed);
    if (status > 1) return kinds;
    EXPECT_EQ(status == 1, document.value("failure", "").starts_with("there is no repair"));
    kinds.emplace(status, document.at("reconfigurations").size());
  }
  return kinds;
}

TEST(RunTimeFaultRuns, of_any_scenario_are_conserved_and_the_same_under_every_schedule) {
  check_generated(kSanitized ? 2 : 6);
}

TEST(RunTimeFaultRunsSlow, of_many_scenarios_are_repaired_once_or_twice_or_not) {
  const std::set<std::pair<int, std::size_t>> kinds = check_generated(part_of(12, 24));
  const bool has_none = std::ranges::any_of(kinds, [](const auto& kind) { return kind.first == 1; });
  EXPECT_TRUE(kinds.contains({0, 1}) && kinds.contains({0, 2}) && has_none) << "all of these occur";
}

// --- Wafers ---------------------------------------------------------------------------------------------------------

/// A PE that died, and its logical node.
struct Death {
  NodeId node = kNoNode;
  Cycle cycle = 0;    ///< at whose end it died
  Cycle drained = 0;  ///< when nothing was under way any more
};

/// Returns the dead PEs with their nodes, by address, from the models' plans for a file in traces/, one after the
/// other.
std::map<json, Death> deaths(const std::string& scenario, const json& document) {
  const Input input = load_scenario((source_directory() / scenario).string(), {});
  const ReconfigurableFabric& fabric = *input.setup.fabric;
  const Places places = places_of(fabric);
  std::map<json, Death> deaths;
  Defects defects = input.setup.defects;
  RepairOptions options = input.scenario.repair;
  Repair in_force = fabric.repair(defects, options);
  for (const json& each : document.at("reconfigurations")) {
    const Cycle drained = each.at("cycle").get<Cycle>() + each.at("drain").get<Cycle>();
    for (const json& fault : each.at("faults")) {
      const auto place = std::ranges::find(places.addresses, fault.at("pe").get<std::vector<int>>());
      const SiteId site{static_cast<std::uint32_t>(place - places.addresses.begin())};
      deaths[fault.at("pe")] = {in_force.placement.node_at.at(site.value), fault.at("cycle").get<Cycle>(), drained};
      defects.add(site);
    }
    options.in_force = in_force.paths;
    options.rings_in_force = in_force.rings;
    Repair repair = fabric.repair(defects, options);
    if (!repair.repairable) break;
    in_force = std::move(repair);
  }
  return deaths;
}

/// Checks that only packets in the queue of a PE that died, and packets that reached it before its node moved, are
/// dropped.
std::set<std::string> expect_that_only_dead_pes_drop(const std::string& scenario, const json& document) {
  const std::map<json, Death> dead = deaths(scenario, document);
  std::set<std::string> reasons;
  for (const json& packet : document.at("lost_packets")) {
    const auto found = dead.find(packet.at("pe"));
    EXPECT_NE(found, dead.end()) << packet;
    if (found == dead.end()) continue;
    const Death& death = found->second;
    const Cycle cycle = packet.at("cycle").get<Cycle>();
    const bool queued = packet.at("reason") == "in the source queue of a PE that died";
    EXPECT_EQ(packet.at(queued ? "source" : "destination"), death.node.value) << packet;
    EXPECT_TRUE(queued ? cycle == death.cycle : cycle > death.cycle && cycle <= death.drained) << packet;
    reasons.insert(packet.at("reason").get<std::string>());
  }
  return reasons;
}

/// Returns the controller's phases that the waveform must show, from the report.
VcdChanges phases_by(const json& document) {
  VcdChanges changes = {{0, "idle"}};
  for (const json& each : document.at("reconfigurations")) {
    std::uint64_t at = each.at("cycle").get<std::uint64_t>();
    for (const char* phase : {"drain", "plan", "load", "switch", "resume"}) {
      const auto spent = each.at(phase).get<std::uint64_t>();
      if (spent != 0) changes.emplace_back(at, phase);
      at += spent;
    }
    changes.emplace_back(at, each.value("complete", true) ? "idle" : "failed");
  }
  return changes;
}

json run_with_phases(const std::string& scenario, int status) {
  const TemporaryDirectory directory;
  const json document = run(scenario, status,
                            {"--out", directory.path().string(), "--set", "waves.file=f.vcd", "--set",
                             "waves.scope=[wafer.controller.phase]"});
  EXPECT_EQ(read_vcd(directory.path() / "f.vcd").changes("wafer.controller.phase"), phases_by(document));
  return document;
}

TEST(RunTimeFaultRuns, of_a_wafer_go_on_until_there_is_no_repair_and_end_in_order) {
  const std::string scenario = "traces/srt_too_many_faults.yaml";
  const json document = run_with_phases(scenario, 1);
  expect_conserved(document);
  EXPECT_EQ(document.at("flits").at("in_flight"), 0);
  EXPECT_EQ(document.at("packets").at("in_flight"), 0);
  ASSERT_EQ(document.at("reconfigurations").size(), 11u);
  EXPECT_EQ(document.at("failure"), "there is no repair by straight paths");
  EXPECT_GE(document.at("irreparable").at("irreparable_subset").size(), 5u);
  EXPECT_LT(document.at("cycles"), 15000);
  for (std::size_t i = 0; i < 11; ++i) {
    const json& each = document.at("reconfigurations")[i];
    EXPECT_EQ(each.value("complete", true), i != 10);
    EXPECT_GT(each.at("drain"), 0);
    EXPECT_EQ(each.at("load") == 0, i == 10);
  }
  EXPECT_EQ(document.at("reconfigurations")[8].at("paths_changed"), 1) << "the new fault lies on it";
  EXPECT_EQ(expect_that_only_dead_pes_drop(scenario, document).size(), 2u) << "both reasons occur";
}

/// Links are in the same places, whether idle bunches open or pass straight: only loading takes longer.
TEST(RunTimeFaultRuns, of_a_wafer_that_isolates_end_after_the_same_repairs) {
  const json plain = run("traces/srt_too_many_faults.yaml", 1);
  const json isolating = run("traces/srt_too_many_faults.yaml", 1, {"--set", "fabric.isolate=true"});
  expect_conserved(isolating);
  EXPECT_EQ(isolating.at("irreparable").at("irreparable_subset"), plain.at("irreparable").at("irreparable_subset"));
  ASSERT_EQ(isolating.at("reconfigurations").size(), 11u);
  for (std::size_t i = 0; i < 10; ++i) {
    const json& one = isolating.at("reconfigurations")[i];
    const json& other = plain.at("reconfigurations")[i];
    for (const char* key : {"faults", "paths_changed", "moved"}) EXPECT_EQ(one.at(key), other.at(key)) << key;
    EXPECT_EQ(other.at("load"), 19) << "69 bytes and the CRC, 32 bits a cycle";
    EXPECT_EQ(one.at("load"), 22) << "81 bytes and the CRC";
  }
}

TEST(RunTimeFaultRuns, slow_of_a_wafer_are_the_same_under_every_schedule) {
  EXPECT_EQ(run_on_every_schedule("traces/srt_too_many_faults.yaml").status, 1);
}

TEST(RunTimeFaultRuns, on_a_wafer_the_nodes_that_move_are_those_of_the_new_path) {
  const json document =
      run("{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.05}, run: {cycles: 3000}, faults: [{cycle: "
          "1000, pe: [4, 2]}, {cycle: 1500, pe: [4, 1]}, {cycle: 2000, pe: [0, 5]}]}");
  const json& list = document.at("reconfigurations");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0].at("moved"), 2) << "two to the west";
  EXPECT_EQ(list[0].at("paths_changed"), 0);
  EXPECT_EQ(list[1].at("paths_changed"), 1) << "the second fault lies on the first path";
  EXPECT_EQ(list[2].at("moved"), 0) << "a spare that is not in use";
  EXPECT_EQ(list[2].at("paths_changed"), 0);
}

/// Under a load at which packets wait, with defects before power-up and a PE that dies while it runs.
TEST(RunTimeFaultRuns, of_tori_meshes_and_rows_are_repaired_under_every_routing) {
  const std::string load = ", traffic: {rate: 0.5, flits: 8}, run: {cycles: 1500, warmup: 100}";
  std::vector<std::string> scenarios;
  for (const std::string network : {"kind: torus, sides: [4, 4]", "kind: mesh, sides: [5, 3]"}) {
    for (const std::string options : {"tracks: 1", "tracks: 2, isolate: true", "bunch: per_wire"}) {
      scenarios.push_back("{network: {" + network + "}, fabric: {" + options +
                          "}, defects: {pe: [[2, 2], [1, 3]]}, faults: [{cycle: 700, pe: [1, 1]}]" + load + "}");
    }
  }
  for (const std::string routing : {"monotone", "recursive", "adaptive", "adaptive-recursive"}) {
    for (const std::string bunch : {"coded", "per_wire"}) {
      scenarios.push_back("{network: {kind: srt1d, n: 4}, fabric: {bunch: " + bunch + "}, router: {routing: " +
                          routing + "}, defects: {pe: [6]}, faults: [{cycle: 700, pe: 9}]" + load + "}");
    }
  }
  for (const std::string& scenario : scenarios) {
    SCOPED_TRACE(scenario);
    const json document = run(scenario);
    expect_conserved(document);
    ASSERT_EQ(document.at("reconfigurations").size(), 1u);
    EXPECT_GT(document.at("reconfigurations")[0].at("moved"), 0);
  }
}

TEST(RunTimeFaultRuns, a_third_fault_of_a_row_is_one_too_many) {
  const json document =
      run("{network: {kind: srt1d, n: 3}, fabric: {}, traffic: {rate: 0.05}, run: {cycles: 3000}, faults: [{cycle: "
          "1000, pe: 4}, {cycle: 1500, pe: 5}, {cycle: 2000, pe: 7}]}",
          1);
  expect_conserved(document);
  EXPECT_EQ(document.at("reconfigurations").size(), 3u);
  EXPECT_EQ(document.at("irreparable").at("irreparable_subset"), json::parse("[4, 5, 7]"));
}

/// The PE at [2, 2] is dead after all others of a cross around it: no straight path leads out. Then two more PEs die.
const std::string kOnlyByRings =
    "{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1}, run: {cycles: 4000}, "
    "defects: {pe: [[1, 2], [2, 1], [2, 4], [3, 2]]}, "
    "faults: [{cycle: 1000, pe: [2, 2]}, {cycle: 2000, pe: [4, 3]}, {cycle: 3000, pe: [0, 3]}]}";

TEST(RunTimeFaultRuns, that_only_rings_can_repair_are_repaired_under_load) {
  const json by_paths = run(kOnlyByRings, 1, {"--set", "repair.planner=straight"});
  EXPECT_EQ(by_paths.at("failure"), "there is no repair by straight paths");
  EXPECT_EQ(by_paths.at("reconfigurations").size(), 1u);
  const Outcome outcome = run_on_every_schedule(kOnlyByRings);
  EXPECT_EQ(outcome.status, 0);
  expect_conserved(outcome.document);
  const json& done = outcome.document.at("reconfigurations");
  ASSERT_EQ(done.size(), 3u);
  for (const json& each : done) EXPECT_GT(each.at("throughput").at("after"), 0) << each;
  EXPECT_GT(done[0].at("moved"), 0);
}

/// A plan made anew for the last faults moves more nodes than the one that keeps what is in force.
TEST(RunTimeFaultRuns, rings_in_force_are_kept_as_far_as_they_can_be) {
  const json document = run(kOnlyByRings);
  const Input all = load_scenario(kOnlyByRings, {});
  const ReconfigurableFabric& fabric = *all.setup.fabric;
  Defects defects = all.setup.defects;
  RepairOptions options;
  Repair in_force = fabric.repair(defects, options);
  std::size_t kept = 0, anew = 0;
  for (std::size_t i = 0; i < all.setup.faults.size(); ++i) {
    defects.add(std::get<SiteId>(all.setup.faults[i]));
    options.in_force = in_force.paths;
    options.rings_in_force = in_force.rings;
    Repair next = fabric.repair(defects, options);
    ASSERT_TRUE(next.repairable);
    EXPECT_FALSE(next.rings.empty());
    const std::size_t moved = count_moved(in_force.placement, next.placement);
    EXPECT_EQ(document.at("reconfigurations")[i].at("moved"), moved) << i;
    kept += moved;
    anew += count_moved(in_force.placement, fabric.repair(defects, {}).placement);
    in_force = std::move(next);
  }
  EXPECT_LE(kept, anew);
}

TEST(RunTimeFaultRuns, a_greedy_planner_that_misses_a_repair_ends_the_run_and_says_so) {
  const std::string scenario =
      "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.05}, run: {cycles: 3000}, repair: {planner: "
      "fixed}, "
      "defects: {pe: [[0, 5], [3, 9], [5, 0], [1, 2], [9, 2], [3, 5]]}, faults: [{cycle: 1000, pe: [5, 2]}]}";
  const json document = run(scenario, 1);
  expect_conserved(document);
  EXPECT_EQ(document.at("failure"), "no repair was found");
  EXPECT_EQ(document.at("irreparable").at("reason"), "planner 'fixed' has missed it; take planner: straight");
  EXPECT_EQ(document.at("irreparable").at("irreparable_subset"), json::array());
  run(scenario, 0, {"--set", "repair.planner=straight"});
}

TEST(RunTimeFaultRunsSlow, twenty_on_a_wafer_of_32_by_32_lose_only_what_is_from_or_to_the_dead) {
  const std::string scenario = "traces/srt_run_time_faults.yaml";
  const json document = run_with_phases(scenario, 0);
  expect_conserved(document);
  EXPECT_EQ(document.at("packets").at("queued"), 0);
  const json& list = document.at("reconfigurations");
  ASSERT_EQ(list.size(), 20u);
  for (std::size_t i = 0; i < list.size(); ++i) {
    EXPECT_EQ(list[i].at("cycle"), 2000 * (i + 1));
    EXPECT_EQ(list[i].at("plan"), 100);
    EXPECT_EQ(list[i].at("load"), (993 + 4) * 8 / 32 + 1);
    // The packets created while the wafer was quiescent, 400 cycles of 2 000, are sent as well.
    EXPECT_NEAR(list[i].at("throughput").at("after").get<double>(), 0.02 * 2000 / 1600, 0.002);
  }
  EXPECT_FALSE(expect_that_only_dead_pes_drop(scenario, document).empty());
}

TEST(RunTimeFaultRunsSlow, twenty_on_a_wafer_of_32_by_32_are_the_same_under_every_schedule) {
  EXPECT_EQ(run_on_every_schedule("traces/srt_run_time_faults.yaml").status, 0);
}

TEST(RunTimeFaultRuns, that_end_during_the_warm_up_have_no_window) {
  const std::string faults =
      "{cycle: 1000, pe: 20}, {cycle: 1500, pe: 7}, {cycle: 2000, pe: 40}, {cycle: 2500, pe: 60}";
  const std::vector<std::string> words = {"run", array(faults), "--set", "run.warmup=4000", "--quiet"};
  const ToolResult json_result = run_tool(with(words, {"--json"}));
  EXPECT_EQ(json_result.status, 1) << json_result.err;
  const json document = json::parse(json_result.out);
  EXPECT_LT(document.at("cycles"), 4000);
  EXPECT_TRUE(document.at("window").is_null()) << document.at("window");
  const ToolResult text = run_tool(words);
  EXPECT_NE(text.out.find("\nwindow           none: the run ended before it began, so that no latency or throughput is "
                          "measured\n"),
            std::string::npos)
      << text.out;
}

}  // namespace
}  // namespace kintsugi::test
