// Numbers from a child process: what comes back, what does not, and what the child leaves behind.
#include "tb/tool/run/simulation.hpp"

#include <gtest/gtest.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <stdexcept>

#include "tb/tool/console/stop.hpp"

namespace kintsugi {
namespace {

using Cycles = std::vector<Cycle>;

/// Returns the cycles of a child that does this and then returns 1 and 2.
std::optional<Cycles> after(const std::function<void()>& deed) {
  return cycles_of_child(2, [&] {
    deed();
    return Cycles{1, 2};
  });
}

TEST(ChildRun, returns_what_the_child_has_returned) {
  EXPECT_EQ(after([] {}), (Cycles{1, 2}));
  Cycles many(100'000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = ~Cycle{0} - i * i;
  EXPECT_EQ(cycles_of_child(many.size(), [&] { return many; }), many) << "more than a pipe holds";
}

TEST(ChildRun, may_be_asked_for_no_cycles) {
  EXPECT_EQ(cycles_of_child(0, [] { return Cycles(); }), Cycles());
  EXPECT_EQ(cycles_of_child(0, [] { return Cycles{1}; }), std::nullopt);
}

TEST(ChildRun, of_too_few_or_too_many_cycles_returns_none) {
  for (const std::size_t count : {0u, 1u, 3u}) {
    EXPECT_EQ(cycles_of_child(2, [&] { return Cycles(count, 7); }), std::nullopt) << count;
  }
}

TEST(ChildRun, of_a_child_that_throws_returns_none) {
  EXPECT_EQ(after([] { throw std::runtime_error("no run"); }), std::nullopt);
  const pid_t parent = ::getpid();
  try {
    EXPECT_EQ(after([] { throw Stopped(); }), std::nullopt) << "no std::exception";
  } catch (const Stopped&) {
    ::kill(parent, SIGABRT);  // only a child that goes on as a second test comes here
  }
}

TEST(ChildRun, of_a_child_that_exits_returns_none) {
  EXPECT_EQ(after([] { ::_exit(3); }), std::nullopt);
  EXPECT_EQ(after([] { ::_exit(0); }), std::nullopt) << "a success without cycles";
}

TEST(ChildRun, of_a_child_that_a_signal_ends_returns_none) {
  EXPECT_EQ(after([] { ::raise(SIGKILL); }), std::nullopt);
  EXPECT_EQ(after([] { ::raise(SIGTERM); }), std::nullopt);
}

TEST(ChildRun, without_memory_for_the_cycles_returns_none) {
  bool has_run = false;
  const auto run = [&] {
    has_run = true;
    return Cycles();
  };
  EXPECT_EQ(cycles_of_child(std::size_t{1} << 50, run), std::nullopt);
  EXPECT_FALSE(has_run);
}

TEST(ChildRun, changes_no_memory_of_this_process) {
  int deeds = 0;
  Cycles here = {5, 6};
  const auto there = cycles_of_child(2, [&] {
    ++deeds;
    here[0] = 8;
    return here;
  });
  EXPECT_EQ(there, (Cycles{8, 6}));
  EXPECT_EQ(here, (Cycles{5, 6}));
  EXPECT_EQ(deeds, 0);
}

TEST(ChildRun, leaves_no_child_behind) {
  after([] {});
  after([] { ::raise(SIGKILL); });
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

/// A process in between asks for a child that waits, and is killed.
TEST(ChildRun, ends_the_child_with_this_process) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const auto say = [&] { return ::write(ends[1], "x", 1); };
  const pid_t between = ::fork();
  if (between == 0) {
    after([&] {
      say();
      ::sleep(30);
      say();
    });
    ::_exit(0);
  }
  ::close(ends[1]);
  char heard = 0;
  EXPECT_EQ(::read(ends[0], &heard, 1), 1) << "the child runs";
  ::kill(between, SIGKILL);
  ::waitpid(between, nullptr, 0);
  EXPECT_EQ(::read(ends[0], &heard, 1), 0) << "the child has said no more, and is gone";
  ::close(ends[0]);
}

void take_no_notice(int) {}

TEST(ChildRun, signals_that_this_process_handles_end_the_child_and_those_that_it_ignores_do_not) {
  for (const int signal : kStopSignals) {
    std::signal(signal, take_no_notice);
    EXPECT_EQ(after([=] { ::raise(signal); }), std::nullopt) << signal;
    std::signal(signal, SIG_IGN);
    EXPECT_EQ(after([=] { ::raise(signal); }), (Cycles{1, 2})) << signal;
    std::signal(signal, SIG_DFL);
  }
}

/// SIGALRM comes again and again, and no call goes on after it by itself.
TEST(ChildRun, waits_for_the_child_through_signals_to_this_process) {
  struct sigaction action = {};
  action.sa_handler = take_no_notice;
  ::sigaction(SIGALRM, &action, nullptr);
  constexpr timeval kMillisecond = {0, 1000};
  const itimerval again = {kMillisecond, kMillisecond};
  ::setitimer(ITIMER_REAL, &again, nullptr);
  EXPECT_EQ(after([] { ::usleep(50'000); }), (Cycles{1, 2}));
  const itimerval never = {};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  std::signal(SIGALRM, SIG_DFL);
}

}  // namespace
}  // namespace kintsugi
