// The packet source of a rank, asked as the PE of its node asks it, without a chip.
#include "models/workload/rank_source.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/workload/builders.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Protocol kEager{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 64};
constexpr Protocol kWithMulticasts{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 64, .multicasts = true};
const std::vector<NodeId> kNodes = {NodeId{7}, NodeId{9}, NodeId{2}};  // of ranks 0, 1 and 2

/// A packet that was taken, with a copy of what its order points at.
struct Taken {
  NodeId destination;
  std::uint16_t flits;
  std::uint32_t note;
  std::vector<NodeId> members;  // of a multicast
};

/// Asks a source in a cycle.
std::vector<Taken> taken_in(PacketSource& source, Cycle now) {
  if (source.due() <= now) source.prepare(now);
  std::vector<Taken> taken;
  while (source.due() <= now) {
    const PacketOrder order = source.take();
    taken.push_back({order.destination, order.flits, order.note, {}});
    EXPECT_EQ(order.destination == kNoNode, order.set != nullptr);
    if (order.set != nullptr) taken.back().members = order.set->members;
  }
  return taken;
}

ReceivedPacket with_note(std::uint32_t note) {
  return {NodeId{0}, 0, 1, 1, 0, 0, note};
}

TEST(RankSource, sends_the_packets_of_its_rank_one_after_the_other_to_the_node_of_the_receiver) {
  TwoRanks two;
  const OpId sent = two.add(0, send(40, 1));  // 4 flits and 1
  two.add(1, recv(40, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager, 100);
  RankSource source(run, RankId{0}, kNodes);
  EXPECT_TRUE(source.listens());
  EXPECT_EQ(source.due(), 100u);
  const std::vector<Taken> first = taken_in(source, 100);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].destination, kNodes[1]);
  EXPECT_EQ(first[0].flits, 4u);
  EXPECT_EQ(run.cast_of(first[0].note), sent) << "the note names the send";
  EXPECT_EQ(source.due(), ProgramRun::kNever) << "until the packet has left";
  source.left(first[0].note, 103);
  EXPECT_EQ(source.due(), 104u);
  const std::vector<Taken> second = taken_in(source, 104);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].destination, kNodes[1]);
  EXPECT_EQ(second[0].flits, 1u);
  EXPECT_EQ(second[0].note, first[0].note);
}

TEST(RankSource, takes_a_packet_of_each_interface_in_a_cycle) {
  ProgramBuilder builder(3);
  builder.add(RankId{0}, send(8, 1, 0, 1));
  builder.add(RankId{0}, send(24, 2, 0, 0));
  builder.add(RankId{1}, recv(8, 0));
  builder.add(RankId{2}, recv(24, 0));
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kEager);
  RankSource source(run, RankId{0}, kNodes);
  const std::vector<Taken> taken = taken_in(source, 0);
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0].destination, kNodes[2]) << "interface 0 comes first";
  EXPECT_EQ(taken[0].flits, 3u);
  EXPECT_EQ(taken[1].destination, kNodes[1]);
  EXPECT_EQ(taken[1].flits, 1u);
  EXPECT_NE(taken[0].note, taken[1].note);
}

TEST(RankSource, an_eager_send_ends_when_its_last_packet_has_left) {
  TwoRanks two;
  const OpId sent = two.add(0, send(40, 1));
  two.add(1, recv(40, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager);
  RankSource source(run, RankId{0}, kNodes);
  source.left(taken_in(source, 0).at(0).note, 3);
  source.left(taken_in(source, 4).at(0).note, 4);
  EXPECT_EQ(run.ended(sent), ProgramRun::kNever);
  EXPECT_EQ(source.due(), 5u);
  EXPECT_TRUE(taken_in(source, 5).empty()) << "due without a packet";
  EXPECT_EQ(run.ended(sent), 5u);
  EXPECT_EQ(source.due(), ProgramRun::kNever);
}

TEST(RankSource, hands_over_the_packets_that_reach_its_rank) {
  TwoRanks two;
  two.add(0, send(40, 1));
  const OpId received = two.add(1, recv(40, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager);
  RankSource from(run, RankId{0}, kNodes);
  RankSource to(run, RankId{1}, kNodes);
  EXPECT_TRUE(taken_in(to, 0).empty());
  const std::uint32_t note = taken_in(from, 0).at(0).note;
  to.received(with_note(note), 9);
  EXPECT_EQ(to.due(), ProgramRun::kNever) << "a packet is missing";
  to.received(with_note(note), 12);
  EXPECT_EQ(to.due(), 12u);
  taken_in(to, 12);
  EXPECT_EQ(run.ended(received), 12u);
}

TEST(RankSource, leaves_packets_without_a_note_alone) {
  TwoRanks two;
  two.add(0, send(8, 1));
  two.add(1, recv(8, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager);
  RankSource from(run, RankId{0}, kNodes);
  RankSource to(run, RankId{1}, kNodes);
  const std::uint32_t note = taken_in(from, 0).at(0).note;
  taken_in(to, 0);
  EXPECT_NO_THROW(to.received(with_note(kNoNote), 5));
  EXPECT_NO_THROW(from.left(kNoNote, 5));
  EXPECT_EQ(to.due(), ProgramRun::kNever);
  EXPECT_EQ(from.due(), ProgramRun::kNever);
  EXPECT_NE(note, kNoNote);
  // A note of the program that names no send is a mistake.
  EXPECT_THROW(to.received(with_note(1000), 5), std::logic_error);
  EXPECT_THROW(from.left(1000, 5), std::logic_error);
}

/// Rank 0 sends to 1 and 2 at once.
Program cast_of_two() {
  ProgramBuilder builder(3);
  for (const std::uint32_t to : {1u, 2u}) {
    Operation part = send(40, to);
    part.mcast = 1;
    builder.add(RankId{0}, part);
    builder.add(RankId{to}, recv(40, 0));
  }
  return std::move(builder).finish();
}

TEST(RankSource, a_cast_is_a_multicast_to_the_nodes_of_its_receivers) {
  const Program program = cast_of_two();
  ProgramRun run(program, kWithMulticasts);
  RankSource source(run, RankId{0}, kNodes);
  RankSource last(run, RankId{2}, kNodes);
  taken_in(last, 0);
  Cycle now = 0;
  for (const std::uint16_t flits : {std::uint16_t{4}, std::uint16_t{1}}) {
    const std::vector<Taken> taken = taken_in(source, now);
    ASSERT_EQ(taken.size(), 1u);
    EXPECT_EQ(taken[0].destination, kNoNode);
    EXPECT_EQ(taken[0].flits, flits);
    EXPECT_EQ(taken[0].members, (std::vector<NodeId>{kNodes[2], kNodes[1]})) << "ascending";
    source.left(taken[0].note, now + flits - 1u);
    last.received(with_note(taken[0].note), now + flits + 6u);
    now += flits;
  }
  EXPECT_EQ(run.packets(RankId{0}), 4u);
  taken_in(last, now + 6);
  EXPECT_EQ(run.ended(program.first(RankId{2})), now + 6) << "the copy is the message to its receiver";
}

TEST(RankSource, without_multicasts_the_sends_of_a_cast_leave_one_after_the_other) {
  const Program program = cast_of_two();
  ProgramRun run(program, kEager);
  RankSource source(run, RankId{0}, kNodes);
  std::vector<NodeId> destinations;
  for (Cycle now = 0; now < 20; now += 5) {
    for (const Taken& taken : taken_in(source, now)) {
      destinations.push_back(taken.destination);
      source.left(taken.note, now + taken.flits - 1u);
    }
  }
  EXPECT_EQ(destinations, (std::vector<NodeId>{kNodes[1], kNodes[1], kNodes[2], kNodes[2]}));
}

TEST(RankSource, loses_nothing_of_the_cycles_in_which_it_is_not_asked) {
  TwoRanks two;
  const OpId before = two.add(0, calc(10));
  const OpId sent = two.add(0, send(8, 1), {before});
  two.add(1, recv(8, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager);
  RankSource source(run, RankId{0}, kNodes);
  EXPECT_TRUE(taken_in(source, 0).empty());
  EXPECT_EQ(source.due(), 10u) << "the end of the calculation";
  source.skip_until(50);
  EXPECT_EQ(source.due(), 10u);
  const std::vector<Taken> taken = taken_in(source, 50);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].destination, kNodes[1]);
  EXPECT_EQ(run.ended(before), 50u);
  EXPECT_EQ(run.started(sent), 50u);
}

TEST(RankSource, keeps_a_packet_that_is_prepared_until_it_is_taken) {
  TwoRanks two;
  two.add(0, send(8, 1));
  two.add(1, recv(8, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kEager);
  RankSource source(run, RankId{0}, kNodes);
  source.prepare(3);
  EXPECT_EQ(source.due(), 3u);
  source.skip_until(9);
  EXPECT_EQ(source.due(), 3u);
  EXPECT_EQ(taken_in(source, 9).size(), 1u);
}

}  // namespace
}  // namespace kintsugi::workload::test
