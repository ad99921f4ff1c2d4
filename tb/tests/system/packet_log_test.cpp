// The packet log of a run: compared with its report, with the waveform, and between schedules and threads.
#include <gtest/gtest.h>

#include <bitset>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/json_schema.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

const std::string kWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2], [6, 7]]},"
    " traffic: {rate: 0.02, flits: 5}, run: {cycles: 2500, warmup: 0},"
    " waves: {file: packets.vcd, scope: ['wafer.*.pe.*', 'wafer.*.router.out_*']}}";
const std::string kFaults =
    "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.05, flits: 3},"
    " faults: [{cycle: 400, pe: [3, 4]}, {cycle: 700, pe: [5, 5]}], run: {cycles: 1500, warmup: 0}}";
const std::string kDetection =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue, vcs: 4}, traffic: {rate: 0.05, flits: 2},"
    " detection: {timeout: 200, retries: 2}, faults: [{cycle: 300, pe: 5}], run: {cycles: 1200, warmup: 0}}";
/// Copies that wait in the queue of a PE when it dies: the packet has left all the same.
const std::string kResent =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue, vcs: 4}, traffic: {rate: 0.35, flits: 4},"
    " detection: {timeout: 30, retries: 4}, faults: [{cycle: 200, pe: 6}, {cycle: 300, pe: 5},"
    " {cycle: 330, until: 360, pe: 2}, {cycle: 360, pe: 10}, {cycle: 250, link: [8, 9]}],"
    " run: {cycles: 600, warmup: 0, seed: 2}}";
const std::string kMulticast = "traces/rdt_multicast.yaml";

/// The log of a run: its first line, and the others.
struct Log {
  json head;
  std::vector<json> packets;
};

Log parse(const std::string& text) {
  Log log;
  for (const std::string& line : lines_of(text)) {
    if (log.head.is_null()) {
      log.head = json::parse(line);
    } else {
      log.packets.push_back(json::parse(line));
    }
  }
  return log;
}

class Logged {
 public:
  explicit Logged(const std::string& scenario, const Strings& options = {}) {
    const Strings words = {"run", scenario, "--json", "--quiet", "--out", directory_.path().string()};
    result = run_tool(with(with(words, {"--packets", (directory_.path() / "log.jsonl").string()}), options));
    EXPECT_LE(result.status, 1) << result.err;
    text = directory_.read("log.jsonl");
    log = parse(text);
    report = json::parse(result.out);
  }
  VcdDump waveform() const { return read_vcd(directory_.path() / "packets.vcd"); }

  ToolResult result;
  std::string text;
  Log log;
  json report;

 private:
  TemporaryDirectory directory_;
};

JsonSchema schema_of(const std::string& name) {
  return JsonSchema(json::parse(text_of("tb/tool/packets/" + name)));
}

TEST(PacketLog, has_the_same_bytes_on_every_schedule_and_number_of_threads) {
  for (const std::string& scenario : {kWafer, kFaults, kDetection}) {
    const Logged domain(scenario, {"--route"});
    ASSERT_GT(domain.log.packets.size(), 100u) << "nothing is tested";
    for (auto way : other_ways_to_run()) {
      way.push_back("--route");
      EXPECT_TRUE(Logged(scenario, way).text == domain.text) << way[1] << " logs something else than domain";
    }
    const Logged four(scenario, {"--route", "--threads", "4"});
    EXPECT_TRUE(four.text == domain.text);
  }
}

TEST(PacketLog, is_not_replaced_by_its_time_line) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.json").string();
  std::filesystem::create_directories(directory.path());
  std::filesystem::copy_file(source_directory() / "traces/packets/ring.jsonl", log);
  const ToolResult result = run_tool({"packets", log, "--perfetto", log});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--perfetto: '" + log + "' is the packet log; name another file\n");
  EXPECT_EQ(directory.read("log.json"), text_of(source_directory() / "traces/packets/ring.jsonl"));
}

TEST(PacketLog, refuses_filters_that_no_packet_passes) {
  const Strings run = {"run", kWafer, "--packets", "log.jsonl"};
  EXPECT_EQ(run_tool(with(run, {"--lost", "--slowest", "3"})).err,
            "--lost: a lost packet has no latency, so it is not among the slowest; leave one of them out\n");
  EXPECT_EQ(run_tool(with(run, {"--created", "9,3"})).err,
            "--created: no cycle is from 9 to 3; the first comes first\n");
}

TEST(PacketLog, adds_up_to_the_report) {
  for (const std::string& scenario : {kWafer, kFaults, kDetection, kResent, kMulticast}) {
    const Logged run(scenario);
    std::map<std::string, std::uint64_t> sums;
    std::uint64_t latency = 0, hops = 0;
    for (const json& packet : run.log.packets) {
      if (packet["kind"] == "multicast") {
        ++sums["multicasts"];
        sums["copies"] += packet["reached"].get<std::uint64_t>();
        sums["reached_all"] += packet["delivered"].is_null() ? 0 : 1;
        continue;
      }
      ++sums["created"];
      sums["injected"] += packet["injected"].is_null() ? 0 : 1;
      sums["lost"] += packet["lost"].is_null() ? 0 : 1;
      if (packet["delivered"].is_null()) continue;
      ++sums["delivered"];
      latency += packet["delivered"].get<std::uint64_t>() - packet["created"].get<std::uint64_t>();
      hops += packet["hops"].get<std::uint64_t>();
    }
    const json& packets = run.report["packets"];
    for (const char* key : {"created", "injected", "delivered", "lost"}) EXPECT_EQ(packets[key], sums[key]) << key;
    if (scenario == kMulticast) {
      EXPECT_EQ(run.report["multicast"]["created"], sums["multicasts"]);
      EXPECT_EQ(run.report["multicast"]["copies"], sums["copies"]);
      EXPECT_EQ(run.report["multicast"]["reached_all"], sums["reached_all"]);
      continue;
    }
    const auto delivered = static_cast<double>(sums["delivered"]);
    EXPECT_NEAR(run.report["latency"]["mean"].get<double>(), static_cast<double>(latency) / delivered, 1e-6);
    if (scenario == kResent) continue;  // of its copies the log has the hops of the one that passed most links
    EXPECT_NEAR(run.report["hops"]["mean"].get<double>(), static_cast<double>(hops) / delivered, 1e-6);
  }
}

/// Returns the links that the copy which passed most has passed, by its route: a tree in a mesh, where names of routers
/// are places. Copies of one node leave it in any order, so a hop belongs to the copy that came in by its port.
std::uint64_t deepest_copy(const json& route) {
  const std::map<std::string, std::pair<int, int>> ways = {
      {"e", {1, 0}}, {"w", {-1, 0}}, {"s", {0, 1}}, {"n", {0, -1}}};
  std::map<std::pair<int, int>, std::uint64_t> links_to;
  std::uint64_t most = 0;
  for (const json& hop : route) {
    std::pair<int, int> at;
    std::sscanf(hop[0].get<std::string>().c_str(), "x%d.y%d", &at.first, &at.second);
    const std::uint64_t passed = links_to[at];
    if (hop[2] == "local") {
      most = std::max(most, passed);
      continue;
    }
    const auto [x, y] = ways.at(hop[2]);
    EXPECT_TRUE(links_to.emplace(std::pair(at.first + x, at.second + y), passed + 1).second) << "no tree: " << route;
  }
  return most;
}

TEST(PacketLog, of_a_multicast_has_the_hops_of_the_copy_that_passed_most_links) {
  const Logged run(
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.1, flits: 4, multicast: {rate: 0.01, to: random, size: "
      "5}},"
      " run: {cycles: 400, warmup: 0}}",
      {"--route"});
  std::uint64_t multicasts = 0, last_is_near = 0;
  for (const json& packet : run.log.packets) {
    if (packet["kind"] != "multicast") continue;
    ++multicasts;
    EXPECT_EQ(packet["hops"], deepest_copy(packet["route"])) << packet;
    std::pair<int, int> from, last;
    std::sscanf(packet["from"].get<std::string>().c_str(), "x%d.y%d", &from.first, &from.second);
    std::sscanf(packet["at"].get<std::string>().c_str(), "x%d.y%d", &last.first, &last.second);
    const int of_last = std::abs(from.first - last.first) + std::abs(from.second - last.second);
    last_is_near += of_last < packet["hops"].get<int>() ? 1 : 0;
  }
  EXPECT_GT(multicasts, 20u) << "nothing is tested";
  EXPECT_GT(last_is_near, 3u) << "the last copy to arrive is always the one with most hops";
}

/// A head or a tail that leaves a router by a port: signal, cycle, packet, channel.
using Passing = std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint64_t>;
struct Passings {
  std::set<Passing> heads;
  std::set<Passing> tails;
};

/// Returns what the signals of a port show, cycle by cycle.
void add_passings(const VcdDump& dump, const std::string& port, std::uint64_t cycles, Passings& found) {
  const auto value_of = [&](const std::string& signal) {
    return [changes = &dump.changes(port + signal), next = std::size_t{0}](std::uint64_t cycle) mutable {
      while (next < changes->size() && (*changes)[next].first <= cycle) ++next;
      return next == 0 ? std::string() : (*changes)[next - 1].second;
    };
  };
  auto kind = value_of(".kind"), packet = value_of(".packet"), vc = value_of(".vc");
  for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
    const std::string kind_now = kind(cycle), id = packet(cycle), channel = vc(cycle);
    if (kind_now.empty() || kind_now == "-" || kind_now == "body") continue;
    const Passing passing{port, cycle, std::stoull(id, nullptr, 2), std::stoull(channel, nullptr, 2)};
    if (kind_now != "tail") found.heads.insert(passing);
    if (kind_now != "head") found.tails.insert(passing);
  }
}

TEST(PacketLog, agrees_with_the_waveform_of_a_repaired_wafer_hop_by_hop) {
  const Logged run(kWafer, {"--route"});
  const VcdDump dump = run.waveform();
  Passings shown, logged;
  std::set<Passing> entries;  // of the PEs
  for (const std::string& name : dump.order) {
    if (!name.ends_with(".kind")) continue;
    const std::string port = name.substr(0, name.size() - 5);
    Passings found;
    add_passings(dump, port, run.log.head["cycles"], found);
    if (port.ends_with(".pe.out")) {
      for (const auto& [signal, cycle, id, vc] : found.heads) entries.insert({signal, cycle, id, 0});
      continue;
    }
    shown.heads.merge(found.heads);
    shown.tails.merge(found.tails);
  }
  for (const json& packet : run.log.packets) {
    const json& route = packet["route"];
    ASSERT_FALSE(route.empty()) << packet;
    for (const json& hop : route) {
      const std::string port = "wafer." + hop[0].get<std::string>() + ".router.out_" + hop[2].get<std::string>();
      logged.heads.insert({port, hop[4], packet["id"], hop[3]});
      logged.tails.insert({port, hop[5], packet["id"], hop[3]});
    }
    EXPECT_TRUE(entries.contains(
        {"wafer." + packet["from"].get<std::string>() + ".pe.out", packet["injected"], packet["id"], 0}))
        << packet;
    EXPECT_EQ(route.front()[1], "local");
    EXPECT_EQ(route.back()[2], "local");
    EXPECT_EQ(route.back()[0], packet["at"]);
    EXPECT_EQ(route.size(), packet["hops"].get<std::size_t>() + 1) << packet;
    EXPECT_EQ(route.back()[5].get<std::uint64_t>() + 1, packet["delivered"]) << "the PE is one cycle away";
  }
  ASSERT_GT(logged.heads.size(), 1000u) << "nothing is tested";
  EXPECT_TRUE(logged.heads == shown.heads);
  EXPECT_TRUE(logged.tails == shown.tails);
  auto [port, cycle, id, vc] = *logged.heads.begin();
  logged.heads.erase(logged.heads.begin());
  logged.heads.insert({port, cycle + 1, id, vc});
  EXPECT_FALSE(logged.heads == shown.heads) << "a head that left a cycle later is not noticed";
  EXPECT_EQ(entries.size(), run.log.packets.size());
}

TEST(PacketLog, is_in_the_order_of_creation_and_fits_its_schema) {
  const JsonSchema schema = schema_of("packets.schema.json");
  for (const std::string& scenario : {kFaults, kDetection, kMulticast}) {
    const Logged run(scenario, {"--route"});
    EXPECT_EQ(schema.complaint(run.log.head), "");
    std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> before{};
    const std::size_t every = part_of(5, 1);
    for (std::size_t i = 0; i < run.log.packets.size(); ++i) {
      const json& packet = run.log.packets[i];
      if (i % every == 0) {
        ASSERT_EQ(schema.complaint(packet), "") << packet;
      }
      const std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> now{packet["created"], packet["source"],
                                                                        packet["number"]};
      EXPECT_TRUE(packet == run.log.packets.front() || before < now) << packet;
      before = now;
    }
  }
}

TEST(PacketLog, of_another_form_does_not_fit_the_schema) {
  const JsonSchema schema = schema_of("packets.schema.json");
  const json packet = Logged(kFaults, {"--route"}).log.packets.front();
  ASSERT_EQ(schema.complaint(packet), "");
  for (const auto& [key, value] : packet.items()) {
    json wrong = packet;
    wrong[key] = {{"other", 1}};
    EXPECT_NE(schema.complaint(wrong), "") << key;
    if (key == "route") continue;
    wrong.erase(key);
    EXPECT_NE(schema.complaint(wrong), "") << key;
  }
  json wrong = packet;
  wrong["route"][0][4] = "12";
  EXPECT_NE(schema.complaint(wrong), "");
}

/// Alone, a packet of one flit leaves its first router two cycles after its creation, and the next one two later.
TEST(PacketLog, has_numbers_and_names_of_every_length) {
  const std::string first = "first_node_with_a_name_of_forty_letters_x", last(200, 'y');
  const Strings cycles = {"0",     "9",     "10",    "99",     "999",      "1000",      "9996",
                          "10000", "10007", "65536", "100000", "99999998", "100000000", "1000000009"};
  std::string trace;
  for (const std::string& cycle : cycles) trace += cycle + ",1,2,1\n";
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "graph.csv") << "a,b\n" << first << ",b\nb," << last << '\n';
  std::ofstream(directory.path() / "trace.csv") << trace;
  const std::string folder = directory.path().string();
  const Logged run("{network: {kind: graph, file: " + folder +
                       "/graph.csv}, router: {routing: nue}, traffic: {trace: " + folder +
                       "/trace.csv}, run: {cycles: 2000000000, warmup: 0}}",
                   {"--route"});
  ASSERT_EQ(run.log.packets.size(), cycles.size());
  for (std::size_t i = 0; i < cycles.size(); ++i) {
    const std::uint64_t cycle = std::stoull(cycles[i]);
    const json& packet = run.log.packets[i];
    EXPECT_EQ(packet["created"], cycle);
    EXPECT_EQ(packet["from"], first);
    EXPECT_EQ(packet["at"], last);
    const Strings names = {first, "b", last};
    ASSERT_EQ(packet["route"].size(), names.size());
    for (std::size_t hop = 0; hop < names.size(); ++hop) {
      EXPECT_EQ(packet["route"][hop][0], names[hop]);
      EXPECT_EQ(packet["route"][hop][4], cycle + 2 * (hop + 1));
      EXPECT_EQ(packet["route"][hop][5], cycle + 2 * (hop + 1));
    }
    EXPECT_EQ(packet["delivered"], cycle + 7);
  }
}

TEST(PacketLog, filters_leave_out_whole_lines_of_the_full_log) {
  const Logged all(kDetection, {"--route"});
  struct Filter {
    Strings options;
    std::function<bool(const json&)> takes;
  };
  const std::vector<Filter> filters = {
      {{"--source", "5"}, [](const json& packet) { return packet["source"] == 5; }},
      {{"--destination", "9"}, [](const json& packet) { return packet["destination"] == 9; }},
      {{"--created", "300,500"},
       [](const json& packet) { return packet["created"] >= 300 && packet["created"] <= 500; }},
      {{"--lost"}, [](const json& packet) { return !packet["lost"].is_null(); }}};
  for (const auto& [options, takes] : filters) {
    std::vector<json> expected;
    for (const json& packet : all.log.packets) {
      if (takes(packet)) expected.push_back(packet);
    }
    ASSERT_FALSE(expected.empty()) << options[0];
    EXPECT_TRUE(Logged(kDetection, with({"--route"}, options)).log.packets == expected) << options[0];
  }
}

TEST(PacketLog, of_the_slowest_has_no_packet_that_is_faster_than_one_left_out) {
  const auto latency = [](const json& packet) {
    return packet["delivered"].get<std::uint64_t>() - packet["created"].get<std::uint64_t>();
  };
  std::vector<std::uint64_t> all, slowest;
  for (const json& packet : Logged(kWafer).log.packets) all.push_back(latency(packet));
  for (const json& packet : Logged(kWafer, {"--slowest", "7"}).log.packets) slowest.push_back(latency(packet));
  std::ranges::sort(all, std::greater{});
  std::ranges::sort(slowest, std::greater{});
  all.resize(7);
  EXPECT_EQ(slowest, all);
}

TEST(PacketLog, options_that_choose_packets_need_a_log) {
  const ToolResult result = run_tool({"run", kWafer, "--route", "--slowest", "3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "--route: there is no packet log: add --packets FILE.jsonl, or leave it out\n"
            "--slowest: there is no packet log: add --packets FILE.jsonl, or leave it out\n");
}

TEST(PacketLog, names_a_node_that_the_network_does_not_have) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", "{network: {kind: srt1d, n: 3}, traffic: {}}", "--packets",
                                      (directory.path() / "log.jsonl").string(), "--source", "8"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--source: '8' is not a node; valid is 0 to 7\n");
  EXPECT_TRUE(directory.files().empty());
}

TEST(PacketLog, that_is_shipped_is_what_its_run_writes) {
  const Logged run("{network: {kind: srt1d, n: 3}, traffic: {rate: 0.1, flits: 4}, run: {cycles: 300, warmup: 0}}",
                   {"--route"});
  EXPECT_TRUE(run.text == text_of("traces/packets/ring.jsonl"));
}

TEST(PacketLog, is_not_written_where_the_repair_fails) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "made" / "log.jsonl").string();
  EXPECT_EQ(run_tool({"run", "traces/irreparable.yaml", "--packets", file, "--quiet"}).status, 1);
  EXPECT_TRUE(directory.files().empty());
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "made"));
}

TEST(PacketLog, says_where_it_cannot_be_written) {
  const ToolResult result = run_tool({"run", kFaults, "--packets", "/proc/nowhere/log.jsonl", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("/proc/nowhere"), std::string::npos) << result.err;
}

TEST(PacketLog, does_not_change_the_report) {
  const TemporaryDirectory directory;
  const Strings words = {"run", kFaults, "--json", "--quiet"};
  json with_log =
      json::parse(run_tool(with(words, {"--route", "--packets", (directory.path() / "log.jsonl").string()})).out);
  EXPECT_EQ(with_log["files"].size(), 1u);
  with_log.erase("files");
  EXPECT_TRUE(with_log == json::parse(run_tool(words).out));
}

}  // namespace
}  // namespace kintsugi::test
