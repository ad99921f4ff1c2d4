// The clock: modules are evaluated in the cycles they were woken for, and in no others.
#include "hw/clock/clock_domain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <memory>
#include <set>
#include <sstream>
#include <thread>

#include "models/random/random.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

/// Records the cycles in which it is evaluated; then runs the given action.
class AnyProbe : public Clocked {
 public:
  void evaluate(Cycle now) final {
    cycles.push_back(now);
    if (action) action(now);
  }
  void thread_changed() final { ++thread_changes; }
  ModuleIndex index = 0;
  std::vector<Cycle> cycles;
  std::function<void(Cycle)> action;
  int thread_changes = 0;
};
template <int kind, bool can_move = false>
class ProbeOf final : public AnyProbe {
 public:
  static constexpr bool kCanMove = can_move;
  explicit ProbeOf(ClockDomain& clock, ThreadAffinity affinity = ThreadAffinity::kAny) {
    index = clock.add(*this, affinity);
  }
};
using Probe = ProbeOf<0>;
using Cycles = std::vector<Cycle>;

TEST(Clock, a_wake_reaches_every_cycle_up_to_the_horizon) {
  ClockDomain clock("clock", Schedule::kDomain);
  std::deque<Probe> probes;
  for (int i = 0; i < 100; ++i) probes.emplace_back(clock);
  clock.require_horizon(7);
  probes[0].action = [&](Cycle now) {
    if (now != 5) return;
    for (Cycle ahead = 1; ahead <= 7; ++ahead) {
      for (std::size_t i = ahead; i < 100; i += 7) clock.wake(probes[i].index, now + ahead);
    }
  };
  clock.set_alarm(probes[0].index, 5);
  clock.run_until(100);
  for (std::size_t i = 1; i < 100; ++i) ASSERT_EQ(probes[i].cycles, Cycles{5 + (i - 1) % 7 + 1});
}

TEST(Clock, alarms_ring_in_their_cycle_however_far_away) {
  ClockDomain clock("clock", Schedule::kDomain);
  Probe first(clock), second(clock);
  for (const Cycle at : {Cycle{100000}, Cycle{0}, Cycle{3}, Cycle{3}, Cycle{99999}}) clock.set_alarm(first.index, at);
  clock.set_alarm(second.index, 3);
  clock.run_until(100001);
  EXPECT_EQ(first.cycles, (Cycles{0, 3, 99999, 100000})) << "two alarms in one cycle are one evaluation";
  EXPECT_EQ(second.cycles, Cycles{3});
  EXPECT_EQ(clock.evaluations(), 5u);
}

TEST(Clock, no_module_is_evaluated_without_being_woken) {
  ClockDomain clock("clock", Schedule::kDomain);
  Probe probe(clock);
  EXPECT_TRUE(clock.run_until(1000));
  EXPECT_TRUE(probe.cycles.empty());
  EXPECT_EQ(clock.evaluations(), 0u);
}

TEST(Clock, modules_of_one_cycle_run_in_the_order_in_which_they_joined) {
  ClockDomain clock("clock", Schedule::kDomain);
  std::deque<Probe> probes;
  std::vector<ModuleIndex> order;
  for (int i = 0; i < 200; ++i) {
    Probe& probe = probes.emplace_back(clock);
    probe.action = [&order, &probe](Cycle) { order.push_back(probe.index); };
  }
  for (std::size_t i = 200; i-- > 0;) clock.set_alarm(probes[i].index, 2);
  clock.run_until(5);
  EXPECT_EQ(order.size(), 200u);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST(Clock, without_modules_the_cycles_pass) {
  ClockDomain clock("clock", Schedule::kDomain);
  EXPECT_TRUE(clock.run_until(3));
  EXPECT_EQ(clock.next(), 3u);
}

TEST(Clock, a_run_goes_on_where_the_last_one_ended) {
  ClockDomain clock("clock", Schedule::kDomain, 1, sc_core::sc_time(2, sc_core::SC_NS));
  Probe probe(clock);
  probe.action = [&](Cycle now) {
    EXPECT_EQ(clock.now(), now);
    EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::sc_time(2.0 * static_cast<double>(now), sc_core::SC_NS));
    clock.wake(probe.index, now + 1);
  };
  clock.set_alarm(probe.index, 0);
  EXPECT_EQ(clock.next(), 0u);
  EXPECT_TRUE(clock.run_until(3));
  EXPECT_EQ(probe.cycles, (Cycles{0, 1, 2}));
  EXPECT_EQ(clock.next(), 3u);
  EXPECT_TRUE(clock.run_until(3));
  EXPECT_TRUE(clock.run_until(1));
  EXPECT_EQ(probe.cycles.size(), 3u) << "nothing left to run below that cycle";
  EXPECT_TRUE(clock.run_until(6));
  EXPECT_EQ(probe.cycles, (Cycles{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(clock.next(), 6u);
}

TEST(Clock, a_wake_between_two_runs_holds) {
  ClockDomain clock("clock", Schedule::kDomain);
  Probe probe(clock);
  clock.run_until(4);
  clock.wake(probe.index, 4);
  clock.set_alarm(probe.index, 6);
  clock.run_until(5);
  clock.run_until(10);
  EXPECT_EQ(probe.cycles, (Cycles{4, 6}));
}

TEST(Clock, a_module_cannot_join_after_the_first_cycle) {
  ClockDomain clock("clock", Schedule::kDomain);
  Probe probe(clock);
  clock.run_until(1);
  EXPECT_THROW(clock.add(probe), std::logic_error);
}

void expect_monitor_sees_finished_cycles(Schedule schedule) {
  ClockDomain clock("clock", schedule);
  std::deque<Probe> probes;
  for (int i = 0; i < 70; ++i) {
    Probe& probe = probes.emplace_back(clock);
    probe.action = [&clock, &probe](Cycle now) { clock.wake(probe.index, now + 1); };
    clock.set_alarm(probe.index, 0);
  }
  Cycles seen;
  clock.set_monitor([&](Cycle finished) {
    seen.push_back(finished);
    for (const Probe& probe : probes) EXPECT_EQ(probe.cycles.back(), finished);
    return finished != 12;
  });
  EXPECT_TRUE(clock.run_until(10));
  EXPECT_EQ(seen.size(), 10u) << "the last cycle of a run is seen before the run returns";
  EXPECT_FALSE(clock.run_until(20));
  EXPECT_EQ(seen, (Cycles{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
  for (const Probe& probe : probes) EXPECT_EQ(probe.cycles.size(), 13u) << "nothing runs after the stop";
  EXPECT_FALSE(clock.run_until(30)) << "still stopped";
  EXPECT_EQ(seen.size(), 13u);
  clock.go_on();
  EXPECT_TRUE(clock.run_until(20));
  EXPECT_EQ(seen.size(), 20u);
  for (const Probe& probe : probes) EXPECT_EQ(probe.cycles.size(), 20u) << "no cycle is left out or comes twice";
}

TEST(Clock, the_monitor_sees_every_finished_cycle_and_can_stop_domain) {
  expect_monitor_sees_finished_cycles(Schedule::kDomain);
}
TEST(Clock, the_monitor_sees_every_finished_cycle_and_can_stop_process) {
  expect_monitor_sees_finished_cycles(Schedule::kProcess);
}
TEST(Clock, the_monitor_sees_every_finished_cycle_and_can_stop_always) {
  expect_monitor_sees_finished_cycles(Schedule::kAlways);
}

/// Modules of three kinds that wake each other at random, decided by (module, cycle) alone; prints which was awake
/// when.
std::string who_is_awake_when(Schedule schedule, unsigned threads = 1) {
  ClockDomain clock("clock", schedule, threads);
  std::vector<std::unique_ptr<AnyProbe>> probes;
  clock.require_horizon(5);
  constexpr std::uint64_t kModules = 130;
  std::vector<std::vector<std::atomic<bool>>> awake(kModules);  // several threads may write the same
  for (auto& cycles : awake) cycles = std::vector<std::atomic<bool>>(400);
  for (std::uint64_t i = 0; i < kModules; ++i) {
    if (i % 2 == 0) {
      probes.push_back(std::make_unique<ProbeOf<0>>(clock));
    } else if (i != 77) {
      probes.push_back(std::make_unique<ProbeOf<1>>(clock));
    } else {
      probes.push_back(std::make_unique<ProbeOf<2>>(clock));
    }
    probes[i]->action = [&, i](Cycle now) {
      if (!awake[i][now]) return;
      RandomStream random(now, i);
      const std::uint64_t other = random.below(kModules);
      const Cycle later = now + 1 + random.below(5);
      awake[other][later] = true;
      clock.wake(probes[other]->index, later);
      if (random.below(3) == 0) {
        const Cycle far = now + 20 + random.below(30);
        awake[i][far] = true;
        clock.set_alarm(probes[i]->index, far);
      }
    };
  }
  for (std::uint64_t i = 0; i < 20; ++i) {
    awake[i * 6][0] = true;
    clock.set_alarm(probes[i * 6]->index, 0);
  }
  clock.run_until(300);
  std::ostringstream text;
  for (std::uint64_t i = 0; i < kModules; ++i) {
    for (const Cycle cycle : probes[i]->cycles) {
      if (schedule != Schedule::kAlways || awake[i][cycle]) text << i << '@' << cycle << ' ';
    }
    if (schedule == Schedule::kAlways && probes[i]->cycles.size() != 300) text << i << " missed a cycle";
  }
  return text.str();
}

TEST(Clock, the_three_schedules_evaluate_the_same_modules_in_the_same_cycles) {
  const std::string domain = in_child([] { return who_is_awake_when(Schedule::kDomain); });
  EXPECT_GT(domain.size(), 10000u);
  EXPECT_EQ(in_child([] { return who_is_awake_when(Schedule::kProcess); }), domain);
  EXPECT_EQ(in_child([] { return who_is_awake_when(Schedule::kAlways); }), domain);
}

TEST(Clock, several_threads_evaluate_the_same_modules_in_the_same_cycles) {
  const std::string one = in_child([] { return who_is_awake_when(Schedule::kDomain); });
  for (const unsigned threads : {2u, 3u, 5u}) {
    EXPECT_EQ(in_child([threads] { return who_is_awake_when(Schedule::kDomain, threads); }), one) << threads;
  }
}

TEST(Clock, every_thread_has_a_stretch_of_the_modules_and_evaluates_no_others) {
  ClockDomain clock("clock", Schedule::kDomain, 3);
  std::deque<Probe> probes;
  for (int i = 0; i < 1000; ++i) probes.emplace_back(clock);
  std::vector<std::thread::id> evaluated_by(probes.size());
  std::vector<std::set<std::thread::id>> threads(3);
  unsigned last = 0;
  for (Probe& probe : probes) {
    const unsigned thread = clock.thread_of(probe.index);
    EXPECT_GE(thread, last);
    last = thread;
    probe.action = [&evaluated_by, &probe](Cycle) { evaluated_by[probe.index] = std::this_thread::get_id(); };
    clock.set_alarm(probe.index, 3);
    clock.set_alarm(probe.index, 4);
  }
  EXPECT_EQ(last, 2u);
  clock.run_until(4);
  EXPECT_EQ(std::ranges::count(evaluated_by, std::this_thread::get_id()), 1000) << "the cycle before was idle";
  clock.run_until(5);
  for (const Probe& probe : probes) threads[clock.thread_of(probe.index)].insert(evaluated_by[probe.index]);
  EXPECT_EQ(threads[0], std::set{std::this_thread::get_id()});
  EXPECT_EQ(threads[1].size(), 1u);
  EXPECT_EQ(threads[2].size(), 1u);
  EXPECT_NE(threads[1], threads[2]);
}

/// Eight blocks of modules and two threads; those of the first four blocks are active in every cycle.
template <class ProbeType>
struct UnevenClock {
  UnevenClock() {
    for (std::size_t i = 0; i < kModules; ++i) {
      ProbeType& probe = probes.emplace_back(clock);
      evaluated_by.emplace_back();
      probe.action = [this, i](Cycle now) {
        evaluated_by[i].push_back(std::this_thread::get_id());
        if (i < kBusy) clock.wake(probes[i].index, now + 1);
      };
      clock.set_alarm(probe.index, i < kBusy ? 0 : kLate);
    }
    clock.set_alarm(probes[kBusy - 1].index, kLate + 5);  // moves with its module
  }
  static constexpr std::size_t kModules = 512;
  static constexpr std::size_t kBusy = 256;
  static constexpr Cycle kLate = 900;

  ClockDomain clock{"clock", Schedule::kDomain, 2};
  std::deque<ProbeType> probes;
  std::vector<std::vector<std::thread::id>> evaluated_by;
};

TEST(Clock, shares_are_divided_anew_when_one_thread_has_all_the_work) {
  using Uneven = UnevenClock<ProbeOf<0, true>>;
  Uneven uneven;
  ClockDomain& clock = uneven.clock;
  clock.run_until(50);
  EXPECT_EQ(clock.evaluations(1), 0u) << "at first shares have equally many modules";
  clock.run_until(1000);
  EXPECT_EQ(clock.evaluations(), 1000u * Uneven::kBusy + Uneven::kBusy);
  EXPECT_GT(clock.evaluations(1), 900u * Uneven::kBusy / 2);
  for (std::size_t i = 0; i < Uneven::kModules; ++i) {
    const AnyProbe& probe = uneven.probes[i];
    const bool stays_first = i < Uneven::kBusy / 2;
    const bool moves = !stays_first && i < Uneven::kBusy;
    EXPECT_EQ(clock.thread_of(probe.index), stays_first ? 0u : 1u) << i;
    EXPECT_EQ(probe.thread_changes, moves ? 1 : 0) << i;
    EXPECT_EQ(probe.cycles.size(), i < Uneven::kBusy ? 1000u : 1u) << i;
    const std::set<std::thread::id> threads(uneven.evaluated_by[i].begin(), uneven.evaluated_by[i].end());
    EXPECT_EQ(threads.size(), moves ? 2u : 1u) << i;
    EXPECT_EQ(uneven.evaluated_by[i].back() == std::this_thread::get_id(), stays_first) << i;
  }
}

TEST(Clock, modules_that_cannot_move_keep_their_threads) {
  UnevenClock<ProbeOf<0>> uneven;
  uneven.clock.run_until(1000);
  EXPECT_EQ(uneven.clock.evaluations(0), 256u * 1000);
  for (const AnyProbe& probe : uneven.probes) EXPECT_EQ(probe.thread_changes, 0);
}

TEST(Clock, modules_of_affinity_main_stay_where_they_are_when_shares_are_divided_anew) {
  ClockDomain clock("clock", Schedule::kDomain, 2);
  ProbeOf<1> main(clock, ThreadAffinity::kMain);
  std::deque<ProbeOf<0, true>> probes;
  for (int i = 0; i < 192; ++i) probes.emplace_back(clock);
  for (AnyProbe* probe : {static_cast<AnyProbe*>(&main), static_cast<AnyProbe*>(&probes[0])}) {
    probe->action = [&clock, probe](Cycle now) { clock.wake(probe->index, now + 1); };
    clock.set_alarm(probe->index, 0);
  }
  clock.run_until(20000);
  EXPECT_EQ(clock.thread_of(main.index), 0u);
  EXPECT_EQ(clock.thread_of(probes[0].index), 1u) << "the only way to even shares";
  EXPECT_EQ(main.cycles.size(), 20000u);
  EXPECT_EQ(probes[0].cycles.size(), 20000u);
}

TEST(Clock, what_a_module_throws_ends_the_run_whichever_thread_evaluates_it) {
  ClockDomain clock("clock", Schedule::kDomain, 2);
  std::deque<Probe> probes;
  for (int i = 0; i < 200; ++i) probes.emplace_back(clock);
  std::thread::id thrower;
  probes.back().action = [&](Cycle) {
    thrower = std::this_thread::get_id();
    throw std::logic_error("a mistake");
  };
  ASSERT_EQ(clock.thread_of(probes.back().index), 1u);
  for (int i = 0; i < 199; ++i) clock.set_alarm(probes[i].index, 1);  // enough for all threads to evaluate cycle 2
  clock.set_alarm(probes.back().index, 2);
  try {
    clock.run_until(10);
    FAIL() << "nothing was thrown";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("a mistake"), std::string::npos) << error.what();
  }
  EXPECT_EQ(probes.back().cycles, Cycles{2});
  EXPECT_NE(thrower, std::this_thread::get_id());
}

TEST(Clock, a_module_of_affinity_main_must_be_added_early) {
  ClockDomain clock("clock", Schedule::kDomain, 2);
  std::deque<Probe> probes;
  for (int i = 0; i < 200; ++i) probes.emplace_back(clock);
  Probe late(clock, ThreadAffinity::kMain);
  EXPECT_THROW(clock.run_until(1), std::logic_error);
}

/// Runs with any number of threads and any mix of kinds.
TEST(Clock, modules_of_affinity_main_are_together_in_the_share_of_thread_0) {
  ClockDomain clock("clock", Schedule::kDomain, 64);
  ProbeOf<0> first(clock, ThreadAffinity::kMain);
  ProbeOf<1> second(clock, ThreadAffinity::kMain);
  ProbeOf<0> other(clock);
  ProbeOf<2> third(clock, ThreadAffinity::kMain);
  std::vector<AnyProbe*> probes = {&first, &second, &third};
  for (AnyProbe* probe : probes) clock.set_alarm(probe->index, 2);
  clock.set_alarm(other.index, 2);
  std::set<std::thread::id> threads;
  for (AnyProbe* probe : probes) probe->action = [&](Cycle) { threads.insert(std::this_thread::get_id()); };
  clock.run_until(3);
  EXPECT_EQ(clock.threads(), 2u);
  EXPECT_EQ(threads, std::set{std::this_thread::get_id()});
  for (AnyProbe* probe : probes) EXPECT_EQ(probe->cycles, Cycles{2});
  EXPECT_EQ(other.cycles, Cycles{2});
}

TEST(Clock, no_module_joins_once_it_has_run) {
  ClockDomain clock("clock", Schedule::kDomain);
  clock.run_until(0);
  EXPECT_THROW(Probe{clock}, std::logic_error);
}

TEST(Clock, has_no_more_threads_than_blocks_of_modules) {
  ClockDomain clock("clock", Schedule::kDomain, 8);
  std::deque<Probe> probes;
  for (int i = 0; i < 150; ++i) clock.set_alarm(probes.emplace_back(clock).index, 1);
  EXPECT_EQ(clock.threads(), 3u);
  for (const Probe& probe : probes) EXPECT_EQ(clock.thread_of(probe.index), probe.index / 64);
  clock.run_until(2);
  for (const Probe& probe : probes) EXPECT_EQ(probe.cycles, Cycles{1});
}

/// Kinds share no block, so that they can be evaluated one by one.
TEST(Clock, modules_of_a_kind_have_blocks_of_their_own) {
  ClockDomain clock("clock", Schedule::kDomain, 4);
  std::deque<ProbeOf<0>> some;
  std::deque<ProbeOf<1>> others;
  std::set<ModuleIndex> blocks, other_blocks, indices;
  for (int i = 0; i < 100; ++i) {
    blocks.insert(some.emplace_back(clock).index / 64);
    other_blocks.insert(others.emplace_back(clock).index / 64);
  }
  EXPECT_EQ(blocks, (std::set<ModuleIndex>{0, 2}));
  EXPECT_EQ(other_blocks, (std::set<ModuleIndex>{1, 3}));
  for (const Probe& probe : some) EXPECT_TRUE(indices.insert(probe.index).second);
  for (const auto& probe : others) EXPECT_TRUE(indices.insert(probe.index).second);
  EXPECT_EQ(clock.threads(), 4u);
}

TEST(Clock, takes_1_to_64_threads_and_several_on_schedule_domain_only) {
  EXPECT_THROW(ClockDomain("none", Schedule::kDomain, 0), std::invalid_argument);
  EXPECT_THROW(ClockDomain("many", Schedule::kDomain, 65), std::invalid_argument);
  EXPECT_THROW(ClockDomain("process", Schedule::kProcess, 2), std::invalid_argument);
  EXPECT_THROW(ClockDomain("always", Schedule::kAlways, 2), std::invalid_argument);
}

TEST(Clock, a_longer_horizon_keeps_what_is_pending) {
  for (Cycle start = 0; start < 9; ++start) {
    const std::string found = in_child([start] {
      ClockDomain clock("clock", Schedule::kDomain);
      std::deque<Probe> probes;
      for (int i = 0; i < 70; ++i) probes.emplace_back(clock);
      clock.require_horizon(3);
      clock.run_until(start);
      for (Cycle ahead = 1; ahead <= 3; ++ahead) clock.wake(probes[60 + ahead].index, clock.now() + ahead);
      clock.require_horizon(40);
      clock.wake(probes[69].index, clock.now() + 40);
      const Cycle now = clock.now();
      clock.run_until(200);
      for (Cycle ahead = 1; ahead <= 3; ++ahead) EXPECT_EQ(probes[60 + ahead].cycles, Cycles{now + ahead});
      EXPECT_EQ(probes[69].cycles, Cycles{now + 40});
      return std::to_string(clock.evaluations());
    });
    EXPECT_EQ(found, "4");
  }
}

/// A reconfiguration makes links longer in the middle of a cycle; the modules after it are still evaluated.
TEST(Clock, the_horizon_can_grow_while_a_cycle_is_evaluated) {
  ClockDomain clock("clock", Schedule::kDomain);
  std::vector<std::unique_ptr<AnyProbe>> probes;
  for (int i = 0; i < 150; ++i) {
    probes.push_back(std::make_unique<ProbeOf<0>>(clock));
    probes.push_back(std::make_unique<ProbeOf<1>>(clock));
  }
  for (const auto& probe : probes) clock.set_alarm(probe->index, 4);
  probes[0]->action = [&](Cycle) {
    clock.wake(probes[299]->index, 5);
    clock.require_horizon(100);
    clock.wake(probes[298]->index, 104);
  };
  clock.run_until(200);
  for (std::size_t i = 0; i < 298; ++i) ASSERT_EQ(probes[i]->cycles, Cycles{4}) << "module " << i;
  EXPECT_EQ(probes[298]->cycles, (Cycles{4, 104}));
  EXPECT_EQ(probes[299]->cycles, (Cycles{4, 5}));
}

TEST(Clock, evaluations_counts_every_evaluation_once_always) {
  ClockDomain clock("clock", Schedule::kAlways);
  Probe first(clock), second(clock);
  clock.set_alarm(first.index, 3);
  clock.run_until(10);
  EXPECT_EQ(first.cycles.size() + second.cycles.size(), 20u);
  EXPECT_EQ(clock.evaluations(), 20u);
}

}  // namespace
}  // namespace kintsugi::test
