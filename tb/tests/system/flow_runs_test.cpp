// Runs under flows: rates, results of each flow against its packets, and what is said of wrong ones.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

class FlowRuns : public testing::Test {
 protected:
  FlowRuns() { std::filesystem::create_directories(directory_.path()); }
  std::string file(const std::string& name) const { return (directory_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  static std::string mesh(const std::string& traffic, const std::string& run = "cycles: 4000, warmup: 500") {
    return "{network: {kind: mesh, sides: [4, 4]}, traffic: {" + traffic + "}, run: {" + run + "}}";
  }
  static std::string out_of(std::vector<std::string> words) {
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  }
  static json report_of(const std::string& scenario) { return json::parse(out_of({"run", scenario, "--json"})); }
  static std::string refusal_of(std::vector<std::string> words) {
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  }

  TemporaryDirectory directory_;
};

struct OfPackets {
  std::uint64_t created = 0, delivered = 0, offered = 0, measured = 0, latency_sum = 0, latency_max = 0;
  std::uint64_t of_slowest = 0;  // the cycle in which the packet with the highest latency was created
  std::vector<std::uint64_t> latencies = {};

  /// Returns the latency that at least 95 % of them do not exceed.
  std::uint64_t p95() const {
    std::vector<std::uint64_t> ascending = latencies;
    std::ranges::sort(ascending);
    std::size_t count = 1;
    while (count * 100 < ascending.size() * 95) ++count;
    return ascending.at(count - 1);
  }
};

/// Counts the packets of a log by their ends. The window begins in that cycle.
std::map<std::pair<std::string, std::string>, OfPackets> packets_by_ends(const std::string& log, std::uint64_t begin) {
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);
  std::map<std::pair<std::string, std::string>, OfPackets> counts;
  const json names = json::parse(line).at("names");
  while (std::getline(in, line)) {
    const json packet = json::parse(line);
    const auto name = [&](const char* end) {
      return names.is_array() ? names.at(packet.at(end).get<std::size_t>()).get<std::string>() : packet.at(end).dump();
    };
    OfPackets& of = counts[{name("source"), name("destination")}];
    ++of.created;
    of.delivered += !packet.at("delivered").is_null();
    if (packet.at("created") < begin) continue;
    of.offered += packet.at("flits").get<std::uint64_t>();
    if (packet.at("delivered").is_null()) continue;
    const std::uint64_t latency =
        packet.at("delivered").get<std::uint64_t>() - packet.at("created").get<std::uint64_t>();
    ++of.measured;
    of.latency_sum += latency;
    of.latencies.push_back(latency);
    if (latency > of.latency_max) of.of_slowest = packet.at("created");
    of.latency_max = std::max(of.latency_max, latency);
  }
  return counts;
}

TEST_F(FlowRuns, have_the_rates_of_the_table_and_send_nowhere_else) {
  const std::string table = write("flows.csv", "0,5,0.10\n3,12,0.05\n");
  constexpr double kCycles = 100000;
  const json report = report_of(mesh("flows: " + table + ", flits: 4", "cycles: 100000, warmup: 0"));
  const json& list = report.at("flows").at("list");
  ASSERT_EQ(list.size(), 2u);
  double packets = 0;
  for (const json& flow : list) {
    const double probability = flow.at("rate").get<double>() / 4;
    const double count = flow.at("packets");
    EXPECT_NEAR(count, probability * kCycles, 3 * std::sqrt(kCycles * probability * (1 - probability)));
    EXPECT_EQ(flow.at("delivered"), flow.at("packets"));
    EXPECT_NEAR(flow.at("offered").get<double>(), count * 4 / kCycles, 1e-12);
    packets += count;
  }
  EXPECT_EQ(report.at("packets").at("created"), packets) << "there are no others";
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("steady"), true);
}

/// The second window begins with the packet that has the highest latency of its flow.
TEST_F(FlowRuns, report_for_each_flow_what_its_packets_did) {
  std::uint64_t begin = 500, of_slowest = 0;
  for (int window = 0; window < 2; ++window, begin = of_slowest) {
    const std::string log = file("packets.jsonl"), table = file("flows.csv");
    const std::vector<std::string> run = {"run",    "traces/soc_flows.yaml",
                                          "--set",  "run.warmup=" + std::to_string(begin),
                                          "--json", "--packets",
                                          log,      "--flows",
                                          table};
    const json report = json::parse(out_of(run));
    ASSERT_EQ(report.at("window").at(0), begin);
    const auto counts = packets_by_ends(log, begin);
    of_slowest = counts.begin()->second.of_slowest;
    const json& list = report.at("flows").at("list");
    EXPECT_EQ(list.size(), counts.size());
    const double cycles = report.at("window").at(1).get<double>() - static_cast<double>(begin);
    double least = 2, slowest = 0;
    std::istringstream csv([&] {
      std::ostringstream text;
      text << std::ifstream(table).rdbuf();
      return text.str();
    }());
    std::string line;
    std::getline(csv, line);
    EXPECT_EQ(line,
              "source,destination,rate,flits,from,to,class,packets,delivered,offered,accepted,latency_mean,latency_p95,"
              "latency_max");
    for (const json& flow : list) {
      const OfPackets& of = counts.at({flow.at("source"), flow.at("destination")});
      ASSERT_GT(of.measured, 0u);
      EXPECT_EQ(flow.at("packets"), of.created);
      EXPECT_EQ(flow.at("delivered"), of.delivered);
      EXPECT_EQ(flow.at("offered"), static_cast<double>(of.offered) / cycles);
      EXPECT_EQ(flow.at("latency").at("mean"), static_cast<double>(of.latency_sum) / static_cast<double>(of.measured));
      EXPECT_EQ(flow.at("latency").at("max"), of.latency_max);
      EXPECT_EQ(flow.at("latency").at("p95"), of.p95());
      least = std::min(least, flow.at("accepted").get<double>() / flow.at("offered").get<double>());
      slowest = std::max(slowest, flow.at("latency").at("mean").get<double>());
      std::getline(csv, line);
      EXPECT_TRUE(
          line.starts_with(flow.at("source").get<std::string>() + ',' + flow.at("destination").get<std::string>()));
      EXPECT_TRUE(line.ends_with(',' + std::to_string(of.p95()) + ',' + std::to_string(of.latency_max))) << line;
    }
    EXPECT_NEAR(report.at("flows").at("least_accepted").get<double>(), least, 1e-12);
    EXPECT_EQ(report.at("flows").at("slowest_mean"), slowest);
    EXPECT_EQ(report.at("flows").at("count"), list.size());
    double accepted = 0;
    for (const json& flow : list) accepted += flow.at("accepted").get<double>();
    EXPECT_NEAR(report.at("throughput").at("accepted").get<double>() * 20, accepted, 1e-9);
  }
}

TEST_F(FlowRuns, are_the_same_on_every_schedule_and_with_threads) {
  const std::string first = out_of({"run", "traces/soc_flows.yaml", "--json"});
  for (const std::string schedule : {"always", "process"}) {
    EXPECT_EQ(out_of({"run", "traces/soc_flows.yaml", "--json", "--schedule", schedule}), first) << schedule;
  }
  EXPECT_EQ(out_of({"run", "traces/soc_flows.yaml", "--json", "--threads", "3"}), first);
}

TEST_F(FlowRuns, of_a_list_are_those_of_a_table_and_of_a_matrix) {
  const std::string table = write("flows.csv", "0,5,0.1,4,10,2000\n3,12,0.05,4\n");
  const json of_table = report_of(mesh("flows: " + table));
  EXPECT_EQ(report_of(mesh("flows: [[0, 5, 0.1, 4, 10, 2000], {source: 3, destination: 12, rate: 0.05, flits: 4}]")),
            of_table);
  EXPECT_EQ(report_of(mesh("flows: [[0, 5, 0.2, 4, 10, 2000], [3, 12, 0.1, 4]], scale: 0.5")), of_table);
  const std::string matrix = write("matrix.csv", ";5;12\n0;0.1;\n3;0;0.05\n");
  EXPECT_EQ(report_of(mesh("flits: 4, flows: " + matrix)),
            report_of(mesh("flits: 4, flows: [[0, 5, 0.1], [3, 12, 0.05]]")));
}

TEST_F(FlowRuns, with_detection_and_dead_nodes_are_counted_too) {
  const std::string flows = "flows: [[0, 5, 0.1, 4], [3, 12, 0.05, 4], [5, 0, 0.1, 4]]";
  const json report = report_of(
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: updown}, defects: {pe: [5]}, "
      "detection: {}, traffic: {" +
      flows + "}, run: {cycles: 3000}}");
  const json& list = report.at("flows").at("list");
  EXPECT_GT(list[0].at("packets"), 0);
  EXPECT_EQ(list[0].at("delivered"), 0) << "its destination is dead";
  EXPECT_EQ(list[1].at("delivered"), list[1].at("packets"));
  EXPECT_NEAR(list[1].at("accepted").get<double>(), 0.05, 0.02);
  EXPECT_EQ(list[2].at("packets"), 0) << "its source is dead";
  EXPECT_EQ(list[2].at("latency"), nullptr);
}

TEST_F(FlowRuns, have_text_for_the_first_flows_and_numbers_for_sweeps_and_expectations) {
  std::string list;
  for (int node = 0; node < 16; ++node) list += "[" + std::to_string(node) + ", 5, 0.01], ";
  const std::string text = out_of({"run", mesh("flows: [" + list + "[0, 1, 0.01]]")});
  EXPECT_NE(text.find("\nflows            17; least accepted: "), std::string::npos) << text;
  EXPECT_NE(text.find("and 1 more, all with --json or --flows FILE.csv\n"), std::string::npos) << text;
  const std::string sweep = "{base: " + mesh("flows: [[0, 5, 0.4], [1, 5, 0.4]]") +
                            ", axes: {traffic.scale: [0.5, 1, 1.25]}, plot: {x: traffic.scale, y: flows.slowest_mean}}";
  const std::string table = out_of({"sweep", sweep, "--quiet"});
  EXPECT_NE(table.find("flows.slowest_mean"), std::string::npos) << table;
  const std::string expecting =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {flows: [[0, 5, 0.1]]}, run: {cycles: "
      "3000}, expect: {flows: {slowest_mean: {at_most: 40}}}}";
  EXPECT_EQ(run_tool({"run", expecting}).status, 0) << run_tool({"run", expecting}).err;
  EXPECT_NE(refusal_of({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {}, expect: {flows: {count: 1}}}"})
                .find("expect.flows.count: the traffic is no flows; give traffic.flows"),
            std::string::npos);
}

TEST_F(FlowRuns, of_dead_nodes_are_named_and_rates_of_dead_nodes_too) {
  const std::string dead = "run: {cycles: 200, warmup: 0}, defects: {pe: [5]}}";
  const auto said = [&](const std::string& traffic) {
    return run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {" + traffic + "}, " + dead, "--quiet"})
        .err;
  };
  EXPECT_EQ(said("flows: [[5, 1, 0.1], [5, 2, 0.1], [1, 2, 0.1], [5, 3, 0]]"),
            "<command line>:1:57: traffic.flows: 2 flows are of nodes that are dead, which send nothing\n");
  EXPECT_EQ(said("rates: [[5, 0.1], [6, 0.1]]"),
            "<command line>:1:57: traffic.rates: 1 rate is of nodes that are dead, which send nothing\n");
  EXPECT_EQ(said("rates: [[6, 0.1]]"), "");
  EXPECT_EQ(said("flows: [[0, 1, 0.1, 4, 200], [1, 2, 0.1, 4, 199], [2, 3, 0.1, 4, 5000, 6000]]"),
            "<command line>:1:57: traffic.flows: 2 flows are to begin after the 200 cycles of traffic, and send "
            "nothing\n");
}

/// Switches without a PE create nothing and count nowhere: what is offered is the rate.
TEST_F(FlowRuns, and_rates_are_those_of_nodes_with_a_pe) {
  const std::string ring = write("ring.csv", "0,1\n1,2\n2,3\n3,0\n");
  const json run = report_of("{network: {kind: graph, file: " + ring +
                             ", pes: 4}, router: {routing: nue}, traffic: {rate: 0.05}, run: {cycles: "
                             "20000}}");
  EXPECT_NEAR(run.at("throughput").at("offered").get<double>(), 0.05, 0.002);
  EXPECT_NEAR(run.at("throughput").at("accepted").get<double>(), 0.05, 0.002);
}

TEST_F(FlowRuns, that_are_wrong_are_refused_with_place_and_remedy) {
  const std::string table = write("flows.csv", "0,5,0.7\n0,16,0.1\n0,6,0.6\n");
  EXPECT_EQ(refusal_of({"run", mesh("flows: " + table)}), table + ":2:3: destination must be 0 to 15, not '16'\n");
  write("flows.csv", "# a comment\n0,5,0.7\n0,6,0.1,,,,1\n");
  EXPECT_EQ(refusal_of({"run", mesh("flows: " + table)}),
            table + ":3:1: the flow has class 1, and the scenario has no classes: give traffic.classes: {count: 2}\n");
  write("flows.csv", "0,5,0.7,4,100,\n0,6,0.6\n");
  EXPECT_EQ(refusal_of({"run", mesh("flows: " + table)}),
            "<command line>:1:57: traffic.flows: the flows of node x0.y0 have together 1.3 flits/cycle from cycle 100 "
            "on, and a PE injects at most 1; lower their rates, or traffic.scale\n");
  EXPECT_EQ(refusal_of({"run", mesh("flows: no.csv")}),
            "<command line>:1:57: cannot read the flows no.csv: No such file or directory\n");
  EXPECT_EQ(
      refusal_of({"run", mesh("flows: []")}),
      "<command line>:1:57: traffic.flows is empty; a flow is [source, destination, rate], or a mapping with these "
      "keys and, if wanted, flits, from, to, class\n");
  EXPECT_EQ(
      refusal_of({"run", mesh("flows: [[0, 5], [0, 5, 2], {source: 0, rate: 0.1}, [x, 5, 0.1], [0, 5, 0.1, 4, 9, "
                              "9]]")}),
      "<command line>:1:58: traffic.flows.0 must be a flow, [source, destination, rate], or a mapping with these "
      "keys and, if wanted, flits, from, to, class, not a list\n"
      "<command line>:1:73: traffic.flows.1.rate must be 0 to 1, not '2'\n"
      "<command line>:1:77: traffic.flows.2.destination is missing: a flow is [source, destination, rate], or a "
      "mapping with these keys and, if wanted, flits, from, to, class\n"
      "<command line>:1:102: traffic.flows.3.source: 'x' is not a node; valid is 0 to 15, or a name such as x0.y0\n"
      "<command line>:1:132: traffic.flows.4.to must be more than from, 9, not '9'\n");
  EXPECT_EQ(
      refusal_of({"run", mesh("flows: [[x, 5, 0.1]]")}),
      "<command line>:1:59: traffic.flows.0.source: 'x' is not a node; valid is 0 to 15, or a name such as x0.y0\n");
  EXPECT_EQ(refusal_of({"run", mesh("flows: [[0, 5, 0.1]], rate: 0.1, pattern: uniform")}),
            "<command line>:1:78: traffic.rate has no meaning with traffic.flows, which lists every flow: give one of "
            "them\n"
            "<command line>:1:92: traffic.pattern has no meaning with traffic.flows, which lists every flow: give one "
            "of them\n");
  EXPECT_EQ(refusal_of({"run", mesh("scale: 2")}),
            "<command line>:1:57: traffic.scale has no meaning without traffic.flows\n");
  EXPECT_NE(
      refusal_of({"saturate", mesh("flows: [[0, 5, 0.1]]")})
          .find("traffic.flows: each flow has a rate of its own; give a pattern, or vary traffic.scale in a sweep"),
      std::string::npos);
  EXPECT_EQ(refusal_of({"run", mesh("rate: 0.1"), "--flows", file("out.csv")}),
            "--flows: the scenario has no flows; give traffic.flows, or leave the option out\n");
}

}  // namespace
}  // namespace kintsugi::test
