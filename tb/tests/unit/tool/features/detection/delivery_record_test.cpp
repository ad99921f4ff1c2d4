// The record of deliveries notices what a broken protocol would do.
#include "tb/tool/features/detection/delivery_record.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

Packet tracked(std::uint32_t source, std::uint32_t serial) {
  Packet packet;
  packet.kind = PacketKind::kTracked;
  packet.source = NodeId{source};
  packet.destination = NodeId{9};
  packet.serial = serial;
  packet.number = serial + 1;
  packet.flits = 4;
  return packet;
}

TEST(DeliveryRecord, a_packet_that_is_delivered_twice_is_a_complaint) {
  DeliveryRecord record;
  for (const std::uint32_t serial : {0u, 1u}) record.created(tracked(3, serial));
  record.delivered(tracked(3, 0));
  record.delivered(tracked(3, 1));
  EXPECT_EQ(record.complaint(), "");
  record.delivered(tracked(3, 1));
  EXPECT_EQ(record.complaint(), "packet 1 of node 3 was delivered twice");
}

TEST(DeliveryRecord, a_packet_that_was_never_created_is_a_complaint) {
  DeliveryRecord record;
  record.created(tracked(3, 0));
  record.delivered(tracked(3, 4));
  EXPECT_EQ(record.complaint(), "packet 4 of node 3 was delivered and never created");
}

TEST(DeliveryRecord, only_a_packet_that_is_given_up_and_never_delivered_is_lost) {
  DeliveryRecord record;
  for (std::uint32_t serial = 0; serial < 4; ++serial) record.created(tracked(2, serial));
  for (const std::uint32_t serial : {0u, 1u, 3u}) {
    record.dropped(tracked(2, serial), DropReason::kCorrupted, SiteId{9}, 10, false);
  }
  record.dropped(tracked(2, 0), DropReason::kErased, SiteId{9}, 20, false);
  for (const std::uint32_t serial : {3u, 0u, 2u}) record.given_up(tracked(2, serial));
  record.delivered(tracked(2, 3));
  const std::vector<LostPacket> lost = record.lost();
  ASSERT_EQ(lost.size(), 1u) << "1 may come again, of 2 no copy was dropped, 3 has arrived";
  EXPECT_EQ(lost.front().number, 0u);
  EXPECT_EQ(lost.front().reason, DropReason::kErased) << "that of the last copy";
  EXPECT_EQ(lost.front().cycle, 20u);
}

TEST(DeliveryRecord, a_copy_that_comes_after_its_packet_was_given_up_is_lost_and_a_second_copy_is_not) {
  DeliveryRecord record;
  for (std::uint32_t serial = 0; serial < 2; ++serial) record.created(tracked(2, serial));
  record.delivered(tracked(2, 0));
  for (std::uint32_t serial = 0; serial < 2; ++serial) {
    record.given_up(tracked(2, serial));
    record.dropped(tracked(2, serial), DropReason::kLate, SiteId{9}, 30, false);
  }
  const std::vector<LostPacket> lost = record.lost();
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost.front().number, 1u);
  EXPECT_EQ(lost.front().reason, DropReason::kLate);
}

}  // namespace
}  // namespace kintsugi
