// The thread team: every worker does its share of every cycle, and none runs ahead.
#include "hw/clock/thread_team.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kintsugi::test {
namespace {

/// Numbers of workers; with more workers than processors they sleep while they wait.
class TeamOf : public testing::TestWithParam<unsigned> {};

/// In every cycle each worker adds up the values that all had written in the cycle before.
TEST_P(TeamOf, knows_the_step_and_sees_what_all_have_done_before_it) {
  const unsigned workers = GetParam();
  constexpr std::uint64_t kSteps = 300;
  std::vector<std::uint64_t> written(workers), coming(workers);
  ThreadTeam team(workers, [&](unsigned worker, Cycle step) {
    for (const std::uint64_t value : written) {
      if (value != step) throw std::logic_error("worker " + std::to_string(worker) + " reads " + std::to_string(value));
    }
    coming[worker] = step + 1;
  });
  for (Cycle step = 0; step < kSteps; ++step, written = coming) team.run_cycle(step);
  EXPECT_EQ(written, std::vector<std::uint64_t>(workers, kSteps));
}

TEST_P(TeamOf, has_the_caller_as_its_first_member) {
  const unsigned workers = GetParam();
  std::vector<std::thread::id> who(workers);
  ThreadTeam team(workers, [&](unsigned worker, Cycle) { who[worker] = std::this_thread::get_id(); });
  team.run_cycle(0);
  EXPECT_EQ(who[0], std::this_thread::get_id());
  for (unsigned worker = 1; worker < workers; ++worker) EXPECT_NE(who[worker], who[0]);
}

TEST_P(TeamOf, throws_at_the_end_of_the_step_what_the_lowest_member_threw) {
  const unsigned workers = GetParam();
  std::vector<unsigned> done(workers);
  bool fail = true;
  ThreadTeam team(workers, [&](unsigned worker, Cycle) {
    ++done[worker];
    if (fail && worker >= workers / 2) throw std::runtime_error(std::to_string(worker));
  });
  try {
    team.run_cycle(0);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::to_string(workers / 2));
  }
  fail = false;
  team.run_cycle(0);
  EXPECT_EQ(done, std::vector<unsigned>(workers, 2)) << "it goes on after an error";
}

INSTANTIATE_TEST_SUITE_P(Sizes, TeamOf, testing::Values(1u, 2u, 3u, 16u));

/// The kernel leaves two threads that take turns on one core if no other event moves them.
TEST(ThreadTeam, a_worker_on_the_core_of_the_caller_moves_to_another_one) {
  if (allowed_cores() < 2) GTEST_SKIP() << "a single core";
  cpu_set_t all, at_the_end;
  ASSERT_EQ(sched_getaffinity(0, sizeof all, &all), 0);
  const auto start = std::chrono::steady_clock::now();
  int caller = -1, own = -1, other = -1;
  const auto put_on_the_core_of_the_caller = [&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(caller, &one);
    sched_setaffinity(0, sizeof one, &one);
    sched_setaffinity(0, sizeof all, &all);
  };
  ThreadTeam team(2, [&](unsigned worker, Cycle step) {
    if (worker == 1 && step == 1) put_on_the_core_of_the_caller();
    if (worker == 1) sched_getaffinity(0, sizeof at_the_end, &at_the_end);
    (worker == 0 ? own : other) = sched_getcpu();
  });
  unsigned apart = 0;  // steps in a row
  for (Cycle step = 0; apart < 100; ++step) {
    team.run_cycle(step);
    caller = own;
    apart = step > 1 && own != other ? apart + 1 : 0;
    if (std::chrono::steady_clock::now() - start < std::chrono::seconds(5)) continue;
    FAIL() << "after " << step << " steps both are on core " << caller;
  }
  EXPECT_TRUE(CPU_EQUAL(&all, &at_the_end)) << "it may use all its cores afterwards";
}

TEST(ThreadTeam, that_takes_no_step_ends) {
  ThreadTeam team(4, [](unsigned, Cycle) {});
}

}  // namespace
}  // namespace kintsugi::test
