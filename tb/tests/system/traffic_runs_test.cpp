// Runs under every kind of traffic, and the measurements at links and buffers.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

json run_json(const std::string& traffic, const std::string& run = "{cycles: 1000, warmup: 0}",
              const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {
      "run", "{network: {kind: srt2d, n: 3}, router: {preset: paper}, traffic: " + traffic + ", run: " + run + "}",
      "--json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 0) << traffic << result.err;
  return json::parse(result.out);
}

TEST(Traffic, every_pattern_is_delivered_and_accounted_for) {
  const json list = json::parse(run_tool({"list", "--json"}).out);
  for (const json& pattern : list.at("patterns")) {
    const json report = run_json("{pattern: " + pattern.at("name").get<std::string>() + ", rate: 0.05}");
    EXPECT_EQ(report.at("conserved"), true) << pattern;
    EXPECT_GT(report.at("packets").at("delivered"), 0) << pattern;
    EXPECT_EQ(report.at("packets").at("created"), report.at("packets").at("delivered")) << pattern;
  }
}

TEST(Traffic, neighbours_are_one_hop_away) {
  const json report = run_json("{pattern: neighbour, rate: 0.05}", "{cycles: 1000, details: true}");
  EXPECT_EQ(report.at("hops").at("mean"), 1.0);
  EXPECT_EQ(report.at("hops").at("max"), 1);
}

TEST(Traffic, slow_the_offered_rate_is_that_of_the_scenario_whatever_the_lengths) {
  for (const std::string flits : {"16", "1", "{4: 0.5, 16: 0.5}", "{1: 9, 31: 1}"}) {
    const json report = run_json("{rate: 0.1, flits: " + flits + "}", "{cycles: 20000, warmup: 0}");
    EXPECT_NEAR(report.at("throughput").at("offered").get<double>(), 0.1, 0.003) << flits;
  }
}

TEST(Traffic, list_shows_patterns_with_their_parameters) {
  const std::string text = run_tool({"list"}).out;
  for (const std::string word : {"  hotspot", "    node", "    share", "  area", "    k", "  bit_reverse"}) {
    EXPECT_NE(text.find('\n' + word + ' '), std::string::npos) << word;
  }
}

class TraceRun : public testing::Test {
 protected:
  std::string write(const std::string& trace) {
    std::filesystem::create_directories(directory_.path());
    std::ofstream(directory_.path() / "packets.csv") << trace;
    std::ofstream(directory_.path() / "run.yaml") << "network: {kind: srt2d, n: 3}\n"
                                                     "router: {preset: paper}\n"
                                                     "traffic: {trace: packets.csv}\n"
                                                     "run: {cycles: 100, warmup: 0}\n";
    return (directory_.path() / "run.yaml").string();
  }
  TemporaryDirectory directory_;
};

TEST_F(TraceRun, without_run_cycles_ends_after_its_last_packet_and_is_measured_whole) {
  write("10,0,1,4\n30,1,0,9\n20000,0,2,1\n");
  const std::string traffic = "traffic: {trace: " + (directory_.path() / "packets.csv").string() + "}";
  for (const std::string run : {"", ", run: {drain: true}"}) {
    const json report =
        json::parse(run_tool({"run", "{network: {kind: srt2d, n: 3}, " + traffic + run + "}", "--json"}).out);
    EXPECT_EQ(report.at("window").at(0), 0) << run;
    EXPECT_EQ(report.at("window").at(1), report.at("cycles")) << "until the last packet has arrived";
    EXPECT_EQ(report.at("throughput").at("accepted"), report.at("throughput").at("offered"));
    EXPECT_EQ(report.at("packets").at("delivered"), 3);
    EXPECT_EQ(report.at("packets").at("outside_window"), 0);
  }
  const std::string wafer = "{network: {kind: srt2d, n: 2}, fabric: {}, " + traffic +
                            ", faults: [{cycle: 5000, pe: [2, 2]}, {cycle: 50000, pe: [3, 3]}]}";
  const ToolResult result = run_tool({"run", wafer, "--json", "--page", (directory_.path() / "run.html").string()});
  EXPECT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  const int begin = report.at("configuration").at("cycles");
  EXPECT_GT(report.at("window").at(1), begin + 20001);
  EXPECT_LT(report.at("window").at(1), begin + 20100);
  EXPECT_EQ(report.at("packets").at("outside_window"), 0);
  EXPECT_NE(result.err.find("the trace has ended before cycle 50000: this fault did not happen"), std::string::npos);
}

TEST_F(TraceRun, takes_as_long_along_a_dimension_as_its_links_do) {
  write("0,0,2,1\n100,0,6,1\n200,0,18,1\n300,0,26,1\n");  // along x, y and z, and along all
  const std::string log = (directory_.path() / "log.jsonl").string();
  const std::string traffic = "traffic: {trace: " + (directory_.path() / "packets.csv").string() + "}";
  const std::string network = "network: {kind: mesh, sides: [3, 3, 3], link_kinds: dimension}";
  const std::string links = "link: {latency: {x: 1, y: 2, z: 7}}";
  ASSERT_EQ(run_tool({"run", "{" + network + ", " + links + ", " + traffic + "}", "--packets", log}).status, 0);
  std::ifstream in(log);
  std::string line;
  std::getline(in, line);
  std::vector<int> latencies;
  while (std::getline(in, line)) {
    const json packet = json::parse(line);
    latencies.push_back(packet.at("delivered").get<int>() - packet.at("created").get<int>());
  }
  // 1 + (H + 1) r + the links + 1, two links along each dimension
  EXPECT_EQ(latencies, (std::vector<int>{2 + 3 + 2, 2 + 3 + 4, 2 + 3 + 14, 2 + 7 + 20}));
  const ToolResult alike = run_tool({"run", "{network: {kind: mesh, sides: [3, 3, 3]}, " + links + "}"});
  EXPECT_EQ(alike.status, 2);
  EXPECT_NE(alike.err.find("this network has no links of kind 'z'"), std::string::npos) << alike.err;
}

TEST_F(TraceRun, says_how_many_packets_the_window_leaves_out) {
  const std::string file = write("10,0,1,4\n30,1,0,9\n50,0,2,1\n");
  const ToolResult result = run_tool({"run", file, "--set", "run.warmup=40"});
  EXPECT_NE(result.out.find("over the packets created in it and delivered, not over 2 packets created outside it\n"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(json::parse(run_tool({"run", file, "--set", "run.warmup=40", "--json"}).out)["packets"]["outside_window"],
            2);
}

TEST_F(TraceRun, names_the_packets_of_nodes_that_died_before_they_were_due) {
  write("10,0,1,4\n200,0,1,4\n200,2,1,4\n300,0,3,4\n400,1,3,4\n");
  const std::string trace = (directory_.path() / "packets.csv").string();
  const ToolResult result =
      run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}, router: {routing: updown}, traffic: {trace: " + trace +
                           "}, faults: [{cycle: 100, pe: 0}]}"});
  EXPECT_NE(result.err.find("2 packets of the trace are of nodes that had died by then and are not sent\n"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.out.find(", 2 of the trace not sent\n"), std::string::npos) << result.out;
}

TEST(Traffic, is_not_needed_for_defects_and_faults) {
  for (const std::string scenario :
       {"{network: {kind: mesh, sides: [4, 4]}, defects: {pe: [2]}}",
        "{network: {kind: mesh, sides: [4, 4]}, faults: [{cycle: 100, pe: 2}]}",
        "{network: {kind: mesh, sides: [4, 4]}, fabric: {}, faults: [{cycle: 100, pe: [2, 2]}]}"}) {
    const ToolResult result = run_tool({"run", scenario, "--set", "run.cycles=2000", "--json"});
    EXPECT_EQ(result.status, 0) << scenario << result.err;
    EXPECT_EQ(json::parse(result.out).at("conserved"), true);
  }
}

TEST(Traffic, multicasts_outside_the_window_are_counted) {
  const std::vector<std::string> run = {"run",
                                        "{network: {kind: srt2d, n: 2}, traffic: {rate: 0.02, multicast: {rate: "
                                        "0.01, to: all}}, run: {cycles: 600, warmup: 400, drain: true}}"};
  const json report = json::parse(run_tool({run[0], run[1], "--json"}).out);
  const std::uint64_t created = report.at("multicast").at("created");
  const std::uint64_t outside = report.at("multicast").at("outside_window");
  EXPECT_GT(outside, 0u);
  EXPECT_LT(outside, created);
  const json whole = json::parse(run_tool({run[0], run[1], "--json", "--set", "run.warmup=0"}).out);
  EXPECT_EQ(whole.at("multicast").at("created"), created);
  EXPECT_EQ(whole.at("multicast").at("outside_window"), 0);
  const json before =
      json::parse(run_tool({run[0], run[1], "--json", "--set", "run.warmup=0", "--set", "run.cycles=400"}).out);
  EXPECT_EQ(before.at("multicast").at("created"), outside) << "drawn independently of the end of the run";
  const std::string others = "delivered, not over " + report.at("packets").at("outside_window").dump() +
                             " packets and " + std::to_string(outside) + " multicasts created outside it\n";
  EXPECT_NE(run_tool(run).out.find(others), std::string::npos) << others;
}

TEST_F(TraceRun, is_not_hidden_by_a_warm_up) {
  const std::string file = write("10,0,1,4\n30,1,0,9\n");
  EXPECT_EQ(run_tool({"run", file, "--set", "run.warmup=30"}).status, 0);
  const ToolResult hidden = run_tool({"run", file, "--set", "run={warmup: 31}"});
  EXPECT_EQ(hidden.status, 2) << hidden.out;
  EXPECT_NE(hidden.err.find("run.warmup: the last packet of the trace is created in cycle 30, so none would be "
                            "measured; leave it out, or give at most 30"),
            std::string::npos)
      << hidden.err;
  const ToolResult behind = run_tool({"run", file, "--json", "--set", "run={cycles: 100, warmup: 31}"});
  EXPECT_EQ(behind.status, 0) << behind.err;
  EXPECT_EQ(json::parse(behind.out).at("packets").at("outside_window"), 2);
  const std::string trace = (directory_.path() / "packets.csv").string();
  const std::string wafer =
      "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {trace: " + trace + "}, run: {warmup: ";
  const int begin = json::parse(run_tool({"run", wafer + "0}}", "--json"}).out)["configuration"]["cycles"];
  const std::string last = std::to_string(begin + 30);
  EXPECT_EQ(run_tool({"run", wafer + last + "}}"}).status, 0) << "the trace begins when the configuration is loaded";
  EXPECT_EQ(run_tool({"run", wafer + std::to_string(begin + 31) + "}}"}).status, 2);
}

TEST_F(TraceRun, sends_the_packets_of_the_file) {
  const ToolResult result = run_tool({"run", write("cycle,source,destination,flits\n10,0,1,4\n30,1,0,9\n"), "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report.at("packets").at("delivered"), 2);
  EXPECT_EQ(report.at("flits").at("delivered"), 13);
  // One hop: 1 + 1 + 1 + (flits - 1) cycles.
  EXPECT_EQ(report.at("latency").at("p50"), 6);
  EXPECT_EQ(report.at("latency").at("max"), 11);
  EXPECT_EQ(report.at("hops").at("mean"), 1.0);
}

TEST_F(TraceRun, says_what_comes_too_late) {
  const std::string scenario = write("99,0,1,4\n100,0,1,4\n500,1,0,4\n");
  const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, scenario + ":3:18: 2 packets of the trace are due at or after run.cycles and are not sent\n");
  EXPECT_EQ(json::parse(result.out).at("packets").at("created"), 1);
  EXPECT_EQ(json::parse(result.out).at("packets").at("unsent"), 2);
  const std::string dead = ", 2 of the trace not sent\n";
  EXPECT_NE(run_tool({"run", scenario, "--quiet"}).out.find(dead), std::string::npos);
}

TEST_F(TraceRun, counts_the_packets_that_dead_nodes_do_not_send) {
  write("5,0,1,4\n10,1,2,4\n20,1,0,4\n60,3,0,4\n");
  const std::string scenario =
      "{network: {kind: mesh, sides: [2, 2]}, traffic: {trace: " + (directory_.path() / "packets.csv").string() +
      "}, router: {routing: around}, ";
  const auto unsent = [&](const std::string& more) {
    return json::parse(run_tool({"run", scenario + more + "}", "--json", "--quiet"}).out).at("packets").at("unsent");
  };
  EXPECT_EQ(unsent("run: {cycles: 300}"), 0);
  EXPECT_EQ(unsent("run: {cycles: 300}, defects: {pe: [1]}"), 2);
  EXPECT_EQ(unsent("run: {cycles: 30}, defects: {pe: [1]}"), 3) << "and one that is due too late";
  EXPECT_EQ(unsent("run: {cycles: 300}, faults: [{cycle: 40, pe: 3}]"), 1) << "dead when its packet is due";
}

TEST_F(TraceRun, one_packet_that_comes_too_late_is_said_in_the_singular) {
  const std::string scenario = write("99,0,1,4\n100,0,1,4\n");
  const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(result.err, scenario + ":3:18: 1 packet of the trace is due at or after run.cycles and is not sent\n");
}

/// 10^12 is the last cycle that a trace can have, and as many cycles a run can have; the chain loads before.
TEST_F(TraceRun, measures_a_packet_in_the_last_cycle_of_all) {
  write("1000000000000,0,5,4\n");
  const std::string traffic = ", traffic: {trace: " + (directory_.path() / "packets.csv").string() + "}}";
  for (const std::string network :
       {"{network: {kind: mesh, sides: [3, 3]}", "{network: {kind: srt2d, n: 2}, fabric: {}"}) {
    const ToolResult result = run_tool({"run", network + traffic, "--json", "--quiet"});
    ASSERT_EQ(result.status, 0) << result.err;
    const auto report = json::parse(result.out);
    EXPECT_EQ(report["packets"]["outside_window"], 0) << network;
    EXPECT_EQ(report["window"][1], report["cycles"]) << network;
    EXPECT_TRUE(report["latency"]["mean"].is_number()) << network;
  }
}

TEST_F(TraceRun, every_mistake_has_its_place_in_the_trace_and_nothing_is_run) {
  const std::string scenario = write("0,64,1,4\n1,2,3\n");
  const ToolResult result = run_tool({"run", scenario, "--set", "run.sed=1"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  const std::string trace = (directory_.path() / "packets.csv").string();
  EXPECT_NE(result.err.find(trace + ":1:3: source must be 0 to 63, not '64'\n" + trace +
                            ":2:1: a line is cycle,source,destination,flits, not 3 fields\n"),
            std::string::npos)
      << result.err;
  EXPECT_NE(result.err.find("unknown key 'run.sed'"), std::string::npos) << result.err;
}

const std::string kBusy = "{pattern: hotspot, rate: 0.2, flits: {3: 1, 9: 2}}";

TEST(Details, are_the_same_under_every_schedule) {
  const std::string run = "{cycles: 600, warmup: 50, details: true}";
  const json domain = run_json(kBusy, run);
  for (const auto& way : kOtherWaysToRun) EXPECT_EQ(run_json(kBusy, run, way), domain) << way.back();
}

TEST(Details, change_nothing_else) {
  const json plain = run_json(kBusy, "{cycles: 600, warmup: 50}");
  json detailed = run_json(kBusy, "{cycles: 600, warmup: 50, details: true}");
  for (const std::string key : {"link_use", "occupancy", "links", "definitions"}) {
    EXPECT_FALSE(plain.contains(key)) << key;
    EXPECT_EQ(detailed.erase(key), 1u) << key;
  }
  EXPECT_EQ(detailed.at("hops").at("mean"), plain.at("hops").at("mean"));
  detailed["hops"] = plain.at("hops");
  EXPECT_EQ(detailed, plain);
}

/// One packet of 20 flits over one link, in a window of 100 cycles.
TEST(Details, of_a_lone_packet_are_known) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "one.csv") << "0,0,1,20\n";
  std::ofstream(directory.path() / "one.yaml")
      << "{network: {kind: srt2d, n: 3}, router: {preset: paper}, traffic: {trace: one.csv},"
         " run: {cycles: 100, warmup: 0, details: true}}";
  const ToolResult result = run_tool({"run", (directory.path() / "one.yaml").string(), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  const auto links = static_cast<double>(report.at("links").size());
  for (const json& link : report.at("links")) {
    const bool used = link.at("from") == "x0.y0.e" && link.at("to") == "x1.y0.w";
    EXPECT_EQ(link.at("flits"), used ? 20 : 0) << link;
    EXPECT_DOUBLE_EQ(link.at("use").get<double>(), used ? 0.2 : 0) << link;
  }
  EXPECT_DOUBLE_EQ(report.at("link_use").at("max").get<double>(), 0.2);
  EXPECT_EQ(report.at("link_use").at("busiest"), "x0.y0.e > x1.y0.w");
  EXPECT_DOUBLE_EQ(report.at("link_use").at("mean").get<double>(), 0.2 / links);
  for (const json& channel : report.at("occupancy")) EXPECT_EQ(channel.at("max"), 0) << "each flit leaves at once";
}

/// One packet of 20 flits leaves its router without a gap, from the cycle of its head to that of its tail: the packet
/// log has both. Windows begin and end beside them.
TEST(Details, count_the_flits_of_the_window_to_the_cycle) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "one.csv") << "10,0,1,20\n";
  std::ofstream(directory.path() / "one.yaml") << "{network: {kind: mesh, sides: [2, 2]}, traffic: {trace: one.csv},"
                                                  " run: {cycles: 60, warmup: 0, details: true}}";
  const std::string scenario = (directory.path() / "one.yaml").string();
  const std::string log = (directory.path() / "one.jsonl").string();
  ASSERT_EQ(run_tool({"run", scenario, "--quiet", "--packets", log, "--route"}).status, 0);
  const json first_hop = json::parse(lines_of(directory.read("one.jsonl")).at(1)).at("route").at(0);
  const int head = first_hop.at(4), tail = first_hop.at(5);
  ASSERT_EQ(tail - head, 19);
  for (const int begin : {0, head, head + 1, tail + 1}) {
    for (const int end : {head, head + 1, tail, tail + 1, tail + 2}) {
      if (begin >= end) continue;
      const ToolResult result = run_tool({"run", scenario, "--json", "--set", "run.warmup=" + std::to_string(begin),
                                          "--set", "run.cycles=" + std::to_string(end)});
      ASSERT_EQ(result.status, 0) << result.err;
      const json report = json::parse(result.out);
      const int sent = std::max(0, std::min(tail + 1, end) - std::max(head, begin));
      const double use = static_cast<double>(sent) / (end - begin);
      EXPECT_DOUBLE_EQ(report.at("link_use").at("max").get<double>(), use) << begin << " to " << end;
      EXPECT_DOUBLE_EQ(report.at("link_use").at("mean").get<double>(), use / 8) << begin << " to " << end;
    }
  }
}

/// Packets of one flit crowd together on their way to node 0. A flit is in the buffer at the end of a link from two
/// cycles after it has left the router before, the latencies of the link and of the router, until it leaves again: the
/// packet log has both. Windows begin and end in the crowd.
TEST(Details, have_in_the_buffers_what_waits_by_the_packet_log) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream trace(directory.path() / "crowd.csv");
  for (int cycle = 0; cycle < 8; ++cycle) {
    for (int node = 1; node < 9; ++node) trace << cycle << ',' << node << ",0,1\n";
  }
  trace.close();
  std::ofstream(directory.path() / "crowd.yaml")
      << "{network: {kind: mesh, sides: [3, 3]}, router: {vcs: 2, latency: 1}, link: {latency: 1},"
         " traffic: {trace: crowd.csv}, run: {cycles: 200, warmup: 0, details: true}}";
  const std::string scenario = (directory.path() / "crowd.yaml").string();
  const std::string log = (directory.path() / "crowd.jsonl").string();
  ASSERT_EQ(run_tool({"run", scenario, "--quiet", "--packets", log, "--route"}).status, 0);
  std::vector<std::string> packets = lines_of(directory.read("crowd.jsonl"));
  packets.erase(packets.begin());
  for (const auto& [begin, end] : {std::pair(0, 200), std::pair(20, 60), std::pair(13, 41)}) {
    using Buffer = std::tuple<std::string, std::string, int>;  // router, port and channel by which flits come to it
    std::map<Buffer, std::map<int, int>> flits;                // by cycle
    for (const std::string& line : packets) {
      const json route = json::parse(line).at("route");
      for (std::size_t hop = 0; hop + 1 < route.size(); ++hop) {
        const Buffer buffer{route[hop].at(0), route[hop].at(2), route[hop].at(3)};
        const int comes = route[hop].at(4).get<int>() + 2, leaves = route[hop + 1].at(4);
        for (int cycle = std::max(begin, comes); cycle < std::min(end, leaves); ++cycle) ++flits[buffer][cycle];
      }
    }
    const ToolResult result = run_tool({"run", scenario, "--json", "--set", "run.warmup=" + std::to_string(begin),
                                        "--set", "run.cycles=" + std::to_string(end)});
    ASSERT_EQ(result.status, 0) << result.err;
    const json report = json::parse(result.out);
    const json& links = report.at("links");
    int sums[2] = {}, most[2] = {};
    for (const json& link : links) {
      const std::string from = link.at("from");
      const std::size_t dot = from.rfind('.');
      for (int vc = 0; vc < 2; ++vc) {
        int sum = 0, max = 0;
        for (const auto& [cycle, count] : flits[{from.substr(0, dot), from.substr(dot + 1), vc}]) {
          sum += count;
          max = std::max(max, count);
        }
        sums[vc] += sum;
        most[vc] = std::max(most[vc], max);
        const json& occupancy = link.at("occupancy").at(static_cast<std::size_t>(vc));
        EXPECT_NEAR(occupancy.at("mean").get<double>(), static_cast<double>(sum) / (end - begin), 1e-12) << link;
        EXPECT_EQ(occupancy.at("max"), max) << link;
      }
    }
    for (int vc = 0; vc < 2; ++vc) {
      const json& channel = report.at("occupancy").at(static_cast<std::size_t>(vc));
      const double mean = sums[vc] / static_cast<double>(end - begin) / static_cast<double>(links.size());
      EXPECT_GT(sums[vc], 100) << "some flits wait";
      EXPECT_NEAR(channel.at("mean").get<double>(), mean, 1e-12);
      EXPECT_EQ(channel.at("max"), most[vc]);
    }
  }
}

/// The flits on all links are the flit-hops of the packets, and no buffer holds more than its depth.
TEST(Details, add_up_to_the_hops_of_the_packets) {
  const json report =
      run_json("{rate: 0.1, flits: 5}", "{cycles: 4000, warmup: 0, details: true}", {"--set", "router.buffer=3"});
  double flits = 0;
  for (const json& link : report.at("links")) {
    flits += link.at("flits").get<double>();
    for (const json& channel : link.at("occupancy")) EXPECT_LE(channel.at("max"), 3);
  }
  const double travelled =
      report.at("hops").at("mean").get<double>() * report.at("packets").at("created").get<double>() * 5;
  EXPECT_LE(flits, travelled);
  EXPECT_NEAR(flits, travelled, travelled * 0.01) << "but for what is on its way at the end of the window";
  double most = 0;
  for (const json& channel : report.at("occupancy")) most = std::max(most, channel.at("max").get<double>());
  EXPECT_EQ(most, 3) << "at this load some buffer fills up once";
}

TEST(Details, of_a_repaired_wafer_are_named_by_logical_nodes) {
  const ToolResult result = run_tool({"run", "traces/two_tracks.yaml", "--set", "run.details=true", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json report = json::parse(result.out);
  std::map<std::string, std::string> ends;
  for (const json& link : report.at("links")) ends[link.at("from")] = link.at("to");
  for (const auto& [from, to] : ends) EXPECT_EQ(ends.at(to), from) << "every link has two directions";
  EXPECT_GT(report.at("link_use").at("mean").get<double>(), 0);
}

TEST(Details, as_text_name_the_busiest_link) {
  const ToolResult result = run_tool({"run", "traces/hotspot.yaml", "--set", "run.details=true", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("flits per cycle and direction"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("flits in the buffer at the end of a link"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace kintsugi::test
