// What the page of a run shows, compared with its report and with its packet log.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <regex>
#include <set>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

const std::string kShownWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[6, 7]]}, traffic: {rate: 0.03, flits: 3},"
    " faults: [{cycle: 400, pe: [3, 4]}, {cycle: 700, pe: [5, 5]}, {cycle: 1000, pe: [2, 2]}],"
    " run: {cycles: 1500, warmup: 0}}";
const std::string kShownArray =
    "{network: {kind: sse, n: 4}, fabric: {}, traffic: {rate: 0.05, flits: 3}, faults: [{cycle: 500, pe: [3]}],"
    " run: {cycles: 1200, warmup: 0}}";
/// Wafer and array whose repair before the traffic moves nodes, as do those after it.
const std::string kMovedWafer =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 3]]}, traffic: {rate: 0.02},"
    " faults: [{cycle: 200, pe: [3, 1]}, {cycle: 400, pe: [1, 1]}], run: {cycles: 600}}";
const std::string kMovedArray =
    "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, defects: {pe: [4]}, traffic: {rate: 0.02},"
    " faults: [{cycle: 200, pe: 9}], run: {cycles: 600}}";
const std::string kShownMesh =
    "{network: {kind: mesh, sides: [6, 6]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.06, flits: 4},"
    " faults: [{cycle: 300, pe: 14}, {cycle: 600, link: [3, 4]}], run: {cycles: 1000, warmup: 0}}";
const std::string kShownRing =
    "{network: {kind: torus, sides: [12]}, traffic: {rate: 0.1, flits: 2}, run: {cycles: 800, warmup: 0}}";
const std::string kShownNothing =
    "{network: {kind: torus, sides: [6]}, traffic: {rate: 0, flits: 2}, run: {cycles: 100, warmup: 0}}";
const std::string kShownMulticast = "traces/rdt_multicast.yaml";

/// A run with its page and its packet log.
class ShownRun {
 public:
  explicit ShownRun(const std::string& scenario, const Strings& options = {}) {
    const Strings words = {"run",       scenario,
                           "--json",    "--quiet",
                           "--out",     directory_.path().string(),
                           "--page",    (directory_.path() / "run.html").string(),
                           "--packets", (directory_.path() / "log.jsonl").string(),
                           "--route"};
    result = run_tool(with(words, options));
    EXPECT_LE(result.status, 1) << result.err;
    html = directory_.read("run.html");
    data = data_of_page(html);
    report = json::parse(result.out);
    for (const std::string& line : lines_of(directory_.read("log.jsonl"))) log.push_back(json::parse(line));
    log.erase(log.begin());
  }

  ToolResult result;
  std::string html;
  json data;
  json report;
  std::vector<json> log;

 private:
  TemporaryDirectory directory_;
};

std::int64_t sum_up_to(const Numbers& counts, std::int64_t cycle, std::int64_t step) {
  const auto last = std::min<std::int64_t>(static_cast<std::int64_t>(counts.size()), cycle / step + 1);
  return std::accumulate(counts.begin(), counts.begin() + last, std::int64_t{0});
}

/// Returns how many packets of the log have done that by the end of a cycle.
std::int64_t in_log(const std::vector<json>& log, const std::string& what, std::int64_t cycle) {
  return std::ranges::count_if(log, [&](const json& packet) {
    if (packet["kind"] == "multicast") return false;
    const json& event = what == "lost" && !packet["lost"].is_null() ? packet["lost"]["cycle"] : packet[what];
    return !event.is_null() && event.get<std::int64_t>() <= cycle;
  });
}

TEST(PageOfARun, counts_what_the_packet_log_says_in_every_cycle) {
  for (const std::string& scenario : {kShownWafer, kShownArray, kShownMesh, kShownRing, kShownMulticast}) {
    const ShownRun run(scenario);
    const json& series = run.data["series"];
    ASSERT_EQ(series["step"], 1);
    ASSERT_GT(run.log.size(), 50u) << "nothing is tested";
    const auto cycles = run.data["cycles"].get<std::int64_t>();
    for (const char* what : {"created", "injected", "delivered", "lost"}) {
      const Numbers counts = unpacked(series[what]);
      for (std::int64_t i = 1; i <= 20; ++i) {
        const std::int64_t cycle = cycles * i / 20 - 1;
        EXPECT_EQ(sum_up_to(counts, cycle, 1), in_log(run.log, what, cycle)) << scenario << what << cycle;
      }
    }
  }
}

TEST(PageOfARun, adds_up_to_the_report) {
  for (const std::string& scenario : {kShownWafer, kShownArray, kShownMesh, kShownRing, kShownMulticast}) {
    const ShownRun run(scenario);
    for (const char* what : {"created", "injected", "delivered", "lost"}) {
      const Numbers counts = unpacked(run.data["series"][what]);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), run.report["packets"][what]) << what;
    }
    if (scenario == kShownMulticast) continue;  // its window leaves packets out
    std::uint64_t packets = 0;
    double latency = 0;
    for (const json& section : run.data["sections"]) {
      const auto here = section["packets"].get<std::uint64_t>();
      const Numbers counts = unpacked(section["counts"]);
      EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}), here);
      packets += here;
      if (here != 0) latency += section["mean"].get<double>() * static_cast<double>(here);
    }
    EXPECT_EQ(packets, run.report["packets"]["delivered"]);
    EXPECT_NEAR(latency / static_cast<double>(packets), run.report["latency"]["mean"].get<double>(), 1e-6);
  }
}

/// Each flit that leaves a router by a link passes that link: a hop of the log is as many of them as its packet has.
TEST(PageOfARun, has_the_load_of_each_link_that_the_routes_make) {
  for (const std::string& scenario : {kShownWafer, kShownArray, kShownMesh, kShownRing}) {
    const ShownRun run(scenario);
    std::map<std::pair<std::string, std::string>, std::int64_t> expected;
    bool all_hops_end = true;
    for (const json& packet : run.log) {
      for (const json& hop : packet["route"]) {
        if (hop[2] == "local") continue;
        all_hops_end = all_hops_end && !hop[5].is_null();
        expected[{hop[0].get<std::string>(), hop[2].get<std::string>()}] += packet["flits"].get<std::int64_t>();
      }
    }
    EXPECT_TRUE(all_hops_end) << "the network has drained";
    const Numbers from = unpacked(run.data["directions"]["from"]), port = unpacked(run.data["directions"]["port"]);
    const Numbers flits = unpacked(run.data["load"]["flits"]);
    std::map<std::pair<std::string, std::string>, std::int64_t> found;
    for (std::size_t i = 0; i < flits.size(); ++i) {
      if (flits[i] == 0) continue;
      const auto direction = i % from.size();
      const std::string site = run.data["geometry"]["sites"]["names"][static_cast<std::size_t>(from[direction])];
      found[{site, run.data["ports"][static_cast<std::size_t>(port[direction])]}] += flits[i];
    }
    EXPECT_EQ(found, expected) << scenario;
  }
}

TEST(PageOfARun, moves_nodes_when_the_network_is_reconfigured) {
  const ShownRun run(kShownWafer);
  const json& epochs = run.data["epochs"];
  ASSERT_GE(epochs.size(), 6u) << "the start, and for each of three faults the fault and the repair";
  for (const json& packet : run.log) {
    if (packet["injected"].is_null()) continue;
    const auto cycle = packet["injected"].get<std::int64_t>();
    const json* now = &epochs[0];
    for (const json& epoch : epochs) {
      if (epoch["cycle"].get<std::int64_t>() <= cycle) now = &epoch;
    }
    const Numbers node = unpacked((*now)["node"]);
    const auto site =
        static_cast<std::size_t>(std::ranges::find(node, packet["source"].get<std::int64_t>()) - node.begin());
    ASSERT_LT(site, node.size());
    EXPECT_EQ(run.data["geometry"]["sites"]["names"][site], packet["from"]);
  }
}

TEST(PageOfARun, names_the_cause_of_each_change_of_the_chip) {
  const ShownRun run(
      "{network: {kind: srt2d, n: 3}, fabric: {}, traffic: {rate: 0.05, flits: 3},"
      " faults: [{cycle: 400, pe: [3, 4]}, {cycle: 700, until: 900, pe: [5, 5]}], run: {cycles: 1500, warmup: 0}}");
  const std::string first = "PE [3, 4] dead since cycle 400", second = "PE [5, 5] dead since cycle 700",
                    end = "PE [5, 5] dead until cycle 900";
  const Strings causes = {first, "reconfigured for " + first, second, "reconfigured for " + second,
                          end,   "reconfigured for " + end};
  const json& epochs = run.data["epochs"];
  ASSERT_EQ(epochs.size(), causes.size() + 1);
  EXPECT_EQ(epochs[0]["label"], "at the start");
  for (std::size_t i = 0; i < causes.size(); ++i) {
    EXPECT_EQ(epochs[i + 1]["label"], "from cycle " + epochs[i + 1]["cycle"].dump() + ": " + causes[i]);
  }
}

/// The wires of an array are between selectors, which have the names of their PEs.
TEST(PageOfARun, marks_the_wires_of_a_dead_link_of_an_array) {
  const ShownRun run(
      "{network: {kind: sse, n: 4, scheme: ksft2, k: 1}, traffic: {rate: 0.05, flits: 3},"
      " faults: [{cycle: 500, link: [3, 6]}], run: {cycles: 1200, warmup: 0}}");
  const json& lines = run.data["geometry"]["lines"];
  const json& switches = run.data["geometry"]["switches"]["names"];
  const Numbers from = unpacked(lines["from"]), to = unpacked(lines["to"]);
  const auto marked_in = [&](const json& epoch) {
    std::set<std::string> ends;
    const Numbers dead = unpacked(epoch["dead_line"]);
    for (std::size_t line = 0; line < dead.size(); ++line) {
      if (dead[line] == 0) continue;
      std::array<std::string, 2> names = {switches[static_cast<std::size_t>(from[line])],
                                          switches[static_cast<std::size_t>(to[line])]};
      std::ranges::sort(names);
      ends.insert(names[0] + ' ' + names[1]);
    }
    return ends;
  };
  const json& epochs = run.data["epochs"];
  ASSERT_GE(epochs.size(), 2u);
  EXPECT_EQ(marked_in(epochs[0]), std::set<std::string>{});
  EXPECT_EQ(marked_in(epochs[1]), std::set<std::string>{"p3.select_out p6.select_in"});
  EXPECT_EQ(run.data["faults"][0]["lines"].size(), 1u);
}

/// The links between nodes, each direction by itself, that an export of the network has.
std::multiset<std::pair<std::int64_t, std::int64_t>> exported_links(const std::string& network) {
  std::multiset<std::pair<std::int64_t, std::int64_t>> links;
  const std::regex link("n([0-9]+) -- n([0-9]+)");
  for (const std::string& line : lines_of(run_tool({"topo", network, "--dot"}).out)) {
    std::smatch ends;
    if (!std::regex_search(line, ends, link)) continue;
    links.emplace(std::stoll(ends[1]), std::stoll(ends[2]));
    links.emplace(std::stoll(ends[2]), std::stoll(ends[1]));
  }
  return links;
}

TEST(PageOfARun, follows_wires_to_the_neighbours_of_the_network_after_each_repair) {
  const ShownRun run(kShownWafer);
  const auto expected = exported_links("{network: {kind: srt2d, n: 3}}");
  ASSERT_GT(expected.size(), 300u);
  const Numbers from = unpacked(run.data["directions"]["from"]);
  Numbers to(from.size(), -1), lengths(from.size(), 0);
  std::size_t settled = 0;
  for (const json& epoch : run.data["epochs"]) {
    const Numbers changed = unpacked(epoch["changed"]), now = unpacked(epoch["to"]), first = unpacked(epoch["first"]);
    for (std::size_t i = 0; i < changed.size(); ++i) {
      to[static_cast<std::size_t>(changed[i])] = now[i];
      lengths[static_cast<std::size_t>(changed[i])] = first[i + 1] - first[i];
    }
    const Numbers node = unpacked(epoch["node"]), dead = unpacked(epoch["dead"]);
    const auto is_unmoved = [&](std::size_t site) { return node[site] >= 0 && dead[site] != 0; };
    bool waits_for_repair = false;
    for (std::size_t site = 0; site < node.size(); ++site) waits_for_repair = waits_for_repair || is_unmoved(site);
    if (waits_for_repair) continue;
    ++settled;
    std::multiset<std::pair<std::int64_t, std::int64_t>> found;
    const auto node_of = [&](std::int64_t site) { return node[static_cast<std::size_t>(site)]; };
    for (std::size_t i = 0; i < to.size(); ++i) {
      if (to[i] < 0) continue;
      found.emplace(node_of(from[i]), node_of(to[i]));
      EXPECT_GT(lengths[i], 0);
    }
    EXPECT_EQ(found, expected) << "from cycle " << epoch["cycle"];
  }
  EXPECT_EQ(settled, 4u) << "the start, and after each of three faults";
}

/// Returns how many nodes live at other sites than before.
std::size_t moved_between(const Numbers& before, const Numbers& after) {
  std::size_t moved = 0;
  for (std::size_t site = 0; site < after.size(); ++site) moved += after[site] >= 0 && after[site] != before[site];
  return moved;
}

TEST(PageOfARun, counts_moved_nodes_against_the_chip_without_defects_as_the_report_does) {
  for (const std::string& scenario : {kShownWafer, kMovedWafer, kMovedArray}) {
    const ShownRun run(scenario);
    ASSERT_NE(run.result.status, 2) << run.result.err;
    const json& report = run.report;
    Numbers before = unpacked(run.data["home"]["node"]);
    std::vector<std::size_t> moved;
    for (const json& epoch : run.data["epochs"]) {
      const Numbers now = unpacked(epoch["node"]);
      if (moved.empty() || now != before) moved.push_back(moved_between(before, now));
      before = now;
    }
    std::vector<std::size_t> expected = {report["repair"]["moved"].get<std::size_t>()};
    for (const json& each : report["reconfigurations"]) {
      if (each["moved"] != 0) expected.push_back(each["moved"].get<std::size_t>());
    }
    EXPECT_EQ(moved, expected) << scenario;
  }
  EXPECT_GT(ShownRun(kMovedWafer).report["repair"]["moved"], 0);
  EXPECT_GT(ShownRun(kMovedWafer).report["reconfigurations"][0]["moved"], 0);
}

TEST(PageOfARun, names_the_nodes_that_the_first_repair_has_moved_among_its_facts) {
  const ShownRun run(kMovedWafer);
  const json fact = {"repair", run.report["repair"]["moved"].dump() + " nodes moved before the traffic"};
  EXPECT_NE(std::ranges::find(run.data["facts"], fact), run.data["facts"].end()) << run.data["facts"];
}

TEST(PageOfARun, has_no_chip_without_defects_where_nodes_cannot_move) {
  EXPECT_FALSE(ShownRun(kShownMesh).data.contains("home"));
}

TEST(PageOfARun, has_the_same_bytes_on_every_schedule_and_number_of_threads) {
  for (const std::string& scenario : {kShownWafer, kShownMesh, kShownRing}) {
    const ShownRun domain(scenario);
    for (const Strings& way : other_ways_to_run()) {
      EXPECT_TRUE(ShownRun(scenario, way).html == domain.html) << way[1];
    }
  }
}

TEST(PageOfARun, is_written_without_a_packet) {
  const ShownRun run(kShownNothing);
  EXPECT_EQ(run.result.status, 0) << run.result.err;
  EXPECT_EQ(run.data["packets"]["total"], 0);
  EXPECT_EQ(run.data["sections"][0]["mean"], nullptr);
}

TEST(PageOfARun, does_not_change_the_packet_log) {
  const TemporaryDirectory directory;
  const std::string with_page = (directory.path() / "a.jsonl").string();
  const std::string alone = (directory.path() / "b.jsonl").string();
  const Strings words = {"run", kShownMesh, "--quiet", "--source", "3", "--slowest", "9", "--packets"};
  EXPECT_EQ(run_tool(with(words, {with_page, "--page", (directory.path() / "p.html").string()})).status, 0);
  EXPECT_EQ(run_tool(with(words, {alone})).status, 0);
  EXPECT_EQ(directory.read("a.jsonl"), directory.read("b.jsonl"));
  EXPECT_EQ(lines_of(directory.read("a.jsonl")).size(), 10u);
}

TEST(PageOfARun, refuses_a_network_that_is_too_large_to_draw_before_the_run) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", "{network: {kind: mesh, sides: [80, 80]}, traffic: {rate: 0.01}}",
                                      "--page", (directory.path() / "p.html").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("leave out --page"), std::string::npos) << result.err;
  EXPECT_TRUE(directory.files().empty());
}

TEST(PageOfARun, is_not_written_where_nothing_can_be) {
  const ToolResult result = run_tool({"run", kShownRing, "--page", "/proc/no/p.html"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("/proc/no"), std::string::npos) << result.err;
}

TEST(PageOfARepair, shows_the_chip_before_and_after) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 2]]}}",
                                      "--page", (directory.path() / "p.html").string(), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json data = data_of_page(directory.read("p.html"));
  ASSERT_EQ(data["epochs"].size(), 2u);
  const Numbers before = unpacked(data["epochs"][0]["node"]), after = unpacked(data["epochs"][1]["node"]);
  std::size_t moved = 0;
  for (std::size_t site = 0; site < after.size(); ++site) moved += after[site] >= 0 && after[site] != before[site];
  EXPECT_EQ(json::parse(result.out)["moved"], moved);
}

}  // namespace
}  // namespace kintsugi::test
