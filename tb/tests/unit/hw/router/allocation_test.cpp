// Allocation: which packet gets a channel, and which flit gets the link.
#include <algorithm>
#include <map>

#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

constexpr PortId star_port(std::uint32_t leaf) {
  return PortId{static_cast<std::uint16_t>(leaf - 1)};
}

std::vector<Sighting> heads(const std::vector<Sighting>& seen) {
  std::vector<Sighting> result;
  std::ranges::copy_if(seen, std::back_inserter(result), [](const Sighting& each) { return each.flit.head(); });
  return result;
}

TEST(Allocation, inputs_take_turns_packet_by_packet_on_one_channel) {
  Bench bench = star_bench(4, 1, chip_with(4, 1, 1));
  elaborate();
  for (std::uint32_t leaf = 1; leaf <= 3; ++leaf) {
    for (int i = 0; i < 50; ++i) bench.send(0, NodeId{leaf}, NodeId{4}, 5);
  }
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(1000);
  const auto seen = tap.at(SiteId{0}, star_port(4));
  ASSERT_EQ(seen.size(), 3u * 50 * 5);
  EXPECT_EQ(seen.back().cycle - seen.front().cycle, seen.size() - 1) << "the link was idle in between";
  const auto order = heads(seen);
  for (std::size_t i = 3; i < order.size(); ++i) ASSERT_EQ(order[i].source, order[i - 3].source);
  EXPECT_NE(order[0].source, order[1].source);
  EXPECT_NE(order[1].source, order[2].source);
  EXPECT_NE(order[0].source, order[2].source);
}

TEST(Allocation, channels_share_a_link_flit_by_flit) {
  Bench bench = star_bench(3, 2, chip_with(8, 0, 1));
  elaborate();
  for (std::uint32_t leaf = 1; leaf <= 2; ++leaf) bench.send(0, NodeId{leaf}, NodeId{3}, 400);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(1000);
  const auto seen = tap.at(SiteId{0}, star_port(3));
  ASSERT_EQ(seen.size(), 800u);
  EXPECT_EQ(seen.back().cycle - seen.front().cycle, 799u);
  for (std::size_t i = 1; i < seen.size(); ++i) ASSERT_NE(seen[i].source, seen[i - 1].source);
}

TEST(Allocation, three_inputs_share_two_channels_evenly) {
  Bench bench = star_bench(4, 2, chip_with(8, 1, 1));
  elaborate();
  for (std::uint32_t leaf = 1; leaf <= 3; ++leaf) {
    for (int i = 0; i < 200; ++i) bench.send(0, NodeId{leaf}, NodeId{4}, 4);
  }
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(1800);
  std::map<std::uint32_t, unsigned> flits;
  for (const Sighting& each : tap.at(SiteId{0}, star_port(4))) ++flits[each.source.value];
  ASSERT_EQ(flits.size(), 3u);
  for (const auto& [source, count] : flits) EXPECT_NEAR(count, 1790 / 3, 12) << "leaf " << source;
}

/// Packets to odd nodes on channel 1, to even ones on channel 0.
void by_parity(const RouteQuery& query, Candidates& out) {
  out.push_back({kEast, vc_bit(query.destination.value % 2), 0});
}

TEST(Allocation, a_blocked_channel_does_not_hold_up_the_other_one) {
  Bench bench = ring_bench(8, 2, by_parity, chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{2}, NodeId{4}, 2000);  // takes channel 0 of the link from 2 to 3 for a long time
  bench.send(20, NodeId{0}, NodeId{4}, 8);    // gets stuck behind it on channel 0 of the links before
  bench.send(21, NodeId{0}, NodeId{5}, 8);    // passes
  bench.start();
  bench.run(200);
  ASSERT_EQ(bench.record.arrivals.size(), 1u);
  EXPECT_EQ(bench.record.arrivals[0].destination, NodeId{5});
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  bench.run(2200);
  EXPECT_EQ(bench.record.arrivals.size(), 3u);
}

TEST(Allocation, a_channel_is_given_again_in_the_cycle_after_its_tail_has_left) {
  // Leaf 1 trickles: one flit in 2k + r cycles. Leaf 2 wants the same channel and has its packets ready.
  Bench bench = star_bench(3, 1, chip_with(1, 2, 3));
  elaborate();
  for (int i = 0; i < 10; ++i) {
    bench.send(0, NodeId{1}, NodeId{3}, 3);
    bench.send(0, NodeId{2}, NodeId{3}, 3);
  }
  bench.start();
  std::vector<bool> held(1000);
  const Wiretap tap(*bench.chip,
                    [&](Cycle now) { held[now] = !bench.chip->router(SiteId{0}).output_free(PortId{2}, Vc{0}); });
  bench.run(1000);
  const auto seen = tap.at(SiteId{0}, star_port(3));
  ASSERT_EQ(seen.size(), 60u);
  for (std::size_t i = 0; i + 1 < seen.size(); ++i) {
    ASSERT_EQ(seen[i + 1].flit.head(), seen[i].flit.tail());
    if (!seen[i].flit.tail()) {
      for (Cycle at = seen[i].cycle; at < seen[i + 1].cycle; ++at) ASSERT_TRUE(held[at]) << "free inside a packet";
    } else {
      ASSERT_FALSE(held[seen[i].cycle]) << "held after its tail has left";
      ASSERT_TRUE(held[seen[i].cycle + 1]) << "a packet was waiting for it";
    }
  }
}

TEST(Allocation, the_next_packet_follows_the_tail_without_a_gap) {
  Bench bench = star_bench(3, 1, chip_with(8, 1, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{3}, 7);
  bench.send(3, NodeId{2}, NodeId{3}, 7);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(100);
  const auto seen = tap.at(SiteId{0}, star_port(3));
  ASSERT_EQ(seen.size(), 14u);
  for (std::size_t i = 1; i < seen.size(); ++i) ASSERT_EQ(seen[i].cycle, seen[i - 1].cycle + 1);
}

/// Computes the credits of every channel from the flits on the wire: a credit is back 2k + r cycles after its flit has
/// left.
TEST(Allocation, takes_the_free_channel_with_most_credits_then_the_lowest) {
  constexpr unsigned kVcs = 4, kDepth = 24, kRouter = 1, kLink = 5, kRoundTrip = 2 * kLink + kRouter;
  Bench bench = ring_bench(4, kVcs, always_east(kVcs), chip_with(kDepth, kRouter, kLink));
  elaborate();
  RandomStream random(7, 0);
  for (int i = 0; i < 300; ++i) {
    bench.send(static_cast<Cycle>(i) * 5, NodeId{0}, NodeId{1}, static_cast<std::uint16_t>(1 + random.below(9)));
  }
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(4000);
  const auto seen = tap.at(SiteId{0}, kEast);
  std::array<unsigned, kVcs> taken{};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (!seen[i].flit.head()) continue;
    std::array<int, kVcs> credits;
    credits.fill(kDepth);
    for (std::size_t j = 0; j < i; ++j) credits[seen[j].flit.vc.index()] -= seen[j].cycle + kRoundTrip > seen[i].cycle;
    const auto expected = std::ranges::max_element(credits) - credits.begin();
    ASSERT_EQ(seen[i].flit.vc, Vc::from(expected)) << "packet " << seen[i].serial;
    ++taken[seen[i].flit.vc.index()];
  }
  for (const unsigned count : taken) EXPECT_GT(count, 10u) << "the test has not seen all channels";
}

/// Routes at node 1 east, or west around the ring if the east link is taken; elsewhere straight on.
void east_or_around(const RouteQuery& query, Candidates& out) {
  const bool injected_at_1 = query.at == NodeId{1} && query.arrival_port == kNoPort;
  const bool from_east = query.arrival_port == kEast;
  if (!from_east) out.push_back({kEast, 1, injected_at_1 ? 5u : query.state});
  if (injected_at_1) out.push_back({kWest, 1, 6u});
  if (from_east) out.push_back({kWest, 1, query.state});
}

TEST(Allocation, takes_the_second_candidate_while_the_first_is_busy) {
  Bench bench = ring_bench(4, 1, east_or_around, chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{2}, 3);    // the link is free: east
  bench.send(20, NodeId{0}, NodeId{2}, 40);  // takes it for 40 cycles
  bench.send(30, NodeId{1}, NodeId{2}, 3);   // so this one goes around
  bench.send(90, NodeId{1}, NodeId{2}, 3);   // free again
  bench.start();
  bench.run(200);
  std::vector<Record::Arrival> from_1;
  std::ranges::copy_if(bench.record.arrivals, std::back_inserter(from_1),
                       [](const Record::Arrival& each) { return each.source == NodeId{1}; });
  ASSERT_EQ(from_1.size(), 3u);
  EXPECT_EQ(from_1[0].hops, 1u);
  EXPECT_EQ(from_1[1].hops, 3u);
  EXPECT_EQ(from_1[2].hops, 1u);
  EXPECT_EQ(from_1[0].state, 5u) << "the header carries the state of the candidate that was taken";
  EXPECT_EQ(from_1[1].state, 6u);
  EXPECT_EQ(bench.record.arrivals.size(), 4u);
}

/// Leaf 1 has waited for channel 1 before. When its next packets share a link with those of leaf 4, the second of them
/// comes to the front of the buffer while the last flit of the first one leaves, and has not asked for a channel yet.
TEST(Allocation, a_head_that_has_not_asked_for_a_channel_does_not_use_those_that_the_one_before_asked_for) {
  const auto route = [](const RouteQuery& query, Candidates& out) {
    if (query.at != NodeId{0}) return out.push_back({PortId{0}, vc_bit(0), 0});
    const unsigned channel = query.destination == NodeId{3} ? 1 : query.source == NodeId{4} ? 2 : 0;
    out.push_back({star_port(query.destination.value), vc_bit(channel), 0});
  };
  Bench bench{make_star(4), std::make_unique<FunctionRelation>(3, route, true), chip_with(4, 0, 1)};
  elaborate();
  bench.send(0, NodeId{2}, NodeId{3}, 6);
  bench.send(1, NodeId{1}, NodeId{3}, 1);
  bench.send(29, NodeId{4}, NodeId{2}, 20);
  for (int i = 0; i < 3; ++i) bench.send(30, NodeId{1}, NodeId{2}, 3);
  bench.start();
  const Router& middle = bench.chip->router(SiteId{0});
  std::vector<Cycle> used, unasked;
  const Wiretap tap(*bench.chip, [&](Cycle now) {
    if (middle.uses(vc_bit(1))) used.push_back(now);
    if (middle.occupancy(star_port(1), Vc{0}) != 0 && middle.granted(star_port(1), Vc{0}) == kNoPort)
      unasked.push_back(now);
  });
  bench.run(100);
  ASSERT_FALSE(unasked.empty());
  EXPECT_GT(unasked.back(), 30u) << "nothing is tested";
  ASSERT_FALSE(used.empty());
  EXPECT_LT(used.back(), 20u);
}

/// Checks every channel of every link: head, body flits in order, tail, all of one packet.
TEST(Allocation, a_packet_is_never_interleaved_within_a_channel) {
  ChipParameters parameters = chip_with(4, 1, 1);
  Bench bench("srt2d", srt2d(2, "standard"), "recursive", parameters);
  elaborate();
  bench.start_uniform(0.9, 7, 3, 3000);
  std::string complaint;
  const Wiretap tap(*bench.chip, [&](Cycle) {
    if (complaint.empty()) complaint = check_conservation(*bench.chip).value_or("");
  });
  bench.run(3000);
  EXPECT_EQ(complaint, "");
  struct Open {
    PacketId packet = kNoPacket;
    unsigned next = 0;
  };
  std::map<std::tuple<SiteId, PortId, Vc>, Open> open;
  std::size_t tails = 0;
  for (const Sighting& each : tap.all()) {
    Open& channel = open[{each.site, each.port, each.flit.vc}];
    ASSERT_EQ(each.flit.head(), channel.packet == kNoPacket);
    if (each.flit.head()) channel = {each.flit.packet, 0};
    ASSERT_EQ(each.flit.packet, channel.packet);
    ASSERT_EQ(each.flit.sequence, channel.next++);
    ASSERT_EQ(each.flit.tail(), each.flit.sequence == 6);
    if (each.flit.tail()) channel = {};
    tails += each.flit.tail();
  }
  EXPECT_GT(tails, 1000u);
}

TEST(Allocation, one_flit_per_output_and_one_per_input_and_cycle) {
  Bench bench("srt2d", srt2d(2, "long"), "monotone", chip_with(4, 0, 1));
  elaborate();
  bench.start_uniform(1.0, 4, 9, 1500);
  // A router takes a flit off an input only if it returns a credit: count the credits on each wire.
  const Wiretap tap(*bench.chip);
  bench.run(1500);
  std::map<std::tuple<Cycle, std::uint32_t, std::uint16_t>, unsigned> per_output;
  for (const Sighting& each : tap.all()) ++per_output[{each.cycle, each.site.value, each.port.value}];
  EXPECT_GT(per_output.size(), 5000u);
  for (const auto& [where, count] : per_output) ASSERT_EQ(count, 1u);
  EXPECT_EQ(tap.all().size() + bench.chip->counters().injected, bench.chip->counters().moves)
      << "what moved in a router left on a link of its own";
}

}  // namespace
}  // namespace kintsugi::test
