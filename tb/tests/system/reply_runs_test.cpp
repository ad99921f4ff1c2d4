// Runs with requests and replies: one reply for each request, the window, the proof with channels of their own and with
// shared ones, and what is said of wrong keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "tb/tests/system/schedules.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

struct ReplyPacket {
  int source, destination, flits;
  std::uint64_t created, delivered;
};

class ReplyRuns : public testing::Test {
 protected:
  ReplyRuns() { std::filesystem::create_directories(directory_.path()); }
  /// A torus of 16 nodes; requests have 2 flits.
  static std::string torus(const std::string& traffic, const std::string& more = "",
                           const std::string& run = "cycles: 2000, warmup: 200") {
    return "{network: {kind: torus, sides: [4, 4]}, traffic: {flits: 2, " + traffic + "}, run: {" + run + "}" + more +
           '}';
  }
  static json document_of(std::vector<std::string> words, int status = 0) {
    words.emplace_back("--json");
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, status) << result.err << result.out;
    return json::parse(result.out);
  }
  /// Runs the scenario and returns its packets, all delivered; `report` is its report.
  std::vector<ReplyPacket> packets_of(const std::string& scenario) {
    const std::string log = (directory_.path() / "log.jsonl").string();
    report = document_of({"run", scenario, "--packets", log});
    std::ifstream in(log);
    std::string line;
    std::getline(in, line);
    std::vector<ReplyPacket> packets;
    while (std::getline(in, line)) {
      const json packet = json::parse(line);
      packets.push_back({packet.at("source"), packet.at("destination"), packet.at("flits"), packet.at("created"),
                         packet.at("delivered")});
    }
    return packets;
  }
  static std::string refusal_of(const std::string& scenario) {
    const ToolResult result = run_tool({"run", scenario});
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  }

  TemporaryDirectory directory_;
  json report;
};

/// Returns the latency that at least so many per cent of them do not exceed, by their definition.
std::uint64_t latency_of_percent(std::vector<std::uint64_t> latencies, std::size_t percent) {
  std::ranges::sort(latencies);
  std::size_t count = 1;
  while (count * 100 < latencies.size() * percent) ++count;
  return latencies.at(count - 1);
}

void expect_latencies(const json& reported, const std::vector<std::uint64_t>& latencies) {
  double sum = 0;
  for (const std::uint64_t each : latencies) sum += static_cast<double>(each);
  EXPECT_NEAR(reported.at("mean").get<double>(), sum / static_cast<double>(latencies.size()), 1e-9);
  EXPECT_EQ(reported.at("p95"), latency_of_percent(latencies, 95));
  EXPECT_EQ(reported.at("max"), std::ranges::max(latencies));
}

/// Finds for each reply the request that it answers: of the same two nodes, the one whose arrival is `service` cycles
/// before the reply. Returns the number of replies without one, and of requests without one.
std::pair<std::size_t, std::size_t> unmatched(const std::vector<ReplyPacket>& packets, int reply_flits,
                                              std::uint64_t service) {
  std::map<std::tuple<int, int, std::uint64_t>, int> served;
  std::size_t lonely = 0;
  for (const ReplyPacket& each : packets) {
    if (each.flits != reply_flits) ++served[{each.destination, each.source, each.delivered + service}];
  }
  for (const ReplyPacket& each : packets) {
    if (each.flits != reply_flits) continue;
    const auto found = served.find({each.source, each.destination, each.created});
    if (found == served.end() || found->second == 0) {
      ++lonely;
    } else {
      --found->second;
    }
  }
  std::size_t unanswered = 0;
  for (const auto& [key, count] : served) unanswered += static_cast<std::size_t>(count);
  return {lonely, unanswered};
}

/// Returns the most requests of a node that are without their reply at the end of a cycle.
int most_outstanding(const std::vector<ReplyPacket>& packets, int reply_flits) {
  std::map<int, std::map<std::uint64_t, int>> changes;
  for (const ReplyPacket& each : packets) {
    if (each.flits == reply_flits) {
      --changes[each.destination][each.delivered];
    } else {
      ++changes[each.source][each.created];
    }
  }
  int most = 0;
  for (const auto& [node, by_cycle] : changes) {
    int now = 0;
    for (const auto& [cycle, change] : by_cycle) most = std::max(most, now += change);
  }
  return most;
}

TEST_F(ReplyRuns, have_one_reply_for_each_request_after_its_service) {
  const auto packets = packets_of(torus("rate: 0.1, reply: {flits: 5, service: 30}"));
  EXPECT_GT(packets.size(), 2000u);
  EXPECT_EQ(unmatched(packets, 5, 30), (std::pair<std::size_t, std::size_t>(0, 0)));
  const auto replies = std::ranges::count(packets, 5, &ReplyPacket::flits);
  EXPECT_EQ(report.at("replies").at("requests"), replies);
  EXPECT_EQ(report.at("replies").at("answered"), replies);
  EXPECT_EQ(static_cast<std::size_t>(2 * replies), packets.size());
  EXPECT_EQ(report.at("conserved"), true);
}

TEST_F(ReplyRuns, lose_nothing_at_saturation) {
  for (const std::string channels : {"own", "shared"}) {
    const auto packets = packets_of(
        torus("rate: 1, reply: {flits: 3, service: 5, channels: " + channels + "}", "", "cycles: 600, proof: skip"));
    EXPECT_EQ(unmatched(packets, 3, 5), (std::pair<std::size_t, std::size_t>(0, 0))) << channels;
    EXPECT_EQ(report.at("packets").at("created"), report.at("packets").at("delivered"));
    EXPECT_EQ(report.at("replies").at("answered"), report.at("replies").at("requests"));
  }
}

/// The second window begins with the request that has the longest trip of the first one.
TEST_F(ReplyRuns, measure_round_trips_as_the_packets_say) {
  std::uint64_t begin = 200, of_longest = 0;
  for (int window = 0; window < 2; ++window, begin = of_longest) {
    const auto packets = packets_of(torus("pattern: transpose, rate: 0.05, reply: {flits: 4, service: 11}", "",
                                          "cycles: 2000, warmup: " + std::to_string(begin)));
    // under transpose a node has one partner, so its replies come in the order of its requests
    std::map<int, std::vector<const ReplyPacket*>> requests, replies;
    for (const ReplyPacket& each : packets) {
      (each.flits == 4 ? replies[each.destination] : requests[each.source]).push_back(&each);
    }
    std::vector<std::uint64_t> trips, there, back;
    for (auto& [node, own] : requests) {
      std::ranges::sort(own, {}, &ReplyPacket::created);
      std::ranges::sort(replies[node], {}, &ReplyPacket::created);
      ASSERT_EQ(own.size(), replies[node].size());
      for (std::size_t i = 0; i < own.size(); ++i) {
        const ReplyPacket &request = *own[i], &reply = *replies[node][i];
        if (request.created < begin || request.created >= 2000) continue;
        const std::uint64_t trip = reply.delivered - request.created;
        if (trips.empty() || trip > std::ranges::max(trips)) of_longest = request.created;
        trips.push_back(trip);
        there.push_back(request.delivered - request.created);
        back.push_back(reply.delivered - reply.created);
      }
    }
    ASSERT_GT(trips.size(), 20u);
    expect_latencies(report.at("replies").at("round_trip"), trips);
    expect_latencies(report.at("replies").at("request_latency"), there);
    expect_latencies(report.at("replies").at("reply_latency"), back);
  }
}

TEST_F(ReplyRuns, keep_at_most_a_window_of_requests_outstanding) {
  for (const int window : {1, 4}) {
    const auto packets = packets_of(torus("rate: 1, reply: {flits: 3}, window: " + std::to_string(window)));
    EXPECT_EQ(most_outstanding(packets, 3), window);
    EXPECT_EQ(unmatched(packets, 3, 0), (std::pair<std::size_t, std::size_t>(0, 0)));
  }
  const auto open = packets_of(torus("rate: 1, reply: {flits: 3}"));
  EXPECT_GT(most_outstanding(open, 3), 20);
}

TEST_F(ReplyRuns, a_wider_window_has_more_throughput_and_longer_trips) {
  double accepted = 0, trip = 0;
  for (const std::string window : {"1", "2", "4"}) {
    const json run = document_of({"run", torus("rate: 1, reply: {flits: 2}, window: " + window)});
    EXPECT_GT(run.at("throughput").at("accepted"), accepted) << window;
    EXPECT_GT(run.at("replies").at("round_trip").at("mean"), trip) << window;
    accepted = run.at("throughput").at("accepted");
    trip = run.at("replies").at("round_trip").at("mean");
  }
}

TEST_F(ReplyRuns, answer_the_packets_of_flows) {
  const json run = document_of({"run", torus("flows: [[0, 5, 0.1], [5, 0, 0.1]], reply: {flits: 6, service: 3}")});
  const json& list = run.at("flows").at("list");
  EXPECT_EQ(list.at(0).at("packets").get<int>() + list.at(1).at("packets").get<int>(),
            run.at("replies").at("answered"));
}

TEST_F(ReplyRuns, are_proved_with_channels_of_their_own_and_show_the_cycle_with_shared_ones) {
  const json own = document_of({"prove", torus("rate: 0.1, reply: {}")});
  EXPECT_EQ(own.at("acyclic"), true);
  EXPECT_EQ(own.at("pairs"), 480) << "240 of requests, 240 of replies";
  EXPECT_EQ(own.at("delivered_pairs"), 480);
  EXPECT_EQ(own.at("vcs"), 4) << "the routing needs two channels, for each class";
  const std::string shared = torus("rate: 0.1, reply: {channels: shared}");
  const json cyclic = document_of({"prove", shared}, 1);
  EXPECT_EQ(cyclic.at("acyclic"), false);
  EXPECT_EQ(cyclic.at("delivered_pairs"), 480);
  EXPECT_GT(cyclic.at("cycle").size(), 1u);
  const ToolResult refused = run_tool({"run", shared});
  EXPECT_EQ(refused.status, 1);
  EXPECT_NE(refused.out.find("set traffic.reply.channels to own"), std::string::npos) << refused.out;
}

/// A dead node leaves the others with the same question.
TEST_F(ReplyRuns, of_live_nodes_are_proved_around_dead_ones) {
  for (const std::string defects : {"{pe: [5]}", "{link: [[0, 1]]}", "{pe: [5], link: [[0, 1]]}"}) {
    const auto proved = [&](const std::string& channels, int status) {
      const std::string mesh =
          "{network: {kind: mesh, sides: [4, 4]}, router: {vcs: 8}, traffic: {rate: 0.1, reply: "
          "{channels: " +
          channels + "}}, defects: " + defects + "}";
      return document_of({"prove", mesh}, status);
    };
    const json own = proved("own", 0);
    const int live = defects.find("pe") == std::string::npos ? 16 : 15;
    EXPECT_EQ(own.at("pairs"), 2 * live * (live - 1)) << defects;
    EXPECT_EQ(own.at("acyclic"), true) << defects;
    const json shared = proved("shared", 1);
    EXPECT_EQ(shared.at("acyclic"), false) << defects;
    EXPECT_EQ(shared.at("delivered_pairs"), shared.at("pairs")) << defects;
  }
}

TEST_F(ReplyRuns, say_in_a_large_network_that_their_cycle_is_not_looked_for) {
  const std::string mesh =
      "{network: {kind: mesh, sides: [72, 72]}, traffic: {rate: 0.001, reply: {channels: shared}}, "
      "run: {cycles: 20}}";
  const ToolResult run = run_tool({"run", mesh, "--quiet", "--threads", "1"});
  EXPECT_EQ(run.status, 0);
  EXPECT_NE(run.err.find("traffic.reply: the proof of a network of so many nodes leaves out what replies wait for"),
            std::string::npos)
      << run.err;
}

TEST_F(ReplyRuns, are_the_same_on_every_schedule_while_pes_die) {
  const std::string faults = ", fabric: {}, faults: [{pe: [2, 2], cycle: 300}, {pe: [3, 1], cycle: 700}]";
  const Outcome outcome = run_on_every_schedule(torus("rate: 0.2, reply: {flits: 3, service: 40}, window: 6", faults));
  EXPECT_EQ(outcome.status, 0);
  const std::string direct = ", faults: [{pe: 5, cycle: 300}]";
  EXPECT_EQ(run_on_every_schedule(torus("rate: 0.2, reply: {flits: 3, service: 40}", direct), 1).status, 0);
}

TEST_F(ReplyRuns, go_with_the_detection_of_faults) {
  const json run = document_of({"run", torus("rate: 0.05, reply: {flits: 3}", ", detection: {}")});
  EXPECT_EQ(run.at("replies").at("answered"), run.at("replies").at("requests"));
}

TEST_F(ReplyRuns, refuse_keys_that_do_not_fit_with_their_places) {
  EXPECT_EQ(refusal_of(torus("window: 4")),
            "<command line>:1:69: traffic.window has no meaning without traffic.reply\n");
  EXPECT_NE(refusal_of(torus("reply: {channels: mine}")).find("own, shared"), std::string::npos);
  EXPECT_NE(refusal_of(torus("reply: {}, multicast: {}")).find("traffic.multicast has others"), std::string::npos);
  EXPECT_NE(refusal_of("{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: x.csv, reply: {}}}")
                .find("traffic.trace has others"),
            std::string::npos);
  EXPECT_NE(
      refusal_of(torus("reply: {}", ", router: {vcs: 5}")).find("router.vcs must be even for requests and replies"),
      std::string::npos);
  EXPECT_NE(refusal_of(torus("reply: {}", ", router: {vcs: 2}")).find("router.vcs must be at least 4"),
            std::string::npos);
}

TEST_F(ReplyRuns, are_packets_that_can_be_expected_of_any_node) {
  const std::string expect = ", expect: {single_packets: [{source: 5, number: 0, delivered: true}]}";
  EXPECT_EQ(document_of({"run", torus("flows: [[0, 5, 0.3]], reply: {flits: 1}", expect)}).at("conserved"), true);
  EXPECT_NE(refusal_of(torus("flows: [[0, 5, 0.3]]", expect)).find("is the source of no flow"), std::string::npos);
}

TEST_F(ReplyRuns, count_the_requests_without_a_reply) {
  const json whole = document_of({"run", torus("rate: 0.1, reply: {flits: 3}")});
  EXPECT_EQ(whole.at("replies").at("unanswered"), 0);
  const std::string dying = torus("rate: 0.1, reply: {flits: 3}", ", faults: [{cycle: 1000, pe: 5}]");
  const std::string log = (directory_.path() / "dying.jsonl").string();
  const json report = document_of({"run", dying, "--packets", log});
  const std::uint64_t lost = report.at("packets").at("lost");
  EXPECT_GT(lost, 0u);
  // A request that is lost has no reply, and one whose reply is lost has none either.
  EXPECT_EQ(report.at("replies").at("unanswered"), lost);
  const ToolResult text = run_tool({"run", dying, "--quiet"});
  EXPECT_NE(text.out.find("; no reply has arrived to " + std::to_string(lost) + '\n'), std::string::npos) << text.out;
  const json cut =
      document_of({"run", torus("rate: 0.3, reply: {flits: 3}", "", "cycles: 300, warmup: 0, drain: false")});
  EXPECT_GT(cut.at("replies").at("unanswered"), 0);
}

TEST_F(ReplyRuns, in_a_sweep_of_windows_have_no_saturation) {
  const std::string base = torus("reply: {flits: 3}", "", "cycles: 300, warmup: 0");
  const std::string sweep = "{base: " + base +
                            ", axes: {window: [{name: open, set: {traffic.reply: {flits: 2}}}, {name: closed, set: "
                            "{traffic.window: 2}}], traffic.rate: [0.05, 0.1]}}";
  const json report = document_of({"sweep", sweep});
  const json& curves = report.at("curves");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_TRUE(curves[0].contains("saturation")) << curves;
  EXPECT_FALSE(curves[1].contains("saturation")) << curves;
  const ToolResult text = run_tool({"sweep", sweep, "--quiet"});
  EXPECT_NE(text.out.find("\nclosed  "), std::string::npos) << text.out;
  const std::string closed =
      "{base: " + torus("reply: {}, window: 2", "", "cycles: 300, warmup: 0") + ", axes: {traffic.rate: [0.05, 0.1]}}";
  EXPECT_EQ(run_tool({"sweep", closed, "--quiet"}).out.find("saturation"), std::string::npos);
}

TEST_F(ReplyRuns, of_a_closed_loop_have_no_saturation) {
  const ToolResult closed = run_tool({"saturate", torus("rate: 0.1, reply: {}, window: 4")});
  EXPECT_EQ(closed.status, 2);
  EXPECT_NE(closed.err.find("traffic.window: requests that the window holds back are never offered"), std::string::npos)
      << closed.err;
}

TEST_F(ReplyRuns, are_not_exported_and_go_with_tables_of_one_class) {
  const std::string by_name = torus("rate: 0.1, reply: {flits: 3}");
  const ToolResult refused = run_tool({"export", by_name, "--part", "routers"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("exported routers do not know replies"), std::string::npos) << refused.err;
  const std::string table = (directory_.path() / "t.csv").string();
  document_of({"prove", by_name, "--tables", table});
  const std::string by_table = torus("rate: 0.1, reply: {flits: 3}", ", router: {table: " + table + "}");
  EXPECT_EQ(document_of({"run", by_table}), document_of({"run", by_name}));
}

}  // namespace
}  // namespace kintsugi::test
