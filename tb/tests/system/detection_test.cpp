// Runs with detection: what links lose is sent again and delivered once, what no source sends again is lost and named,
// and what the checksums miss is counted.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

json run_detection(const std::string& scenario, const std::vector<std::string>& more = {}, int status = 0) {
  const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
  EXPECT_EQ(result.status, status) << result.err << result.out;
  return json::parse(result.out);
}

/// Returns whether the links that are left join all nodes.
bool stays_connected(const Network& network, const std::set<std::size_t>& dead) {
  std::vector<std::uint32_t> part(network.nodes());
  std::iota(part.begin(), part.end(), 0);
  const std::function<std::uint32_t(std::uint32_t)> root = [&](std::uint32_t node) {
    return part[node] == node ? node : part[node] = root(part[node]);
  };
  for (std::size_t i = 0; i < network.links().size(); ++i) {
    if (!dead.contains(i)) part[root(network.links()[i].a.node.value)] = root(network.links()[i].b.node.value);
  }
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    if (root(node) != root(0)) return false;
  }
  return true;
}

std::string ends_of(const Link& link) {
  return "[" + std::to_string(link.a.node.value) + ", " + std::to_string(link.b.node.value) + "]";
}

/// A network and a routing that routes around dead links.
struct Routed {
  std::string network;
  std::string router;
  std::string rate = "0.15";
};

const std::vector<Routed> kRouted = {
    {"{kind: mesh, sides: [4, 4]}", "{routing: updown, vcs: 2}"},
    {"{kind: torus, sides: [4, 3]}", "{routing: nue, vcs: 2}"},
    {"{kind: hypercube, n: 4}", "{routing: around, vcs: 3}"},
    {"{kind: srt2d, n: 2}", "{routing: nue}"},
    {"{kind: mandala, ports: 4, levels: 2}", "{routing: hdr, vcs: 8}"},
    {"{kind: full, nodes: 9}", "{routing: updown}"},
    {"{kind: mesh, sides: [5, 3]}", "{routing: dimension-order}"},
    {"{kind: rdt, side: 16, R: 1}", "{routing: updown}", "0.01"},
    {"{kind: srt1d, n: 4}", "{routing: around, vcs: 4}"},
    {"{kind: sse, n: 4}", "{routing: nue, vcs: 2}"},
};

/// Links that die one after the other, and links that corrupt flits; the network stays connected.
std::string with_link_faults(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto below = [&](std::uint64_t end) { return engine() % end; };
  const Routed& routed = kRouted[seed % kRouted.size()];
  const Input input = load_text("{network: " + routed.network + "}", "network");
  const Network& network = input.setup.network();
  const std::size_t links = network.links().size();
  std::string faults;
  std::set<std::size_t> dead;
  std::set<std::pair<std::uint32_t, std::uint32_t>> named;
  const auto pick = [&] {
    for (std::size_t link = below(links);; link = below(links)) {
      const auto [a, b] = std::minmax(network.links()[link].a.node.value, network.links()[link].b.node.value);
      if (a != b && named.emplace(a, b).second) return link;
    }
  };
  const std::string heartbeat = below(2) == 0 ? ", heartbeat: " + std::to_string(5 + below(20)) : "";
  std::uint64_t cycle = 200 + below(200);
  for (std::uint64_t i = 0, deaths = 1 + below(3); i < deaths; ++i) {
    const std::size_t link = pick();
    dead.insert(link);
    if (!stays_connected(network, dead)) {
      dead.erase(link);
      continue;
    }
    // No heartbeat says that a link works again.
    const std::string until =
        heartbeat.empty() && below(2) == 0 ? ", until: " + std::to_string(cycle + 50 + below(200)) : "";
    faults += "{cycle: " + std::to_string(cycle) + ", link: " + ends_of(network.links()[link]) + until + "}, ";
    cycle += below(150);
  }
  for (std::uint64_t i = 0, wrong = below(3); i < wrong; ++i) {
    faults += "{cycle: " + std::to_string(below(300)) + ", link: " + ends_of(network.links()[pick()]) +
              ", corrupt: 0.0" + std::to_string(1 + below(9)) + "}, ";
  }
  const std::string crc = below(2) == 0 ? "flit" : "packet";
  return "{network: " + routed.network + ", router: " + routed.router + ", traffic: {rate: " + routed.rate +
         ", flits: " + std::to_string(1 + below(6)) +
         "}, run: {cycles: 800, warmup: 100, seed: " + std::to_string(seed) +
         "}, detection: {timeout: " + std::to_string(150 + below(300)) + ", retries: 12, crc: " + crc +
         ", crc_bits: 32" + heartbeat + "}, faults: [" + faults + "]}";
}

/// Checks that nothing is lost and that every schedule says the same. Returns the report.
json check_that_nothing_is_lost(const std::string& scenario, std::uint64_t turn) {
  const ToolResult domain = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(domain.status, 0) << domain.err << domain.out;
  if (domain.status != 0) return {};
  json document = json::parse(domain.out);
  EXPECT_EQ(document.at("conserved"), true);
  EXPECT_EQ(document.at("lost_packets"), json::array());
  EXPECT_EQ(document.at("packets").at("delivered"), document.at("packets").at("created"));
  EXPECT_EQ(document.at("detection").at("wrong"), 0);
  for (const auto& way : other_ways_to_run(turn, 2)) {
    EXPECT_TRUE(run_tool(with({"run", scenario, "--json", "--quiet"}, way)).out == domain.out) << way.back();
  }
  return document;
}

class LinkFaultsSlow : public testing::TestWithParam<std::uint64_t> {};

/// Ten of the hundred scenarios.
TEST_P(LinkFaultsSlow, with_retries_nothing_is_lost_and_each_packet_is_delivered_once) {
  std::uint64_t erased = 0, resent = 0;
  for (std::uint64_t seed = 10 * GetParam(); seed < 10 * GetParam() + 10; ++seed) {
    const std::string scenario = with_link_faults(seed);
    SCOPED_TRACE("kintsugi run '" + scenario + "'");
    const json document = check_that_nothing_is_lost(scenario, seed);
    if (document.is_null()) return;
    erased += document.at("detection").at("flits_erased").get<std::uint64_t>();
    resent += document.at("detection").at("resent").get<std::uint64_t>();
  }
  EXPECT_GT(erased, 0u) << "some packets were on a link that died";
  EXPECT_GT(resent, 0u);
}

INSTANTIATE_TEST_SUITE_P(Hundred, LinkFaultsSlow, testing::Range<std::uint64_t>(0, 10));

constexpr const char* kDyingLinks =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue}, traffic: {rate: 0.2, flits: 4}, run: {cycles: "
    "1500, "
    "warmup: 100}, detection: {timeout: 300, retries: 6, heartbeat: 10}, faults: [{cycle: 500, link: [5, 6]}, {cycle: "
    "900, link: [9, 10]}]}";

/// The windows of its pairs go on where they were: more packets than a window holds come from it after its return.
TEST(DetectionRuns, a_node_that_comes_back_sends_and_receives) {
  const json document = run_detection(
      "{network: {kind: mesh, sides: [2, 2]}, router: {routing: nue}, traffic: {rate: 0.4, flits: 2}, run: {cycles: "
      "4000, "
      "warmup: 100}, detection: {timeout: 200, retries: 4}, faults: [{cycle: 500, until: 900, pe: 3}], "
      "expect: {single_packets: [{source: 3, number: 400, delivered: true}]}}");
  EXPECT_EQ(document.at("conserved"), true);
  for (const json& packet : document.at("lost_packets")) {
    EXPECT_TRUE(packet.at("source") == 3 || packet.at("destination") == 3) << packet;
    EXPECT_LT(packet.at("created"), 1000) << packet;
  }
}

TEST(DetectionRuns, without_retries_what_a_fault_took_is_lost_and_named) {
  const json document = run_detection(kDyingLinks, {"--set", "detection.retries=0"});
  const json& lost = document.at("lost_packets");
  EXPECT_GT(lost.size(), 0u);
  EXPECT_EQ(document.at("packets").at("lost"), lost.size());
  EXPECT_EQ(document.at("conserved"), true);
  EXPECT_EQ(document.at("detection").at("damaged"), lost.size())
      << "each copy that was dropped is a packet that is lost";
  for (const json& packet : lost) EXPECT_EQ(packet.at("reason"), "a link that had died let nothing of a flit through");
  const json with_retries = run_detection(kDyingLinks);
  EXPECT_EQ(with_retries.at("lost_packets"), json::array());
  EXPECT_GT(with_retries.at("detection").at("resent"), 0);
}

TEST(DetectionRuns, a_fault_takes_more_packets_the_later_it_is_noticed) {
  std::uint64_t before = 0;
  for (const char* heartbeat : {"5", "30", "120"}) {
    const json document = run_detection(
        kDyingLinks, {"--set", std::string("detection.heartbeat=") + heartbeat, "--set", "detection.retries=30"});
    const auto erased = document.at("detection").at("flits_erased").get<std::uint64_t>();
    EXPECT_GT(erased, before) << heartbeat;
    before = erased;
    const auto notice = document.at("reconfigurations").at(0).at("notice").get<std::uint64_t>();
    const std::uint64_t h = std::stoull(heartbeat);
    EXPECT_EQ(notice, (500 / h + 4) * h - 500) << "three beats stay out";
  }
}

TEST(DetectionRuns, the_phases_without_heartbeats_begin_in_the_cycle_of_the_fault) {
  const json document = run_detection(kDyingLinks, {"--set", "detection={timeout: 300}"});
  EXPECT_FALSE(document.at("reconfigurations").at(0).contains("notice"));
  EXPECT_EQ(document.at("reconfigurations").at(0).at("cycle"), 500);
}

/// Links that corrupt flits need no routing that routes around them.
std::string corrupting(const std::string& detection, const std::string& rate = "0.1") {
  return "{network: {kind: torus, sides: [4, 4]}, traffic: {rate: 0.2, flits: 4}, run: {cycles: 3000, warmup: 100}, "
         "detection: {timeout: 200, retries: 20, " +
         detection + "}, faults: [{cycle: 0, link: [0, 1], corrupt: 0.2}, {cycle: 700, link: [5, 9], corrupt: " + rate +
         "}]}";
}

TEST(DetectionRuns, each_checksum_finds_what_it_should_and_without_one_wrong_packets_are_delivered) {
  const json flit = run_detection(corrupting("crc_bits: 32"));
  const json packet = run_detection(corrupting("crc: packet, crc_bits: 32"));
  const json none = run_detection(corrupting("crc: none"));
  for (const json* each : {&flit, &packet}) {
    EXPECT_EQ(each->at("packets").at("delivered"), each->at("packets").at("created"));
    EXPECT_GT(each->at("detection").at("flits_corrupted"), 300);
    EXPECT_EQ(each->at("detection").at("wrong"), 0);
  }
  EXPECT_EQ(flit.at("detection").at("flits_found"), flit.at("detection").at("flits_corrupted"));
  EXPECT_GT(flit.at("detection").at("damaged"), 100);
  EXPECT_EQ(packet.at("detection").at("flits_found"), 0);
  EXPECT_GT(packet.at("detection").at("found"), 100);
  EXPECT_GT(none.at("detection").at("wrong"), 100);
  EXPECT_EQ(none.at("detection").at("resent"), 0);
}

TEST(DetectionRuns, short_checksums_miss_errors_and_the_report_counts_them) {
  const std::vector<std::string> more = {"--set", "detection.retries=0", "--set", "run.cycles=12000"};
  const json flit = run_detection(corrupting("crc_bits: 8", "1"), more);
  const double corrupted = flit.at("detection").at("flits_corrupted");
  const double missed = flit.at("detection").at("flits_missed");
  EXPECT_EQ(flit.at("detection").at("flits_found"), corrupted - missed);
  EXPECT_GT(missed, 0);
  EXPECT_NEAR(missed, corrupted / 256, 5 * std::sqrt(corrupted / 256));
  // A packet of which one flit of several was found is dropped all the same.
  EXPECT_LE(flit.at("detection").at("wrong").get<double>(), missed);
  const json packet = run_detection(corrupting("crc: packet, crc_bits: 8", "1"), more);
  const double wrong = packet.at("detection").at("wrong");
  const double copies = packet.at("detection").at("found").get<double>() + wrong;
  EXPECT_GT(wrong, 0);
  EXPECT_NEAR(wrong, copies / 256, 5 * std::sqrt(copies / 256));
}

TEST(DetectionRuns, off_it_costs_no_line_of_the_report) {
  const std::string plain = "{network: {kind: torus, sides: [4, 4]}, traffic: {rate: 0.2}, run: {cycles: 500}}";
  const json document = run_detection(plain);
  EXPECT_FALSE(document.contains("detection"));
  EXPECT_FALSE(document.contains("lost_packets"));
  const json with_it = run_detection(plain, {"--set", "detection={}"});
  EXPECT_EQ(with_it.at("packets").at("created"), document.at("packets").at("created"));
  EXPECT_EQ(with_it.at("detection").at("acknowledged"), with_it.at("packets").at("created"));
}

TEST(DetectionRuns, a_dead_node_is_noticed_by_its_neighbours_and_packets_to_it_are_given_up) {
  const json document = run_detection(
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: nue}, traffic: {rate: 0.1, flits: 2}, run: {cycles: "
      "2000},"
      " detection: {timeout: 100, retries: 2, heartbeat: 10}, faults: [{cycle: 500, pe: 5}]}");
  EXPECT_EQ(document.at("reconfigurations").size(), 1u);
  EXPECT_GT(document.at("reconfigurations").at(0).at("notice"), 20);
  std::set<std::string> reasons;
  for (const json& packet : document.at("lost_packets")) {
    EXPECT_TRUE(packet.at("source") == 5 || packet.at("destination") == 5) << packet;
    reasons.insert(packet.at("reason"));
  }
  EXPECT_TRUE(reasons.contains("its destination is dead"));
  EXPECT_EQ(document.at("packets").at("lost"), document.at("lost_packets").size());
}

/// With a timeout far below the time of a packet, sources give up packets that are under way; later ones overtake them.
TEST(DetectionRuns, a_packet_that_arrives_after_it_was_given_up_is_lost_and_named) {
  const json document = run_detection(
      "{network: {kind: sse, n: 4}, router: {routing: updown, vcs: 3, buffer: 4, latency: 2}, traffic: {rate: 0.9, "
      "flits: "
      "9}, run: {cycles: 700, warmup: 50, seed: 46}, detection: {timeout: 10, retries: 0, crc: packet}}");
  EXPECT_EQ(document.at("conserved"), true);
  EXPECT_GT(document.at("lost_packets").size(), 0u);
  EXPECT_EQ(document.at("packets").at("lost"), document.at("lost_packets").size());
  EXPECT_EQ(document.at("packets").at("in_flight"), 0);
  for (const json& packet : document.at("lost_packets")) {
    EXPECT_EQ(packet.at("reason"), "its source had given it up before it arrived");
  }
}

TEST(DetectionRuns, the_states_of_the_protocol_are_in_the_waveform) {
  const TemporaryDirectory directory;
  run_detection(corrupting("crc: flit"), {"--set", "run.cycles=900", "--set", "run.warmup=10", "--set",
                                          "waves={file: d.vcd, scope: "
                                          "['*.pe.unacknowledged', '*.pe.resent', 'net.link_faults.*']}",
                                          "--out", directory.path().string()});
  const VcdDump dump = read_vcd(directory.path() / "d.vcd");
  EXPECT_GT(dump.changes("net.link_faults.corrupted").size(), 10u);
  bool resends = false;
  for (unsigned x = 0; x < 4; ++x) {
    for (unsigned y = 0; y < 4; ++y) {
      const std::string pe = "net.x" + std::to_string(x) + ".y" + std::to_string(y) + ".pe.";
      EXPECT_GT(dump.changes(pe + "unacknowledged").size(), 2u);
      resends = resends || dump.changes(pe + "resent").size() > 1;
    }
  }
  EXPECT_TRUE(resends);
}

}  // namespace
}  // namespace kintsugi::test
