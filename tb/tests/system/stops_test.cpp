// How a run ends when it does not drain: stopped in mid-traffic, slow but alive, deadlocked, refused.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models/srt/routing.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/run/simulation.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

nlohmann::json run(const std::string& scenario) {
  return nlohmann::json::parse(run_tool({"run", scenario, "--json"}).out);
}

TEST(Stops, without_drain_every_flit_and_packet_is_still_accounted_for) {
  const auto result =
      run("{network: {kind: srt1d, n: 4}, traffic: {rate: 1, flits: 4}, run: {cycles: 100, warmup: 10, drain: false}}");
  const auto& flits = result["flits"];
  const auto& packets = result["packets"];
  EXPECT_GT(flits["in_flight"], 0);
  EXPECT_EQ(flits["injected"].get<int>(),
            flits["delivered"].get<int>() + flits["in_flight"].get<int>() + flits["lost"].get<int>());
  EXPECT_GT(packets["queued"], 0);
  EXPECT_EQ(packets["created"].get<int>(), packets["queued"].get<int>() + packets["injected"].get<int>());
  EXPECT_EQ(packets["injected"].get<int>(),
            packets["delivered"].get<int>() + packets["in_flight"].get<int>() + packets["lost"].get<int>());
  EXPECT_EQ(result["conserved"], true);
}

TEST(Stops, slow_long_wires_are_no_deadlock) {
  const auto result =
      run("{network: {kind: srt1d, n: 4}, link: {latency: 1024}, traffic: {rate: 0.01, flits: 4},"
          " run: {cycles: 3000, watchdog: 100}}");
  EXPECT_EQ(result["deadlock"], false);
  EXPECT_EQ(result["flits"]["in_flight"], 0);
}

TEST(Stops, no_packet_measured_gives_no_latency) {
  const auto result = run("{network: {kind: srt1d, n: 4}, traffic: {rate: 0}, run: {cycles: 100, warmup: 10}}");
  EXPECT_EQ(result["latency"], nullptr);
  EXPECT_EQ(result["hops"], nullptr);
}

/// A ring whose wrap does not change the class, under heavy load, with the proof left out.
TEST(Stops, deadlock_is_noticed_and_says_who_waits_for_whom) {
  Input input = load_scenario(
      "{network: {kind: srt1d, n: 5}, router: {buffer: 2, vcs: 2}, traffic: {rate: 1, flits: 16},"
      " run: {cycles: 20000, watchdog: 500, proof: skip}}",
      {});
  input.setup.relation =
      std::make_unique<srt::RingRelation>(srt::Ring{5, 5}, srt::RingAlgorithm::kMonotone, 2, srt::WrapClass::kKeep);
  std::ostringstream report, messages;
  RunOptions options;
  options.json = true;
  EXPECT_EQ(run_scenario(input.scenario, input.setup, options, report, messages), 1);
  const auto result = nlohmann::json::parse(report.str());
  EXPECT_EQ(result["deadlock"], true);
  EXPECT_EQ(result["conserved"], true);
  EXPECT_LT(result["cycles"], 20000);
  EXPECT_FALSE(result["waits"].empty());
  EXPECT_NE(result["waits"][0].get<std::string>().find(" waits for "), std::string::npos);
}

/// A ring on which all packets go east, without a second channel for those that pass the wrap. The last movement is
/// that of a flit that a PE injects: a run that ends with this cycle has all flits that are ever injected, one that
/// ends before it has not.
TEST(Stops, a_deadlock_is_reported_with_the_cycle_of_the_last_movement) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string table = (directory.path() / "east.csv").string();
  std::ofstream rows(table);
  rows << "channels,1\nnode,destination,port\n";
  for (int node = 0; node < 4; ++node) {
    for (int hops = 1; hops < 4; ++hops) rows << node << ',' << (node + hops) % 4 << ",e\n";
  }
  rows.close();
  const auto injected = [](const nlohmann::json& result) { return result.at("flits").at("injected").get<int>(); };
  const std::string ring = "{network: {kind: torus, sides: [4]}, router: {table: " + table +
                           "}, traffic: {rate: 1, flits: 8}, run: {proof: skip, warmup: 0, ";
  const nlohmann::json result = run(ring + "cycles: 20000, watchdog: 300}}");
  ASSERT_EQ(result.at("deadlock"), true);
  const auto stopped = [&](int cycles) {
    return injected(run(ring + "cycles: " + std::to_string(cycles) + ", drain: false}}"));
  };
  const int last = result.at("last_move");
  EXPECT_EQ(stopped(last + 1), injected(result));
  EXPECT_EQ(stopped(last), injected(result) - 1);
}

TEST(Stops, a_run_too_short_for_its_configuration_is_refused_before_anything_is_written) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool(
      {"run", "{network: {kind: srt2d, n: 3}, fabric: {chain_bits: 1}, waves: {file: a/b.vcd}, run: {cycles: 100}}",
       "--out", directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("loading the configuration takes 585 cycles"), std::string::npos) << result.err;
  EXPECT_TRUE(directory.files().empty());
}

}  // namespace
}  // namespace kintsugi::test
