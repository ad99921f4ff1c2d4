// kintsugi explain: a cycle at a router and at a switch, and the way of a packet, compared with the log of the run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "models/network/types.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using ExplainWords = std::vector<std::string>;

/// Crowded enough for every kind of wait.
const std::string kCrowdedMesh =
    "{network: {kind: mesh, sides: [4, 4]}, router: {vcs: 2, buffer: 3}, traffic: {rate: 0.6, flits: 4},"
    " run: {cycles: 300, warmup: 0}}";
const std::string kExplainedWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.05, flits: 3},"
    " faults: [{cycle: 400, pe: [1, 2]}], run: {cycles: 700, warmup: 0}}";

json explained(const std::string& scenario, const ExplainWords& options) {
  const ToolResult result = run_tool(with({"explain", scenario, "--json", "--quiet"}, options));
  EXPECT_EQ(result.status, 0) << result.err;
  return result.status == 0 ? json::parse(result.out) : json();
}

std::string explain_complaint(const std::string& scenario, const ExplainWords& options) {
  const ToolResult result = run_tool(with({"explain", scenario, "--quiet"}, options));
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(result.out, "");
  return result.err;
}

json at_router(const std::string& scenario, const std::string& router, Cycle cycle) {
  return explained(scenario, {"--router", router, "--cycle", std::to_string(cycle)});
}

/// The lines of the packets of a run, with their routes.
std::vector<json> packets_logged(const std::string& scenario) {
  const TemporaryDirectory directory;
  const std::string log = (directory.path() / "log.jsonl").string();
  const ToolResult run = run_tool({"run", scenario, "--quiet", "--packets", log, "--route"});
  EXPECT_LE(run.status, 1) << run.err;
  std::vector<json> packets;
  for (const std::string& line : lines_of(directory.read("log.jsonl"))) {
    json packet = json::parse(line);
    if (packet.contains("id")) packets.push_back(std::move(packet));
  }
  return packets;
}

/// What the log says of the heads and tails that leave a router in a cycle: "e 0 x1.y1 5 0", output port, channel,
/// source, number and flit.
std::set<std::string> heads_and_tails(const std::vector<json>& packets, const std::string& router, Cycle cycle) {
  std::set<std::string> all;
  for (const json& packet : packets) {
    for (const json& hop : packet["route"]) {
      if (hop[0] != router) continue;
      const std::string text = hop[2].get<std::string>() + ' ' + hop[3].dump() + ' ' +
                               packet["from"].get<std::string>() + ' ' + packet["number"].dump() + ' ';
      if (hop[4] == cycle) all.insert(text + '0');
      if (hop[5] == cycle) all.insert(text + std::to_string(packet["flits"].get<int>() - 1));
    }
  }
  return all;
}

TEST(ExplainRouter, sends_what_the_packet_log_says) {
  const std::vector<json> packets = packets_logged(kCrowdedMesh);
  std::size_t sent = 0;
  for (Cycle cycle = 40; cycle < 52; ++cycle) {
    const json report = at_router(kCrowdedMesh, "x1.y1", cycle);
    ASSERT_EQ(report["cycle"], cycle);
    ASSERT_EQ(report["router"], "x1.y1");
    std::set<std::string> found;
    for (const json& output : report["outputs"]) {
      const json& flit = output["sent"];
      if (flit.is_null() || (flit["flit"] != 0 && flit["flit"] != 3)) continue;
      found.insert(output["port"].get<std::string>() + ' ' + flit["channel"].dump() + ' ' +
                   flit["packet"]["source"].get<std::string>() + ' ' + flit["packet"]["number"].dump() + ' ' +
                   flit["flit"].dump());
    }
    EXPECT_EQ(found, heads_and_tails(packets, "x1.y1", cycle)) << cycle;
    sent += found.size();
  }
  EXPECT_GT(sent, 8u);
}

/// Every flit that has not left has a reason, and the reason fits what the router has done.
void expect_reasons_fit(const json& report, std::set<std::string>& kinds) {
  const auto output_of = [&](const std::string& port) {
    const auto found =
        std::ranges::find(report["outputs"], port, [](const json& each) { return each["port"].get<std::string>(); });
    return found == report["outputs"].end() ? json() : *found;
  };
  for (const json& input : report["inputs"]) {
    if (input["flits"] == 0) {
      EXPECT_FALSE(input["sent"].is_null()) << input;
      continue;
    }
    ASSERT_FALSE(input["waits"].is_null()) << input;
    const std::string kind = input["waits"];
    kinds.insert(kind);
    EXPECT_FALSE(input["why"].get<std::string>().empty()) << input;
    if (kind == "channel") {
      EXPECT_TRUE(input["output"].is_null()) << input;
      EXPECT_EQ(input["flit"], 0) << "only a head waits for a channel: " << input;
      ASSERT_FALSE(input["choices"].empty()) << input;
    }
    if (kind == "credit") {
      const json channel =
          output_of(input["output"]["port"])["channels"][input["output"]["channel"].get<std::size_t>()];
      EXPECT_EQ(channel["credits"], 0) << input;
      EXPECT_EQ(channel["holder"], input["packet"]) << input;
    }
    if (kind == "output") {
      const json output = output_of(input["output"]["port"]);
      ASSERT_FALSE(output["sent"].is_null()) << input;
      EXPECT_NE(output["sent"]["from"]["port"], input["port"]) << input;
      EXPECT_EQ(std::ranges::count(output["lost"], input["packet"], [](const json& each) { return each["packet"]; }), 1)
          << input;
    }
    if (kind == "turn") {
      EXPECT_FALSE(input["sent"].is_null()) << input;
    }
    for (const json& choice : input["choices"]) {
      if (choice["state"] == "taken" || choice["state"] == "lost") {
        EXPECT_FALSE(choice["by"].is_null()) << input;
      }
    }
  }
}

TEST(ExplainRouter, has_a_reason_for_each_flit_that_waits) {
  std::set<std::string> kinds;
  for (const std::string router : {"x1.y1", "5", "x2.y1", "x0.y0"}) {
    for (const Cycle cycle : {60, 61, 62, 63, 150, 151}) {
      expect_reasons_fit(at_router(kCrowdedMesh, router, cycle), kinds);
    }
  }
  for (const std::string kind : {"turn", "output", "credit", "channel"}) EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(ExplainRouter, is_the_same_by_name_and_by_number_and_prints_what_the_document_says) {
  EXPECT_EQ(at_router(kCrowdedMesh, "x1.y1", 60), at_router(kCrowdedMesh, "5", 60));
  const json report = at_router(kCrowdedMesh, "5", 60);
  const ToolResult text = run_tool({"explain", kCrowdedMesh, "--quiet", "--router", "5", "--cycle", "60"});
  EXPECT_EQ(text.status, 0) << text.err;
  for (const json& input : report["inputs"]) {
    if (!input["why"].is_null()) {
      EXPECT_NE(text.out.find(input["why"].get<std::string>()), std::string::npos) << input;
    }
  }
}

TEST(ExplainRouter, follows_a_node_to_its_new_pe) {
  const json before = at_router(kExplainedWafer, "x1.y0", 390);
  EXPECT_EQ(before["router"], "r1.c2");
  EXPECT_EQ(before["chain"], "active");
  EXPECT_EQ(before["controller"], "idle");
  EXPECT_EQ(at_router(kExplainedWafer, "r1.c2", 390), before);
  EXPECT_EQ(at_router(kExplainedWafer, "x1.y0", 405)["controller"], "drain");
  const json after = at_router(kExplainedWafer, "x1.y0", 600);
  EXPECT_NE(after["router"], "r1.c2");
  EXPECT_EQ(after["node"], "x1.y0");
  EXPECT_TRUE(at_router(kExplainedWafer, "r1.c2", 600)["node"].is_null());
}

TEST(ExplainSwitch, has_its_state_since_a_cycle_and_the_ports_that_meet) {
  const auto state = [](Cycle cycle) {
    return explained(kExplainedWafer, {"--switch", "r1.c2.bunch_ew", "--cycle", std::to_string(cycle)});
  };
  const json power_up = state(2);
  EXPECT_EQ(power_up["state"], "cross");
  EXPECT_EQ(power_up["since"], 0);
  EXPECT_EQ(power_up["chain"], "shift");
  const json loaded = state(390);
  EXPECT_EQ(loaded["state"], "connect_0_1");
  EXPECT_GT(loaded["since"], 2);
  EXPECT_LT(loaded["since"], 20);
  EXPECT_EQ(state(loaded["since"].get<Cycle>())["state"], "connect_0_1");
  EXPECT_EQ(state(loaded["since"].get<Cycle>() - 1)["state"], "cross");
  const auto has_port = [](const json& report, const std::string& port) {
    return std::ranges::any_of(report["paths"],
                               [&](const json& path) { return path["from"] == port || path["to"] == port; });
  };
  EXPECT_TRUE(has_port(loaded, "r1.c2.e")) << loaded["paths"];
  EXPECT_TRUE(has_port(loaded, "r1.c2.w")) << loaded["paths"];
  const json dead = state(600);
  EXPECT_EQ(dead["state"], "cross");
  EXPECT_GT(dead["since"], 400);
  for (const json& path : dead["paths"]) {
    if (path["from"].get<std::string>().starts_with("r1.c2.")) {
      EXPECT_TRUE(path["to"].is_null()) << path;
    }
  }
}

TEST(ExplainPacket, goes_the_way_that_the_packet_log_says) {
  const std::vector<json> packets = packets_logged(kCrowdedMesh);
  std::size_t followed = 0, waits = 0;
  for (const json& packet : packets) {
    if (packet["route"].size() < 4 || packet["delivered"].is_null() || packet["number"] != 7) continue;
    if (followed == 4) break;
    ++followed;
    const json report = explained(kCrowdedMesh, {"--packet", packet["source"].dump() + ':' + packet["number"].dump()});
    EXPECT_EQ(report["created"], packet["created"]);
    EXPECT_EQ(report["injected"], packet["injected"]);
    EXPECT_EQ(report["delivered"], packet["delivered"]);
    ASSERT_EQ(report["copies"].size(), 1u);
    const json& stops = report["copies"][0];
    ASSERT_EQ(stops.size(), packet["route"].size()) << packet;
    for (std::size_t i = 0; i < stops.size(); ++i) {
      const json& hop = packet["route"][i];
      const json& stop = stops[i];
      EXPECT_EQ(stop["router"], hop[0]);
      EXPECT_EQ(stop["in"]["port"], hop[1]);
      EXPECT_EQ(stop["out"]["port"], hop[2]);
      EXPECT_EQ(stop["out"]["channel"], hop[3]);
      EXPECT_EQ(stop["left"], hop[4]);
      EXPECT_LE(stop["granted"], stop["left"]);
      EXPECT_GE(stop["granted"], stop["eligible"]);
      EXPECT_EQ(std::ranges::count(stop["choices"], "given", [](const json& each) { return each["state"]; }), 1)
          << stop;
      Cycle waited = 0;
      for (const json& each : stop["waits"]) waited += each["to"].get<Cycle>() - each["from"].get<Cycle>() + 1;
      EXPECT_EQ(stop["eligible"].get<Cycle>() + waited, stop["left"].get<Cycle>())
          << "each cycle in which the head has not left has a reason: " << stop;
      waits += waited;
    }
  }
  EXPECT_EQ(followed, 4u);
  EXPECT_GT(waits, 5u);
}

TEST(ExplainPacket, loses_a_channel_to_another_packet_and_finds_one_taken_by_it) {
  std::string ways;
  for (const char* const name : {"5:3", "6:3", "9:3", "10:3"}) {
    ways += run_tool({"explain", kCrowdedMesh, "--packet", name, "--quiet"}).out;
  }
  EXPECT_NE(ways.find(" lost to packet "), std::string::npos) << ways;
  EXPECT_NE(ways.find(" taken by packet "), std::string::npos) << ways;
  EXPECT_EQ(ways.find(" lost by "), std::string::npos) << ways;
}

TEST(ExplainPacket, is_shown_where_it_is_in_a_cycle) {
  const std::vector<json> packets = packets_logged(kCrowdedMesh);
  const auto packet = std::ranges::find_if(packets, [](const json& each) { return each["route"].size() > 3; });
  ASSERT_NE(packet, packets.end());
  const std::string name = (*packet)["source"].dump() + ':' + (*packet)["number"].dump();
  const Cycle second = (*packet)["route"][1][4].get<Cycle>();
  const json report = explained(kCrowdedMesh, {"--packet", name, "--cycle", std::to_string(second)});
  EXPECT_EQ(report["cycle"], second);
  EXPECT_TRUE(report["delivered"].is_null());
  ASSERT_EQ(report["copies"][0].size(), 3u) << "on its way to the third router";
  EXPECT_TRUE(report["copies"][0][2]["left"].is_null());
  const json early = explained(kCrowdedMesh, {"--packet", "3:100000"});
  EXPECT_TRUE(early["created"].is_null()) << "the run has no such packet";
}

/// A copy that is dropped is not the end of a packet whose source sends it again.
TEST(ExplainPacket, is_followed_until_a_copy_of_it_is_delivered) {
  const std::string corrupting =
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue, vcs: 4}, traffic: {rate: 0.1, flits: 4},"
      " run: {cycles: 600, warmup: 0, seed: 5}, detection: {timeout: 100, retries: 8, crc: packet},"
      " faults: [{cycle: 0, link: [5, 6], corrupt: 0.2}]}";
  std::size_t followed = 0;
  for (const json& packet : packets_logged(corrupting)) {
    if (packet["kind"] != "tracked" || packet["delivered"].is_null()) continue;
    // The copies after one that is delivered are for want of its acknowledgement.
    if (packet["delivered"].get<Cycle>() < packet["injected"].get<Cycle>() + 100) continue;
    if (++followed > 3) break;
    const json report = explained(corrupting, {"--packet", packet["source"].dump() + ':' + packet["number"].dump()});
    EXPECT_EQ(report["delivered"], packet["delivered"]);
    EXPECT_GT(report["copies"].size(), 1u);
    EXPECT_FALSE(report["dropped"].is_null());
  }
  EXPECT_GT(followed, 2u);
}

TEST(ExplainPacket, that_has_not_ended_is_shown_at_the_end_of_the_last_cycle) {
  const std::string cut =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 1, flits: 8}, run: {cycles: 40, warmup: 0, drain: "
      "false}}";
  const std::vector<json> packets = packets_logged(cut);
  const auto is_under_way = [](const json& each) {
    return each.at("delivered").is_null() && !each.at("injected").is_null();
  };
  const auto packet = std::ranges::find_if(packets, is_under_way);
  ASSERT_NE(packet, packets.end());
  const std::string name = packet->at("source").dump() + ':' + packet->at("number").dump();
  EXPECT_EQ(explained(cut, {"--packet", name}).at("cycle"), 39) << "cycles count from 0";
}

TEST(Explain, refuses_what_there_is_not_and_names_the_nearest) {
  EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--cycle", "5"}),
            "kintsugi: nothing to explain: give one of --router ROUTER, --switch SWITCH and --packet NODE:NUMBER\n");
  EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--cycle", "5", "--router", "5", "--packet", "3:0"})
                .find("kintsugi: one thing is explained at a time"),
            0u);
  EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--router", "5"}),
            "--router: it changes from cycle to cycle; say with --cycle C which one is to be explained\n");
  EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--router", "x1.y11", "--cycle", "5"}),
            "--router: 'x1.y11' is not a node; valid is 0 to 15, or a name such as x0.y0; did you mean 'x1.y1'?\n");
  EXPECT_NE(explain_complaint(kExplainedWafer, {"--router", "r1.cc2", "--cycle", "5"}).find("did you mean 'r1.c2'?"),
            std::string::npos);
  EXPECT_EQ(explain_complaint(kExplainedWafer, {"--switch", "r1.c2.bunch_ee", "--cycle", "5"}),
            "--switch: 'r1.c2.bunch_ee' is not a switch; did you mean 'r1.c2.bunch_ew'?\n");
  EXPECT_NE(explain_complaint(kCrowdedMesh, {"--switch", "sh.g0.c0", "--cycle", "5"}).find("no fabric"),
            std::string::npos);
  for (const std::string wrong : {"3", "3:", "3:x", ":1"}) {
    EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--packet", wrong}).find("--packet: '"), 0u) << wrong;
  }
  EXPECT_EQ(explain_complaint(kCrowdedMesh, {"--packet", "16:1"}).find("--packet: '16' is not a node"), 0u);
}

TEST(Explain, refuses_a_packet_of_a_router_that_sends_none) {
  const TemporaryDirectory place;
  std::filesystem::create_directories(place.path());
  const std::string graph = (place.path() / "pair.csv").string();
  std::ofstream(graph) << "a,b\ncpu,mem\n";
  const std::string pes = "{network: {kind: graph, file: '" + graph + "', pes: 2}, traffic: {rate: 0.1}}";
  EXPECT_EQ(explain_complaint(pes, {"--packet", "cpu:0"}),
            "--packet: 'cpu' is a router without a PE; name a node with one, such as cpu_pe0\n");
  EXPECT_EQ(run_tool({"explain", pes, "--packet", "cpu_pe0:0"}).status, 0);
}

TEST(Explain, runs_the_part_of_a_network_that_no_plan_repairs) {
  const std::string holes =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {partial: holes}, traffic: {rate: 0.05},"
      " defects: {pe: [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]]}, run: {cycles: 200}}";
  const json report = at_router(holes, "x3.y0", 100);
  EXPECT_EQ(report["router"], "x3.y0");
  EXPECT_FALSE(report.contains("chain")) << "it is wired directly";
  EXPECT_EQ(explain_complaint(holes, {"--switch", "sh.g0.c0", "--cycle", "5"}),
            "--switch: no plan repairs the chip, and the part of its network that runs (repair.partial) is wired "
            "directly; give --router or --packet\n");
}

TEST(Explain, refuses_a_cycle_after_the_end_of_the_run) {
  const std::string message = explain_complaint(kCrowdedMesh, {"--router", "5", "--cycle", "100000"});
  EXPECT_EQ(message.find("--cycle: the run ends after "), 0u) << message;
  EXPECT_NE(message.find(", before cycle 100000; the last one is "), std::string::npos) << message;
  EXPECT_EQ(explain_complaint(kExplainedWafer, {"--router", "x1.y0", "--cycle", "2"}),
            "--router: node x1.y0 has no PE at the end of cycle 2: the configuration is not loaded yet; take a later "
            "cycle, or name a PE\n");
}

TEST(Explain, writes_no_waveform) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [2, 2]}, traffic: {rate: 0.1}, run: {cycles: 40, warmup: "
      "0}, waves: {file: explained_waves.vcd}}";
  explained(scenario, {"--router", "0", "--cycle", "20"});
  EXPECT_FALSE(std::filesystem::exists(source_directory() / "explained_waves.vcd"));
}

}  // namespace
}  // namespace kintsugi::test
