// Runs of programs on a network without contention.
#include "models/workload/program_run.hpp"

#include <gtest/gtest.h>

#include "models/workload/validation.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"
#include "tb/tests/unit/models/workload/event_simulation.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Cycle kLatency = 7;
constexpr Protocol kProtocol{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 1000, .cycles_per_ns = 1};
constexpr Protocol kRendezvous{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 64, .cycles_per_ns = 1};
using Cycles = std::vector<Cycle>;

struct Times {
  Cycles started, ended;
};
Times times_of(const Program& program, const Protocol& protocol) {
  ProgramRun run(program, protocol);
  EXPECT_TRUE(ContentionFree(run, kLatency).run_to_end());
  Times times;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    times.started.push_back(run.started(OpId{op}));
    times.ended.push_back(run.ended(OpId{op}));
  }
  return times;
}

TEST(ProgramRun, an_eager_send_ends_when_its_last_flit_has_left_and_the_receive_with_the_last_tail) {
  TwoRanks two;
  two.add(0, send(40, 1));  // 4 flits and 1
  two.add(1, recv(40, 0));
  const Times times = times_of(std::move(two).finish(), kProtocol);
  EXPECT_EQ(times.started, (Cycles{0, 0}));
  EXPECT_EQ(times.ended, (Cycles{5, kLatency + 5 - 1}));
}

TEST(ProgramRun, a_long_message_waits_for_its_receive_by_a_request_and_an_answer) {
  TwoRanks two;
  two.add(0, send(72, 1));  // 9 flits
  const OpId busy = two.add(1, calc(30));
  two.add(1, recv(72, 0), {busy});
  const Times times = times_of(std::move(two).finish(), kRendezvous);
  const Cycle data = 30 + kLatency;  // the answer leaves when the receive is posted
  EXPECT_EQ(times.started, (Cycles{0, 0, 30}));
  EXPECT_EQ(times.ended, (Cycles{data + 9, 30, data + kLatency + 9 - 1}));
}

TEST(ProgramRun, a_message_without_bytes_is_a_flit) {
  TwoRanks two;
  two.add(0, send(0, 1));
  two.add(1, recv(0, 0));
  EXPECT_EQ(times_of(std::move(two).finish(), kProtocol).ended, (Cycles{1, kLatency}));
}

TEST(ProgramRun, an_interface_sends_one_message_after_the_other_and_two_interfaces_at_once) {
  for (const std::uint8_t second : {0, 1}) {
    TwoRanks two;
    two.add(0, send(32, 1, 0, 0));
    two.add(0, send(32, 1, 1, second));
    two.add(1, recv(32, 0, 0));
    two.add(1, recv(32, 0, 1));
    const Times times = times_of(std::move(two).finish(), kProtocol);
    const Cycle begin = second == 0 ? 4 : 0;
    EXPECT_EQ(times.started, (Cycles{0, begin, 0, 0}));
    EXPECT_EQ(times.ended, (Cycles{4, begin + 4, kLatency + 3, begin + kLatency + 3}));
  }
}

TEST(ProgramRun, a_stream_calculates_one_after_the_other_in_the_order_in_which_they_became_ready) {
  TwoRanks two;
  const OpId first = two.add(0, calc(10, 1));
  two.add(0, calc(5, 0), {first});
  two.add(0, calc(20, 0));
  two.add(0, calc(0, 0), {first});
  two.add(0, calc(3, 1), {first});
  const Times times = times_of(std::move(two).finish(), kProtocol);
  EXPECT_EQ(times.started, (Cycles{0, 20, 0, 25, 10}));
  EXPECT_EQ(times.ended, (Cycles{10, 25, 20, 25, 13}));
}

TEST(ProgramRun, irequires_waits_for_the_start_and_requires_for_the_end) {
  TwoRanks two;
  const OpId slow = two.add(0, calc(10, 0));
  two.after_start(two.add(0, calc(1, 1)), slow);
  two.add(0, calc(1, 2), {slow});
  EXPECT_EQ(times_of(std::move(two).finish(), kProtocol).started, (Cycles{0, 0, 10}));
}

TEST(ProgramRun, nanoseconds_become_the_nearest_number_of_cycles) {
  EXPECT_EQ(kProtocol.cycles(7), 7u);
  Protocol half = kProtocol;
  half.cycles_per_ns = 0.5;
  EXPECT_EQ(half.cycles(7), 4u);
  EXPECT_EQ(half.cycles(6), 3u);
  half.cycles_per_ns = 1e6;
  EXPECT_EQ(half.cycles(kMaxCycles), static_cast<Cycle>(kMaxCycles));
}

TEST(ProgramRun, receives_of_a_channel_take_its_messages_in_the_order_of_both) {
  TwoRanks two;
  const OpId late = two.add(1, calc(50));
  const OpId second = two.add(1, recv(8, 0), {late});
  const OpId first = two.add(1, recv(16, 0));
  two.add(0, send(16, 1));
  two.add(0, send(8, 1));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kProtocol);
  ASSERT_TRUE(ContentionFree(run, kLatency).run_to_end());
  // Rank 0 comes first in the program: its sends are 0 and 1.
  EXPECT_EQ(run.partner(OpId{0}), OpId{first.value + 2});
  EXPECT_EQ(run.partner(OpId{1}), OpId{second.value + 2});
  EXPECT_FALSE(run.too_long());
}

TEST(ProgramRun, a_message_that_overtakes_an_earlier_one_of_its_channel_waits_for_it) {
  TwoRanks two;
  two.add(0, send(32, 1, 0, 0));
  two.add(0, send(0, 1, 0, 1));
  two.add(1, recv(32, 0));
  two.add(1, recv(32, 0));
  EXPECT_EQ(times_of(std::move(two).finish(), kProtocol).ended, (Cycles{4, 1, kLatency + 3, kLatency + 3}));
}

TEST(ProgramRun, a_wild_receive_takes_what_is_there_first_and_leaves_what_an_earlier_receive_waits_for) {
  ProgramBuilder builder(3);
  const OpId slow = builder.add(RankId{1}, calc(20));
  const OpId from_one = builder.add(RankId{1}, send(8, 0, 5));
  builder.require(from_one, slow);
  builder.add(RankId{2}, send(8, 0, 6));
  const OpId exact = builder.add(RankId{0}, recv(8, 1, 5));
  Operation any = recv(8, 0, kAnyTag);
  any.peer = kAnyRank;
  const OpId wild = builder.add(RankId{0}, any);
  std::vector<OpId> number;
  const Program program = std::move(builder).finish(&number);
  ProgramRun run(program, kProtocol);
  ASSERT_TRUE(ContentionFree(run, kLatency).run_to_end());
  EXPECT_EQ(run.ended(number[wild.index()]), kLatency);
  EXPECT_EQ(run.ended(number[exact.index()]), 20 + kLatency);
  EXPECT_EQ(run.partner(number[exact.index()]), number[from_one.index()]);
}

TEST(ProgramRun, answers_go_before_the_next_packet_of_a_long_message) {
  TwoRanks two;
  two.add(0, send(320, 1, 0));  // asks, and gets its data sent in packets of 4 flits
  two.add(0, recv(320, 1, 1));
  two.add(1, recv(320, 0, 0));
  const OpId late = two.add(1, calc(20));
  two.add(1, send(320, 0, 1), {late});
  const Times times = times_of(std::move(two).finish(), kRendezvous);
  // The data of rank 0 leave from 14 on; the request of rank 1 arrives in 27, its answer leaves in 30 after the 4th
  // packet.
  EXPECT_EQ(times.ended[0], 14u + 40 + 1);
  EXPECT_EQ(times.ended[4], 30u + kLatency + 40);
}

TEST(ProgramRun, a_message_longer_than_its_receive_is_named) {
  TwoRanks two;
  two.add(0, send(9, 1));
  two.add(1, recv(8, 0));
  const Program program = std::move(two).finish();
  ProgramRun run(program, kProtocol);
  ASSERT_TRUE(ContentionFree(run, kLatency).run_to_end());
  ASSERT_TRUE(run.too_long());
  EXPECT_EQ(run.too_long()->send, OpId{0});
  EXPECT_EQ(run.too_long()->recv, OpId{1});
}

TEST(ProgramRun, a_stuck_program_names_the_operations_that_wait) {
  TwoRanks two;
  const OpId recv_first = two.add(0, recv(8, 1, 3));
  two.add(0, send(8, 1, 4), {recv_first});
  const OpId other = two.add(1, recv(8, 0, 4));
  two.add(1, send(8, 0, 3), {other});
  const Program program = std::move(two).finish();
  ProgramRun run(program, kProtocol);
  EXPECT_FALSE(ContentionFree(run, kLatency).run_to_end());
  EXPECT_TRUE(run.is_stuck());
  EXPECT_EQ(run.operations_left(), 4u);
  const auto waiting = run.waiting(10);
  ASSERT_EQ(waiting.size(), 2u);
  EXPECT_EQ(program.name(waiting[0].op), "rank 0, recv number 0");
  EXPECT_EQ(waiting[0].reason, "for a message from rank 1 with tag 3");
  EXPECT_EQ(waiting[1].reason, "for a message from rank 0 with tag 4");
  EXPECT_EQ(run.waiting(1).size(), 1u);
}

TEST(ProgramRun, a_long_send_without_a_receive_is_stuck_and_says_so) {
  TwoRanks two;
  two.add(0, send(100, 1));
  const OpId after = two.add(1, calc(5));
  two.add(1, recv(100, 0, 9), {after});
  const Program program = std::move(two).finish();
  ProgramRun run(program, kRendezvous);
  EXPECT_FALSE(ContentionFree(run, kLatency).run_to_end());
  const auto waiting = run.waiting(10);
  ASSERT_EQ(waiting.size(), 2u);
  EXPECT_EQ(waiting[0].reason, "for rank 1 to receive its message with tag 0");
  EXPECT_EQ(waiting[1].reason, "for a message from rank 0 with tag 9");
}

TEST(ProgramRun, an_operation_that_requires_itself_says_what_it_waits_for) {
  TwoRanks two;
  const OpId a = two.add(0, calc(1));
  const OpId b = two.add(0, calc(1), {a});
  two.after_start(a, b);
  const Program program = std::move(two).finish();
  ProgramRun run(program, kProtocol);
  EXPECT_FALSE(ContentionFree(run, kLatency).run_to_end());
  EXPECT_EQ(run.waiting(1)[0].reason, "for rank 0, calc l1");
}

TEST(ProgramRun, lost_packets_are_sent_again_and_counted_once) {
  for (const Protocol& protocol : {kProtocol, kRendezvous}) {
    TwoRanks two;
    const OpId sent = two.add(0, send(100, 1));
    two.add(0, calc(1), {sent});
    two.add(1, recv(100, 0));
    const Program program = std::move(two).finish();
    ProgramRun run(program, protocol);
    // Every packet is lost once after it was sent, and once before: its PE has died.
    std::map<Cycle, std::vector<std::tuple<RankId, Parcel, bool>>> arrivals;
    std::uint64_t lost = 0;
    std::uint64_t flits = 0;
    for (Cycle now = 0; now < 1000; ++now) {
      for (const auto& [from, parcel, is_lost] : arrivals[now]) {
        is_lost ? run.repeat(from, parcel, true, now) : run.received(parcel.to, parcel.note, now);
      }
      for (const RankId rank : {RankId{0}, RankId{1}}) {
        while (run.due(rank) <= now) {
          const auto parcel = run.take(rank, now);
          if (!parcel) continue;
          if (lost % 3 == 0) {
            run.repeat(rank, *parcel, false, now);
          } else {
            run.sent(rank, parcel->note, now);
            if (lost % 3 == 2) flits += parcel->flits;
            arrivals[now + kLatency].emplace_back(rank, *parcel, lost % 3 == 1);
          }
          ++lost;
        }
      }
    }
    EXPECT_TRUE(run.has_ended()) << protocol.eager_bytes;
    EXPECT_FALSE(run.is_stuck());
    EXPECT_LE(flits, protocol.flits(100) + 2);
    EXPECT_GE(flits, protocol.flits(100));
  }
}

TEST(ProgramRun, wrong_protocols_and_notes_are_refused) {
  TwoRanks two;
  two.add(0, calc(1));
  const Program program = std::move(two).finish();
  EXPECT_THROW(ProgramRun(program, {.flit_bytes = 0}), std::invalid_argument);
  EXPECT_THROW(ProgramRun(program, {.packet_bytes = 0}), std::invalid_argument);
  EXPECT_THROW(ProgramRun(program, {.flit_bytes = 1, .packet_bytes = 65536}), std::invalid_argument);
  EXPECT_THROW(ProgramRun(program, {.cycles_per_ns = -1}), std::invalid_argument);
  EXPECT_THROW(ProgramRun(program, kProtocol).received(RankId{0}, 0, 0), std::logic_error);
  EXPECT_THROW(ProgramRun(program, kProtocol).received(RankId{0}, 400, 0), std::logic_error);
}

/// Also: what check() refuses does not end, so it refuses no program that would.
TEST(ProgramRun, a_thousand_random_programs_agree_with_an_independent_event_simulation) {
  std::size_t ended = 0;
  std::size_t refused = 0;
  std::size_t long_messages = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    RandomStream random(27, number);
    const Program program = random_program(random, 2 + random.below(60));
    const Protocol protocol = random_protocol(random);
    const Cycle latency = 1 + random.below(30);
    ProgramRun run(program, protocol);
    const bool has_ended = ContentionFree(run, latency).run_to_end(100'000);
    ASSERT_TRUE(has_ended || run.is_stuck()) << number;
    const EventSimulation other(program, protocol, latency);
    for (std::uint32_t op = 0; op < program.size(); ++op) {
      ASSERT_EQ(run.started(OpId{op}), other.started[op]) << "program " << number << ", " << program.name(OpId{op});
      ASSERT_EQ(run.ended(OpId{op}), other.ended[op]) << "program " << number << ", " << program.name(OpId{op});
      ASSERT_EQ(run.partner(OpId{op}), other.partner[op]) << "program " << number;
      long_messages += program[OpId{op}].kind == OpKind::kSend && !protocol.is_eager(program[OpId{op}].size);
    }
    const Findings findings = check(program, protocol);
    ASSERT_TRUE(findings.list.empty() || !has_ended) << "program " << number << ": " << findings.list.front().message;
    ended += has_ended;
    refused += !findings.list.empty();
  }
  EXPECT_GT(ended, 500u);
  EXPECT_LT(ended, 1000u);
  EXPECT_GT(refused, 0u);
  EXPECT_GT(long_messages, 1000u);
}

}  // namespace
}  // namespace kintsugi::workload::test
