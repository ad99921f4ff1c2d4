// Whole runs: properties that hold for every run, at any load.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::vector<std::string> run_of(const std::string& scenario, const std::string& cycles) {
  return {"run", "traces/" + scenario, "--json", "--set", "run.cycles=" + cycles, "--set", "run.warmup=100"};
}

void expect_same_under_all_schedules(const std::vector<std::string>& arguments) {
  const ToolResult domain = run_tool(arguments);
  EXPECT_EQ(domain.status, 0) << domain.err;
  for (const auto& way : kOtherWaysToRun) EXPECT_EQ(run_tool(with(arguments, way)).out, domain.out) << way.back();
}

TEST(Schedules, give_the_same_bytes_for_the_ring) {
  expect_same_under_all_schedules(run_of("ring256.yaml", "1000"));
}

TEST(Schedules, give_the_same_bytes_with_two_tracks) {
  expect_same_under_all_schedules(run_of("two_tracks.yaml", "1000"));
}

TEST(SchedulesSlow, give_the_same_bytes_for_the_demo) {
  const TemporaryDirectory directory;
  expect_same_under_all_schedules(with(run_of("demo.yaml", "2000"), {"--out", directory.path().string()}));
}

TEST(SchedulesSlow, give_the_same_bytes_for_the_large_wafer) {
  expect_same_under_all_schedules(run_of("wafer32.yaml", "2000"));
}

/// Far beyond saturation every buffer is full and every arbiter has to choose.
TEST(Schedules, give_the_same_bytes_under_overload) {
  expect_same_under_all_schedules(
      with(run_of("two_tracks.yaml", "400"), {"--set", "traffic.rate=0.9", "--set", "run.drain=false"}));
}

/// Which channel is free decides where a packet goes, and whether it jumps.
TEST(SchedulesSlow, give_the_same_bytes_for_adaptive_routing_on_a_repaired_wafer) {
  for (const std::string routing : {"adaptive", "adaptive-recursive"}) {
    const std::vector<std::string> arguments =
        with(run_of("two_tracks.yaml", "600"), {"--set", "router.routing=" + routing, "--set", "traffic.rate=0.5"});
    expect_same_under_all_schedules(arguments);
    const json report = json::parse(run_tool(arguments).out);
    EXPECT_EQ(report.at("repair").at("verified"), true);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_EQ(report.at("deadlock"), false);
    EXPECT_EQ(report.at("packets").at("delivered"), report.at("packets").at("created"));
  }
}

/// Packets alternate between adaptive and escape channels, with every number of channels; all of them arrive.
TEST(SchedulesSlow, give_the_same_bytes_for_minimal_adaptive_on_a_repaired_wafer_under_overload) {
  for (const std::string vcs : {"1", "2", "3"}) {
    const std::vector<std::string> arguments =
        with(run_of("two_tracks.yaml", "300"),
             {"--set", "traffic.rate=0.9", "--set", "router.vcs=" + vcs, "--set", "router.routing=minimal-adaptive"});
    expect_same_under_all_schedules(arguments);
    const json report = json::parse(run_tool(arguments).out);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_EQ(report.at("packets").at("delivered"), report.at("packets").at("created"));
  }
}

TEST(Runs, two_runs_print_the_same_bytes) {
  const std::vector<std::string> arguments = run_of("ring256.yaml", "1000");
  EXPECT_EQ(run_tool(arguments).out, run_tool(arguments).out);
}

TEST(Runs, wall_clock_figures_only_on_request) {
  const std::vector<std::string> arguments = run_of("ring256.yaml", "1000");
  json plain = json::parse(run_tool(arguments).out);
  json timed = json::parse(run_tool(with(arguments, {"--timing"})).out);
  EXPECT_FALSE(plain.contains("timing"));
  for (const std::string key :
       {"elaboration_seconds", "simulation_seconds", "cycles", "router_cycles", "evaluations", "flit_hops",
        "ns_per_flit_hop", "router_cycles_per_second", "peak_memory_bytes", "memory_estimate_bytes"}) {
    EXPECT_GT(timed.at("timing").at(key).get<double>(), 0) << key;
  }
  timed.erase("timing");
  EXPECT_EQ(timed, plain) << "all else is the same";
}

/// The loop begins when the states hold. A wafer of 4 x 4 nodes has 32 routers, those of spare PEs too.
TEST(Runs, timing_is_of_the_cycles_after_the_configuration_and_of_all_routers) {
  const auto report_of_torus = [](const std::string& more, const std::vector<std::string>& options) {
    const std::string scenario =
        "{network: {kind: torus, sides: [4, 4]}, traffic: {rate: 0.1}, run: {cycles: 400}" + more + "}";
    return json::parse(run_tool(with({"run", scenario, "--json", "--timing"}, options)).out);
  };
  for (const std::vector<std::string>& options : {std::vector<std::string>{}, {"--schedule", "always"}}) {
    const json direct = report_of_torus("", options), wafer = report_of_torus(", fabric: {}", options);
    const json &of_direct = direct.at("timing"), &of_wafer = wafer.at("timing");
    EXPECT_EQ(of_direct.at("cycles"), direct.at("cycles"));
    EXPECT_EQ(of_wafer.at("cycles"), wafer.at("cycles").get<int>() - wafer.at("configuration").at("cycles").get<int>());
    EXPECT_EQ(of_direct.at("router_cycles"), direct.at("cycles").get<int>() * 16);
    EXPECT_EQ(of_wafer.at("router_cycles"), of_wafer.at("cycles").get<int>() * 32);
    EXPECT_EQ(of_direct.at("configuration_seconds"), 0);
    EXPECT_GT(of_wafer.at("configuration_seconds"), 0);
    const int both = 2 * of_direct.at("router_cycles").get<int>();  // the router and the PE of each node
    if (options.empty()) {
      EXPECT_LT(of_direct.at("evaluations"), both) << "idle modules are left out";
    } else {
      EXPECT_EQ(of_direct.at("evaluations"), both);
    }
  }
}

/// The flits of packets that have not arrived count too; far beyond saturation these are most packets.
TEST(Runs, flit_hops_are_the_sum_of_the_flits_over_all_links) {
  for (const std::string rate : {"0.02", "0.9"}) {
    const json document =
        json::parse(run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}}", "--set", "traffic.rate=" + rate, "--set",
                              "run={cycles: 500, warmup: 0, drain: false, details: true}", "--json", "--timing"})
                        .out);
    std::uint64_t flits = 0;
    for (const json& link : document.at("links")) flits += link.at("flits").get<std::uint64_t>();
    EXPECT_GT(flits, 0u);
    EXPECT_EQ(document.at("timing").at("flit_hops"), flits) << rate;
  }
}

TEST(RunsSlow, every_flit_of_the_large_wafer_is_accounted_for) {
  const ToolResult result = run_tool({"run", "traces/wafer32.yaml", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("conserved"), true);
  EXPECT_EQ(document.at("deadlock"), false);
  EXPECT_EQ(document.at("configuration").at("verified"), true);
  EXPECT_EQ(document.at("repair").at("faults"), 20);
  EXPECT_GE(document.at("cycles"), 10000);
  for (const std::string unit : {"packets", "flits"}) {
    const json& count = document.at(unit);
    EXPECT_GT(count.at("created"), 10000) << unit;
    EXPECT_EQ(count.at("injected"), count.at("created")) << unit;
    EXPECT_EQ(count.at("delivered"), count.at("created")) << unit;
    EXPECT_EQ(count.at("in_flight"), 0) << unit;
    EXPECT_EQ(count.at("lost"), 0) << unit;
  }
  EXPECT_NEAR(document.at("throughput").at("accepted").get<double>(), 0.02, 0.001);
}

TEST(RunsSlow, loading_the_configuration_shows_its_progress) {
  const ToolResult result = run_tool({"run",
                                      "{network: {kind: srt2d, n: 6}, fabric: {chain_bits: 1}, run: {cycles: 30300, "
                                      "proof: skip}}",
                                      "--schedule", "always"});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.err.starts_with("loading the configuration: ")) << result.err;
  EXPECT_NE(result.err.find(" cycles left"), std::string::npos) << result.err;
}

TEST(RunsSlow, few_cycles_of_many_routers_show_their_progress) {
  const ToolResult result = run_tool({"run",
                                      "{network: {kind: mesh, sides: [256, 256]}, traffic: {rate: 0.05}, run: {cycles: "
                                      "250, proof: skip, drain: false}}",
                                      "--schedule", "always"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("simulation: "), std::string::npos) << result.err;
}

TEST(Runs, throughput_is_what_was_offered_below_saturation) {
  const json document = json::parse(run_tool({"run", "traces/two_tracks.yaml", "--json"}).out);
  const json& throughput = document.at("throughput");
  EXPECT_NEAR(throughput.at("accepted").get<double>(), throughput.at("offered").get<double>(), 0.002);
  EXPECT_NEAR(throughput.at("offered").get<double>(), 0.02, 0.002);
}

TEST(Runs, a_narrower_chain_takes_longer_and_changes_nothing_else) {
  const std::vector<std::string> arguments = run_of("two_tracks.yaml", "2000");
  const json wide = json::parse(run_tool(arguments).out);
  const json narrow = json::parse(run_tool(with(arguments, {"--set", "fabric.chain_bits=8"})).out);
  const int bytes = wide.at("repair").at("bitstream_bytes").get<int>() + 4;
  EXPECT_EQ(wide.at("configuration").at("cycles"), (bytes * 8 + 31) / 32 + 1);
  EXPECT_EQ(narrow.at("configuration").at("cycles"), bytes + 1);
  EXPECT_EQ(narrow.at("configuration").at("verified"), true);
  EXPECT_EQ(narrow.at("repair"), wide.at("repair"));
}

TEST(Runs, shorter_reach_makes_longer_wires_slower) {
  const std::vector<std::string> arguments = run_of("two_tracks.yaml", "2000");
  double latency = 0;
  for (const std::string reach : {"100", "4", "2", "1"}) {
    const ToolResult result = run_tool(with(arguments, {"--set", "link.reach=" + reach}));
    EXPECT_EQ(result.status, 0) << result.err;
    const double mean = json::parse(result.out).at("latency").at("mean").get<double>();
    EXPECT_GT(mean, latency) << "reach " << reach;
    latency = mean;
  }
}

TEST(Runs, the_window_begins_when_the_chain_has_loaded) {
  const json document = json::parse(run_tool(with(run_of("two_tracks.yaml", "2000"), {"--set", "run.warmup=0"})).out);
  EXPECT_EQ(document.at("window").at(0), document.at("configuration").at("cycles"));
  EXPECT_EQ(document.at("window").at(1), 2000);
}

TEST(Runs, too_few_cycles_to_load_the_chain_is_an_error_with_its_place) {
  const ToolResult result =
      run_tool({"run", "traces/two_tracks.yaml", "--set", "run.cycles=20", "--set", "run.warmup=0", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "--set run.cycles=20: loading the configuration takes 34 cycles; run.cycles must be more\n");
}

TEST(IrreparableWafer, names_the_reason_simulates_nothing_and_writes_nothing) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", "traces/irreparable.yaml", "--json", "--set", "waves={file: run.vcd}",
                                      "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repair").at("irreparable_subset"), (json{{2, 4}, {4, 2}, {4, 4}, {4, 6}, {6, 4}}));
  EXPECT_FALSE(document.contains("cycles"));
  EXPECT_FALSE(document.contains("proof"));
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

TEST(TwoTracks, repair_what_one_track_cannot) {
  EXPECT_EQ(run_tool({"repair", "traces/two_tracks.yaml"}).status, 0);
  EXPECT_EQ(run_tool({"repair", "traces/two_tracks.yaml", "--set", "fabric.tracks=1"}).status, 1);
}

/// Parameters: variant and routing.
class ProofOnWafer : public testing::TestWithParam<std::tuple<std::string, std::string>> {
 protected:
  static void prove(int n, const std::string& shift, int faults) {
    const auto& [variant, routing] = GetParam();
    const int nodes = 1 << 2 * n;
    const ToolResult result =
        run_tool({"prove",
                  "{network: {kind: srt2d, n: " + std::to_string(n) + ", variant: " + variant + ", shift: " + shift +
                      "}, fabric: {}, defects: {random: " + std::to_string(faults) +
                      ", seed: 2}, router: {routing: " + routing + "}}",
                  "--json"});
    EXPECT_EQ(result.status, 0) << result.err << result.out;
    const json document = json::parse(result.out);
    EXPECT_EQ(document.at("routing"), routing);
    EXPECT_EQ(document.at("repair").at("verified"), true);
    EXPECT_EQ(document.at("acyclic"), true);
    EXPECT_EQ(document.at("pairs"), nodes * (nodes - 1));
    EXPECT_EQ(document.at("delivered_pairs"), nodes * (nodes - 1));
  }
};

class ProofOnWaferSlow : public ProofOnWafer {};

TEST_P(ProofOnWafer, holds_for_64_and_256_nodes) {
  for (const std::string shift : {"1-shift", "uniform"}) {
    prove(3, shift, 4);
    prove(4, shift, 10);
  }
}

TEST_P(ProofOnWaferSlow, holds_for_1024_nodes) {
  for (const std::string shift : {"1-shift", "uniform"}) prove(5, shift, 20);
}

std::string name_of(const testing::TestParamInfo<ProofOnWafer::ParamType>& info) {
  std::string name = std::get<0>(info.param) + '_' + std::get<1>(info.param);
  std::ranges::replace(name, '-', '_');
  return name;
}

const auto kVariants = testing::Combine(testing::Values("standard", "long", "short"),
                                        testing::Values("monotone", "recursive", "adaptive", "adaptive-recursive"));
INSTANTIATE_TEST_SUITE_P(Variants, ProofOnWafer, kVariants, name_of);
INSTANTIATE_TEST_SUITE_P(Variants, ProofOnWaferSlow, kVariants, name_of);

TEST(DemoReportSlow, says_what_was_repaired_proved_loaded_and_delivered) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"demo", "--out", directory.path().string(), "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const std::vector<std::string> lines = {
      "defects    12: PE [2, 7], PE [3, 12], PE [5, 3], PE [5, 7], PE [6, 7], PE [6, 12], and 6 more, which --json "
      "names",
      "[5, 7] east, 10 moved",
      "[6, 7] west, 7 moved",
      "verified   yes",
      "bitstream  273 bytes, CRC-32 b02c7c23 for fabric number e9fb744f",
      "every pair delivered",
      "loaded in 71 cycles",
      "the switches as read back make the network wanted",
      "in flight, 0 dropped",
      "conserved        yes",
      "deadlock         none",
      "To see it:  gtkwave " + (directory.path() / "demo.gtkw").string()};
  for (const std::string& line : lines) {
    EXPECT_NE(result.out.find(line), std::string::npos) << line << "\n" << result.out;
  }
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"demo.gtkw", "demo.sucl", "demo.vcd"}));
}

}  // namespace
}  // namespace kintsugi::test
