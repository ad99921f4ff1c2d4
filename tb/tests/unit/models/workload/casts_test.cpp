// Sends that leave together as multicasts.
#include "models/workload/casts.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "models/workload/collectives/trees.hpp"
#include "models/workload/critical_path.hpp"
#include "models/workload/goal.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Protocol kCasting{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 100, .multicasts = true};

Operation cast_to(std::uint32_t peer, std::uint16_t number, std::uint64_t bytes = 40) {
  Operation operation = send(bytes, peer);
  operation.mcast = number;
  return operation;
}

/// Returns the first send of the cast of each operation of rank 0.
std::vector<std::uint32_t> firsts(const std::vector<Operation>& operations, const Protocol& protocol = kCasting) {
  ProgramBuilder builder(9);
  for (const Operation& operation : operations) builder.add(RankId{0}, operation);
  const Program program = std::move(builder).finish();
  const Casts casts(program, protocol);
  std::vector<std::uint32_t> firsts;
  for (std::uint32_t op = 0; op < operations.size(); ++op) firsts.push_back(casts.first(OpId{op}).value);
  return firsts;
}

TEST(Casts, are_sends_that_follow_each_other_with_one_number) {
  constexpr std::uint32_t kNone = kNoOp.value;
  using List = std::vector<std::uint32_t>;
  EXPECT_EQ(firsts({cast_to(1, 1), cast_to(2, 1), cast_to(5, 1)}), (List{0, 0, 0}));
  EXPECT_EQ(firsts({cast_to(1, 1), cast_to(2, 1), cast_to(3, 2), cast_to(4, 2)}), (List{0, 0, 2, 2}));
  EXPECT_EQ(firsts({cast_to(1, 1), calc(3), cast_to(2, 1)}), (List{kNone, kNone, kNone}));
  EXPECT_EQ(firsts({cast_to(1, 0), cast_to(2, 0)}), (List{kNone, kNone}));
  EXPECT_EQ(firsts({cast_to(2, 1), cast_to(1, 1), cast_to(3, 1)}), (List{kNone, 1, 1}));
  EXPECT_EQ(firsts({cast_to(1, 1), cast_to(1, 1)}), (List{kNone, kNone}));
  EXPECT_EQ(firsts({cast_to(1, 1), cast_to(2, 1, 48)}), (List{kNone, kNone}));
  EXPECT_EQ(firsts({cast_to(1, 1, 101), cast_to(2, 1, 101)}), (List{kNone, kNone})) << "not eager";
  Protocol without = kCasting;
  without.multicasts = false;
  EXPECT_EQ(firsts({cast_to(1, 1), cast_to(2, 1)}, without), (List{kNone, kNone}));
}

TEST(Casts, all_sends_start_and_end_together_when_the_last_one_is_ready) {
  ProgramBuilder builder(4);
  const OpId before = builder.add(RankId{0}, calc(11));
  const OpId first = builder.add(RankId{0}, cast_to(1, 1));
  const OpId last = builder.add(RankId{0}, cast_to(3, 1));
  builder.require(last, before);
  const OpId near = builder.add(RankId{1}, recv(40, 0));
  const OpId far = builder.add(RankId{3}, recv(40, 0));
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kCasting);
  ContentionFree network(run, 7);
  ASSERT_TRUE(network.run_to_end());
  for (const OpId send : {first, last}) {
    EXPECT_EQ(run.started(send), 11u);
    EXPECT_EQ(run.ended(send), 11u + 5);
  }
  EXPECT_EQ(run.ended(near), 11u + 7 + 4);
  EXPECT_EQ(run.ended(far), 11u + 7 + 4);
  EXPECT_EQ(run.partner(far), last);
  EXPECT_EQ(run.partner(near), first);
  EXPECT_EQ(network.flits(), 5u) << "its packets leave once";
  const CriticalPath path =
      critical_path(run, 0, [](RankId, RankId, std::uint64_t flits, Cycle) { return 7 + flits - 1; });
  EXPECT_EQ(path.computing + path.wire + path.waiting, 22u);
  EXPECT_EQ(path.computing, 11u);
}

TEST(Casts, without_multicasts_the_same_program_sends_one_after_the_other) {
  for (const std::uint32_t p : {2u, 5u, 16u}) {
    Composer composer(p);
    Members members;
    for (std::uint32_t rank = 0; rank < p; ++rank) members.push_back(RankId{rank});
    multicast_all_reduce(composer, members, {80, 1});
    const Program program = std::move(composer).finish().program;
    Protocol without = kCasting;
    without.multicasts = false;
    ProgramRun together(program, kCasting), alone(program, without);
    ContentionFree fast(together, 7), slow(alone, 7);
    ASSERT_TRUE(fast.run_to_end());
    ASSERT_TRUE(slow.run_to_end());
    const std::uint64_t message = kCasting.flits(80);
    EXPECT_EQ(slow.flits() - fast.flits(), p > 2 ? (p - 2) * message : 0) << p;
    EXPECT_EQ(slow.now() - fast.now(), p > 2 ? (p - 2) * message : 0) << p;
  }
}

TEST(Casts, a_copy_at_a_rank_that_is_no_receiver_is_a_mistake) {
  ProgramBuilder builder(4);
  builder.add(RankId{0}, cast_to(1, 1));
  builder.add(RankId{0}, cast_to(3, 1));
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kCasting);
  const auto parcel = run.take(RankId{0}, 0);
  ASSERT_TRUE(parcel.has_value());
  EXPECT_EQ(parcel->to, kAnyRank);
  EXPECT_THROW(run.received(RankId{2}, parcel->note, 9), std::logic_error);
  EXPECT_THROW(run.repeat(RankId{0}, *parcel, true, 9), std::logic_error);
}

TEST(Casts, survive_the_text_form) {
  const GoalFile read = read_goal("num_ranks 2\nrank 0 {\nsend 8b to 1 tag 2 mcast 7\n}\n");
  ASSERT_TRUE(read.program.has_value());
  EXPECT_EQ((*read.program)[OpId{0}].mcast, 7u);
  std::ostringstream text;
  write_goal(*read.program, text);
  EXPECT_NE(text.str().find("send 8b to 1 tag 2 mcast 7"), std::string::npos) << text.str();
  const GoalFile wrong = read_goal("num_ranks 2\nrank 0 {\nsend 8b to 1 mcast 0\nrecv 8b from 1 mcast 1\n}\n");
  ASSERT_EQ(wrong.mistakes.size(), 2u);
  EXPECT_EQ(wrong.mistakes[0].column, 20);
  EXPECT_EQ(wrong.mistakes[1].column, 16);
}

}  // namespace
}  // namespace kintsugi::workload::test
