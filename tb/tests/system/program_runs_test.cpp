// Programs on the hardware model: their time alone in a network, their bytes on every schedule, faults in the middle.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using workload::Alone;
using workload::Protocol;

json run_report(const std::string& scenario, const std::vector<std::string>& more = {}, int status = 0) {
  const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
  EXPECT_EQ(result.status, status) << scenario << '\n' << result.err;
  return result.out.empty() ? json() : json::parse(result.out);
}

/// A collective, its parameters beside the number of ranks, and its closed form.
struct Timed {
  std::string name;
  std::string parameters;
  std::function<Cycle(const Alone&)> cycles;
  enum class Eager { kOrNot, kOnRings, kOnly } eager = Eager::kOrNot;
  std::string traffic = "";  ///< further keys
};

/// Those whose messages meet no others on a ring of the members, however long they are. `part`: bytes that a member has
/// for each other.
std::vector<Timed> rings_and_trees(std::uint32_t p, std::uint64_t part) {
  const std::uint64_t all = p * part;
  const std::string bytes = ", bytes: " + std::to_string(all);
  return {
      {"allreduce", "algorithm: ring" + bytes, [=](const Alone& alone) { return alone.ring_all_reduce(p, all); }},
      {"reduce_scatter", "algorithm: ring" + bytes,
       [=](const Alone& alone) { return alone.ring_reduce_scatter(p, all); }},
      {"allgather", "algorithm: ring" + bytes, [=](const Alone& alone) { return alone.ring_all_gather(p, all); }},
      {"allreduce", "algorithm: tree" + bytes, [=](const Alone& alone) { return alone.tree_all_reduce(p, all); },
       Timed::Eager::kOnRings},
      {"broadcast", "algorithm: tree" + bytes, [=](const Alone& alone) { return alone.tree_broadcast(p, all); },
       Timed::Eager::kOnRings},
      {"allreduce", "algorithm: multicast" + bytes,
       [=](const Alone& alone) { return alone.multicast_all_reduce(p, all); }, Timed::Eager::kOnly},
      {"broadcast", "algorithm: multicast" + bytes,
       [=](const Alone& alone) { return alone.multicast_broadcast(p, all); }, Timed::Eager::kOnly},
  };
}

/// The others: on a ring their messages pass links of several members.
std::vector<Timed> exchanges(std::uint32_t p, std::uint64_t part, std::uint32_t columns) {
  const std::uint64_t all = p * part;
  const std::string bytes = ", bytes: " + std::to_string(all);
  const std::string each = ", bytes: " + std::to_string(part);
  return {
      {"allreduce", "algorithm: ring2d, columns: " + std::to_string(columns) + bytes,
       [=](const Alone& alone) { return alone.ring_all_reduce_2d(columns, p / columns, all); }},
      {"allreduce", "algorithm: doubling" + bytes,
       [=](const Alone& alone) { return alone.doubling_all_reduce(p, all); }},
      {"allreduce", "algorithm: rabenseifner" + bytes,
       [=](const Alone& alone) { return alone.rabenseifner_all_reduce(p, all); }},
      {"reduce_scatter", "algorithm: halving" + bytes,
       [=](const Alone& alone) { return alone.halving_reduce_scatter(p, all); }},
      {"allgather", "algorithm: doubling" + bytes,
       [=](const Alone& alone) { return alone.doubling_all_gather(p, all); }},
      {"alltoall", "algorithm: direct" + each, [=](const Alone& alone) { return alone.direct_all_to_all(p, part); },
       Timed::Eager::kOnly},
      {"alltoall", "algorithm: pairwise" + each,
       [=](const Alone& alone) { return alone.pairwise_all_to_all(p, part); }},
      {"barrier", "", [=](const Alone& alone) { return alone.dissemination_barrier(p); }},
  };
}

/// Multicasts that the network copies.
std::vector<Timed> casts(std::uint32_t p, std::uint64_t part) {
  const std::uint64_t all = p * part;
  const std::string parameters = "algorithm: multicast, bytes: " + std::to_string(all);
  const std::string key = ", hardware_multicast: true";
  return {{"broadcast", parameters, [=](const Alone& alone) { return alone.cast_broadcast(p, all); },
           Timed::Eager::kOnly, key},
          {"allreduce", parameters, [=](const Alone& alone) { return alone.cast_all_reduce(p, all); },
           Timed::Eager::kOnly, key}};
}

/// Those that have a form for any number of members, but for rings.
std::vector<Timed> for_any_number(std::uint32_t p, std::uint64_t part) {
  const std::uint64_t all = p * part;
  const std::string each = ", bytes: " + std::to_string(part);
  return {
      {"alltoall", "algorithm: direct" + each, [=](const Alone& alone) { return alone.direct_all_to_all(p, part); }},
      {"alltoall", "algorithm: pairwise" + each,
       [=](const Alone& alone) { return alone.pairwise_all_to_all(p, part); }},
      {"barrier", "", [=](const Alone& alone) { return alone.dissemination_barrier(p); }},
      {"broadcast", "algorithm: multicast, bytes: " + std::to_string(all),
       [=](const Alone& alone) { return alone.multicast_broadcast(p, all); }},
      casts(p, part).front()};
}

/// A network in which a collective is alone.
struct QuietNetwork {
  std::string network;
  Cycle router = 2;
  Cycle link = 3;
  bool is_ring = false;
  Protocol protocol = {.flit_bytes = 16, .packet_bytes = 64};
  std::uint64_t reduce_bytes_per_ns = 0;  // for those that add

  Alone alone() const {
    const Alone any(protocol, 1 + 2 * router + link + 1, reduce_bytes_per_ns);
    return is_ring ? any.on_ring(router + link) : any;
  }
  bool is_eager() const { return protocol.eager_bytes == Protocol().eager_bytes; }
  bool runs(const Timed& timed) const {
    return is_eager() || timed.eager == Timed::Eager::kOrNot || (timed.eager == Timed::Eager::kOnRings && !is_ring);
  }
  json program(const Timed& timed) const {
    const bool adds = reduce_bytes_per_ns != 0 && (timed.name == "allreduce" || timed.name == "reduce_scatter");
    const std::string speed = adds ? ", reduce_bytes_per_ns: " + std::to_string(reduce_bytes_per_ns) : "";
    const std::string eager = is_eager() ? "" : ", eager_bytes: " + std::to_string(protocol.eager_bytes);
    return run_report("{network: " + network + ", router: {latency: " + std::to_string(router) +
                      ", buffer: 64}, link: {latency: " + std::to_string(link) +
                      "}, traffic: {workload: {name: " + timed.name + (timed.parameters.empty() ? "" : ", ") +
                      timed.parameters + speed + "}, flit_bytes: " + std::to_string(protocol.flit_bytes) +
                      ", packet_bytes: " + std::to_string(protocol.packet_bytes) + eager + timed.traffic + "}}")
        .at("workload");
  }
};

QuietNetwork full_network(std::uint32_t p) {
  return {.network = "{kind: full, nodes: " + std::to_string(p) + '}'};
}
/// h = 5 cycles from router to router.
QuietNetwork ring_network(std::uint32_t p) {
  return {.network = "{kind: torus, sides: [" + std::to_string(p) + "]}", .is_ring = true};
}

constexpr std::uint64_t kPart = 160;  // two packets and a half
constexpr Cycle kSlow = 60;           // of a router, with links of 2 cycles: h = 62, and buffers hold 2 k + r flits

/// A ring on which the messages of exchanges do not meet, if all parts together have at most h flits.
QuietNetwork slow_ring(std::uint32_t p) {
  QuietNetwork quiet = ring_network(p);
  quiet.router = kSlow;
  quiet.link = 2;
  quiet.protocol.flit_bytes = 32;
  return quiet;
}
/// All parts together have exactly h flits of 32 bytes.
std::uint64_t short_part(std::uint32_t p) {
  return 1984 / p;
}

void expect_closed_forms(const QuietNetwork& quiet, const std::vector<Timed>& list) {
  for (const Timed& timed : list) {
    if (!quiet.runs(timed)) continue;
    const json program = quiet.program(timed);
    const json& path = program.at("critical_path");
    const std::string what = timed.name + ", " + timed.parameters + " on " + quiet.network;
    EXPECT_EQ(program.at("completion_cycle"), timed.cycles(quiet.alone())) << what;
    EXPECT_EQ(path.at("waiting"), 0) << what;
  }
}

TEST(ProgramRuns, slow_each_collective_alone_on_a_full_network_takes_its_closed_form) {
  for (const std::uint32_t p : {4u, 8u, 16u, 64u}) {
    expect_closed_forms(full_network(p), rings_and_trees(p, kPart));
    expect_closed_forms(full_network(p), exchanges(p, kPart, p < 16 ? p / 2 : p == 16 ? 4 : 8));
    expect_closed_forms(full_network(p), casts(p, kPart));
  }
}

TEST(ProgramRuns, slow_rings_and_trees_alone_on_a_ring_take_their_closed_form) {
  for (const std::uint32_t p : {4u, 8u, 16u, 64u}) {
    expect_closed_forms(ring_network(p), rings_and_trees(p, kPart));
  }
}

TEST(ProgramRuns, slow_each_collective_alone_on_a_ring_takes_its_closed_form_if_no_message_is_longer_than_a_hop) {
  for (const std::uint32_t p : {4u, 8u, 16u, 64u}) {
    expect_closed_forms(slow_ring(p), rings_and_trees(p, short_part(p)));
    expect_closed_forms(slow_ring(p), exchanges(p, short_part(p), 2));
    expect_closed_forms(slow_ring(p), casts(p, short_part(p)));
  }
}

TEST(ProgramRuns, those_for_any_number_of_members_take_their_closed_form_for_odd_numbers_too) {
  for (const std::uint32_t p : {3u, 5u, 6u}) {
    expect_closed_forms(full_network(p), for_any_number(p, kPart));
    expect_closed_forms(slow_ring(p), for_any_number(p, 10 * 32));  // all parts have at most 60 flits
  }
}

TEST(ProgramRuns, messages_that_are_longer_than_a_hop_meet_on_a_ring_and_take_longer_than_the_closed_form) {
  const auto expect_late = [](const QuietNetwork& quiet, const Timed& timed) {
    const json program = quiet.program(timed);
    EXPECT_GT(program.at("completion_cycle"), timed.cycles(quiet.alone())) << timed.name << ' ' << timed.parameters;
    EXPECT_GT(program.at("critical_path").at("waiting"), 0) << timed.name << ' ' << timed.parameters;
  };
  for (const Timed& timed : exchanges(8, kPart, 2)) {
    if (timed.name != "barrier") expect_late(ring_network(8), timed);
  }
  // One flit more than a hop has cycles.
  expect_late(slow_ring(4), {"allreduce", "algorithm: doubling, bytes: 2016",
                             [](const Alone& alone) { return alone.doubling_all_reduce(4, 2016); }});
}

TEST(ProgramRuns, long_messages_and_additions_take_their_closed_form_too) {
  for (const std::uint32_t p : {4u, 16u}) {
    QuietNetwork full = full_network(p);
    full.protocol.eager_bytes = 100;
    full.reduce_bytes_per_ns = 8;
    expect_closed_forms(full, rings_and_trees(p, kPart));
    expect_closed_forms(full, exchanges(p, kPart, p / 2));
    QuietNetwork ring = slow_ring(p);
    ring.protocol.eager_bytes = 0;
    ring.reduce_bytes_per_ns = 8;
    expect_closed_forms(ring, rings_and_trees(p, short_part(p)));
    expect_closed_forms(ring, exchanges(p, short_part(p), 2));
  }
}

const std::string kAllReduceWafer =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {random: 3}, router: {buffer: 16}, traffic: {workload: "
    "{name: allreduce, algorithm: ring, bytes: 16384, reduce_bytes_per_ns: 64}}";

/// Returns the cycles that ranks have calculated, on the average.
double computed(const json& report) {
  const json& program = report.at("workload");
  const json& use = program.at("utilisation");
  const double width = use.at("width");
  const double end = program.at("completion_cycle");
  double sum = 0;
  for (std::size_t i = 0; i < use.at("computing").size(); ++i) {
    const double begin = use.at("begin").get<double>() + static_cast<double>(i) * width;
    sum += use.at("computing")[i].get<double>() * std::min(width, end - begin);
  }
  return sum;
}

TEST(ProgramRuns, the_report_is_the_same_on_every_schedule_and_number_of_threads) {
  for (const std::string& more : {std::string("}"), std::string(", run: {details: true}}")}) {
    const std::vector<std::string> arguments = {"run", kAllReduceWafer + more, "--json", "--quiet"};
    const std::string expected = run_tool(arguments).out;
    EXPECT_NE(expected.find("completion_cycle"), std::string::npos);
    for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_tool(with(arguments, way)).out, expected) << way[1];
    EXPECT_EQ(run_tool(with(arguments, {"--threads", "4"})).out, expected);
  }
}

TEST(ProgramRuns, a_pe_that_dies_in_an_all_reduce_on_a_wafer_makes_it_later_and_nothing_is_lost) {
  const json whole = run_report(kAllReduceWafer + '}');
  const std::uint64_t end = whole.at("workload").at("completion_cycle");
  const std::string faults = ", faults: [{cycle: " + std::to_string(end - 400) +
                             ", pe: [2, 2]}, {cycle: " + std::to_string(end - 100) + ", pe: [4, 5]}]}";
  const json report = run_report(kAllReduceWafer + faults);
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("reconfigurations").size(), 2u);
  const json& program = report.at("workload");
  EXPECT_GT(program.at("completion_cycle"), end);
  // Each packet of the program has arrived once, and each rank has calculated as long as without the faults.
  EXPECT_EQ(report.at("packets").at("delivered"), program.at("packets"));
  EXPECT_GT(computed(whole), 0);
  EXPECT_NEAR(computed(report), computed(whole), 1e-6);
  EXPECT_EQ(program.at("delayed").at("cycles"), program.at("completion_cycle").get<std::uint64_t>() - end);
  EXPECT_GT(program.at("delayed").at("operations"), 0);
  for (const auto& way : other_ways_to_run()) {
    EXPECT_EQ(run_report(kAllReduceWafer + faults, way), report) << way[1];
  }
}

TEST(ProgramRuns, packets_that_a_dying_pe_takes_along_are_sent_again) {
  // Short of a drain a packet may be at the PE, in its queue or on its way: one of these cycles meets each.
  std::uint64_t lost = 0;
  for (int cycle = 1000; cycle < 1040; cycle += 5) {
    const json report = run_report(
        "{network: {kind: srt2d, n: 2}, fabric: {}, router: {buffer: 16}, traffic: {workload: "
        "{name: alltoall, algorithm: direct, bytes: 4096}}, faults: [{cycle: " +
        std::to_string(cycle) + ", pe: [1, 1]}]}");
    EXPECT_EQ(report.at("conserved"), true);
    lost += report.at("packets").at("lost").get<std::uint64_t>();
    EXPECT_EQ(report.at("workload").at("packets_sent_again"), report.at("packets").at("lost")) << cycle;
  }
  EXPECT_GT(lost, 0u);
}

TEST(ProgramRuns, multicasts_of_the_network_carry_a_broadcast_once_over_each_link) {
  for (const std::string network : {"rdt, side: 16", "mandala, ports: 4, levels: 3", "mesh, sides: [8, 8]"}) {
    const std::string scenario = "{network: {kind: " + network +
                                 "}, router: {buffer: 16}, traffic: {workload: {name: broadcast, algorithm: multicast, "
                                 "bytes: 4096}, hardware_multicast: ";
    const json together = run_report(scenario + "true}}");
    const json alone = run_report(scenario + "false}}");
    EXPECT_EQ(together.at("conserved"), true);
    EXPECT_EQ(together.at("workload").at("operations"), alone.at("workload").at("operations"));
    EXPECT_EQ(together.at("multicast").at("created"), 16);
    EXPECT_EQ(together.at("multicast").at("acknowledged"), 16);
    EXPECT_LT(together.at("flits").at("injected"), alone.at("flits").at("injected"));
    EXPECT_LT(together.at("workload").at("completion_cycle"), alone.at("workload").at("completion_cycle")) << network;
  }
}

TEST(ProgramRuns, multicasts_need_room_for_their_packets_and_exclude_faults) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: broadcast, algorithm: multicast, bytes: "
      "4096}, "
      "hardware_multicast: true}";
  const ToolResult small = run_tool({"run", scenario + "}"});
  EXPECT_EQ(small.status, 2);
  EXPECT_NE(small.err.find("packets of 16 flits do not fit into a buffer of 4"), std::string::npos) << small.err;
  const ToolResult faults =
      run_tool({"run", scenario + ", router: {buffer: 16, routing: around}, faults: [{cycle: 9, pe: 1}]}"});
  EXPECT_EQ(faults.status, 2);
  EXPECT_NE(faults.err.find("multicast is not supported together with faults"), std::string::npos) << faults.err;
}

TEST(ProgramRuns, energy_needs_traffic) {
  const ToolResult result = run_tool(
      {"run", "{network: {kind: full, nodes: 3}, energy: {router: 1, wire: 1, switch: 1, leakage: 1}}", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("energy: without traffic"), std::string::npos) << result.err;
}

TEST(ProgramRuns, the_energy_of_a_byte_takes_the_flits_of_the_program) {
  const json report = run_report(
      "{network: {kind: mesh, sides: [2, 2]}, traffic: {workload: {name: allreduce, bytes: 4096}, flit_bytes: 32}, "
      "energy: {router: 1, wire: 0, switch: 0, leakage: 0}}");
  const double flits = report.at("workload").at("flits");
  const double per_byte = report.at("energy").at("per_byte");
  EXPECT_DOUBLE_EQ(per_byte, report.at("energy").at("total").get<double>() / (flits * 32));
}

TEST(ProgramRuns, other_traffic_goes_on_until_the_program_ends) {
  const std::string alone =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: allreduce, bytes: 65536}";
  const json quiet = run_report(alone + "}}");
  const json busy = run_report(alone + ", rate: 0.2, flits: 8}}");
  EXPECT_GT(busy.at("workload").at("completion_cycle"), quiet.at("workload").at("completion_cycle"));
  EXPECT_GT(busy.at("packets").at("created"), quiet.at("packets").at("created"));
  EXPECT_EQ(busy.at("packets").at("created"), busy.at("packets").at("delivered"));
  for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_report(alone + ", rate: 0.2, flits: 8}}", way), busy);
  EXPECT_EQ(busy.at("window")[1], busy.at("workload").at("completion_cycle").get<std::uint64_t>() + 1);
}

TEST(ProgramRuns, a_node_that_dies_for_good_leaves_a_program_stuck_by_name) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {workload: {name: allreduce, bytes: "
      "65536}}, faults: [{cycle: 200, pe: 5}]}";
  const json report = run_report(scenario, {}, 1);
  EXPECT_EQ(report.at("conserved"), true);
  ASSERT_FALSE(report.at("workload").at("stuck").empty());
  EXPECT_TRUE(report.at("workload").at("completion_cycle").is_null());
  const ToolResult text = run_tool({"run", scenario, "--quiet"});
  EXPECT_EQ(text.status, 1);
  EXPECT_NE(text.out.find("rank "), std::string::npos) << text.out;
}

/// Nothing fails at run time, so nothing can bring the way back.
TEST(ProgramRuns, a_message_that_has_no_way_from_the_beginning_leaves_a_program_stuck) {
  for (const std::string scenario :
       {"{network: {kind: mesh, sides: [2, 2]}, defects: {link: [[0, 1], [0, 2]]}, traffic: {workload: {name: barrier, "
        "ranks: 4}}}",
        "{network: {kind: sse, n: 3}, defects: {pe: [1]}, traffic: {workload: {name: broadcast, ranks: 7, bytes: "
        "64}}}"}) {
    const json report = run_report(scenario, {}, 1);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_GT(report.at("packets").at("lost"), 0);
    EXPECT_EQ(report.at("workload").at("packets_sent_again"), 0);
    EXPECT_FALSE(report.at("workload").at("stuck").empty());
  }
}

TEST(ProgramRuns, a_node_that_comes_back_goes_on_with_its_rank) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {workload: {name: allreduce, bytes: "
      "65536}}, faults: [{cycle: 200, pe: 5, until: 900}]}";
  const json report = run_report(scenario);
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_GT(report.at("workload").at("delayed").at("cycles"), 0);
}

TEST(ProgramRuns, with_detection_too_a_node_that_dies_leaves_a_program_stuck) {
  for (const std::string retries : {"0", "2"}) {
    const json report =
        run_report("{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, detection: {retries: " + retries +
                       "}, traffic: {workload: {name: allreduce, bytes: 16384}}, faults: [{cycle: 300, pe: 5}]}",
                   {}, 1);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_FALSE(report.at("workload").at("stuck").empty());
  }
}

TEST(ProgramRuns, a_run_that_ends_before_the_program_fails_and_says_what_waits) {
  for (const std::string more : {"", ", rate: 0.1, flits: 4"}) {
    const json report =
        run_report("{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: {name: allreduce, bytes: 65536}" + more +
                       "}, run: {cycles: 200}}",
                   {}, 1);
    EXPECT_EQ(report.at("cycles"), 200);
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_TRUE(report.at("workload").at("completion_cycle").is_null());
    EXPECT_FALSE(report.at("workload").at("waiting").empty());
  }
}

TEST(ProgramRuns, a_long_calculation_costs_no_time) {
  const json report = run_report(
      "{network: {kind: full, nodes: 2}, traffic: {workload: {name: halo, sides: [2], face_bytes: [8], calc_ns: "
      "100000000000}}}");
  EXPECT_GT(report.at("workload").at("completion_cycle"), 100000000000);
}

TEST(ProgramRuns, what_comes_back_lets_a_program_go_on) {
  const std::string mesh = "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {workload: ";
  const json node = run_report(mesh + "{name: allreduce, bytes: 16384}}, faults: [{cycle: 300, pe: 5, until: 9000}]}");
  EXPECT_GT(node.at("workload").at("completion_cycle"), 9000);
  // Without both links node 0 is cut off, which fails the run even if the program ends after all.
  const json links = run_report(mesh +
                                    "{name: alltoall, bytes: 1024}}, faults: [{cycle: 100, link: [0, 1], until: 900}, "
                                    "{cycle: 200, link: [0, 4], until: 900}]}",
                                {}, 1);
  EXPECT_EQ(links.at("conserved"), true);
  EXPECT_GT(links.at("workload").at("completion_cycle"), 900);
}

/// The link between the nodes is longer after the reconfiguration, which is between a message and the one back. Both
/// are alone and wait for nothing.
TEST(ProgramRuns, the_critical_path_has_the_links_that_were_there_when_a_message_arrived) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string goal = (directory.path() / "late.goal").string();
  std::ofstream(goal) << "num_ranks 2\nrank 0 {\ns: send 8b to 1 tag 1\nr: recv 8b from 1 tag 2\n}\nrank 1 {\n"
                         "r: recv 8b from 0 tag 1\nc: calc 3000\nc requires r\ns: send 8b to 0 tag 2\n"
                         "s requires c\n}\n";
  const auto path = [&](const std::string& more) {
    const json report =
        run_report("{network: {kind: srt2d, n: 2}, fabric: {}, link: {reach: 1}, traffic: {workload: " + goal +
                   ", place: [x0.y0, x1.y0]}" + more + "}");
    return report.at("workload").at("critical_path");
  };
  EXPECT_EQ(path("").at("wire"), 5 + 5);
  EXPECT_EQ(path(", defects: {pe: [[2, 2]]}").at("wire"), 6 + 6);
  const json repaired = path(", faults: [{cycle: 1000, pe: [2, 2]}]");
  EXPECT_EQ(repaired.at("wire"), 5 + 6);
  EXPECT_EQ(repaired.at("waiting"), 0);
}

TEST(ProgramRuns, a_long_plan_is_no_reason_to_call_a_program_stuck) {
  const json report =
      run_report(kAllReduceWafer + ", repair: {plan_cycles: 5000}, faults: [{cycle: 300, pe: [2, 2]}]}");
  EXPECT_GT(report.at("workload").at("completion_cycle"), 5000);
}

TEST(ProgramRuns, a_fault_after_the_end_of_the_program_does_not_happen) {
  const std::string scenario =
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {workload: {name: barrier}}, faults: "
      "[{cycle: 100000000, pe: 1}]}";
  EXPECT_FALSE(run_report(scenario).contains("unrepaired"));
  EXPECT_NE(run_tool({"run", scenario, "--quiet"}).err.find("this fault did not happen"), std::string::npos);
}

TEST(ProgramRuns, live_nodes_run_the_ranks_where_there_are_holes) {
  const json report = run_report(
      "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, defects: {pe: [5, 9]}, traffic: {workload: "
      "{name: allreduce, bytes: 65536}}}");
  EXPECT_EQ(report.at("workload").at("ranks"), 14);
}

/// Returns the flit-hops of a run under recursive routing: what passes a router, but for that of the source.
std::uint64_t flit_hops(const std::string& place) {
  const json report = run_report(
      "{network: {kind: srt2d, n: 3}, router: {buffer: 16}, traffic: {workload: {name: allreduce, bytes: 65536}, "
      "place: " +
      place + "}, energy: {router: 1, wire: 0, switch: 0, leakage: 0}}");
  return report.at("energy").at("total").get<std::uint64_t>() - report.at("workload").at("flits").get<std::uint64_t>();
}

TEST(ProgramRuns, annealed_ranks_have_fewer_flit_hops_of_the_routing_itself) {
  // Recursive routing does not take the shortest ways: by these the search would find a placement that is worse than
  // the identity.
  const std::uint64_t annealed = flit_hops("annealed");
  EXPECT_LE(annealed, flit_hops("identity"));
  std::string shuffled = "[";
  for (int rank = 0; rank < 64; ++rank) shuffled += (rank == 0 ? "" : ", ") + std::to_string(rank * 27 % 64);
  EXPECT_LT(2 * annealed, flit_hops(shuffled + ']'));
}

TEST(ProgramRuns, of_a_network_of_more_than_4096_nodes_ranks_are_not_annealed) {
  const ToolResult result = run_tool(
      {"run", "{network: {kind: mesh, sides: [64, 65]}, traffic: {workload: {name: barrier}, place: annealed}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("annealed takes the hops between all nodes, of at most 4096; place the ranks by a list"),
            std::string::npos)
      << result.err;
}

class ProgramFile : public testing::Test {
 protected:
  /// Returns the messages of a run of a program that is refused.
  std::string refused(const std::string& goal, const std::string& more = "") {
    std::filesystem::create_directories(directory_.path());
    std::ofstream(directory_.path() / "program.goal") << goal;
    std::ofstream(directory_.path() / "run.yaml") << "network: {kind: full, nodes: 3}\n"
                                                     "traffic: {workload: program.goal" +
                                                         more + "}\n";
    const ToolResult result = run_tool({"run", (directory_.path() / "run.yaml").string(), "--quiet"});
    EXPECT_EQ(result.status, 2) << goal;
    EXPECT_EQ(result.out, "");
    return result.err;
  }
  TemporaryDirectory directory_;
};

TEST_F(ProgramFile, what_cannot_end_is_refused_by_name) {
  const std::string circle =
      "num_ranks 2\nrank 0 {\na: recv 8b from 1\nb: send 8b to 1\nb requires a\n}\nrank 1 {\na: recv 8b from 0\nb: "
      "send "
      "8b to 0\nb requires a\n}\n";
  EXPECT_NE(refused(circle).find("program.goal:3:1: rank 0, recv a (line 3)"), std::string::npos) << refused(circle);
  const std::string alone = "num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\n";
  EXPECT_NE(refused(alone).find("program.goal:3:1: rank 0, send l1 (line 3)"), std::string::npos) << refused(alone);
  const std::string typo = "num_ranks 2\nrank 0 {\nl1: sent 8b to 1\n}\n";
  EXPECT_NE(refused(typo).find("program.goal:3:5: "), std::string::npos) << refused(typo);
}

TEST_F(ProgramFile, a_rank_needs_a_node_of_its_own) {
  const std::string four = "num_ranks 4\nrank 0 {\ncalc 5\n}\n";
  EXPECT_NE(refused(four).find("4 ranks, and the network 3 live nodes"), std::string::npos) << refused(four);
  const std::string two = "num_ranks 2\nrank 0 {\ncalc 5\n}\n";
  EXPECT_NE(refused(two, ", place: [1, 1]").find("traffic.place: 1 comes twice; leave one out"), std::string::npos);
  EXPECT_NE(refused(two, ", place: [1, 3]").find("traffic.place: '3' is not a node; valid is 0 to 2"),
            std::string::npos);
  EXPECT_NE(refused(two, ", place: [1]").find("1 node for the 2 ranks"), std::string::npos);
}

TEST_F(ProgramFile, a_search_for_a_rate_takes_no_program) {
  const std::string scenario = "{network: {kind: full, nodes: 3}, traffic: {workload: {name: barrier}}}";
  const ToolResult result = run_tool({"saturate", scenario});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("traffic.workload: a program ends when it ends"), std::string::npos) << result.err;
}

TEST_F(ProgramFile, what_is_missing_is_said_once) {
  const ToolResult result =
      run_tool({"run", "{network: {kind: full, nodes: 3}, traffic: {workload: {name: allreduce}}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
}

TEST_F(ProgramFile, keys_of_a_program_need_one) {
  EXPECT_NE(refused("num_ranks 1\n", ", flits: 4").find("traffic.rate"), std::string::npos);
  const ToolResult result = run_tool({"run", "{network: {kind: full, nodes: 3}, traffic: {packet_bytes: 64}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("traffic.packet_bytes belongs to a program; give traffic.workload"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
