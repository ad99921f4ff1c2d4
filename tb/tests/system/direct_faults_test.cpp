// Dead nodes and links in directly wired networks of every kind, from the start and at run time: the routings that know
// no family, and own routings with detours.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <set>

#include "models/general/live_graph.hpp"
#include "models/registry/routings.hpp"
#include "tb/tests/system/schedules.hpp"
#include "tb/tests/unit/test_size.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

/// Small networks of every kind that can be wired directly.
const std::vector<std::string> kNetworks = {
    "kind: srt1d, n: 4",
    "kind: srt2d, n: 2",
    "kind: srt3d, n: 2",
    "kind: mesh, sides: [5, 4]",
    "kind: torus, sides: [4, 5]",
    "kind: hypercube, n: 4",
    "kind: full, nodes: 9",
    "kind: rdt, side: 9, cardinal: 3, assignment: perfect",
    "kind: sse, n: 4",
    "kind: mandala, ports: 4, levels: 2",
    "kind: graph, file: " + (source_directory() / "traces/graphs/chords.csv").string(),
};

class HoleWriter {
 public:
  explicit HoleWriter(std::uint64_t seed) : engine_(seed), network_(kNetworks[seed % kNetworks.size()]) {
    const Setup setup = load_scenario("{network: {" + network_ + "}}", {}).setup;
    for (const Link& link : setup.network().links()) {
      if (link.a.node != link.b.node) links_.push_back(link);
    }
    for (const RoutingInfo& info : routings_of(*setup.design)) {
      if (info.name == "updown" || info.name == "nue" || info.name == "around" || is_sound(*setup.design, info)) {
        routings_.push_back(info);
      }
    }
  }

  std::string scenario() {
    const RoutingInfo chosen = routings_[below(routings_.size())];
    const bool unstopped = chosen.name != "hdr" && below(3) == 0;
    const RoutingInfo routing = unstopped ? side_by_side(with_detours(chosen), 2) : with_detours(chosen);
    const std::string vcs = std::to_string(routing.min_vcs + (unstopped ? 2 * below(2) : below(3)));
    std::string text = "{network: {" + network_ + "}, router: {preset: " + one_of({"default", "paper", "booksim"}) +
                       ", routing: " + routing.name + ", vcs: " + vcs + ", buffer: " + one_of({"1", "2", "4"}) +
                       "}, link: " + one_of({"{}", "{latency: 3}"}) +
                       ", traffic: {rate: " + one_of({"0.02", "0.1", "0.3"}) + ", flits: " + one_of({"1", "4", "16"}) +
                       "}, repair: {plan_cycles: " + one_of({"0", "30"}) + (unstopped ? ", mode: unstopped" : "") +
                       "}, run: {cycles: 1500, drain: " + one_of({"true", "true", "false"}) + "}";
    if (below(2) == 0) text += ", defects: {" + dead() + "}";
    text += ", faults: [";
    std::uint64_t cycle = 200 + below(200);
    for (std::uint64_t i = 0, faults = 1 + below(3); i < faults; ++i) {
      const std::string fault = single();
      if (fault.empty()) continue;
      text += (text.back() == '[' ? "{cycle: " : ", {cycle: ") + std::to_string(cycle) + ", " + fault;
      if (below(3) == 0) {
        const std::uint64_t until = cycle + 1 + below(500);
        text += ", until: " + std::to_string(until);
        // Maybe it dies again, before or after the chip knows that it works.
        if (below(2) == 0) text += "}, {cycle: " + std::to_string(until + 1 + below(60)) + ", " + fault;
      }
      text += "}";
      cycle += std::vector<std::uint64_t>{0, 1, 20, 60, 300}[below(5)];
    }
    const std::string mode = ", mode: unstopped";
    if (unstopped && text.back() == '[') text.erase(text.find(mode), mode.size());  // all were dead already
    return text + "]}";
  }

 private:
  /// An own routing that is not adaptive and is free of deadlock without faults.
  static bool is_sound(const Design& design, const RoutingInfo& info) {
    if (info.routes_around_faults) return true;
    const auto relation = make_routing(design, info.name, info.min_vcs);
    return !relation->is_adaptive() && info.name == design.routings().front().name;
  }
  std::uint64_t below(std::uint64_t end) { return engine_() % end; }
  std::string one_of(const std::vector<std::string>& words) { return words[below(words.size())]; }

  std::string dead() {
    const std::string fault = single();
    if (fault.empty()) return "";
    const std::size_t value = fault.find(": ") + 2;
    return fault.substr(0, value) + "[" + fault.substr(value) + "]";
  }
  /// "pe: 3" or "link: [0, 1]"; empty if it is dead already.
  std::string single() {
    const Link& link = links_[below(links_.size())];
    const auto [a, b] = std::minmax(link.a.node.value, link.b.node.value);
    std::string text = "link: [" + std::to_string(a) + ", " + std::to_string(b) + "]";
    if (below(2) == 0) text = "pe: " + std::to_string(a);
    return named_.insert(text).second ? text : "";
  }

  std::mt19937_64 engine_;
  std::string network_;
  std::vector<Link> links_;
  std::vector<RoutingInfo> routings_;
  std::set<std::string> named_;
};

/// What is dead for the routes that packets take from one cycle to another.
struct InForce {
  Cycle from;
  Cycle until;
  Defects dead;
};

/// Returns what the report says to have been dead, and when the nodes knew it.
std::vector<InForce> states_of(const json& document, Defects dead) {
  constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  std::vector<InForce> states{{0, kNever, dead}};
  for (const json& each : document.at("reconfigurations")) {
    for (const json& fault : each.at("faults")) {
      Fault what = SiteId{fault.value("pe", 0u)};
      if (fault.contains("link")) {
        const auto ends = fault.at("link").get<std::vector<std::uint32_t>>();
        what = link_between(NodeId{ends.at(0)}, NodeId{ends.at(1)});
      }
      if (fault.contains("until")) {
        dead.remove(what);
      } else {
        dead.add(what);
      }
    }
    Cycle from = each.at("cycle");
    for (const char* phase : {"drain", "plan", "spread"}) from += each.value(phase, Cycle{0});
    states.back().until = from + each.value("settle", Cycle{0});  // old packets keep their routes
    states.push_back({from, kNever, dead});
  }
  return states;
}

/// Returns whether no live links joined the ends of a lost packet at some time while it was under way.
bool was_cut(const Network& network, const std::vector<InForce>& states, const json& lost) {
  const NodeId source{lost.at("source").get<std::uint32_t>()};
  const NodeId destination{lost.at("destination").get<std::uint32_t>()};
  return std::ranges::any_of(states, [&](const InForce& state) {
    if (state.until < lost.at("created") || state.from > lost.at("cycle")) return false;
    const general::LiveGraph graph(network, state.dead);
    return !graph.is_alive(source) || !graph.is_alive(destination) || graph.part(source) != graph.part(destination);
  });
}

/// Returns the routings that were run.
std::set<std::string> check_generated(std::uint64_t first, std::uint64_t end) {
  std::set<std::string> routings;
  for (std::uint64_t seed = first; seed < end; ++seed) {
    const std::string scenario = HoleWriter(seed).scenario();
    SCOPED_TRACE("kintsugi run '" + scenario + "'");
    const auto [status, document] = run_on_every_schedule(scenario, seed);
    if (status > 1) return routings;
    EXPECT_FALSE(document.contains("failure"));
    routings.insert(document.at("routing").get<std::string>());
    const Setup setup = load_scenario(scenario, {}).setup;
    const std::vector<InForce> states = states_of(document, setup.defects);
    bool all_have_ways = document.at("proof").at("delivered_pairs") == document.at("proof").at("pairs");
    for (const json& each : document.at("reconfigurations")) {
      all_have_ways = all_have_ways && each.at("delivered_pairs") == each.at("pairs");
    }
    EXPECT_EQ(status == 0, all_have_ways);
    for (const json& lost : document.at("lost_packets")) {
      const bool no_way = lost.at("reason") == "no way to its destination is known, or no channel left for it";
      // The own routing of a MANDALA network does not find every way.
      const bool finds_all = document.at("routing") != "hdr" || all_have_ways;
      EXPECT_TRUE(!no_way || !finds_all || was_cut(setup.network(), states, lost)) << lost;
    }
  }
  return routings;
}

TEST(DirectFaultRuns, of_generated_scenarios_are_conserved_and_name_every_loss) {
  check_generated(0, kSanitized ? 4 : 10);
}

TEST(DirectFaultRunsSlow, of_many_generated_scenarios_are_conserved_and_name_every_loss) {
  const std::set<std::string> routings = check_generated(10, part_of(40, 120));
  for (const RoutingInfo& info : general_routings()) EXPECT_TRUE(routings.contains(info.name)) << info.name;
  EXPECT_TRUE(routings.contains("dimension-order")) << "an own routing with detours";
}

/// The same packets, with and without a drain.
TEST(DirectFaultRuns, without_stopping_no_packet_waits_for_a_drain_and_none_is_lost) {
  const std::string scenario =
      "{network: {kind: torus, sides: [6, 6]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.05, flits: 8},"
      " run: {cycles: 4000}, faults: [{cycle: 1500, link: [7, 8]}, {cycle: 1510, link: [14, 20], until: 2500}]";
  const json drained = run_on_every_schedule(scenario + "}").document;
  const json unstopped = run_on_every_schedule(scenario + ", repair: {mode: unstopped}}").document;
  for (const json* document : {&drained, &unstopped}) EXPECT_EQ(document->at("packets").at("lost"), 0);
  ASSERT_EQ(unstopped.at("reconfigurations").size(), 3u) << "the second fault waits for the end of the first change";
  for (const json& each : unstopped.at("reconfigurations")) {
    EXPECT_FALSE(each.contains("drain"));
    EXPECT_GT(each.at("spread"), 0);
    EXPECT_GT(each.at("settle"), 0);
    EXPECT_EQ(each.at("delivered_pairs"), each.at("pairs"));
  }
  EXPECT_GT(drained.at("reconfigurations").at(0).at("drain"), 0);
  EXPECT_LT(unstopped.at("latency").at("max"), drained.at("latency").at("max"));
}

/// Without a drain a PE works again with the new routes only if it has not died meanwhile.
TEST(DirectFaultRuns, a_node_that_dies_again_before_it_works_stays_dead) {
  const auto report = [](const std::string& mode) {
    return run_on_every_schedule(
               "{network: {kind: torus, sides: [4, 4]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.1, flits: "
               "4}, run: {cycles: 4000}, repair: {plan_cycles: 50, mode: " +
               mode + "}, faults: [{cycle: 500, pe: 5, until: 1500}, {cycle: 1510, pe: 5}]}")
        .document;
  };
  const json drained = report("drain");
  const json unstopped = report("unstopped");
  EXPECT_EQ(unstopped.at("packets").at("created"), drained.at("packets").at("created")) << "the dead create none";
  for (const json& lost : unstopped.at("lost_packets"))
    EXPECT_EQ(lost.at("destination") == 5 || lost.at("source") == 5, true);
}

/// What a dead PE has begun to send is in its router before new routes are taken: the dead node does not know them.
TEST(DirectFaultRuns, what_a_dead_pe_has_begun_arrives_by_old_routes) {
  const auto [status, document] = run_on_every_schedule(
      "{network: {kind: hypercube, n: 4}, router: {routing: updown, vcs: 2}, traffic: {rate: 0.9, flits: 1}, "
      "run: {cycles: 400}, faults: [{cycle: 300, pe: 5}], repair: {mode: unstopped}}");
  EXPECT_EQ(status, 0);
  for (const json& lost : document.at("lost_packets")) {
    EXPECT_TRUE(lost.at("destination") == 5 || lost.at("reason") == "in the source queue of a PE that died") << lost;
  }
}

/// The new routes are taken on at the end of cycle 204: the fault is in 190, the plan takes 10 cycles, flooding 4. The
/// packet of cycle 202 asks in that cycle and has the old routes, which are in use until it has arrived. The change
/// takes a cycle at least: only then it is known that no head has asked in the cycle of the change.
TEST(DirectFaultRuns, a_packet_that_asks_in_the_cycle_of_the_change_keeps_the_old_routes_in_use) {
  const TemporaryDirectory place;
  std::filesystem::create_directories(place.path());
  const std::string trace = (place.path() / "trace.csv").string();
  const auto settled = [&](unsigned created) {
    std::ofstream(trace) << created << ",0,8,4\n";
    const ToolResult result = run_tool(
        {"run",
         "{network: {kind: mesh, sides: [3, 3]}, router: {routing: updown, vcs: 4}, traffic: {trace: " + trace +
             "}, repair: {mode: unstopped, plan_cycles: 10}, run: {cycles: 400}, faults: [{cycle: 190, link: [4, 5]}]}",
         "--json", "--quiet"});
    EXPECT_EQ(result.status, 0) << result.err;
    const json report = json::parse(result.out);
    EXPECT_EQ(report.at("packets").at("delivered"), 1);
    EXPECT_EQ(report.at("latency").at("mean"), 14.0);
    EXPECT_EQ(report.at("reconfigurations").at(0).at("plan"), 10);
    EXPECT_EQ(report.at("reconfigurations").at(0).at("spread"), 4);
    return report.at("reconfigurations").at(0).at("settle");
  };
  EXPECT_EQ(settled(196), 196 + 14 - 204);
  EXPECT_EQ(settled(201), 201 + 14 - 204);
  EXPECT_EQ(settled(202), 202 + 14 - 204) << "it asks in the cycle of the change";
  EXPECT_EQ(settled(203), 1) << "it has new routes";
  EXPECT_EQ(settled(204), 1);
}

/// A node that comes back sends and receives, whether the network drains or not.
TEST(DirectFaultRuns, a_node_that_comes_back_sends_and_receives) {
  for (const std::string mode : {"drain", "unstopped"}) {
    const std::string scenario =
        "{network: {kind: torus, sides: [4, 4]}, router: {routing: around, vcs: 4}, traffic: {rate: 0.1, flits: 4}, "
        "run: {cycles: 4000}, faults: [{cycle: 500, pe: 5, until: 1500}], repair: {mode: " +
        mode +
        "}, "
        "expect: {single_packets: [{source: 5, number: 40, delivered: true}]}}";
    const auto [status, document] = run_on_every_schedule(scenario);
    EXPECT_EQ(status, 0) << mode;
    for (const json& lost : document.at("lost_packets")) {
      EXPECT_TRUE(lost.at("source") == 5 || lost.at("destination") == 5);
      EXPECT_LT(lost.at("cycle"), 1800) << "it works again";
    }
  }
}

TEST(DirectFaultRuns, own_routings_get_a_channel_for_detours_only_where_nodes_or_links_are_dead) {
  const std::string torus = "{network: {kind: torus, sides: [4, 4]}, traffic: {rate: 0.1}, run: {cycles: 500}";
  const json whole = json::parse(run_tool({"run", torus + "}", "--json", "--quiet"}).out);
  EXPECT_EQ(whole.at("proof").at("vcs"), 2);
  EXPECT_FALSE(whole.at("proof").contains("table_bits"));
  const json holed = json::parse(run_tool({"run", torus + ", defects: {pe: [5]}}", "--json", "--quiet"}).out);
  EXPECT_EQ(holed.at("proof").at("vcs"), 3);
  EXPECT_EQ(holed.at("proof").at("delivered_pairs"), 15 * 14);
  EXPECT_EQ(holed.at("proof").at("table_bits").at("largest_router"), 15 * (1 + 3))
      << "a bit and one of 4 ports or none";
}

}  // namespace
}  // namespace kintsugi::test
