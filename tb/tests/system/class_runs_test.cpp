// Runs with priority classes: shares, isolation of the first class, results against the packets, and what is said of
// wrong keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/schedules.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string classed(const std::string& traffic, const std::string& more = "",
                    const std::string& run = "cycles: 2000, warmup: 400") {
  return "{network: {kind: torus, sides: [4, 4]}, traffic: {" + traffic + "}, run: {" + run + "}" + more + '}';
}

json classed_report(const std::string& scenario) {
  const ToolResult result = run_tool({"run", scenario, "--json"});
  EXPECT_EQ(result.status, 0) << result.err << result.out;
  return json::parse(result.out);
}

std::string classed_refusal(std::vector<std::string> words) {
  const ToolResult result = run_tool(std::move(words));
  EXPECT_EQ(result.status, 2) << result.out;
  return result.err;
}

/// Returns the log of packets of a run, each of which has its creation, source and destination.
std::vector<json> classed_packets(const std::string& scenario) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.jsonl").string();
  std::filesystem::create_directories(directory.path());
  EXPECT_EQ(run_tool({"run", scenario, "--packets", log}).status, 0);
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);
  std::vector<json> packets;
  while (std::getline(in, line)) packets.push_back(json::parse(line));
  return packets;
}

TEST(ClassRuns, have_packets_of_each_class_by_its_share) {
  const json run = classed_report(classed("rate: 0.2, flits: 4, classes: {shares: [1, 3, 6]}"));
  const json& list = run.at("classes").at("list");
  ASSERT_EQ(list.size(), 3u);
  double all = 0;
  for (const json& each : list) all += each.at("packets").get<double>();
  EXPECT_EQ(all, run.at("packets").at("created"));
  const double shares[] = {0.1, 0.3, 0.6};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(list[i].at("packets"), all * shares[i], 3 * std::sqrt(all * shares[i] * (1 - shares[i]))) << i;
    EXPECT_EQ(list[i].at("packets"), list[i].at("delivered"));
  }
  EXPECT_EQ(run.at("proof").at("vcs"), 6) << "two channels for each class";
  EXPECT_EQ(run.at("conserved"), true);
}

TEST(ClassRuns, send_the_packets_of_a_run_without_classes) {
  const auto key = [](const json& packet) {
    return std::tuple(packet.at("source").get<int>(), packet.at("number").get<int>(), packet.at("created").get<int>(),
                      packet.at("destination").get<int>(), packet.at("flits").get<int>());
  };
  std::vector<decltype(key(json()))> plain, with;
  for (const json& each : classed_packets(classed("rate: 0.1, flits: {1: 1, 6: 1}"))) plain.push_back(key(each));
  for (const json& each : classed_packets(classed("rate: 0.1, flits: {1: 1, 6: 1}, classes: {}"))) {
    with.push_back(key(each));
  }
  std::ranges::sort(plain);
  std::ranges::sort(with);
  EXPECT_GT(plain.size(), 500u);
  EXPECT_TRUE(plain == with);
}

TEST(ClassRuns, an_urgent_class_has_the_latency_of_an_empty_network_while_the_others_wait) {
  const std::string load = "rate: 1, flits: 4, classes: {shares: [1, 19]";
  const std::string run = "cycles: 3000, warmup: 1000, drain: false";
  const json strict = classed_report(classed(load + "}", "", run));
  const json turns = classed_report(classed(load + ", arbitration: round_robin}", "", run));
  const json alone = classed_report(classed("rate: 0.05, flits: 4, classes: {shares: [1, 0]}", "", run));
  const double mean = strict.at("classes").at("first").at("mean");
  EXPECT_NEAR(mean, alone.at("classes").at("first").at("mean").get<double>(), 0.5);
  EXPECT_GT(strict.at("classes").at("last").at("mean"), 10 * mean);
  EXPECT_GT(turns.at("classes").at("first").at("mean"), 1.2 * mean);
  EXPECT_FALSE(alone.at("classes").at("last").contains("mean")) << "none was measured";
  EXPECT_EQ(strict.at("classes").at("arbitration"), "strict");
}

TEST(ClassRuns, results_of_classes_add_up_to_those_of_the_run) {
  const json run = classed_report(classed("rate: 0.3, flits: 3, classes: {count: 3}"));
  double offered = 0, accepted = 0;
  for (const json& each : run.at("classes").at("list")) {
    offered += each.at("offered").get<double>();
    accepted += each.at("accepted").get<double>();
  }
  EXPECT_NEAR(offered, run.at("throughput").at("offered").get<double>(), 1e-12);
  EXPECT_NEAR(accepted, run.at("throughput").at("accepted").get<double>(), 1e-12);
}

/// A network of switches, of which each has four nodes with a PE.
TEST(ClassRuns, have_the_rates_of_nodes_with_a_pe) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "ring.csv") << "0,1\n1,2\n2,3\n3,0\n";
  const json run = classed_report("{network: {kind: graph, file: " + (directory.path() / "ring.csv").string() +
                                  ", pes: 4}, router: {routing: nue}, traffic: {rate: 0.05, classes: {}}, run: "
                                  "{cycles: 4000, warmup: 500}}");
  double offered = 0;
  for (const json& each : run.at("classes").at("list")) offered += each.at("offered").get<double>();
  EXPECT_NEAR(offered, 0.05, 0.008);
  EXPECT_NEAR(offered, run.at("throughput").at("offered").get<double>(), 1e-12);
}

TEST(ClassRuns, flows_have_classes_of_their_own) {
  const json run = classed_report(classed(
      "flits: 4, classes: {count: 2}, flows: [[0, 5, 0.9, 4, 0, 3000, 1], {source: 0, destination: 5, rate: 0.1}, "
      "{source: 4, destination: 5, rate: 0.9, class: 1}]"));
  const json& flows = run.at("flows").at("list");
  EXPECT_EQ(flows.at(0).at("class"), 1);
  EXPECT_EQ(flows.at(1).at("class"), 0);
  EXPECT_EQ(run.at("classes").at("list").at(0).at("packets"), flows.at(1).at("packets"));
  EXPECT_EQ(run.at("classes").at("first").at("mean"), flows.at(1).at("latency").at("mean"));
  EXPECT_GT(flows.at(0).at("latency").at("mean"), 5 * flows.at(1).at("latency").at("mean").get<double>());
}

/// The second window begins with the packet that has the highest latency of the first one. Only packets of class 1 go
/// to node 5 or 6.
TEST(ClassRuns, report_what_the_packets_of_each_class_did) {
  std::uint64_t window_begin = 400, of_slowest = 0, highest = 0;
  for (int window = 0; window < 2; ++window, window_begin = of_slowest) {
    const std::string scenario = classed(
        "flits: 1, classes: {count: 2}, flows: [[0, 5, 0.4, 1, 0, 3000, 1], [4, 6, 0.5, 1, 0, 3000, 1], [0, 7, 0.5], "
        "[4, 7, 0.45]]",
        "", "cycles: 2000, warmup: " + std::to_string(window_begin));
    std::vector<std::uint64_t> latencies[2];
    std::size_t created[2] = {}, offered[2] = {}, accepted[2] = {};
    for (const json& packet : classed_packets(scenario)) {
      const std::uint64_t begin = packet.at("created"), end = packet.at("delivered");
      const std::size_t number = packet.at("destination") == 7 ? 0 : 1;
      ++created[number];
      if (end >= window_begin && end < 2000) ++accepted[number];
      if (begin < window_begin) continue;
      ++offered[number];
      latencies[number].push_back(end - begin);
      if (end - begin > highest) of_slowest = begin;
      highest = std::max(highest, end - begin);
    }
    const json classes = classed_report(scenario).at("classes");
    const double node_cycles = 16 * static_cast<double>(2000 - window_begin);
    for (std::size_t number = 0; number < 2; ++number) {
      std::vector<std::uint64_t>& own = latencies[number];
      ASSERT_GT(own.size(), 20u);
      std::ranges::sort(own);
      double sum = 0;
      for (const std::uint64_t each : own) sum += static_cast<double>(each);
      // the latency that at least so many per cent do not exceed
      const auto percentile = [&own](std::size_t percent) {
        std::size_t count = 1;
        while (count * 100 < own.size() * percent) ++count;
        return own[count - 1];
      };
      const json& reported = classes.at("list").at(number);
      EXPECT_EQ(reported.at("packets"), created[number]);
      EXPECT_NEAR(reported.at("offered").get<double>(), static_cast<double>(offered[number]) / node_cycles, 1e-12);
      EXPECT_NEAR(reported.at("accepted").get<double>(), static_cast<double>(accepted[number]) / node_cycles, 1e-12);
      for (const json& each : {reported.at("latency"), classes.at(number == 0 ? "first" : "last")}) {
        EXPECT_NEAR(each.at("mean").get<double>(), sum / static_cast<double>(own.size()), 1e-9);
        EXPECT_EQ(each.at("p95"), percentile(95));
        EXPECT_EQ(each.at("max"), own.back());
      }
      EXPECT_EQ(reported.at("latency").at("p99"), percentile(99));
    }
  }
}

TEST(ClassRuns, are_the_same_on_every_schedule_while_pes_die) {
  const std::string faults = ", fabric: {}, faults: [{pe: [2, 2], cycle: 300}, {pe: [3, 1], cycle: 700}]";
  for (const std::string arbitration : {"strict", "round_robin"}) {
    const Outcome outcome = run_on_every_schedule(
        classed("rate: 0.3, flits: 3, classes: {arbitration: " + arbitration + "}", faults, "cycles: 1200"));
    EXPECT_EQ(outcome.status, 0);
    const json& list = outcome.document.at("classes").at("list");
    EXPECT_GT(list.at(0).at("packets"), 0);
    EXPECT_GT(list.at(1).at("packets"), 0);
  }
}

TEST(ClassRuns, are_the_same_where_routes_lead_around_what_dies) {
  const Outcome outcome =
      run_on_every_schedule(classed("rate: 0.2, flits: 3, classes: {}",
                                    ", faults: [{pe: 5, cycle: 300}, {link: [1, 2], cycle: 500}]", "cycles: 1000"));
  EXPECT_GT(outcome.document.at("classes").at("list").at(1).at("delivered"), 0);
}

TEST(ClassRuns, without_meaning_are_refused_with_the_remedy) {
  const auto refuses = [](const std::string& scenario, const std::string& message) {
    EXPECT_NE(classed_refusal({"run", scenario}).find(message), std::string::npos)
        << message << '\n'
        << classed_refusal({"run", scenario});
  };
  refuses(classed("classes: {count: 3, shares: [1, 2]}"),
          "traffic.classes.shares has 2 numbers, and traffic.classes.count is 3; give one for each class");
  refuses(classed("classes: {shares: [1]}"),
          "traffic.classes.shares must have 2 to 8 numbers, one for each class, not 1");
  refuses(classed("classes: {shares: [0, 0]}"), "traffic.classes.shares: at least one class needs a share above 0");
  refuses(classed("flows: [[0, 1, 0.1]], classes: {shares: [1, 2]}"),
          "traffic.classes.shares has no meaning with traffic.flows");
  refuses(classed("flows: [[0, 1, 0.1, 1, 0, 10, 2]], classes: {count: 2}"),
          "traffic.flows: flow 1 has class 2, and traffic.classes.count is 2: give it at least 3");
  refuses(classed("flows: [{source: 0, destination: 1, rate: 0.1, class: 1}]"),
          "traffic.flows: flow 1 has class 1, and the scenario has no classes: give traffic.classes: {count: 2}");
  refuses(classed("classes: {}, reply: {}"), "traffic.classes are of the packets of a pattern or of flows");
  refuses(classed("classes: {}, multicast: {}"), "traffic.classes are of the packets of a pattern or of flows");
  refuses(classed("classes: {count: 3}", ", router: {vcs: 7}"),
          "router.vcs must be a multiple of 3, the priority classes (traffic.classes)");
  refuses(classed("classes: {}", ", router: {vcs: 2}"), "router.vcs must be at least 4");
  refuses(classed("classes: {}", ", detection: {}"),
          "traffic.classes: priority classes are not supported together with detection");
  refuses(classed("classes: {arbitration: fair}"), "traffic.classes.arbitration: unknown name 'fair'");
  EXPECT_NE(classed_refusal({"export", classed("classes: {}"), "--out", "nowhere"})
                .find("traffic.classes: exported routers do not know priority classes"),
            std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
