// The PE: one packet at a time into the network, one flit per cycle out of it.
#include "hw/pe/pe.hpp"

#include "tb/tests/unit/hw/link/put.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

struct Sent {
  Cycle cycle;
  Flit flit;
  std::uint64_t serial;
};

/// Returns the flits that the PE of node 0 sends, cycle by cycle.
std::vector<Sent> run_and_listen(Bench& bench, Cycle cycles) {
  std::vector<Sent> sent;
  bench.clock().set_monitor([&](Cycle now) {
    const std::optional<Flit> flit = bench.pe(SiteId{0}).link().sent(now);
    if (flit) sent.push_back({now, *flit, bench.chip->packets()[flit->packet].serial});
    return true;
  });
  bench.run(cycles);
  bench.clock().set_monitor({});
  return sent;
}

TEST(Pe, the_first_flit_leaves_in_the_cycle_of_creation_and_one_more_in_each_after_it) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  bench.send(17, NodeId{0}, NodeId{2}, 9);
  bench.start();
  const auto sent = run_and_listen(bench, 100);
  ASSERT_EQ(sent.size(), 9u);
  for (unsigned i = 0; i < 9; ++i) {
    EXPECT_EQ(sent[i].cycle, 17 + i);
    EXPECT_EQ(sent[i].flit.sequence, i);
    EXPECT_EQ(sent[i].flit.head(), i == 0);
    EXPECT_EQ(sent[i].flit.tail(), i == 8);
  }
  ASSERT_EQ(bench.record.arrivals.size(), 1u);
  EXPECT_EQ(bench.record.arrivals[0].created, 17u);
  EXPECT_EQ(bench.record.arrivals[0].injected, 17u);
}

TEST(Pe, a_packet_of_one_flit_is_head_and_tail) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  bench.send(3, NodeId{0}, NodeId{1}, 1);
  bench.start();
  const auto sent = run_and_listen(bench, 50);
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_TRUE(sent[0].flit.head() && sent[0].flit.tail());
  EXPECT_EQ(bench.record.arrivals.size(), 1u);
}

TEST(Pe, sends_one_packet_at_a_time_in_the_order_of_creation_and_over_the_channels_in_turn) {
  Bench bench = ring_bench(4, 3, always_east(3), chip_with(8, 1, 1));
  elaborate();
  for (Cycle i = 0; i < 12; ++i) bench.send(i / 3, NodeId{0}, NodeId{1}, static_cast<std::uint16_t>(2 + i % 4));
  bench.start();
  const auto sent = run_and_listen(bench, 200);
  std::uint64_t serial = 0;
  unsigned sequence = 0;
  for (const Sent& each : sent) {
    ASSERT_EQ(each.serial, serial);
    ASSERT_EQ(each.flit.sequence, sequence++);
    ASSERT_EQ(each.flit.vc.value, serial % 3);
    if (!each.flit.tail()) continue;
    ++serial;
    sequence = 0;
  }
  EXPECT_EQ(serial, 12u);
  EXPECT_EQ(sent.back().cycle - sent.front().cycle, sent.size() - 1) << "a packet follows the one before at once";
}

/// Returns the channels on which packets begin.
std::vector<unsigned> channels_of(const std::vector<Sent>& sent) {
  std::vector<unsigned> channels;
  for (const Sent& each : sent) {
    if (each.flit.head()) channels.push_back(each.flit.vc.value);
  }
  return channels;
}

TEST(Pe, begins_packets_on_the_channels_that_the_relation_wants_used) {
  Bench bench(make_plain_ring(4), std::make_unique<FunctionRelation>(4, always_east(4), false, 0, 2),
              chip_with(8, 1, 1));
  elaborate();
  for (Cycle i = 0; i < 5; ++i) bench.send(0, NodeId{0}, NodeId{1}, 2);
  bench.start();
  EXPECT_EQ(channels_of(run_and_listen(bench, 100)), (std::vector{0u, 1u, 0u, 1u, 0u}));
  EXPECT_THROW(bench.pe(SiteId{0}).use_channels(0), std::invalid_argument);
  EXPECT_THROW(bench.pe(SiteId{0}).use_channels(5), std::invalid_argument);
}

/// Packets to node 3 have no candidate and stay in the buffer of the channel on which they came.
void not_to_3(const RouteQuery& query, Candidates& out) {
  if (query.destination != NodeId{3}) out.push_back({kEast, 7, 0});
}

TEST(Pe, passes_over_a_channel_without_credits) {
  Bench bench = ring_bench(4, 3, not_to_3, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 4);  // channel 0
  bench.send(0, NodeId{0}, NodeId{3}, 4);  // channel 1, for good
  for (int i = 0; i < 6; ++i) bench.send(0, NodeId{0}, NodeId{1}, 4);
  bench.start();
  const auto sent = run_and_listen(bench, 100);
  ASSERT_EQ(sent.size(), 32u);
  const unsigned expected[] = {0, 1, 2, 0, 2, 0, 2, 0};
  for (const Sent& each : sent) EXPECT_EQ(each.flit.vc.value, expected[each.serial]) << "packet " << each.serial;
}

TEST(Pe, that_waits_for_a_credit_begins_at_once_on_a_channel_that_is_added) {
  Bench bench(make_plain_ring(4), std::make_unique<FunctionRelation>(3, not_to_3, false, 0, 1), chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{3}, 4);  // channel 0, for good
  bench.send(0, NodeId{0}, NodeId{1}, 1);
  bench.start();
  EXPECT_EQ(run_and_listen(bench, 100).size(), 4u);
  bench.pe(SiteId{0}).use_channels(3);
  EXPECT_EQ(channels_of(run_and_listen(bench, 100)), (std::vector{1u}));
}

TEST(Pe, a_packet_that_finds_no_credit_keeps_the_queue_waiting_and_the_pe_asleep) {
  Bench bench = ring_bench(4, 1, not_to_3, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{3}, 10);
  for (int i = 0; i < 5000; ++i) bench.send(0, NodeId{0}, NodeId{1}, 1);
  bench.start();
  EXPECT_EQ(run_and_listen(bench, 100).size(), 4u) << "as many as the buffer holds";
  EXPECT_TRUE(bench.pe(SiteId{0}).sending());
  EXPECT_EQ(bench.pe(SiteId{0}).queued_packets(), 5000u) << "the source queue has no bound";
  const std::uint64_t evaluations = bench.clock().evaluations();
  bench.run(1000);
  EXPECT_EQ(bench.clock().evaluations(), evaluations);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

TEST(Pe, injection_is_limited_by_the_round_trip_of_its_own_link) {
  constexpr unsigned kRouter = 5, kDepth = 3;  // the PE's link has latency 1: a credit is back after 2 + r cycles
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(kDepth, kRouter, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 500);
  bench.start();
  const auto sent = run_and_listen(bench, 700);
  for (std::size_t i = 20; i + kDepth < sent.size(); ++i) {
    ASSERT_EQ(sent[i + kDepth].cycle, sent[i].cycle + 2 + kRouter);
  }
}

TEST(Pe, takes_one_flit_per_cycle_and_never_holds_the_network_up) {
  Bench bench = star_bench(3, 2, chip_with(8, 1, 1));
  elaborate();
  for (std::uint32_t leaf = 1; leaf <= 3; ++leaf) {
    for (int i = 0; i < 50; ++i) bench.send(0, NodeId{leaf}, NodeId{0}, 4);
  }
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(700);
  EXPECT_EQ(bench.record.arrivals.size(), 150u);
  const auto seen = tap.at(SiteId{0}, bench.chip->router(SiteId{0}).local_port());
  ASSERT_EQ(seen.size(), 600u);
  EXPECT_EQ(seen.back().cycle - seen.front().cycle, 599u) << "one in every cycle";
  EXPECT_EQ(bench.pe(SiteId{0}).delivered_flits(), 600u);
}

TEST(Pe, a_packet_to_itself_comes_back_through_its_router) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 2, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{0}, 3);
  bench.start();
  bench.run(50);
  ASSERT_EQ(bench.record.arrivals.size(), 1u);
  EXPECT_EQ(bench.record.arrivals[0].hops, 0u);
  EXPECT_EQ(bench.record.arrivals[0].latency, 1 + 2 + 1 + 2u);
}

TEST(Pe, refuses_a_flit_at_the_wrong_node) {
  Bench bench = ring_bench(4, 1, not_to_3, chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{3}, 2);
  bench.start();
  bench.run(20);
  const PacketId packet = bench.chip->router(SiteId{0}).front_packet(kRingLocal, Vc{0});
  ASSERT_NE(packet, kNoPacket);
  TrafficPe& pe = bench.pe(SiteId{2});
  const Cycle now = bench.clock().next();
  put_flit(*pe.path_end().endpoint().receiver, now, PortId{0}, Flit{packet, 0, Vc{0}, Flit::kHead});
  EXPECT_THROW(pe.evaluate(now), std::logic_error);
}

TEST(Pe, refuses_a_flit_out_of_order) {
  Bench bench = ring_bench(4, 1, not_to_3, chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{3}, 2);
  bench.start();
  bench.run(20);
  TrafficPe& pe = bench.pe(SiteId{3});
  const Cycle now = bench.clock().next();
  put_flit(*pe.path_end().endpoint().receiver, now, PortId{0},
           Flit{bench.chip->router(SiteId{0}).front_packet(kRingLocal, Vc{0}), 1, Vc{0}, Flit::kTail});
  EXPECT_THROW(pe.evaluate(now), std::logic_error);
}

TEST(Pe, does_not_change_its_node_in_the_middle_of_a_packet) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 10);
  bench.start();
  bench.run(5);
  TrafficPe& pe = bench.pe(SiteId{0});
  EXPECT_THROW(pe.become(NodeId{1}), std::logic_error);
  bench.run(20);
  EXPECT_NO_THROW(pe.become(NodeId{1}));
  EXPECT_EQ(pe.node(), NodeId{1});
}

/// On a fabric the traffic of the node goes on until the node moves; its packets wait for the next PE.
TEST(Pe, that_has_died_begins_no_packet_although_its_node_creates_more) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 4);
  bench.send(10, NodeId{0}, NodeId{1}, 4);
  bench.send(30, NodeId{0}, NodeId{1}, 4);
  bench.start();
  bench.run(12);
  TrafficPe& pe = bench.pe(SiteId{0});
  pe.die();
  bench.run(100);
  EXPECT_EQ(pe.injected_flits(), 8u) << "the packet that it was sending goes on, as its head is in the network";
  EXPECT_EQ(pe.queued_packets(), 1u);
}

}  // namespace
}  // namespace kintsugi::test
