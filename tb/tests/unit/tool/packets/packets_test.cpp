// Packet logs: reading, queries, the report and the time line, on logs made by hand.
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <random>

#include "tb/tests/system/json_schema.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/packets/perfetto.hpp"
#include "tb/tool/packets/report.hpp"

namespace kintsugi::packets {
namespace {

using nlohmann::json;

const std::string kHead = R"({"packets":1,"nodes":4,"cycles":60,"routes":true,"faults":[{"cycle":9,"pe":[1,2]}],)"
                          R"("phases":[{"name":"drain","from":10,"to":14}]})"
                          "\n";
/// From node 0 to node 2 by way of node 1.
const std::string kFar =
    R"({"id":0,"kind":"unicast","source":0,"number":0,"destination":2,"from":"a","at":"c","flits":3,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":6,"delivered":20,"lost":null,"hops":2,"route":[)"
    R"(["a","local","e",0,8,10],["b","w","e",1,11,13],["c","w","local",0,14,19]]})"
    "\n";
/// From node 1 to node 2, behind it on the same channel.
const std::string kNear =
    R"({"id":1,"kind":"unicast","source":1,"number":0,"destination":2,"from":"b","at":"c","flits":1,"members":1,)"
    R"("reached":1,"copies":1,"created":5,"injected":12,"delivered":22,"lost":null,"hops":1,"route":[)"
    R"(["b","local","e",1,14,14],["c","w","local",1,21,21]]})"
    "\n";
/// Lost in its queue.
const std::string kLost =
    R"({"id":7,"kind":"unicast","source":3,"number":1,"destination":0,"from":"d","at":"d","flits":1,"members":1,)"
    R"("reached":0,"copies":1,"created":7,"injected":null,"delivered":null,"lost":{"cycle":9,"reason":"queued"},)"
    R"("hops":0,"route":[]})"
    "\n";

Log log_of(const std::string& text) {
  Diagnostics errors;
  Log log = read_log(text, "log.jsonl", errors);
  EXPECT_NO_THROW(errors.raise());
  return log;
}

Log small() {
  return log_of(kHead + kFar + kNear + kLost);
}

/// Returns the messages about a log.
std::string complaint(const std::string& text) {
  Diagnostics errors;
  read_log(text, "log.jsonl", errors);
  std::string all;
  for (const Diagnostic& each : errors.sorted()) all += describe(each) + '\n';
  return all;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(PacketLogReader, keeps_what_the_lines_say) {
  const Log log = small();
  EXPECT_EQ(log.nodes, 4u);
  ASSERT_EQ(log.packets.size(), 3u);
  const Packet& far = log.packets[0];
  EXPECT_EQ(far.latency(), std::optional<Cycle>(15));
  EXPECT_EQ(log.names[*far.from] + log.names[*far.at], "ac");
  ASSERT_EQ(far.route.size(), 3u);
  EXPECT_EQ(log.names[far.route[1].router] + log.names[far.route[1].in] + log.names[far.route[1].out], "bwe");
  EXPECT_EQ(far.route[1].vc, 1u);
  EXPECT_EQ(far.route[1].tail, std::optional<Cycle>(13));
  EXPECT_EQ(log.packets[2].lost->reason, "queued");
  EXPECT_EQ(log.faults[0].what, "pe [1,2]");
  EXPECT_EQ(log.phases[0].to, 14u);
}

TEST(PacketLogReader, names_the_line_and_what_is_wrong) {
  EXPECT_EQ(complaint(""), "log.jsonl: the file is empty; kintsugi run --packets writes a packet log\n");
  EXPECT_EQ(complaint("{}\n"), "log.jsonl:1:1: 'packets' is missing\n");
  EXPECT_EQ(complaint("cycle,source\n" + kFar),
            "log.jsonl:1:1: this is no JSON; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kFar), "log.jsonl:1:1: unknown key 'id'\n");
  EXPECT_EQ(complaint(kHead + "[]\n"), "log.jsonl:2:1: an object {...} is expected\n");
  EXPECT_EQ(complaint(kHead + kFar.substr(0, 40) + "\n" + kNear),
            "log.jsonl:2:41: this is no JSON; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3", "\"flits\":1e999")),
            "log.jsonl:2:1: a number is too large; every line of a packet log is one document\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3,", "")), "log.jsonl:2:1: 'flits' is missing\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\":3", "\"flits\":-3")),
            "log.jsonl:2:1: 'flits' is not an integer from 0 to 10^18\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"flits\"", "\"flit\"")), "log.jsonl:2:1: unknown key 'flit'\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "unicast", "anycast")),
            "log.jsonl:2:1: 'kind' is not unicast, tracked or multicast\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"id\":0", "\"id\":3")),
            "log.jsonl:2:1: 'id' is not the number times the nodes plus the source\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "\"delivered\":20", "\"delivered\":4")),
            "log.jsonl:2:1: it is delivered before it is injected\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "0,8,10]", "0,8]")),
            "log.jsonl:2:1: a hop is not [router, in, out, channel, head, tail]\n");
  EXPECT_EQ(complaint(kHead + replaced(kFar, "0,8,10]", "0,11,10]")), "log.jsonl:2:1: a tail leaves before its head\n");
  EXPECT_EQ(complaint(replaced(kHead, "\"packets\":1", "\"packets\":2") + kFar),
            "log.jsonl:1:1: a packet log begins with {\"packets\":1,...}; kintsugi run --packets writes one\n");
}

std::vector<std::uint64_t> ids_of(const std::vector<const Packet*>& packets) {
  std::vector<std::uint64_t> ids;
  for (const Packet* packet : packets) ids.push_back(packet->id);
  return ids;
}

TEST(PacketQuery, selects_by_latency_router_and_ends) {
  const Log log = small();
  using Ids = std::vector<std::uint64_t>;
  EXPECT_EQ(ids_of(select(log, {})), (Ids{0, 1, 7}));
  EXPECT_EQ(ids_of(select(log, {.slowest = 1, .through = "", .between = {}})), (Ids{1})) << "17 cycles against 15";
  EXPECT_EQ(ids_of(select(log, {.slowest = 9, .through = "", .between = {}})), (Ids{1, 0}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "b", .between = {}})), (Ids{0, 1}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "a", .between = {}})), (Ids{0}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "", .between = {{3, 0}}})), (Ids{7}));
  EXPECT_EQ(ids_of(select(log, {.slowest = {}, .through = "a", .between = {{3, 0}}})), Ids{});
}

TEST(PacketQuery, names_routers_and_nodes_that_there_are) {
  const auto complaint_of = [](const Log& log, const Query& query) -> std::string {
    try {
      select(log, query);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint_of(small(), {.slowest = {}, .through = "z", .between = {}}),
            "--through: no packet of the log passes a router 'z'; routers: a, c, b");
  EXPECT_EQ(complaint_of(small(), {.slowest = {}, .through = "", .between = {{0, 4}}}),
            "--between: the nodes of the log are 0 to 3");
}

TEST(PacketBins, count_every_value_once_in_few_bins) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> values(1 + random() % 50);
    for (std::uint64_t& value : values) value = random() >> (4 + random() % 60);
    const Bins bins = bins_of(values, 20);
    ASSERT_LE(bins.counts.size(), 20u);
    ASSERT_NE(bins.counts.back(), 0u);
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
      const std::uint64_t low = bins.first + i * bins.width;
      const auto inside = [&](std::uint64_t value) { return value >= low && value - low < bins.width; };
      ASSERT_EQ(bins.counts[i], static_cast<std::uint64_t>(std::ranges::count_if(values, inside)));
    }
  }
}

TEST(PacketBins, percentiles_are_the_smallest_values_that_so_many_do_not_exceed) {
  for (std::size_t size = 1; size < 40; ++size) {
    std::vector<std::uint64_t> values;
    for (std::size_t i = 0; i < size; ++i) values.push_back(i / 3);
    for (unsigned percent = 1; percent <= 100; ++percent) {
      const auto covers = [&](std::uint64_t value) {
        const auto below = std::ranges::count_if(values, [value](std::uint64_t each) { return each <= value; });
        return static_cast<std::size_t>(below) * 100 >= percent * size;
      };
      const std::uint64_t found = percentile(values, percent);
      ASSERT_TRUE(covers(found) && (found == 0 || !covers(found - 1))) << size << ' ' << percent;
    }
  }
}

TEST(PacketReport, has_counts_distributions_and_the_list) {
  const Log log = small();
  const json report = to_json(log, select(log, {}), true);
  EXPECT_EQ(report["packets"], 3);
  EXPECT_EQ(report["delivered"], 2);
  EXPECT_EQ(report["lost"], 1);
  EXPECT_EQ(report["latency"]["mean"], 16);
  EXPECT_EQ(report["latency"]["max"], 17);
  EXPECT_EQ(report["hops"]["bins"]["counts"], (std::vector<int>{1, 1}));
  EXPECT_EQ(report["list"][0]["route"][1],
            json::parse(R"({"router":"b","in":"w","out":"e","channel":1,"head":11,"tail":13})"));
  const std::string text = to_text(log, select(log, {}), true);
  EXPECT_NE(text.find("a e, b e, c local"), std::string::npos) << text;
  EXPECT_NE(text.find("lost: queued"), std::string::npos) << text;
}

/// Returns the slices of a time line on the tracks of channels: (track, packet) -> (ts, dur).
std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>> slices_of(const json& line) {
  std::map<std::uint64_t, std::string> tracks;
  std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>> slices;
  for (const json& event : line["traceEvents"]) {
    if (event["name"] == "thread_name" && event["pid"] == 1) tracks[event["tid"]] = event["args"]["name"];
    if (event["ph"] != "X" || event["pid"] != 1) continue;
    slices[{tracks.at(event["tid"]), event["args"]["id"]}] = {event["ts"], event["dur"]};
  }
  return slices;
}

TEST(TimeLine, shows_the_slices_that_the_log_says) {
  const Log log = small();
  const json line = json::parse(to_perfetto(log, select(log, {})));
  using Slices = std::map<std::pair<std::string, std::uint64_t>, std::pair<std::uint64_t, std::uint64_t>>;
  const Slices expected = {{{"a e vc 0", 0}, {8, 3}},
                           {{"b e vc 1", 0}, {11, 3}},
                           {{"b e vc 1", 1}, {14, 1}},
                           {{"c local vc 0", 0}, {14, 6}},
                           {{"c local vc 1", 1}, {21, 1}}};
  EXPECT_EQ(slices_of(line), expected);
}

TEST(TimeLine, fits_the_schema_of_trace_events) {
  const test::JsonSchema schema(json::parse(test::text_of("tb/tool/packets/perfetto.schema.json")));
  const Log log = small();
  const json line = json::parse(to_perfetto(log, select(log, {})));
  EXPECT_EQ(schema.complaint(line), "");
  for (std::size_t i = 0; i < line["traceEvents"].size(); ++i) {
    for (const auto& [key, value] : line["traceEvents"][i].items()) {
      json wrong = line;
      wrong["traceEvents"][i][key] = json::array({value});
      EXPECT_NE(schema.complaint(wrong), "") << key << " of event " << i;
    }
  }
}

TEST(TimeLine, counts_packets_and_channels_and_marks_faults_and_phases) {
  const Log log = small();
  const json line = json::parse(to_perfetto(log, select(log, {})));
  std::map<std::string, std::vector<std::pair<int, int>>> counters;
  std::vector<json> instants, phases;
  for (const json& event : line["traceEvents"]) {
    if (event["ph"] == "C") counters[event["name"]].emplace_back(event["ts"], event["args"]["value"]);
    if (event["ph"] == "i") instants.push_back(event);
    if (event["ph"] == "X" && event["pid"] == 3) phases.push_back(event);
  }
  using Values = std::vector<std::pair<int, int>>;
  EXPECT_EQ(counters["packets in source queues"], (Values{{5, 2}, {6, 1}, {7, 2}, {9, 1}, {12, 0}}));
  EXPECT_EQ(counters["packets in the network"], (Values{{6, 1}, {12, 2}, {20, 1}, {22, 0}}));
  EXPECT_EQ(counters["channels in use: b e"], (Values{{11, 1}, {15, 0}})) << "one packet follows the other at once";
  ASSERT_EQ(instants.size(), 1u);
  EXPECT_EQ(instants[0]["name"], "fault: pe [1,2]");
  EXPECT_EQ(instants[0]["ts"], 9);
  ASSERT_EQ(phases.size(), 1u);
  EXPECT_EQ(phases[0]["name"], "drain");
  EXPECT_EQ(phases[0]["ts"], 10);
  EXPECT_EQ(phases[0]["dur"], 5);
}

}  // namespace
}  // namespace kintsugi::packets
