// Copies of multicasts in the hardware: where they fork, when a branch may send, which nodes get one, and which
// acknowledgements return.
#include <map>
#include <random>
#include <set>

#include "hw/chip/deadlock_report.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

Bench mesh_bench(std::int64_t side, const ChipParameters& parameters, unsigned vcs = 2) {
  return {"mesh",
          {{"sides", std::vector<std::int64_t>{side, side}}},
          "dimension-order",
          parameters,
          false,
          vcs,
          {},
          Multicasts::kTree};
}

Bench multicast_star(std::uint32_t leaves, unsigned vcs, const ChipParameters& parameters) {
  const auto route = [vcs](const RouteQuery& query, Candidates& out) {
    const auto port = query.at == NodeId{0} ? static_cast<std::uint16_t>(query.destination.value - 1) : std::uint16_t{};
    out.push_back({PortId{port}, all_vcs(vcs), 0});
  };
  return {make_star(leaves), std::make_unique<FunctionRelation>(vcs, route), parameters, Multicasts::kTree};
}

std::vector<NodeId> nodes(std::initializer_list<std::uint32_t> numbers) {
  std::vector<NodeId> list;
  for (const std::uint32_t number : numbers) list.push_back(NodeId{number});
  return list;
}

std::multiset<std::uint32_t> reached_by_copies(const Record& record) {
  std::multiset<std::uint32_t> reached;
  for (const Record::Arrival& arrival : record.arrivals) {
    if (arrival.kind == PacketKind::kCopy) reached.insert(arrival.destination.value);
  }
  return reached;
}

/// Expects that no packet, multicast or flit is left.
void expect_drained(Bench& bench) {
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(bench.chip->multicasts()->live(), 0u);
  EXPECT_EQ(bench.chip->multicasts()->live_copies(), 0u);
  EXPECT_EQ(bench.chip->counters().in_network(), 0u);
  EXPECT_TRUE(bench.chip->counters().balanced());
}

TEST(Multicast, alone_every_copy_takes_as_long_as_a_packet_to_its_member_alone) {
  constexpr std::uint16_t kFlits = 5;
  constexpr unsigned kRouterLatency = 2;
  Bench bench = mesh_bench(4, chip_with(8, kRouterLatency, 3));
  elaborate();
  Cycle cycle = 0;
  for (std::uint32_t source = 0; source < 16; ++source, cycle += 500) {
    std::vector<NodeId> others;
    for (std::uint32_t node = 0; node < 16; ++node) {
      if (node != source) others.push_back(NodeId{node});
    }
    bench.multicast_to(cycle, NodeId{source}, others, kFlits);
  }
  bench.start();
  bench.run(cycle);
  std::size_t copies = 0;
  for (const Record::Arrival& arrival : bench.record.arrivals) {
    if (arrival.kind != PacketKind::kCopy) continue;
    ++copies;
    const auto hops =
        static_cast<unsigned>(route(bench.network(), *bench.relation, arrival.source, arrival.destination).size()) - 1;
    EXPECT_EQ(arrival.hops, hops);
    EXPECT_EQ(arrival.latency, 1 + (hops + 1) * kRouterLatency + 3 * hops + 1 + (kFlits - 1));
  }
  EXPECT_EQ(copies, 16u * 15);
  EXPECT_EQ(bench.record.reached, 16u);
  ASSERT_EQ(bench.record.acknowledgements.size(), 16u) << "one acknowledgement for each multicast";
  for (const auto& acknowledgement : bench.record.acknowledgements) EXPECT_EQ(acknowledgement.reached, 15u);
  expect_drained(bench);
}

TEST(Multicast, the_flits_that_forks_add_are_counted) {
  Bench bench = multicast_star(5, 1, chip_with(4, 0, 1));
  elaborate();
  bench.multicast_to(0, NodeId{1}, nodes({0, 2, 3, 4, 5}), 3);
  bench.start();
  bench.run(100);
  EXPECT_EQ(reached_by_copies(bench.record), (std::multiset<std::uint32_t>{0, 2, 3, 4, 5}));
  // One copy to the middle becomes five there; one acknowledgement for all comes back.
  EXPECT_EQ(bench.chip->counters().copied, 4u * 3);
  EXPECT_EQ(bench.chip->counters().injected, 3u + 4 + 1) << "the packet, an acknowledgement of each leaf, the combined";
  EXPECT_EQ(bench.record.acknowledgements.size(), 1u);
  EXPECT_EQ(bench.chip->multicasts()->most_forks(), 1u);
  expect_drained(bench);
}

TEST(Multicast, a_branch_waits_until_the_next_buffer_can_hold_the_whole_packet) {
  // Leaf 2 is slow: its buffer in the middle fills with the packets of leaf 3 before the copy comes.
  Bench bench = multicast_star(4, 1, chip_with(4, 0, 9));
  elaborate();
  bench.send(0, NodeId{3}, NodeId{2}, 7);
  bench.multicast_to(8, NodeId{1}, nodes({2, 4}), 4);
  bench.start();
  std::map<std::uint16_t, std::vector<std::pair<Cycle, unsigned>>> heads;  // credits seen by a head of a copy, by port
  const Router& middle = bench.chip->router(SiteId{0});
  Wiretap tap(*bench.chip, [&](Cycle now) {
    for (std::uint16_t port = 0; port < 4; ++port) {
      const auto flit = middle.link(PortId{port}).sent(now);
      const bool head_of_copy = flit && flit->head() && bench.chip->packets()[flit->packet].kind == PacketKind::kCopy;
      if (head_of_copy) heads[port].push_back({now, middle.credits(PortId{port}, Vc{0}) + 1});
    }
  });
  bench.run(300);
  ASSERT_EQ(heads[1].size(), 1u) << "to leaf 2";
  ASSERT_EQ(heads[3].size(), 1u) << "to leaf 4";
  EXPECT_EQ(heads[1][0].second, 4u) << "all credits were there when the head left";
  EXPECT_EQ(heads[3][0].second, 4u);
  EXPECT_GT(heads[1][0].first, heads[3][0].first) << "a branch does not wait for the others";
  EXPECT_EQ(reached_by_copies(bench.record), (std::multiset<std::uint32_t>{2, 4}));
  expect_drained(bench);
}

TEST(Multicast, branches_send_the_same_flit_in_the_same_cycle) {
  Bench bench = multicast_star(6, 2, chip_with(4, 0, 1));
  elaborate();
  bench.multicast_to(0, NodeId{1}, nodes({2, 3, 4, 5, 6}), 4);
  bench.start();
  Wiretap tap(*bench.chip);
  bench.run(10);
  for (std::uint16_t port = 1; port < 6; ++port) {
    const std::vector<Sighting> seen = tap.at(SiteId{0}, PortId{port});
    ASSERT_GE(seen.size(), 4u);
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_EQ(seen[i].cycle, 2 + i) << "port " << port;
      EXPECT_EQ(seen[i].flit.sequence, i);
      EXPECT_EQ(seen[i].flit.tail(), i == 3);
    }
  }
}

TEST(Multicast, a_packet_longer_than_a_buffer_is_refused_by_its_source) {
  const auto said = [](std::uint16_t flits) {
    Bench bench = multicast_star(3, 1, chip_with(4, 0, 1));
    elaborate();
    bench.multicast_to(0, NodeId{0}, nodes({1, 2}), flits);
    bench.start();
    try {
      bench.run(20);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(in_child([&] { return said(4); }), "");
  const std::string refusal = in_child([&] { return said(5); });
  EXPECT_NE(refusal.find("is to send a multicast of 5 flits"), std::string::npos) << refusal;
}

TEST(Multicast, a_blocked_copy_is_not_evaluated_and_says_what_it_waits_for) {
  // Leaf 2 floods leaf 3 through a link that takes long to give its credits back.
  Bench bench = multicast_star(4, 1, chip_with(2, 0, 60));
  elaborate();
  bench.send(0, NodeId{2}, NodeId{3}, 40);
  bench.multicast_to(100, NodeId{1}, nodes({3, 4}), 2);
  bench.start();
  bench.run(185);
  std::string waits;
  for (const std::string& line : deadlock_report(*bench.chip)) waits += line + '\n';
  EXPECT_NE(waits.find("multicast 0 of leaf1 waits for net.middle.router.to3 vc 0"), std::string::npos) << waits;
  const std::uint64_t evaluations = bench.clock().evaluations();
  bench.run(30);
  EXPECT_LE(bench.clock().evaluations() - evaluations, 12u);
  bench.run(4000);
  EXPECT_EQ(reached_by_copies(bench.record), (std::multiset<std::uint32_t>{3, 4}));
  expect_drained(bench);
}

TEST(Multicast, acknowledgements_do_not_keep_a_node_from_sending_packets_of_its_own) {
  Bench bench = multicast_star(5, 2, chip_with(4, 0, 1));
  elaborate();
  // The middle has an acknowledgement to send in every cycle.
  for (Cycle cycle = 0; cycle < 400; ++cycle) {
    bench.multicast_to(cycle, NodeId{static_cast<std::uint32_t>(1 + cycle % 5)}, nodes({0}), 1);
  }
  bench.send(50, NodeId{0}, NodeId{3}, 1);
  bench.start();
  bench.run(1000);
  Cycle latency = 0;
  for (const Record::Arrival& arrival : bench.record.arrivals) {
    if (arrival.kind == PacketKind::kUnicast) latency = arrival.latency;
  }
  EXPECT_GT(latency, 0u);
  EXPECT_LT(latency, 20u);
  expect_drained(bench);
}

// ---- Random sets under background traffic ---------------------------------------------------------------------------

struct Load {
  std::string kind;
  Parameters parameters;
  std::string routing;
  unsigned vcs;
};

/// Sends multicasts to random sets among many unicast packets. Expects one copy at every member, none at any other
/// node, and one acknowledgement at the source, after the last copy. The text lists every arrival.
std::string run_random_sets(const Load& load, unsigned multicasts, Schedule schedule) {
  ChipParameters parameters = chip_with(6, 1, 1);
  parameters.schedule = schedule;
  Bench bench(load.kind, load.parameters, load.routing, parameters, false, load.vcs, {}, Multicasts::kTree);
  elaborate();
  const auto count = static_cast<std::uint32_t>(bench.network().nodes());
  std::mt19937 random(11);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> expected;  // by source and serial
  std::map<std::uint32_t, std::uint32_t> serials;
  for (unsigned i = 0; i < multicasts; ++i) {
    const Cycle cycle = 15 * i;
    for (unsigned j = 0; j < count / 6; ++j) {
      const NodeId from{static_cast<std::uint32_t>(random() % count)}, to{static_cast<std::uint32_t>(random() % count)};
      if (from == to) continue;
      bench.send(cycle, from, to, static_cast<std::uint16_t>(1 + random() % 12));
      ++serials[from.value];
    }
    const std::uint32_t source = static_cast<std::uint32_t>(random() % count);
    std::set<std::uint32_t> members;
    const std::size_t size = 1 + random() % (i % 8 == 0 ? count : 12);
    while (members.size() < size) members.insert(static_cast<std::uint32_t>(random() % count));
    std::vector<NodeId> list;
    for (const std::uint32_t member : members) list.push_back(NodeId{member});
    bench.multicast_to(cycle, NodeId{source}, list, static_cast<std::uint16_t>(1 + random() % 6));
    expected[{source, serials[source]++}] = members;
  }
  bench.start();
  bench.run(15 * multicasts);
  for (int i = 0; i < 200 && bench.chip->packets().live() != 0; ++i) bench.run(100);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::multiset<std::uint32_t>> seen;
  std::multiset<std::string> lines;
  for (const Record::Arrival& arrival : bench.record.arrivals) {
    lines.insert(std::to_string(arrival.delivered) + ' ' + std::to_string(arrival.source.value) + ' ' +
                 std::to_string(arrival.serial) + ' ' + std::to_string(arrival.destination.value));
    if (arrival.kind != PacketKind::kCopy) continue;
    seen[{arrival.source.value, static_cast<std::uint32_t>(arrival.serial)}].insert(arrival.destination.value);
  }
  EXPECT_EQ(seen.size(), expected.size());
  for (const auto& [multicast, members] : expected) {
    EXPECT_EQ(seen[multicast], std::multiset<std::uint32_t>(members.begin(), members.end()));
  }
  EXPECT_EQ(bench.record.acknowledgements.size(), multicasts);
  for (const auto& each : bench.record.acknowledgements) EXPECT_EQ(each.reached, each.members) << "after the last copy";
  expect_drained(bench);
  std::string text = "most forks " + std::to_string(bench.chip->multicasts()->most_forks()) + '\n';
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

TEST(Multicast, a_thousand_random_sets_on_an_rdt_under_background_traffic) {
  run_random_sets({"rdt", {{"side", std::int64_t{16}}}, "scheme-h", 3}, 1000, Schedule::kDomain);
}

TEST(Multicast, random_sets_on_a_torus_an_srt_and_a_hypercube) {
  for (const Load& load : {Load{"torus", {{"sides", std::vector<std::int64_t>{6, 6}}}, "dimension-order", 2},
                           Load{"srt2d", {{"n", std::int64_t{3}}}, "monotone", 2},
                           Load{"hypercube", {{"n", std::int64_t{6}}}, "e-cube", 1}}) {
    in_child([&load] { return run_random_sets(load, 200, Schedule::kDomain); });
  }
}

TEST(Multicast, is_the_same_on_every_schedule) {
  const Load load{"rdt", {{"side", std::int64_t{16}}, {"assignment", "beta"}}, "scheme-h", 3};
  const std::string domain = in_child([&load] { return run_random_sets(load, 100, Schedule::kDomain); });
  EXPECT_EQ(in_child([&load] { return run_random_sets(load, 100, Schedule::kProcess); }), domain);
  EXPECT_EQ(in_child([&load] { return run_random_sets(load, 100, Schedule::kAlways); }), domain);
}

}  // namespace
}  // namespace kintsugi::test
