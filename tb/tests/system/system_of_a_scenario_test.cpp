// A scenario as one object in a SystemC program: it reports what `kintsugi run` reports, whoever drives the simulation.
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <systemc>

#include "hw/chip/chip.hpp"
#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/packet_driver.hpp"
#include "tb/testbench/packet_monitor.hpp"
#include "tb/testbench/scoreboard.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/run/system.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi::test {
namespace {

const std::string kRepaired =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}, traffic: {rate: 0.1, flits: 4}, "
    "run: {cycles: 2000, warmup: 200}}";
const std::string kDyingPe =
    "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.05, flits: 4}, run: {cycles: 3000, warmup: 200}, "
    "faults: [{cycle: 900, pe: [1, 2]}], energy: {router: 1, wire: 1, switch: 0.5, leakage: 0.01}}";
const std::string kFailing =  // no second spare pair
    "{network: {kind: sse, n: 4, scheme: ksft2, k: 1}, traffic: {rate: 0.05}, run: {cycles: 3000, warmup: 300}, "
    "faults: [{cycle: 300, pe: 2}, {cycle: 800, pe: 5}]}";
const std::string kWired =
    "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.2, flits: 4, reply: {flits: 2}}, "
    "run: {cycles: 1500, warmup: 100}}";
const std::string kProgram =
    "{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: allreduce, ranks: 16, bytes: 4096}}}";
const std::string kRatedTorus = "{network: {kind: torus, sides: [4, 4]}, traffic: {rate: 0.1}, run: {cycles: 1000}}";

std::string json_of_run(const std::string& scenario) {
  const ToolResult run = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(run.status, 0) << run.err;
  return run.out;
}

Cycle cycles_in(const std::string& json) {
  return nlohmann::json::parse(json).at("cycles").get<Cycle>();
}

void simulate(Cycle cycles) {
  sc_core::sc_start(static_cast<double>(cycles), sc_core::SC_NS);
}

/// Both ways of running a scenario; SystemC elaborates once in a process, so a test has one of them.
class SystemOfAScenario : public testing::Test {
 protected:
  static void expect_run_as_the_tool(const std::string& scenario) {
    const std::string wanted = json_of_run(scenario);
    System system("net", scenario);
    system.run();
    EXPECT_EQ(system.json(), wanted);
    EXPECT_TRUE(system.holds());
    EXPECT_THROW(system.run(), std::logic_error);
  }
  static void expect_simulation_as_the_tool(const std::string& scenario) {
    const std::string wanted = json_of_run(scenario);
    System system("net", scenario);
    EXPECT_FALSE(system.has_begun());
    simulate(cycles_in(wanted));
    EXPECT_TRUE(system.has_begun());
    EXPECT_EQ(system.json(), wanted);
    simulate(500);  // what comes later changes nothing
    EXPECT_EQ(system.json(), wanted);
  }
};

TEST_F(SystemOfAScenario, runs_a_repaired_wafer_as_the_tool_does) {
  expect_run_as_the_tool(kRepaired);
}

TEST_F(SystemOfAScenario, runs_a_wafer_whose_pe_dies_as_the_tool_does) {
  expect_run_as_the_tool(kDyingPe);
}

TEST_F(SystemOfAScenario, runs_a_directly_wired_network_as_the_tool_does) {
  expect_run_as_the_tool(kWired);
}

TEST_F(SystemOfAScenario, runs_a_program_as_the_tool_does) {
  expect_run_as_the_tool(kProgram);
}

TEST_F(SystemOfAScenario, in_a_simulation_of_others_is_a_repaired_wafer_too) {
  expect_simulation_as_the_tool(kRepaired);
}

TEST_F(SystemOfAScenario, in_a_simulation_of_others_has_its_faults_too) {
  expect_simulation_as_the_tool(kDyingPe);
}

TEST_F(SystemOfAScenario, in_a_simulation_of_others_is_directly_wired_too) {
  expect_simulation_as_the_tool(kWired);
}

TEST_F(SystemOfAScenario, in_a_simulation_of_others_runs_a_program_too) {
  expect_simulation_as_the_tool(kProgram);
}

TEST_F(SystemOfAScenario, in_pieces_of_a_simulation_and_with_settings_is_the_same) {
  const ToolResult run = run_tool({"run", kRepaired, "--set", "traffic.rate=0.07", "--json", "--quiet"});
  System system("left", kRepaired, {"traffic.rate=0.07"});
  for (Cycle left = cycles_in(run.out); left > 0;) {
    const Cycle piece = std::min<Cycle>(left, 97);
    simulate(piece);
    left -= piece;
  }
  EXPECT_EQ(system.json(), run.out);
  EXPECT_STREQ(system.chip().name(), "left");
  EXPECT_NE(sc_core::sc_find_object("left.r1.c1.router"), nullptr);
}

TEST_F(SystemOfAScenario, made_in_cpp_is_that_of_its_text) {
  const std::string wanted = json_of_run(kRatedTorus);
  Scenario scenario;
  scenario.network = {"torus", {{"sides", std::vector<std::int64_t>{4, 4}}}};
  scenario.traffic.emplace().rate = 0.1;
  scenario.run.cycles = 1000;
  scenario.run.warmup = 100;
  System system("net", scenario);
  system.run();
  EXPECT_EQ(system.json(), wanted);
}

TEST_F(SystemOfAScenario, made_in_cpp_is_checked) {
  Scenario scenario;
  scenario.network.kind = "toros";
  try {
    System system("net", scenario);
    FAIL() << "there is no such network";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'torus'?"), std::string::npos) << error.what();
  }
}

TEST_F(SystemOfAScenario, made_in_cpp_has_parameters_of_its_family_and_numbers_in_their_ranges) {
  const auto complaint_of = [](const std::function<void(Scenario&)>& change) {
    Scenario scenario;
    scenario.network = {"mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}};
    scenario.traffic.emplace();
    change(scenario);
    try {
      System system("net", scenario);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto expect = [&](const char* message, const std::function<void(Scenario&)>& change) {
    EXPECT_TRUE(complaint_of(change).starts_with(std::string("<program>: ") + message)) << complaint_of(change);
  };
  expect("network.sides must be a list of integers, not 4; it is nodes along",
         [](Scenario& scenario) { scenario.network.parameters["sides"] = std::int64_t{4}; });
  expect("unknown key 'network.sids'; did you mean 'sides'?",
         [](Scenario& scenario) { scenario.network.parameters["sids"] = std::int64_t{4}; });
  expect("network.sides is missing: nodes along", [](Scenario& scenario) { scenario.network.parameters.clear(); });
  expect("run.cycles must be 1 to 10^12, not 0", [](Scenario& scenario) { scenario.run.cycles = 0; });
  expect("run.warmup must be less than run.cycles, 500, not 1000",
         [](Scenario& scenario) { scenario.run.cycles = 500; });
  expect("traffic.rate must be 0 to 1, not 5", [](Scenario& scenario) { scenario.traffic->rate = 5; });
  expect("traffic.rate must be 0 to 1, not -1", [](Scenario& scenario) { scenario.traffic->rate = -1; });
}

TEST_F(SystemOfAScenario, has_no_result_and_cannot_run_at_the_wrong_time) {
  System system("wafer", kRepaired);
  EXPECT_THROW(system.result(), std::logic_error);
  EXPECT_THROW(system.text(), std::logic_error);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_THROW(system.run(), std::logic_error) << "the configuration is being loaded";
  simulate(2500);
  EXPECT_TRUE(system.holds());
}

TEST_F(SystemOfAScenario, runs_to_its_end_when_others_pause_the_simulation) {
  const std::string wanted = json_of_run(kRepaired);
  System system("net", kRepaired);
  sc_core::sc_spawn([] {
    for (const double pause : {3.0, 700.0, 1303.0}) {  // while it is configured, in the traffic, in the drain
      sc_core::wait(pause, sc_core::SC_NS);
      sc_core::sc_pause();
    }
  });
  system.run();
  EXPECT_EQ(system.json(), wanted);
}

TEST_F(SystemOfAScenario, that_others_stop_measures_until_then) {
  System system("net", kRepaired);
  sc_core::sc_spawn([] {
    sc_core::wait(700, sc_core::SC_NS);
    sc_core::sc_stop();
  });
  const RunResult& result = system.run();
  EXPECT_EQ(result.window_end, result.cycles);
  EXPECT_LE(result.cycles, 701u);
  EXPECT_TRUE(result.all_checks_hold()) << result.imbalance;
}

TEST_F(SystemOfAScenario, runs_to_its_end_when_another_has_failed) {
  const std::string wanted = json_of_run(kWired);
  const std::string failed = run_tool({"run", kFailing, "--json", "--quiet"}).out;
  System system("net", kWired), other("array", kFailing);
  system.run();
  EXPECT_EQ(system.json(), wanted);
  EXPECT_FALSE(other.holds());
  EXPECT_LT(cycles_in(failed), cycles_in(wanted));
  EXPECT_EQ(other.json(), failed) << "its result ends where it has ended";
}

TEST_F(SystemOfAScenario, tells_observers_of_packets_after_its_result_too) {
  struct Deliveries final : PacketObserver {
    std::uint64_t flits = 0;
    void created(const Packet& /*packet*/, Cycle /*now*/) override {}
    void injected(const Packet& /*packet*/, Cycle /*now*/) override {}
    void arrived(const Packet& /*packet*/, Cycle /*now*/) override { ++flits; }
    void delivered(const Packet& /*packet*/, Cycle /*now*/) override {}
  } deliveries;
  System system("net", kWired);
  system.observe(deliveries);
  simulate(500);
  const std::string report = system.json();
  const std::uint64_t until_then = deliveries.flits;
  simulate(500);
  EXPECT_GT(deliveries.flits, until_then);
  EXPECT_EQ(deliveries.flits, system.chip().counters().delivered);
  EXPECT_EQ(system.json(), report);
}

TEST_F(SystemOfAScenario, destroyed_before_the_simulation_leaves_a_chip_that_does_nothing) {
  const std::string wanted = json_of_run(kRepaired);
  for (const std::string& scenario : {kDyingPe, kWired, kProgram})
    System left(sc_core::sc_gen_unique_name("left"), scenario);
  System system("net", kRepaired);
  simulate(cycles_in(wanted));
  EXPECT_EQ(system.json(), wanted);
}

TEST_F(SystemOfAScenario, destroyed_in_the_middle_takes_its_chip_with_it) {
  const std::string wanted = json_of_run(kRepaired);
  System system("net", kRepaired);
  auto loading = std::make_unique<System>("loading", kDyingPe);
  auto running = std::make_unique<System>("running", kDyingPe);
  simulate(3);
  loading.reset();
  simulate(997);
  running.reset();
  EXPECT_EQ(sc_core::sc_find_object("running.clock"), nullptr);
  simulate(cycles_in(wanted) - 1000);
  EXPECT_EQ(system.json(), wanted);
}

TEST_F(SystemOfAScenario, replaces_no_file_of_another_or_of_the_user) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::filesystem::current_path(directory.path());
  const std::string waves =
      "{network: {kind: mesh, sides: [2, 2]}, run: {cycles: 100, warmup: 10}, traffic: {}, waves: {file: a.vcd}}";
  const auto refusal_of = [&](const std::vector<std::string>& settings) {
    try {
      System system("second", waves, settings);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  System first("first", waves);
  EXPECT_NE(refusal_of({}).find("'a.vcd' is written for "), std::string::npos) << refusal_of({});
  std::ofstream("mine.vcd") << "mine\n";
  EXPECT_NE(refusal_of({"waves.file=mine.vcd"}).find("'mine.vcd' is there already"), std::string::npos);
  System third("third", waves, {"waves.file=b.vcd"});
  simulate(150);
  EXPECT_TRUE(first.holds());
  EXPECT_TRUE(third.holds());
  EXPECT_TRUE(std::filesystem::exists("a.vcd"));
  EXPECT_TRUE(std::filesystem::exists("b.vcd"));
}

TEST_F(SystemOfAScenario, leaves_out_only_what_faults_delay_in_a_program) {
  const std::string scenario =
      "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {workload: {name: allreduce, ranks: 16, bytes: 4096}}, "
      "faults: [{cycle: 300, pe: [1, 2]}]}";
  auto wanted = nlohmann::json::parse(json_of_run(scenario));
  System system("net", scenario);
  system.run();
  EXPECT_EQ(wanted.at("workload").erase("delayed"), 1u);
  EXPECT_EQ(nlohmann::json::parse(system.json()), wanted);
}

TEST_F(SystemOfAScenario, left_in_the_middle_measures_until_then) {
  System system("wafer", kRepaired);
  simulate(1000);
  const RunResult& result = system.result();
  EXPECT_EQ(result.cycles, 1000u);
  EXPECT_EQ(result.window_end, 1000u);
  EXPECT_TRUE(result.all_checks_hold()) << result.imbalance;
  EXPECT_GT(result.statistics->packets().delivered, 100u);
}

TEST_F(SystemOfAScenario, left_before_the_configuration_says_so) {
  System system("wafer", kRepaired);
  simulate(3);
  EXPECT_FALSE(system.has_begun());
  EXPECT_NE(system.text().find("stopped before it was loaded"), std::string::npos);
}

TEST_F(SystemOfAScenario, without_traffic_carries_the_packets_of_a_testbench) {
  System system("wafer", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 1]]}}");
  PacketMonitor monitor("monitor");
  system.observe(monitor);
  monitor.watch(system.chip());
  PacketDriver driver("driver", system.chip());
  Scoreboard scoreboard("scoreboard");
  driver.sent.bind(scoreboard);
  driver.received.bind(scoreboard);
  monitor.dropped_packets.bind(scoreboard);
  driver.drive(NodeId{3}, {{300, {NodeId{0}, 4, nullptr}}, {301, {NodeId{9}, 2, nullptr}}});
  simulate(1000);
  EXPECT_EQ(scoreboard.received(), 2u);
  EXPECT_FALSE(scoreboard.complaint()) << *scoreboard.complaint();
  EXPECT_TRUE(system.holds());
  EXPECT_EQ(system.text().find("latency"), std::string::npos) << "no traffic of the scenario is measured";
  EXPECT_TRUE(system.repair()->verified());
  EXPECT_TRUE(system.configuration()->accepted());
}

TEST_F(SystemOfAScenario, says_when_it_begins) {
  System system("wafer", kRepaired);
  Cycle begun = 0;
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&system.begun());
  sc_core::sc_spawn([&] { begun = system.chip().clock().next(); }, "watch", &options);
  simulate(500);
  EXPECT_EQ(begun, nlohmann::json::parse(system.json()).at("configuration").at("cycles").get<Cycle>());
}

TEST_F(SystemOfAScenario, that_cannot_be_repaired_is_refused_with_the_reason) {
  try {
    System system("wafer", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {random: 25}}");
    FAIL() << "there are not enough PEs";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("cannot be simulated"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("repair"), std::string::npos) << error.what();
  }
}

TEST_F(SystemOfAScenario, with_a_mistake_is_refused_with_its_place) {
  try {
    System system("wafer", "{network: {kind: srt2d, n: 2}, router: {vcs: zero}}");
    FAIL() << "zero is no number";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("router.vcs must be an integer"), std::string::npos) << error.what();
  }
}

TEST_F(SystemOfAScenario, warns_by_reports) {
  std::vector<std::string> warnings;
  static std::vector<std::string>* seen = nullptr;
  seen = &warnings;
  sc_core::sc_report_handler::set_handler([](const sc_core::sc_report& report, const sc_core::sc_actions&) {
    if (report.get_severity() == sc_core::SC_WARNING)
      seen->push_back(std::string(report.get_msg_type()) + ' ' + report.get_msg());
  });
  const TemporaryDirectory directory;
  const std::string trace = (directory.path() / "late.csv").string();
  std::filesystem::create_directories(directory.path());
  std::ofstream(trace) << "5000,0,1,4\n";
  System system("net", "{network: {kind: mesh, sides: [2, 2]}, run: {cycles: 100}, traffic: {trace: " + trace + "}}");
  system.run();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(warnings.front().starts_with(kScenarioReport));
  EXPECT_NE(warnings.front().find("1 packet of the trace is due at or after run.cycles and is not sent"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
