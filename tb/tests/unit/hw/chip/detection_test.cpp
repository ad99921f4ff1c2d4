// Packets that are kept and sent again, links at fault, and heartbeats, on rings in which every flit's way is known.
#include <set>

#include "models/detection/sequence_window.hpp"
#include "tb/tests/oracles/heartbeat.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

constexpr LinkDefect link_between(std::uint32_t a, std::uint32_t b) {
  return {SiteId{a}, SiteId{b}};
}

ChipParameters detecting(const DetectionParameters& how) {
  ChipParameters parameters = chip_with(4, 1, 1);
  parameters.detection = how;
  return parameters;
}

DetectionParameters with_timeout(Cycle timeout, unsigned retries) {
  DetectionParameters how;
  how.timeout = timeout;
  how.retries = retries;
  how.crc_bits = 32;
  return how;
}

Bench detecting_ring(std::uint32_t nodes, const DetectionParameters& how) {
  return ring_bench(nodes, 2, always_east(2), detecting(how));
}

/// Returns the packets of the record, as pairs of source and serial; fails for one that was delivered twice.
std::set<std::pair<std::uint32_t, std::uint64_t>> delivered_once(const Bench& bench) {
  std::set<std::pair<std::uint32_t, std::uint64_t>> packets;
  for (const Record::Arrival& each : bench.record.arrivals) {
    if (each.kind != PacketKind::kTracked) continue;
    EXPECT_TRUE(packets.emplace(each.source.value, each.serial).second) << each.source.value << ' ' << each.serial;
  }
  return packets;
}

void expect_nothing_left(const Bench& bench) {
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(bench.chip->detection_counters().live(), 0u);
  EXPECT_EQ(check_conservation(*bench.chip), std::nullopt);
}

TEST(Detection, a_packet_alone_takes_the_time_that_it_takes_without_and_is_acknowledged) {
  Bench bench = detecting_ring(5, with_timeout(100, 3));
  elaborate();
  bench.send(10, NodeId{0}, NodeId{2}, 6);
  bench.start();
  bench.run(200);
  ASSERT_EQ(delivered_once(bench).size(), 1u);
  // 1 + (H + 1) r + H k + 1 + (L - 1) with r = k = 1
  const Cycle there = 1 + 3 + 2 + 1 + 5;
  EXPECT_EQ(bench.record.arrivals.front().latency, there);
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_EQ(counters.kept, 1u);
  EXPECT_EQ(counters.acknowledged, 1u);
  EXPECT_EQ(counters.copies, 1u);
  EXPECT_EQ(counters.receipts, 1u);
  EXPECT_EQ(counters.resent + counters.duplicates + counters.given_up, 0u);
  expect_nothing_left(bench);
}

TEST(Detection, a_source_keeps_a_packet_until_the_receipt_is_back) {
  Bench bench = detecting_ring(5, with_timeout(100, 3));
  elaborate();
  bench.send(10, NodeId{0}, NodeId{2}, 6);
  bench.start();
  const Cycle there = 1 + 3 + 2 + 1 + 5;
  const Cycle back = 1 + 4 + 3 + 1;  // three links on, one flit
  bench.clock().run_until(10 + there + back);
  EXPECT_EQ(bench.pe(SiteId{0}).unacknowledged(), 1u);
  bench.run(1);
  EXPECT_EQ(bench.pe(SiteId{0}).unacknowledged(), 0u);
}

TEST(Detection, with_a_timeout_below_the_round_trip_packets_come_twice_and_are_delivered_once) {
  Bench bench = detecting_ring(6, with_timeout(5, 4));
  elaborate();
  for (Cycle i = 0; i < 40; ++i) bench.send(10 * i, NodeId{0}, NodeId{3}, 2);
  bench.start();
  bench.run(2000);
  EXPECT_EQ(delivered_once(bench).size(), 40u);
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_GT(counters.duplicates, 40u);
  EXPECT_EQ(counters.duplicates, counters.resent) << "every copy that was sent again arrives as a second one";
  EXPECT_EQ(counters.receipts, 40 + counters.duplicates);
  EXPECT_EQ(bench.pe(SiteId{3}).duplicates(), counters.duplicates);
  expect_nothing_left(bench);
}

/// With each place of the checksum.
class Checksums : public testing::TestWithParam<CrcScheme> {};

TEST_P(Checksums, a_packet_that_its_link_corrupts_always_is_given_up_after_the_retries) {
  const CrcScheme crc = GetParam();
  DetectionParameters how = with_timeout(50, 3);
  how.crc = crc;
  Bench bench = detecting_ring(4, how);
  elaborate();
  bench.chip->faults().corrupt(link_between(0, 1), 0, 1);
  bench.send(5, NodeId{0}, NodeId{1}, 4);
  bench.start();
  bench.run(1000);
  EXPECT_TRUE(delivered_once(bench).empty());
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_EQ(counters.copies, 4u);
  EXPECT_EQ(counters.resent, 3u);
  EXPECT_EQ(counters.given_up, 1u);
  EXPECT_EQ(counters.flits_corrupted, 16u);
  EXPECT_EQ(counters.flits_found, crc == CrcScheme::kFlit ? 16u : 0u);
  EXPECT_EQ(counters.damaged, crc == CrcScheme::kFlit ? 4u : 0u);
  EXPECT_EQ(counters.found, crc == CrcScheme::kPacket ? 4u : 0u);
  EXPECT_EQ(counters.receipts, 0u);
  ASSERT_EQ(bench.record.drops.size(), 4u);
  EXPECT_EQ(bench.record.drops.front().reason, DropReason::kCorrupted);
  expect_nothing_left(bench);
}

TEST(Detection, without_a_checksum_corrupted_packets_are_delivered) {
  DetectionParameters how = with_timeout(50, 3);
  how.crc = CrcScheme::kNone;
  Bench bench = detecting_ring(4, how);
  elaborate();
  bench.chip->faults().corrupt(link_between(0, 1), 0, 1);
  for (Cycle i = 0; i < 10; ++i) bench.send(20 * i, NodeId{0}, NodeId{1}, 4);
  bench.start();
  bench.run(1000);
  EXPECT_EQ(delivered_once(bench).size(), 10u);
  EXPECT_EQ(bench.chip->detection_counters().wrong, 10u);
  expect_nothing_left(bench);
}

/// What the short checksums miss is near what the formula says, and every packet is either found or wrong.
TEST_P(Checksums, a_checksum_of_eight_bits_misses_one_error_in_256) {
  const CrcScheme crc = GetParam();
  DetectionParameters how = with_timeout(50, 0);
  how.crc = crc;
  how.crc_bits = 8;
  Bench bench = detecting_ring(4, how);
  elaborate();
  bench.chip->faults().corrupt(link_between(0, 1), 0, 1);
  constexpr unsigned kPackets = 6000;
  for (Cycle i = 0; i < kPackets; ++i) bench.send(2 * i, NodeId{0}, NodeId{1}, 1);
  bench.start();
  bench.run(4 * kPackets);
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_EQ(counters.wrong + counters.damaged + counters.found, kPackets);
  EXPECT_EQ(counters.wrong, delivered_once(bench).size());
  EXPECT_GT(counters.wrong, kPackets / 256 / 3);
  EXPECT_LT(counters.wrong, 3 * kPackets / 256);
}

INSTANTIATE_TEST_SUITE_P(Places, Checksums, testing::Values(CrcScheme::kFlit, CrcScheme::kPacket));

/// All go east: packets from 0 to 1 over the first link, their receipts over the others.
TEST(Detection, lost_receipts_make_second_copies_but_no_second_delivery) {
  Bench bench = detecting_ring(4, with_timeout(60, 2));
  elaborate();
  bench.chip->faults().corrupt(link_between(2, 3), 0, 1);
  for (Cycle i = 0; i < 5; ++i) bench.send(300 * i, NodeId{0}, NodeId{1}, 3);
  bench.start();
  bench.run(3000);
  EXPECT_EQ(delivered_once(bench).size(), 5u);
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_EQ(counters.acknowledged, 0u);
  EXPECT_EQ(counters.given_up, 5u);
  EXPECT_EQ(counters.duplicates, 10u);
  EXPECT_EQ(counters.receipts_lost, 15u);
  expect_nothing_left(bench);
}

TEST(Detection, a_source_begins_no_more_packets_than_the_window_has_room_for) {
  Bench bench = detecting_ring(4, with_timeout(2000, 0));
  elaborate();
  bench.chip->faults().corrupt(link_between(2, 3), 0, 1);  // no receipt comes back
  for (Cycle i = 0; i < 100; ++i) bench.send(i, NodeId{0}, NodeId{1}, 1);
  bench.start();
  bench.run(1900);
  EXPECT_EQ(bench.pe(SiteId{0}).unacknowledged(), SequenceWindow::kSize);
  EXPECT_EQ(bench.pe(SiteId{0}).queued_packets(), 100 - SequenceWindow::kSize);
  bench.run(3000);
  EXPECT_EQ(delivered_once(bench).size(), 100u) << "the others follow when the first are given up";
  bench.run(3000);
  expect_nothing_left(bench);
}

TEST(Detection, a_dead_link_lets_nothing_through_from_the_cycle_after_its_fault) {
  Bench bench = detecting_ring(4, with_timeout(100, 1));
  elaborate();
  bench.send(10, NodeId{0}, NodeId{1}, 8);
  bench.start();
  // The head leaves the PE in cycle 10 and router 0 in cycle 12, the last flit router 0 in cycle 19.
  bench.clock().run_until(17);
  bench.chip->faults().kill(link_between(1, 0));
  bench.run(73);
  EXPECT_EQ(bench.chip->detection_counters().flits_erased, 3u) << "those of cycles 17, 18 and 19";
  bench.run(1000);
  const DetectionCounters counters = bench.chip->detection_counters();
  EXPECT_EQ(counters.flits_erased, 11u);
  EXPECT_EQ(counters.damaged, 2u);
  EXPECT_EQ(counters.given_up, 1u);
  EXPECT_EQ(bench.record.drops.back().reason, DropReason::kErased);
  expect_nothing_left(bench);
}

TEST(Detection, what_a_dead_pe_keeps_is_given_up) {
  Bench bench = detecting_ring(4, with_timeout(1000, 3));
  elaborate();
  for (Cycle i = 0; i < 30; ++i) bench.send(5, NodeId{0}, NodeId{2}, 4);
  bench.start();
  bench.clock().run_until(30);
  bench.chip->faults().kill(SiteId{0});
  const DetectionCounters then = bench.chip->detection_counters();
  EXPECT_GT(then.given_up, 0u);
  EXPECT_EQ(then.kept, then.acknowledged + then.given_up);
  bench.run(500);
  EXPECT_EQ(delivered_once(bench).size(), then.kept) << "what was under way arrives all the same";
  EXPECT_EQ(bench.record.drops.size(), 30 - then.kept) << "the packets of the queue";
  expect_nothing_left(bench);
}

/// Runs uniform traffic on a torus with links that corrupt one flit in twenty. Returns all deliveries as text.
std::string story(Schedule schedule) {
  ChipParameters parameters = detecting(with_timeout(150, 20));
  parameters.schedule = schedule;
  Bench bench("torus", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", parameters);
  elaborate();
  for (std::uint32_t node = 0; node < 15; ++node) {
    if (node % 4 != 3) bench.chip->faults().corrupt(link_between(node, node + 1), 100, 0.05);
  }
  bench.start_uniform(0.1, 4, 3, 2000);
  bench.run(9000);
  EXPECT_EQ(delivered_once(bench).size(), bench.record.created_packets);
  EXPECT_GT(bench.chip->detection_counters().damaged, 100u);
  expect_nothing_left(bench);
  std::set<std::string> lines;
  for (const Record::Arrival& each : bench.record.arrivals) {
    lines.insert(std::to_string(each.source.value) + ' ' + std::to_string(each.serial) + ' ' +
                 std::to_string(each.delivered) + ' ' + std::to_string(each.hops) + '\n');
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

/// Its router is busy with the packets that pass, so receipts wait in the PE when it dies.
TEST(Detection, the_receipts_that_wait_in_a_dead_pe_are_dropped) {
  Bench bench = detecting_ring(4, with_timeout(300, 1));
  elaborate();
  for (Cycle i = 0; i < 40; ++i) {
    bench.send(5, NodeId{0}, NodeId{1}, 1);
    bench.send(5, NodeId{1}, NodeId{3}, 12);
  }
  bench.start();
  bench.clock().run_until(60);
  const std::uint64_t lost_before = bench.chip->detection_counters().receipts_lost;
  bench.chip->faults().kill(SiteId{1});
  EXPECT_GT(bench.chip->detection_counters().receipts_lost, lost_before);
  bench.run(3000);
  expect_nothing_left(bench);
}

TEST(Detection, random_errors_lose_nothing_with_enough_retries_and_all_schedules_agree) {
  const std::string domain = in_child([] { return story(Schedule::kDomain); });
  EXPECT_GT(domain.size(), 1000u);
  EXPECT_EQ(in_child([] { return story(Schedule::kProcess); }), domain);
  EXPECT_EQ(in_child([] { return story(Schedule::kAlways); }), domain);
}

class FaultCycles : public testing::TestWithParam<Cycle> {};

TEST_P(FaultCycles, the_nodes_beside_a_dead_link_notice_it_in_the_cycle_of_the_formula) {
  const Cycle fault = GetParam();
  DetectionParameters how;
  how.heartbeat = 20;
  how.misses = 3;
  Bench bench = detecting_ring(5, how);
  elaborate();
  const Cycle wanted = notice_cycle(fault, 20, 3);
  bench.clock().run_until(fault + 1);
  ChipHeartbeats& heartbeats = bench.chip->heartbeats();
  bench.chip->faults().kill(link_between(1, 2));
  EXPECT_FALSE(heartbeats.covers(link_between(1, 2)));
  bench.clock().run_until(wanted);
  EXPECT_FALSE(heartbeats.noticed()) << fault;
  bench.run(1);
  EXPECT_TRUE(heartbeats.noticed()) << fault;
  EXPECT_LE(wanted - fault, heartbeats.longest_wait());
  EXPECT_EQ(heartbeats.diagnosis(), Defects({}, {link_between(1, 2)}));
  EXPECT_TRUE(heartbeats.covers(link_between(1, 2)));
  EXPECT_FALSE(heartbeats.noticed());
  for (std::uint32_t node = 0; node < 5; ++node) {
    EXPECT_EQ(bench.chip->modules().heartbeats[node]->silent_ports(), node == 1 || node == 2 ? 1u : 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(Cycles, FaultCycles, testing::Values(0, 1, 19, 20, 21, 37));

TEST(Detection, the_neighbours_of_a_dead_node_notice_it_and_no_node_notices_what_lies_between_dead_ones) {
  DetectionParameters how;
  how.heartbeat = 8;
  how.misses = 2;
  Bench bench = detecting_ring(5, how);
  elaborate();
  bench.run(10);
  ChipHeartbeats& heartbeats = bench.chip->heartbeats();
  bench.chip->faults().kill(SiteId{1});
  bench.chip->faults().kill(SiteId{2});
  EXPECT_TRUE(heartbeats.covers(link_between(1, 2))) << "both ends are dead";
  bench.run(30);
  EXPECT_TRUE(heartbeats.noticed());
  EXPECT_EQ(heartbeats.diagnosis(), Defects({SiteId{1}, SiteId{2}}));
}

TEST(Detection, is_refused_where_it_is_not_modelled) {
  ChipParameters parameters = detecting({});
  EXPECT_THROW(Bench("srt2d", srt2d(2, "standard"), "monotone", parameters, true), std::invalid_argument);
  parameters.threads = 2;
  EXPECT_THROW(ring_bench(4, 1, always_east(1), parameters), std::invalid_argument);
  DetectionParameters how;
  how.crc_bits = 12;
  EXPECT_THROW(ring_bench(4, 1, always_east(1), detecting(how)), std::invalid_argument);
  how.crc_bits = 8;
  how.timeout = 0;
  EXPECT_THROW(ring_bench(4, 1, always_east(1), detecting(how)), std::invalid_argument);
  Bench plain = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  EXPECT_THROW(plain.chip->faults().corrupt(link_between(0, 1), 0, 0.5), std::logic_error);
}

}  // namespace
}  // namespace kintsugi::test
