// kintsugi packets: every option, compared with the lines of the log themselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/json_schema.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

const std::string kLog = "traces/packets/ring.jsonl";

/// The packets of the log for which `wanted` holds.
template <class Wanted>
std::vector<json> packets_where(const Wanted& wanted) {
  std::vector<json> packets;
  for (const std::string& line : lines_of(text_of(kLog))) {
    json packet = json::parse(line);
    if (packet.contains("id") && wanted(packet)) packets.push_back(std::move(packet));
  }
  return packets;
}

/// The report on the log, without messages.
json report_with(const Strings& options) {
  const ToolResult result = run_tool(with({"packets", kLog, "--json"}, options));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return json::parse(result.out);
}

bool passes(const json& packet, const std::string& router) {
  return std::ranges::any_of(packet["route"], [&](const json& hop) { return hop[0] == router; });
}

std::uint64_t latency_of(const json& packet) {
  return packet["delivered"].get<std::uint64_t>() - packet["created"].get<std::uint64_t>();
}

/// A listed packet has all keys of its line, with the hops by their names.
void expect_listed(const json& report, const std::vector<json>& packets) {
  ASSERT_EQ(report["list"].size(), packets.size());
  EXPECT_EQ(report["packets"], packets.size());
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const json& listed = report["list"][i];
    for (const auto& [key, value] : packets[i].items()) {
      if (key == "route") continue;
      EXPECT_EQ(listed.at(key), value) << key;
    }
    json route = json::array();
    for (const json& hop : listed["route"]) {
      route.push_back({hop["router"], hop["in"], hop["out"], hop["channel"], hop["head"], hop["tail"]});
    }
    EXPECT_EQ(route, packets[i]["route"]);
    EXPECT_EQ(listed["latency"], latency_of(packets[i]));
  }
}

TEST(PacketsCommand, counts_all_packets_without_a_question) {
  const std::vector<json> all = packets_where([](const json&) { return true; });
  const json report = report_with({});
  EXPECT_EQ(report["logged"], all.size());
  EXPECT_EQ(report["delivered"], all.size());
  EXPECT_FALSE(report.contains("list"));
  double latency = 0;
  for (const json& packet : all) latency += static_cast<double>(latency_of(packet));
  EXPECT_NEAR(report["latency"]["mean"].get<double>(), latency / static_cast<double>(all.size()), 1e-9);
  std::uint64_t counted = 0;
  for (const json& bin : report["latency"]["bins"]["counts"]) counted += bin.get<std::uint64_t>();
  EXPECT_EQ(counted, all.size());
}

TEST(PacketsCommand, lists_the_packets_through_a_router) {
  for (const std::string router : {"n1", "n4"}) {
    EXPECT_EQ(report_with({"--through", router}), report_with({"--through", router.substr(1)}));
    const std::vector<json> packets = packets_where([&](const json& packet) { return passes(packet, router); });
    ASSERT_GT(packets.size(), 3u);
    expect_listed(report_with({"--through", router}), packets);
  }
}

TEST(PacketsCommand, lists_the_packets_that_pass_a_router_within_cycles) {
  const auto leaves = [](const json& packet, std::uint64_t first, std::uint64_t last) {
    return std::ranges::any_of(packet["route"],
                               [&](const json& hop) { return hop[0] == "n4" && hop[4] <= last && hop[5] >= first; });
  };
  std::size_t seen = 0;
  for (const auto& [first, last] : {std::pair{0u, 60u}, {50u, 70u}, {61u, 306u}}) {
    const std::vector<json> packets = packets_where([&](const json& packet) { return leaves(packet, first, last); });
    expect_listed(report_with({"--through", "n4", "--cycles", std::to_string(first) + ',' + std::to_string(last)}),
                  packets);
    seen += packets.size();
  }
  EXPECT_GE(seen, packets_where([](const json& packet) { return passes(packet, "n4"); }).size());
  const ToolResult none = run_tool({"packets", kLog, "--through", "n4", "--cycles", "0,1", "--json"});
  EXPECT_EQ(none.status, 0);
  EXPECT_EQ(json::parse(none.out)["list"], json::array());
  std::uint64_t first_head = 306, last_tail = 0;
  for (const json& packet : packets_where([](const json& each) { return passes(each, "n4"); })) {
    for (const json& hop : packet["route"]) {
      if (hop[0] != "n4") continue;
      first_head = std::min(first_head, hop[4].get<std::uint64_t>());
      last_tail = std::max(last_tail, hop[5].get<std::uint64_t>());
    }
  }
  EXPECT_EQ(none.err,
            "--cycles: no packet of the log passes 'n4' from cycle 0 to cycle 1; packets pass it between cycle " +
                std::to_string(first_head) + " and cycle " + std::to_string(last_tail) + '\n');
  for (const Strings& wrong : {Strings{"--cycles", "1,2"},
                               {"--through", "n4", "--cycles", "2,1"},
                               {"--through", "n4", "--cycles", "307,400"},
                               {"--through", "n4", "--cycles", "5"}}) {
    const ToolResult refused = run_tool(with({"packets", kLog}, wrong));
    EXPECT_EQ(refused.status, 2) << wrong.back();
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(refused.err.find("--cycles: "), 0u) << refused.err;
  }
}

TEST(PacketsCommand, has_an_empty_answer_for_an_idle_router) {
  TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string log = (directory.path() / "row.jsonl").string(), trace = (directory.path() / "row.csv").string();
  std::ofstream(trace) << "0,0,1,4\n";
  ASSERT_EQ(run_tool({"run", "{network: {kind: mesh, sides: [4]}, traffic: {trace: " + trace + "}}", "--packets", log,
                      "--route"})
                .status,
            0);
  const auto through = [&log](const std::string& router) {
    return run_tool({"packets", log, "--json", "--through", router});
  };
  const ToolResult idle = through("3");
  EXPECT_EQ(idle.status, 0);
  EXPECT_EQ(json::parse(idle.out)["packets"], 0);
  EXPECT_EQ(json::parse(idle.out)["list"], json::array());
  EXPECT_EQ(idle.err, "--through: no packet of the log passes a router '3'; routers that packets pass: x0, x1\n");
  const ToolResult none = through("x9");
  EXPECT_EQ(none.status, 2);
  EXPECT_EQ(none.err, "--through: 'x9' is not a node; valid is 0 to 3, or a name such as x0\n");
}

TEST(PacketsCommand, lists_the_packets_between_two_nodes) {
  const auto between = [](const json& packet) { return packet["source"] == 3 && packet["destination"] == 6; };
  const std::vector<json> packets = packets_where(between);
  ASSERT_GE(packets.size(), 1u);
  expect_listed(report_with({"--between", "3,6"}), packets);
}

TEST(PacketsCommand, lists_the_slowest_by_latency) {
  std::vector<json> packets = packets_where([](const json&) { return true; });
  std::ranges::stable_sort(packets, std::greater{}, latency_of);
  ASSERT_GT(packets.size(), 5u);
  packets.resize(5);
  expect_listed(report_with({"--slowest", "5"}), packets);
}

TEST(PacketsCommand, combines_its_questions_and_prints_what_the_document_says) {
  std::vector<json> packets = packets_where(
      [](const json& packet) { return passes(packet, "n5") && packet["source"] == 3 && packet["destination"] == 6; });
  std::ranges::stable_sort(packets, std::greater{}, latency_of);
  packets.resize(std::min<std::size_t>(packets.size(), 2));
  const Strings question = {"--through", "n5", "--between", "3,6", "--slowest", "2"};
  expect_listed(report_with(question), packets);
  const ToolResult text = run_tool(with({"packets", kLog}, question));
  EXPECT_EQ(text.status, 0);
  EXPECT_NE(text.out.find(std::to_string(packets.size()) + " of "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("n3 "), std::string::npos) << text.out;
}

TEST(PacketsCommand, writes_every_hop_of_the_question_as_a_slice) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "made" / "time.json").string();
  const json report = report_with({"--through", "n4", "--perfetto", file});
  EXPECT_EQ(report["perfetto"], file);
  const json line = json::parse(directory.read("made/time.json"));
  EXPECT_EQ(JsonSchema(json::parse(text_of("tb/tool/packets/perfetto.schema.json"))).complaint(line), "");
  std::map<std::uint64_t, std::string> tracks;
  std::multiset<std::string> slices, hops;
  for (const json& event : line["traceEvents"]) {
    if (event["name"] == "thread_name") tracks[event["tid"]] = event["args"]["name"];
    if (event["ph"] != "X") continue;
    slices.insert(tracks.at(event["tid"]) + ' ' + event["args"]["id"].dump() + ' ' + event["ts"].dump() + ' ' +
                  event["dur"].dump());
  }
  for (const json& packet : packets_where([](const json& each) { return passes(each, "n4"); })) {
    for (const json& hop : packet["route"]) {
      const std::uint64_t length = hop[5].get<std::uint64_t>() - hop[4].get<std::uint64_t>() + 1;
      hops.insert(hop[0].get<std::string>() + ' ' + hop[2].get<std::string>() + " vc " + hop[3].dump() + ' ' +
                  packet["id"].dump() + ' ' + hop[4].dump() + ' ' + std::to_string(length));
    }
  }
  EXPECT_EQ(slices, hops);
}

TEST(PacketsCommand, has_the_time_of_the_clock_only_if_asked) {
  EXPECT_FALSE(report_with({"--quiet"}).contains("wall_seconds"));
  EXPECT_TRUE(report_with({"--timing"}).contains("wall_seconds"));
}

TEST(PacketsCommand, reads_what_runs_of_every_kind_have_logged) {
  const Strings scenarios = {
      "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.05, flits: 3},"
      " faults: [{cycle: 400, pe: [3, 4]}, {cycle: 700, pe: [5, 5]}], run: {cycles: 1500, warmup: 0}}",
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue, vcs: 4}, traffic: {rate: 0.35, flits: 4},"
      " detection: {timeout: 30, retries: 4}, faults: [{cycle: 200, pe: 6}, {cycle: 330, until: 360, pe: 2},"
      " {cycle: 250, link: [8, 9]}, {cycle: 100, link: [0, 1], corrupt: 0.1}], run: {cycles: 600, warmup: 0}}",
      "{network: {kind: hypercube, n: 4}, traffic: {rate: 0.6, flits: 2}, run: {cycles: 200, drain: false}}",
      "traces/rdt_multicast.yaml"};
  for (const std::string& scenario : scenarios) {
    const TemporaryDirectory directory;
    const std::string log = (directory.path() / "log.jsonl").string();
    for (const Strings& route : {Strings{}, Strings{"--route"}}) {
      const ToolResult run = run_tool(
          with({"run", scenario, "--json", "--quiet", "--packets", log, "--out", directory.path().string()}, route));
      ASSERT_LE(run.status, 1) << scenario << run.err;
      const ToolResult result = run_tool({"packets", log, "--json"});
      ASSERT_EQ(result.status, 0) << scenario << result.err.substr(0, 500);
      const json report = json::parse(result.out), ran = json::parse(run.out);
      const json& multicasts = ran.contains("multicast") ? ran["multicast"]["created"] : json(0);
      EXPECT_EQ(report["logged"], ran["packets"]["created"].get<std::size_t>() + multicasts.get<std::size_t>());
    }
  }
}

TEST(PacketsCommand, of_a_wafer_says_how_routers_are_called) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.jsonl").string();
  const std::string wafer = "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.1}, run: {cycles: 100}}";
  ASSERT_EQ(run_tool({"run", wafer, "--quiet", "--packets", log, "--route"}).status, 0);
  const ToolResult node = run_tool({"packets", log, "--through", "3"});
  EXPECT_EQ(node.status, 2);
  EXPECT_EQ(node.err.find("--through: '3' is a node, and the log is of a fabric, where nodes can move: its routers are "
                          "called as their PEs. Packets pass r"),
            0u)
      << node.err;
  const ToolResult pe = run_tool({"packets", log, "--through", "r1.c1"});
  EXPECT_EQ(pe.status, 0);
  EXPECT_NE(pe.out.find("r1.c1 (x0.y0) local @"), std::string::npos) << "the node beside its site: " << pe.out;
}

TEST(PacketsCommand, follows_nodes_that_a_sequence_of_configurations_moves) {
  const TemporaryDirectory directory;
  const std::string states = (directory.path() / "made" / "moved.csv").string();
  const std::string log = (directory.path() / "log.jsonl").string();
  ASSERT_EQ(run_tool({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 2]]}}", "--quiet",
                      "--states", states})
                .status,
            0);
  const std::string sequence =
      "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.3}, reconfigurations: [{cycle: 200, states: " +
      states + "}], run: {cycles: 500, warmup: 0}}";
  const ToolResult run = run_tool({"run", sequence, "--quiet", "--json", "--packets", log, "--route"});
  ASSERT_EQ(run.status, 0) << run.err;
  const auto passing = [&](const std::string& router, const std::string& cycles) {
    const ToolResult result = run_tool({"packets", log, "--json", "--through", router, "--cycles", cycles});
    EXPECT_EQ(result.status, 0) << result.err;
    return json::parse(result.out)["list"];
  };
  const auto nodes_at = [&](const std::string& router, const std::string& cycles) {
    std::set<json> nodes;
    for (const json& packet : passing(router, cycles)) {
      for (const json& hop : packet["route"]) {
        if (hop["router"] == router) nodes.insert(hop["node"]);
      }
    }
    return nodes;
  };
  EXPECT_EQ(nodes_at("r1.c2", "0,200"), (std::set<json>{"x1.y0"}));
  EXPECT_EQ(nodes_at("r0.c2", "300,500"), (std::set<json>{"x1.y0"})) << "the node has moved";
  EXPECT_EQ(passing("r1.c2", "300,500"), json::array());
}

TEST(PacketsCommand, names_both_ends_that_are_no_nodes) {
  const ToolResult result = run_tool({"packets", kLog, "--between", "q,z"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err).size(), 2u) << result.err;
}

TEST(PacketsCommand, says_that_the_first_line_is_missing) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string log = (directory.path() / "log.jsonl").string();
  const std::string text = text_of(kLog);
  std::ofstream(log) << text.substr(text.find('\n') + 1);
  const ToolResult result = run_tool({"packets", log});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, log +
                            ":1:1: this is the line of a packet, and the first line of the log is missing, which "
                            "begins with {\"packets\":1,...}; write the log again with kintsugi run --packets\n");
}

TEST(PacketsCommand, sees_the_links_that_corrupt_in_the_head_of_a_log) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.jsonl").string();
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.1, flits: 4}, detection: {timeout: 100, retries: 4},"
      " faults: [{cycle: 100, link: [0, 1], corrupt: 0.125}],"
      " run: {cycles: 300, warmup: 0}}";
  ASSERT_LE(run_tool({"run", scenario, "--quiet", "--packets", log, "--route"}).status, 1);
  const json head = json::parse(lines_of(directory.read("log.jsonl")).front());
  EXPECT_EQ(head["faults"], json::parse(R"([{"cycle": 100, "link": [0, 1], "corrupt": 0.125}])"));
  EXPECT_EQ(JsonSchema(json::parse(text_of("tb/tool/packets/packets.schema.json"))).complaint(head), "");
  const std::string file = (directory.path() / "time.json").string();
  ASSERT_EQ(run_tool({"packets", log, "--perfetto", file}).status, 0);
  EXPECT_NE(directory.read("time.json").find("\"fault: link [0,1] corrupts flits\""), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
