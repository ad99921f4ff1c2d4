// Source queues and lost flits over the window of a run, from the events of its packets.
#include "tb/tool/run/statistics.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

Packet packet_of(PacketKind kind) {
  Packet packet{};
  packet.kind = kind;
  packet.flits = 4;
  return packet;
}

TEST(SourceQueues, grow_by_what_is_created_and_shrink_by_what_is_injected_in_the_window) {
  Statistics statistics(10, 20, 20);
  const Packet packet = packet_of(PacketKind::kUnicast);
  for (const Cycle cycle : {5, 10, 12, 19, 20}) statistics.created(packet, cycle);
  for (const Cycle cycle : {9, 11, 25}) statistics.injected(packet, cycle);
  EXPECT_EQ(statistics.queues().entered, 3u);
  EXPECT_EQ(statistics.queues().growth, 2);
}

TEST(SourceQueues, have_tracked_packets_and_multicasts_and_no_acknowledgements) {
  for (const PacketKind kind : {PacketKind::kUnicast, PacketKind::kTracked, PacketKind::kCopy}) {
    Statistics statistics(0, 10, 10);
    statistics.created(packet_of(kind), 1);
    EXPECT_EQ(statistics.queues().growth, 1);
  }
  for (const PacketKind kind : {PacketKind::kAcknowledgement, PacketKind::kReceipt}) {
    Statistics statistics(0, 10, 10);
    statistics.created(packet_of(kind), 1);
    EXPECT_EQ(statistics.queues().growth, 0);
    statistics.injected(packet_of(kind), 2);
    EXPECT_EQ(statistics.queues().growth, 0);
  }
}

TEST(SourceQueues, of_a_trace_are_watched_up_to_its_last_packet) {
  Statistics statistics(0, 100, 21);
  for (const Cycle cycle : {5, 20}) statistics.created(packet_of(PacketKind::kUnicast), cycle);
  for (const Cycle cycle : {6, 30}) statistics.injected(packet_of(PacketKind::kUnicast), cycle);
  EXPECT_EQ(statistics.queues().entered, 2u);
  EXPECT_EQ(statistics.queues().growth, 1) << "the second one waits when it has been created";
}

TEST(SourceQueues, have_grown_if_share_and_chance_are_exceeded) {
  const auto trend = [](std::uint64_t entered, std::int64_t growth) {
    return Statistics::Queues{entered, growth}.trend();
  };
  EXPECT_EQ(trend(100, 31), QueueTrend::kGrowing);
  EXPECT_EQ(trend(1'000'000, 50'000), QueueTrend::kSteady) << "5 % are 50 000, beyond all chance";
  EXPECT_EQ(trend(1'000'000, 50'001), QueueTrend::kGrowing);
  EXPECT_EQ(trend(1'000'000, -60'000), QueueTrend::kSteady) << "the queues have shrunk";
}

TEST(SourceQueues, of_few_packets_do_not_say_whether_they_grow) {
  const auto trend = [](std::uint64_t entered, std::int64_t growth) {
    return Statistics::Queues{entered, growth}.trend();
  };
  EXPECT_EQ(trend(0, 0), QueueTrend::kUnknown);
  EXPECT_EQ(trend(9, 9), QueueTrend::kUnknown) << "nothing has left the queues, which may be chance";
  EXPECT_EQ(trend(10, 10), QueueTrend::kGrowing);
  EXPECT_EQ(trend(99, 0), QueueTrend::kUnknown) << "chance can hide a growth of 30 %";
  EXPECT_EQ(trend(100, 5), QueueTrend::kSteady);
  EXPECT_EQ(trend(100, 6), QueueTrend::kUnknown) << "above 5 %, and three standard deviations are 30";
  EXPECT_EQ(trend(100, 30), QueueTrend::kUnknown);
}

TEST(SourceQueues, of_threads_are_added_up) {
  Statistics one(0, 10, 10), other(0, 10, 10);
  one.created(packet_of(PacketKind::kUnicast), 1);
  other.created(packet_of(PacketKind::kUnicast), 1);
  other.injected(packet_of(PacketKind::kUnicast), 2);
  one += other;
  EXPECT_EQ(one.queues().entered, 2u);
  EXPECT_EQ(one.queues().growth, 1);
}

TEST(LostFlits, are_those_dropped_in_the_window_because_they_could_not_be_delivered) {
  Statistics statistics(10, 20, 20), other(10, 20, 20);
  statistics.lost(4, DropReason::kNoWay, 9);
  statistics.lost(4, DropReason::kNoWay, 10);
  statistics.lost(3, DropReason::kReached, 19);
  statistics.lost(4, DropReason::kNoWay, 20);
  EXPECT_DOUBLE_EQ(statistics.lost(2), 7.0 / (2 * 10));
  other.lost(5, DropReason::kQueued, 12);
  other.lost(8, DropReason::kLate, 12);
  statistics += other;
  EXPECT_DOUBLE_EQ(statistics.lost(2), 12.0 / (2 * 10)) << "the last copy that came too late shows a network in need";
  EXPECT_EQ(statistics.packets().dropped, 0u) << "a packet that its source may still send again";
}

}  // namespace
}  // namespace kintsugi
