// Source queues over the window of a run, from the events of its packets.
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
  Statistics statistics(10, 20);
  const Packet packet = packet_of(PacketKind::kUnicast);
  for (const Cycle cycle : {5, 10, 12, 19, 20}) statistics.created(packet, cycle);
  for (const Cycle cycle : {9, 11, 25}) statistics.injected(packet, cycle);
  EXPECT_EQ(statistics.queues().entered, 3u);
  EXPECT_EQ(statistics.queues().growth, 2);
}

TEST(SourceQueues, have_tracked_packets_and_multicasts_and_no_acknowledgements) {
  for (const PacketKind kind : {PacketKind::kUnicast, PacketKind::kTracked, PacketKind::kCopy}) {
    Statistics statistics(0, 10);
    statistics.created(packet_of(kind), 1);
    EXPECT_EQ(statistics.queues().growth, 1);
  }
  for (const PacketKind kind : {PacketKind::kAcknowledgement, PacketKind::kReceipt}) {
    Statistics statistics(0, 10);
    statistics.created(packet_of(kind), 1);
    EXPECT_EQ(statistics.queues().growth, 0);
    statistics.injected(packet_of(kind), 2);
    EXPECT_EQ(statistics.queues().growth, 0);
  }
}

TEST(SourceQueues, have_grown_if_share_and_chance_are_exceeded) {
  const auto grown = [](std::uint64_t entered, std::int64_t growth) {
    return Statistics::Queues{entered, growth}.have_grown();
  };
  EXPECT_FALSE(grown(0, 0));
  EXPECT_FALSE(grown(100, 30)) << "three standard deviations are 30";
  EXPECT_TRUE(grown(100, 31));
  EXPECT_FALSE(grown(1'000'000, 50'000)) << "5 % are 50 000, beyond all chance";
  EXPECT_TRUE(grown(1'000'000, 50'001));
  EXPECT_FALSE(grown(1'000'000, -60'000)) << "the queues have shrunk";
}

TEST(SourceQueues, of_threads_are_added_up) {
  Statistics one(0, 10), other(0, 10);
  one.created(packet_of(PacketKind::kUnicast), 1);
  other.created(packet_of(PacketKind::kUnicast), 1);
  other.injected(packet_of(PacketKind::kUnicast), 2);
  one += other;
  EXPECT_EQ(one.queues().entered, 2u);
  EXPECT_EQ(one.queues().growth, 1);
}

}  // namespace
}  // namespace kintsugi
