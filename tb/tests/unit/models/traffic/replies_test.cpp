// Requests and replies: when each is created, the window, and what a note says of a round trip.
#include "models/traffic/replies.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

constexpr NodeId kOther{7};

std::unique_ptr<PacketSource> requests_at(const std::vector<Cycle>& cycles) {
  std::vector<ListSource::Entry> entries;
  for (const Cycle cycle : cycles) entries.push_back({cycle, {.destination = kOther, .flits = 3}});
  return std::make_unique<ListSource>(std::move(entries));
}

ReceivedPacket request_from(NodeId source, Cycle created) {
  return {.source = source, .serial = 0, .flits = 3, .hops = 1, .created = created, .injected = created};
}

ReceivedPacket reply_to(Cycle created) {
  ReceivedPacket packet = request_from(kOther, created + 50);
  packet.note = ReplyTraffic::note_of_reply(created);
  return packet;
}

TEST(Replies, are_created_when_they_are_served_and_go_back) {
  const ReplyTraffic traffic{.flits = 5, .service = 20, .reply_state = 1};
  ReplyingSource source(requests_at({40}), traffic, 100);
  EXPECT_TRUE(source.listens());
  EXPECT_FALSE(source.owes(0));
  source.received(request_from(NodeId{2}, 3), 10);
  source.received(request_from(NodeId{4}, 5), 15);
  EXPECT_TRUE(source.owes(35));
  EXPECT_FALSE(source.owes(36)) << "the last one is due in cycle 35";
  ASSERT_EQ(source.due(), 30u);
  const PacketOrder first = source.take();
  EXPECT_EQ(first.destination, NodeId{2});
  EXPECT_EQ(first.flits, 5);
  EXPECT_EQ(first.state, 1u);
  EXPECT_TRUE(ReplyTraffic::is_reply(first.note));
  EXPECT_EQ(ReplyTraffic::round_trip(first.note, 33), 30u) << "since cycle 3";
  ASSERT_EQ(source.due(), 35u);
  EXPECT_EQ(source.take().destination, NodeId{4});
  ASSERT_EQ(source.due(), 40u);
  const PacketOrder request = source.take();
  EXPECT_EQ(request.destination, kOther);
  EXPECT_EQ(request.state, 0u);
  EXPECT_FALSE(ReplyTraffic::is_reply(request.note));
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
  EXPECT_FALSE(source.owes(0));
}

TEST(Replies, come_in_the_cycle_of_their_request_without_service_and_before_a_request_of_that_cycle) {
  const ReplyTraffic traffic;
  ReplyingSource source(requests_at({10}), traffic, 100);
  source.received(request_from(NodeId{2}, 3), 10);
  ASSERT_EQ(source.due(), 10u);
  EXPECT_EQ(source.take().destination, NodeId{2});
  ASSERT_EQ(source.due(), 10u);
  EXPECT_EQ(source.take().destination, kOther);
}

TEST(Replies, a_full_window_keeps_requests_back_until_a_reply_arrives) {
  const ReplyTraffic traffic{.window = 2};
  ReplyingSource source(requests_at({1, 2, 3, 4, 200}), traffic, 100);
  EXPECT_EQ(source.due(), 1u);
  source.take();
  EXPECT_EQ(source.due(), 2u);
  source.take();
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
  source.received(reply_to(1), 30);
  EXPECT_EQ(source.due(), 3u) << "it is late, so it is created now";
  source.take();
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
  source.received(request_from(NodeId{3}, 20), 35);
  EXPECT_EQ(source.due(), 35u) << "replies do not wait for the window";
  source.take();
  source.received(reply_to(2), 100);
  EXPECT_EQ(source.due(), 200u) << "the traffic is over: what waits is not created";
}

TEST(Replies, of_a_node_that_was_dead_are_left_out) {
  const ReplyTraffic traffic{.service = 10};
  ReplyingSource source(requests_at({5, 50}), traffic, 100);
  source.received(request_from(NodeId{1}, 0), 2);
  source.received(request_from(NodeId{2}, 0), 22);
  source.skip_until(30);
  ASSERT_EQ(source.due(), 32u);
  EXPECT_EQ(source.take().destination, NodeId{2});
  EXPECT_EQ(source.due(), 50u);
}

TEST(Replies, a_note_tells_a_round_trip_after_any_number_of_cycles) {
  constexpr Cycle kLong = Cycle{1} << 40U;
  for (const Cycle created : {Cycle{0}, Cycle{ReplyTraffic::kCycles} - 1, Cycle{ReplyTraffic::kCycles}, kLong}) {
    const std::uint32_t note = ReplyTraffic::note_of_reply(created);
    EXPECT_TRUE(ReplyTraffic::is_reply(note));
    for (const Cycle trip : {Cycle{0}, Cycle{1}, Cycle{1000000}}) {
      EXPECT_EQ(ReplyTraffic::round_trip(note, created + trip), trip);
    }
  }
  EXPECT_FALSE(ReplyTraffic::is_reply(kNoNote));
  EXPECT_FALSE(ReplyTraffic::is_reply(17));
}

}  // namespace
}  // namespace kintsugi
