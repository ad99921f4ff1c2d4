// The critical path of programs whose path is known, of random programs against the packets of their runs, and of rings
// against closed forms.
#include "models/workload/critical_path.hpp"

#include <gtest/gtest.h>

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"
#include "tb/tests/unit/models/workload/path_check.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Cycle kHop = 7;
constexpr Protocol kAllEager{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 1000, .cycles_per_ns = 1};
constexpr Protocol kSomeLong{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 64, .cycles_per_ns = 1};

AloneTime alone_at(Cycle latency) {
  return [latency](RankId, RankId, std::uint64_t flits, Cycle) { return latency + flits - 1; };
}

/// Runs a program where messages take kHop, and returns its path by another time alone.
CriticalPath path_of(const Program& program, const Protocol& protocol, Cycle begin = 0, Cycle alone = kHop) {
  ProgramRun run(program, protocol, begin);
  EXPECT_TRUE(ContentionFree(run, kHop).run_to_end());
  return critical_path(run, begin, alone_at(alone));
}

using Parts = std::vector<PathSegment>;
constexpr TimeKind kComputing = TimeKind::kComputing;
constexpr TimeKind kWire = TimeKind::kWire;
constexpr TimeKind kWaiting = TimeKind::kWaiting;

void expect_sums(const CriticalPath& path, Cycle computing, Cycle wire, Cycle waiting) {
  EXPECT_EQ(path.computing, computing);
  EXPECT_EQ(path.wire, wire);
  EXPECT_EQ(path.waiting, waiting);
  EXPECT_EQ(computing + wire + waiting, path.completion - path.begin);
}

TEST(CriticalPath, goes_through_calculations_and_the_message_between_them) {
  TwoRanks two;
  const OpId first = two.add(0, calc(10));
  two.add(0, send(40, 1), {first});
  const OpId received = two.add(1, recv(40, 0));
  two.add(1, calc(20), {received});
  two.add(1, calc(25, 1));
  const CriticalPath path = path_of(std::move(two).finish(), kAllEager);
  expect_sums(path, 30, 11, 0);
  EXPECT_EQ(path.segments(),
            (Parts{{OpId{0}, kComputing, 0, 10}, {OpId{2}, kWire, 10, 21}, {OpId{3}, kComputing, 21, 41}}));
  // The events: end of the calc, start of the send, end of the recv, start and end of the other calc.
  ASSERT_EQ(path.steps.size(), 6u);
  EXPECT_EQ(path.steps[0].cause, PathCause::kBegin);
  EXPECT_EQ(path.steps[1].cause, PathCause::kOwnStart);
  EXPECT_EQ(path.steps[2].cause, PathCause::kRequirement);
  EXPECT_EQ(path.steps[3].cause, PathCause::kPartner);
}

TEST(CriticalPath, of_a_calc_in_a_busy_stream_goes_through_the_calc_before_it) {
  TwoRanks two;
  two.add(0, calc(10));
  two.add(0, calc(0));
  two.add(0, calc(5));
  const CriticalPath path = path_of(std::move(two).finish(), kAllEager, 100);
  EXPECT_EQ(path.begin, 100u);
  EXPECT_EQ(path.segments(), (Parts{{OpId{0}, kComputing, 100, 110}, {OpId{2}, kComputing, 110, 115}}));
  EXPECT_EQ(path.steps[2].cause, PathCause::kUnit);
}

TEST(CriticalPath, of_a_send_in_a_busy_interface_goes_through_the_message_before_it) {
  TwoRanks two;
  two.add(0, send(32, 1, 0));
  two.add(0, send(16, 1, 1));
  two.add(1, recv(32, 0, 0));
  two.add(1, recv(16, 0, 1));
  const CriticalPath path = path_of(std::move(two).finish(), kAllEager);
  EXPECT_EQ(path.segments(), (Parts{{OpId{0}, kWire, 0, 4}, {OpId{3}, kWire, 4, 12}}));
}

TEST(CriticalPath, of_a_send_behind_a_request_waits_for_it) {
  TwoRanks two;
  two.add(0, send(72, 1, 0));
  two.add(0, send(64, 1, 1));
  const OpId late = two.add(1, recv(64, 0, 1));
  two.add(1, recv(72, 0, 0));
  two.add(1, calc(100), {late});
  const CriticalPath path = path_of(std::move(two).finish(), kSomeLong);
  EXPECT_EQ(path.segments(),
            (Parts{{OpId{1}, kWaiting, 0, 1}, {OpId{2}, kWire, 1, 15}, {OpId{4}, kComputing, 15, 115}}));
  EXPECT_EQ(path.steps[1].cause, PathCause::kUnit);
}

TEST(CriticalPath, of_a_late_receive_goes_through_what_made_it_late) {
  TwoRanks two;
  two.add(0, send(40, 1));
  const OpId busy = two.add(1, calc(30));
  const OpId received = two.add(1, recv(40, 0), {busy});
  two.add(1, calc(2), {received});
  expect_sums(path_of(std::move(two).finish(), kAllEager), 32, 0, 0);
}

TEST(CriticalPath, of_a_long_message_has_its_handshake_from_the_receive_or_from_the_request_on) {
  for (const std::uint64_t work : {0, 7, 8, 30}) {
    TwoRanks two;
    const OpId sent = two.add(0, send(72, 1));  // 9 flits
    two.add(0, calc(100), {sent});
    const OpId busy = two.add(1, calc(work));
    two.add(1, recv(72, 0), {busy});
    const CriticalPath path = path_of(std::move(two).finish(), kSomeLong);
    const Cycle posted = std::max<Cycle>(work, kHop);  // or the request is there
    EXPECT_EQ(path.completion, posted + kHop + 9 + 100);
    EXPECT_EQ(path.waiting, 0u);
    EXPECT_EQ(path.computing, 100 + (work > kHop ? work : 0));
  }
}

TEST(CriticalPath, what_a_message_takes_beyond_its_time_alone_is_waiting) {
  for (const Cycle alone : {4, 7, 9}) {
    TwoRanks two;
    two.add(0, send(40, 1));
    two.add(1, recv(40, 0));
    const CriticalPath path = path_of(std::move(two).finish(), kAllEager, 0, alone);
    const Cycle wire = std::min<Cycle>(alone + 4, 11);
    expect_sums(path, 0, wire, 11 - wire);
    EXPECT_EQ(path.segments().size(), alone == 4 ? 2u : 1u);
  }
}

TEST(CriticalPath, goes_back_to_a_start_where_a_start_is_required) {
  TwoRanks two;
  const OpId before = two.add(0, calc(10, 1));
  const OpId slow = two.add(0, calc(30, 1), {before});
  two.after_start(two.add(0, calc(50, 2)), slow);
  const CriticalPath path = path_of(std::move(two).finish(), kAllEager);
  EXPECT_EQ(path.segments(), (Parts{{OpId{0}, kComputing, 0, 10}, {OpId{2}, kComputing, 10, 60}}));
}

TEST(CriticalPath, goes_through_the_lowest_of_equals) {
  TwoRanks two;
  two.add(0, calc(1, 5));
  const OpId a = two.add(0, calc(10, 0));
  const OpId b = two.add(0, calc(10, 1));
  two.add(0, calc(10, 2), {b, a});
  two.add(0, calc(10, 3), {b, a});
  const CriticalPath path = path_of(std::move(two).finish(), kAllEager);
  EXPECT_EQ(path.segments(), (Parts{{OpId{1}, kComputing, 0, 10}, {OpId{3}, kComputing, 10, 20}}));
}

TEST(CriticalPath, of_a_rank_that_is_not_asked_begins_with_waiting) {
  ProgramBuilder builder(1);
  builder.add(RankId{0}, calc(5));
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kAllEager, 10);
  for (const Cycle now : {40, 60}) run.take(RankId{0}, now);  // it started in 40 and ended late
  const CriticalPath path = critical_path(run, 10, alone_at(1));
  expect_sums(path, 5, 0, 45);
  EXPECT_EQ(path.segments(),
            (Parts{{OpId{0}, kWaiting, 10, 40}, {OpId{0}, kComputing, 40, 45}, {OpId{0}, kWaiting, 45, 60}}));
}

TEST(CriticalPath, of_no_operations_is_empty_and_a_program_that_has_not_ended_has_none) {
  const CriticalPath empty = path_of(TwoRanks().finish(), kAllEager, 5);
  EXPECT_TRUE(empty.steps.empty());
  EXPECT_EQ(empty.completion, 5u);
  ProgramBuilder builder(1);
  builder.add(RankId{0}, calc(5));
  const Program program = std::move(builder).finish();
  const ProgramRun run(program, kAllEager);
  EXPECT_THROW(critical_path(run, 0, alone_at(1)), std::invalid_argument);
}

/// A run of a random program that has ended, or not.
struct RandomRun {
  RandomRun(std::uint64_t number, bool exact)
      : random(28, number),
        program(random_program(random, 2 + random.below(60))),
        protocol(random_protocol(random)),
        latency(1 + random.below(30)),
        run(program, protocol),
        network(run, latency, random, exact ? 0 : 1 + random.below(20)),
        has_ended(network.run_to_end()) {}
  RandomStream random;
  Program program;
  Protocol protocol;
  Cycle latency;
  ProgramRun run;
  LoggedNetwork network;
  bool has_ended;
};

/// With delays, long waits and ranks that are not asked for some time too.
TEST(CriticalPath, of_a_thousand_random_programs_is_a_chain_of_true_dependencies_without_gaps) {
  std::size_t paths = 0;
  std::size_t units = 0;
  std::size_t partners = 0;
  Cycle waiting[2] = {0, 0};
  for (std::uint64_t number = 0; number < 1000; ++number) {
    const bool exact = number % 2 == 0;
    const RandomRun made(number, exact);
    if (!made.has_ended) continue;
    const CriticalPath path = critical_path(made.run, 0, alone_at(made.latency));
    const PathCheck check(made.run, 0, made.network.packets(), made.latency, exact);
    ASSERT_EQ(check.complaint(path), "") << "program " << number;
    ++paths;
    waiting[exact] += path.waiting;
    for (const PathStep& step : path.steps) {
      units += step.cause == PathCause::kUnit;
      partners += step.cause == PathCause::kPartner;
    }
  }
  EXPECT_GT(paths, 500u);
  EXPECT_GT(units, 100u);
  EXPECT_GT(partners, 100u);
  EXPECT_GT(waiting[false], waiting[true]);
  EXPECT_GT(waiting[true], 0u);
}

TEST(CriticalPath, of_short_messages_by_one_interface_a_rank_never_waits_without_contention) {
  std::size_t paths = 0;
  for (std::uint64_t number = 0; number < 1000; ++number) {
    RandomStream random(29, number);
    Protocol protocol = random_protocol(random);
    protocol.eager_bytes = 1000;
    const Program drawn = random_program(random, 2 + random.below(60));
    ProgramBuilder builder(drawn.ranks());
    for (const RankId rank : ids<RankId>(drawn.ranks())) {
      for (OpId op = drawn.first(rank); op < drawn.end(rank); ++op.value) {
        Operation operation = drawn[op];
        operation.nic = 0;
        builder.add(rank, operation);
      }
    }
    for (const OpId op : ids<OpId>(drawn.size())) {
      for (const Dependent each : drawn.dependents(op)) builder.require(each.op(), op, each.on_start());
    }
    const Program program = std::move(builder).finish();
    ProgramRun run(program, protocol);
    if (!ContentionFree(run, kHop).run_to_end(100'000)) continue;
    ASSERT_EQ(critical_path(run, 0, alone_at(kHop)).waiting, 0u) << "program " << number;
    ++paths;
  }
  EXPECT_GT(paths, 500u);
}

/// Without it the test of random programs would show nothing.
TEST(CriticalPath, a_damaged_path_is_refused) {
  std::size_t damaged = 0;
  for (std::uint64_t number = 0; number < 60; ++number) {
    const RandomRun made(number, true);
    if (!made.has_ended) continue;
    const CriticalPath path = critical_path(made.run, 0, alone_at(made.latency));
    const PathCheck check(made.run, 0, made.network.packets(), made.latency, true);
    const auto refuses = [&](auto damage) {
      CriticalPath wrong = path;
      damage(wrong);
      ++damaged;
      EXPECT_NE(check.complaint(wrong), "") << "program " << number;
    };
    refuses([](CriticalPath& wrong) { ++wrong.completion; });
    refuses([](CriticalPath& wrong) { ++wrong.waiting; });
    refuses([](CriticalPath& wrong) { --wrong.wire, ++wrong.computing; });
    refuses([](CriticalPath& wrong) { wrong.steps.pop_back(); });
    refuses([](CriticalPath& wrong) { wrong.steps.erase(wrong.steps.begin()); });
    for (std::size_t i = 0; i < path.steps.size(); ++i) {
      refuses([i](CriticalPath& wrong) { ++wrong.steps[i].needed; });
      refuses([i](CriticalPath& wrong) { ++wrong.steps[i].end; });
      refuses([&](CriticalPath& wrong) {
        wrong.steps[i].op.value = (wrong.steps[i].op.value + 1) % static_cast<std::uint32_t>(made.program.size());
      });
      refuses([i](CriticalPath& wrong) { wrong.steps[i].is_start = !wrong.steps[i].is_start; });
      refuses([i](CriticalPath& wrong) {
        const int cause = static_cast<int>(wrong.steps[i].cause);
        wrong.steps[i].cause = static_cast<PathCause>((cause + 1) % 5);
      });
      refuses([i](CriticalPath& wrong) {
        const int kind = static_cast<int>(wrong.steps[i].kind);
        wrong.steps[i].kind = static_cast<TimeKind>((kind + 1) % 3);
      });
      if (i + 1 < path.steps.size()) refuses([i](CriticalPath& wrong) { wrong.steps.erase(wrong.steps.begin() + i); });
    }
  }
  EXPECT_GT(damaged, 1000u);
}

TEST(CriticalPath, of_a_ring_is_the_closed_form_and_never_waits) {
  for (const std::uint32_t p : {4u, 8u, 16u, 64u}) {
    for (const Protocol& protocol : {kAllEager, kSomeLong}) {
      const std::uint64_t bytes = p * std::uint64_t{100};
      const auto composed = find_workload("allreduce")
                                ->make({{"ranks", std::int64_t{p}},
                                        {"bytes", narrow<std::int64_t>(bytes)},
                                        {"reduce_bytes_per_ns", std::int64_t{4}}});
      ProgramRun run(composed.program, protocol);
      ASSERT_TRUE(ContentionFree(run, kHop).run_to_end());
      const CriticalPath path = critical_path(run, 0, alone_at(kHop));
      const Alone alone(protocol, kHop, 4);
      expect_sums(path, (p - 1) * alone.adding(100), 2 * (p - 1) * alone.transfer(100), 0);
      EXPECT_EQ(path.completion, alone.ring_all_reduce(p, bytes));
      // A transfer for each step, and additions in the first half.
      EXPECT_EQ(path.segments().size(), 3 * (p - 1));
    }
  }
}

}  // namespace
}  // namespace kintsugi::workload::test
