// Runs with several hot nodes, with rates of nodes and with bursts, counted in the log of their packets.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

constexpr std::uint32_t kMeshNodes = 16;

struct LoggedPacket {
  std::uint32_t source;
  std::uint32_t destination;
  std::uint64_t created;
  friend bool operator==(const LoggedPacket&, const LoggedPacket&) = default;
};

std::string mesh_of(const std::string& traffic, unsigned cycles) {
  return "{network: {kind: mesh, sides: [4, 4]}, traffic: {" + traffic +
         "}, run: {warmup: 0, cycles: " + std::to_string(cycles) + "}}";
}

json report_of_bursts(const std::string& scenario, const std::vector<std::string>& more = {}) {
  const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
  EXPECT_EQ(result.status, 0) << scenario << result.err;
  return json::parse(result.out);
}

/// Runs a scenario and returns its packets, by source and in the order of time.
std::vector<LoggedPacket> packets_of_run(const std::string& scenario) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string log = (directory.path() / "packets.jsonl").string();
  const json report = report_of_bursts(scenario, {"--packets", log});
  std::vector<LoggedPacket> packets;
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const json packet = json::parse(line);
    packets.push_back({packet.at("source"), packet.at("destination"), packet.at("created")});
  }
  EXPECT_EQ(report.at("packets").at("created"), packets.size());
  std::ranges::sort(packets, {}, [](const LoggedPacket& packet) { return std::pair(packet.source, packet.created); });
  return packets;
}

std::string refusal_of_bursts(const std::vector<std::string>& words) {
  const ToolResult result = run_tool(words);
  EXPECT_EQ(result.status, 2) << result.out;
  return result.err;
}

TEST(HotspotRuns, send_to_each_hot_node_by_its_share_and_evenly_to_the_rest) {
  const std::map<std::uint32_t, double> shares = {{5, 0.3}, {10, 0.1}, {3, 0.05}};
  const auto packets = packets_of_run(
      mesh_of("pattern: hotspot, hotspots: [{node: x1.y1, share: 0.3}, [10, 0.1], {share: 0.05, node: 3}], "
              "rate: 0.2, flits: 1",
              8000));
  std::vector<double> sent(kMeshNodes), arrived(kMeshNodes);
  for (const LoggedPacket& packet : packets) {
    ++sent.at(packet.source);
    ++arrived.at(packet.destination);
    ASSERT_NE(packet.source, packet.destination);
  }
  for (std::uint32_t destination = 0; destination < kMeshNodes; ++destination) {
    double mean = 0, variance = 0;
    for (std::uint32_t source = 0; source < kMeshNodes; ++source) {
      if (source == destination) continue;
      double rest = 0.55;
      if (shares.contains(source)) rest += shares.at(source);
      const double own = shares.contains(destination) ? shares.at(destination) : 0;
      const double probability = own + rest / (kMeshNodes - 1);
      mean += sent[source] * probability;
      variance += sent[source] * probability * (1 - probability);
    }
    EXPECT_NEAR(arrived[destination], mean, 3 * std::sqrt(variance)) << destination;
  }
}

TEST(HotspotRuns, with_a_list_of_one_are_those_with_a_node) {
  EXPECT_EQ(report_of_bursts(mesh_of("pattern: hotspot, hotspots: [[6, 0.2]]", 2000)),
            report_of_bursts(mesh_of("pattern: hotspot, node: 6, share: 0.2", 2000)));
  EXPECT_EQ(report_of_bursts(mesh_of("pattern: hotspot, among: [7, 3, 1, 9], hotspots: [[9, 0.5]]", 2000)),
            report_of_bursts(mesh_of("pattern: hotspot, among: [7, 3, 1, 9], node: 9, share: 0.5", 2000)));
}

TEST(RateRuns, each_node_has_its_own_rate_and_the_others_send_what_they_sent_before) {
  constexpr unsigned kCycles = 10000;
  const std::map<std::uint32_t, double> rates = {{3, 0.4}, {9, 0}, {0, 0.05}};
  const auto packets =
      packets_of_run(mesh_of("rate: 0.1, flits: 2, rates: [{node: 3, rate: 0.4}, [x1.y2, 0], [0, 0.05]]", kCycles));
  std::vector<double> sent(kMeshNodes);
  std::vector<LoggedPacket> of_others;
  for (const LoggedPacket& packet : packets) {
    ++sent.at(packet.source);
    if (!rates.contains(packet.source)) of_others.push_back(packet);
  }
  for (std::uint32_t node = 0; node < kMeshNodes; ++node) {
    const double probability = (rates.contains(node) ? rates.at(node) : 0.1) / 2;
    EXPECT_NEAR(sent[node], probability * kCycles, 3 * std::sqrt(kCycles * probability * (1 - probability))) << node;
  }
  EXPECT_EQ(sent[9], 0);
  auto before = packets_of_run(mesh_of("rate: 0.1, flits: 2", kCycles));
  std::erase_if(before, [&](const LoggedPacket& packet) { return rates.contains(packet.source); });
  EXPECT_EQ(of_others, before);
}

TEST(RateRuns, beside_a_program_only_the_named_nodes_send) {
  const std::string program = "workload: {name: allreduce, algorithm: ring, bytes: 4096}";
  const std::uint64_t alone = report_of_bursts(mesh_of(program, 20000)).at("packets").at("created");
  const std::uint64_t beside =
      report_of_bursts(mesh_of(program + ", rates: [[3, 0.2]]", 20000)).at("packets").at("created");
  EXPECT_GT(beside, alone);
  EXPECT_NE(refusal_of_bursts({"run", mesh_of(program + ", burst: {mean: 50, pause: 50}", 20000)})
                .find("traffic.burst describes traffic beside traffic.workload, and there is none; give its "
                      "traffic.rate"),
            std::string::npos);
}

TEST(RateRuns, without_a_rate_a_node_is_expected_to_send_nothing) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rates: [[3, 0]]}, "
      "expect: {single_packets: [{source: ";
  EXPECT_EQ(refusal_of_bursts({"run", scenario + "3, number: 0, lost: false}]}}"}),
            "<command line>:1:103: expect.single_packets: node 3 has rate 0, so it sends no packet; give it another in "
            "traffic.rates\n");
  EXPECT_EQ(run_tool({"run", scenario + "4, number: 0, lost: false}]}}"}).status, 0);
}

const std::string kFullBursts = "rate: 0.25, flits: 1, burst: {mean: 50, pause: 150";

TEST(BurstRuns, have_the_mean_burst_and_the_mean_rate) {
  constexpr unsigned kCycles = 15000;
  const auto packets = packets_of_run(mesh_of(kFullBursts + "}", kCycles));
  // At 1 flit/cycle in a burst every cycle of it has a packet. The first burst of a node has no beginning.
  double bursts = 0, cycles = 0, pauses = 0;
  std::uint64_t begin = 0;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const bool is_new = packets[i].source != packets[i - 1].source;
    const std::uint64_t gap = packets[i].created - packets[i - 1].created;
    if (!is_new && gap == 1) continue;
    if (begin != 0) {
      ++bursts;
      cycles += static_cast<double>(packets[i - 1].created + 1 - begin);
    }
    begin = is_new ? 0 : packets[i].created;
    pauses += is_new ? 0 : static_cast<double>(gap - 1);
  }
  const double pairs = bursts;  // of a burst and the pause in front of it
  ASSERT_GT(bursts, 900);
  EXPECT_NEAR(cycles / bursts, 50, 3 * std::sqrt(50 * 49 / bursts));
  EXPECT_NEAR(pauses / pairs, 150, 3 * std::sqrt(150 * 149 / pairs));
  // The variance of the cycles in bursts, from the correlation of two cycles of a node.
  const double kept = 1 - 1.0 / 50 - 1.0 / 150;
  const double variance = kMeshNodes * double{kCycles} * 0.25 * 0.75 * (1 + kept) / (1 - kept);
  EXPECT_NEAR(static_cast<double>(packets.size()), 0.25 * kMeshNodes * kCycles, 3 * std::sqrt(variance));
}

TEST(BurstRuns, have_longer_tails_than_without_and_those_of_pareto_the_longest) {
  const auto latencies = [](const std::string& burst) {
    const json report = report_of_bursts("{network: {kind: mesh, sides: [8, 8]}, traffic: {rate: 0.2, flits: 4" +
                                         burst + "}, run: {cycles: 12000}}");
    EXPECT_NEAR(report.at("throughput").at("offered").get<double>(), 0.2, 0.02) << burst;
    return report.at("latency");
  };
  const json plain = latencies("");
  const json geometric = latencies(", burst: {mean: 100, pause: 300}");
  const json pareto = latencies(", burst: {mean: 100, pause: 300, alpha: 1.5}");
  for (const std::string tail : {"p95", "p99"}) {
    EXPECT_GT(geometric.at(tail).get<double>(), 3 * plain.at(tail).get<double>()) << tail;
    EXPECT_GT(pareto.at(tail).get<double>(), 1.3 * geometric.at(tail).get<double>()) << tail;
  }
}

TEST(BurstRuns, are_the_same_on_every_schedule_and_with_threads) {
  for (const std::string traffic :
       {"pattern: hotspot, hotspots: [[5, 0.2], [6, 0.1]], rate: 0.1, rates: [[3, 0], [4, 0.2]], flits: {3: 1, 9: 2}, "
        "burst: {mean: 20, pause: 20, alpha: 1.5}, multicast: {rate: 0.001}",
        "flows: [[0, 5, 0.2, 4], [3, 12, 0.1, 4, 100, 900], [5, 0, 0.1]], burst: {mean: 20, pause: 20}"}) {
    const std::vector<std::string> run = {"run", mesh_of(traffic, 1500), "--json", "--quiet"};
    const ToolResult domain = run_tool(run);
    ASSERT_EQ(domain.status, 0) << domain.err;
    for (const auto& way : other_ways_to_run()) {
      EXPECT_TRUE(run_tool(with(run, way)).out == domain.out) << traffic << ' ' << way.back();
    }
  }
}

TEST(BurstRuns, of_flows_keep_the_rates_of_the_flows) {
  const json report =
      report_of_bursts(mesh_of("flows: [[0, 5, 0.2, 4], [3, 12, 0.1, 4]], burst: {mean: 20, pause: 20}", 60000));
  const json& list = report.at("flows").at("list");
  for (const json& flow : list) {
    const double rate = flow.at("rate"), inside = 2 * rate / 4, kept = 1 - 1.0 / 20 - 1.0 / 20;
    const double variance = 60000 * (inside * inside * 0.25 * (1 + kept) / (1 - kept) + 0.5 * inside * (1 - inside));
    EXPECT_NEAR(flow.at("packets").get<double>(), rate / 4 * 60000, 3 * std::sqrt(variance));
  }
  EXPECT_EQ(
      refusal_of_bursts({"run", mesh_of("flows: [[0, 5, 0.4], [0, 6, 0.2]], burst: {mean: 20, pause: 20}", 1000)}),
      "<command line>:1:57: traffic.flows: the flows of node x0.y0 have together 0.6 flits/cycle from cycle 0 on, "
      "in bursts (traffic.burst) 1.2, and a PE injects at most 1; lower their rates, or traffic.scale, or give "
      "longer bursts or shorter pauses\n");
}

TEST(BurstRuns, are_saturated_at_rates_that_a_burst_can_have) {
  const std::vector<std::string> words = {"saturate", mesh_of("flits: 1, burst: {mean: 30, pause: 90}", 4000), "--json",
                                          "--quiet", "--tolerance"};
  const ToolResult result = run_tool(with(words, {"0.02"}));
  ASSERT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  for (const json& run : report.at("runs")) EXPECT_LE(run.at("rate").get<double>(), 0.25);
  EXPECT_GE(report.at("runs").size(), 3u);
  EXPECT_EQ(refusal_of_bursts(with(words, {"0.3"})),
            "<command line>:1:67: traffic.burst: a rate above 0.25 is more than a flit in a cycle of a burst, and "
            "--tolerance is 0.3; give a smaller one\n");
  EXPECT_EQ(refusal_of_bursts({"saturate", mesh_of("rates: [[3, 0.1]]", 1000)}),
            "<command line>:1:57: traffic.rates: these nodes would keep their rates when that of the others is varied; "
            "leave it out\n");
}

}  // namespace
}  // namespace kintsugi::test
