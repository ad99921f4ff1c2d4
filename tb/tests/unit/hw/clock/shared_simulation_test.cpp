// The clock in a simulation that is not its own: other clocks, threads that wait, sc_start() in pieces, pauses.
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <set>
#include <sstream>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

using sc_core::sc_start;
using sc_core::sc_time;
using sc_core::sc_time_stamp;
using Cycles = std::vector<Cycle>;

/// Writes down when it is evaluated, and with a stride wakes itself again.
class Ticker final : public Clocked {
 public:
  Ticker(ClockDomain& clock, Cycle stride) : index(clock.add(*this)), clock_(clock), stride_(stride) {}
  void evaluate(Cycle now) override {
    cycles.push_back(now);
    picoseconds.push_back(sc_time_stamp().value());
    if (stride_ != 0) clock_.set_alarm(index, now + stride_);
  }
  ModuleIndex index;
  Cycles cycles;
  std::vector<std::uint64_t> picoseconds;

 private:
  ClockDomain& clock_;
  Cycle stride_;
};

/// Runs a function as a thread of the simulation.
void as_thread(std::function<void()> body) {
  sc_core::sc_spawn(std::move(body));
}

sc_time ns(double count) {
  return {count, sc_core::SC_NS};
}

TEST(SharedSimulation, cycles_keep_their_times_beside_another_clock_in_pieces_of_odd_length) {
  for (const std::uint64_t period : {1000, 1250, 3700}) {
    in_child([period] {
      ClockDomain clock("clock", Schedule::kDomain, 1, sc_time::from_value(period));
      sc_core::sc_clock other("other", ns(0.7));
      Ticker each(clock, 1), some(clock, 17);
      clock.set_alarm(each.index, 0);
      clock.set_alarm(some.index, 3);
      for (int piece = 0; piece < 1000; ++piece) sc_start(sc_time::from_value(1237));
      EXPECT_EQ(each.cycles.size(), (1'237'000 + period - 1) / period);
      for (const Ticker* ticker : {&each, &some}) {
        for (std::size_t i = 0; i < ticker->cycles.size(); ++i) {
          EXPECT_EQ(ticker->picoseconds[i], ticker->cycles[i] * period);
        }
      }
      for (std::size_t i = 0; i < some.cycles.size(); ++i) EXPECT_EQ(some.cycles[i], 3 + 17 * i);
      return "";
    });
  }
}

TEST(SharedSimulation, a_run_ends_beside_a_clock_that_never_stops) {
  ClockDomain clock("clock", Schedule::kDomain);
  sc_core::sc_clock other("other", ns(3));
  Ticker ticker(clock, 4);
  clock.set_alarm(ticker.index, 0);
  EXPECT_TRUE(clock.run_until(10));
  EXPECT_EQ(sc_time_stamp(), ns(10));
  EXPECT_EQ(ticker.cycles, (Cycles{0, 4, 8}));
  sc_start(ns(10));
  EXPECT_EQ(clock.next(), 20u);
  EXPECT_EQ(ticker.cycles, (Cycles{0, 4, 8, 12, 16})) << "sc_start() moves the clock as well";
}

TEST(SharedSimulation, a_thread_that_waits_longer_than_the_run_does_not_move_the_cycles) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 1);
  clock.set_alarm(ticker.index, 0);
  sc_time woken;
  as_thread([&] {
    sc_core::wait(ns(500));
    woken = sc_time_stamp();
  });
  for (Cycle end = 3; end < 600; end += 3) EXPECT_TRUE(clock.run_until(end));
  EXPECT_EQ(woken, ns(500));
  for (std::size_t i = 0; i < ticker.cycles.size(); ++i) ASSERT_EQ(ticker.picoseconds[i], 1000 * i);
}

TEST(SharedSimulation, while_no_module_is_due_the_kernel_has_nothing_to_do) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 1000);
  clock.set_alarm(ticker.index, 0);
  sc_start(ns(2));
  const auto deltas = sc_core::sc_delta_count();
  EXPECT_EQ(sc_core::sc_time_to_pending_activity(), ns(998));
  sc_start(ns(900));
  EXPECT_EQ(sc_core::sc_delta_count(), deltas);
  EXPECT_EQ(clock.next(), 902u);
}

TEST(SharedSimulation, a_call_from_a_thread_takes_effect_in_the_next_cycle) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 0), far_off(clock, 0);
  clock.set_alarm(far_off.index, 100);
  as_thread([&] {
    for (const double time : {2.0, 5.5, 7.999, 99.0, 120.0, 120.25}) {
      sc_core::wait(ns(time) - sc_time_stamp());
      clock.set_alarm(ticker.index, clock.next());
    }
  });
  sc_start(ns(200));
  EXPECT_EQ(ticker.cycles, (Cycles{3, 6, 8, 100, 121})) << "also at the very time of a cycle";
  EXPECT_EQ(far_off.cycles, Cycles{100});
}

TEST(SharedSimulation, between_two_starts_the_next_cycle_is_the_first_not_yet_evaluated) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 0);
  EXPECT_EQ(clock.next(), 0u);
  sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(clock.next(), 0u);
  clock.set_alarm(ticker.index, 0);
  sc_start(ns(2));
  EXPECT_EQ(clock.next(), 2u);
  clock.set_alarm(ticker.index, 2);
  sc_start(ns(0.5));
  EXPECT_EQ(clock.next(), 3u);
  EXPECT_EQ(ticker.cycles, (Cycles{0, 2}));
}

TEST(SharedSimulation, a_pause_ends_the_run_early_and_the_next_one_goes_on) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 1);
  clock.set_alarm(ticker.index, 0);
  as_thread([] {
    sc_core::wait(ns(4.5));
    sc_core::sc_pause();
  });
  EXPECT_FALSE(clock.run_until(8));
  EXPECT_EQ(sc_time_stamp(), ns(4.5));
  EXPECT_EQ(ticker.cycles, (Cycles{0, 1, 2, 3, 4}));
  EXPECT_EQ(clock.next(), 5u);
  EXPECT_TRUE(clock.run_until(8));
  EXPECT_EQ(ticker.cycles, (Cycles{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(SharedSimulation, a_stop_of_the_kernel_ends_the_run_for_good) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 1);
  clock.set_alarm(ticker.index, 0);
  as_thread([] {
    sc_core::wait(ns(4.5));
    sc_core::sc_stop();
  });
  EXPECT_FALSE(clock.run_until(8));
  EXPECT_FALSE(clock.run_until(9));
  EXPECT_EQ(ticker.cycles, (Cycles{0, 1, 2, 3, 4}));
}

TEST(SharedSimulation, a_monitor_that_stops_pauses_the_simulation_of_others) {
  ClockDomain clock("clock", Schedule::kDomain);
  sc_core::sc_clock other("other", ns(3));
  Ticker ticker(clock, 1);
  clock.set_alarm(ticker.index, 0);
  clock.set_monitor([](Cycle finished) { return finished != 6; });
  sc_start(ns(100));
  EXPECT_EQ(sc_time_stamp(), ns(7));
  EXPECT_EQ(ticker.cycles.back(), 6u);
  sc_start(ns(100));
  EXPECT_EQ(sc_time_stamp(), ns(107));
  EXPECT_EQ(ticker.cycles.back(), 6u) << "it is stopped, the others are not";
}

TEST(SharedSimulation, two_clocks_of_different_periods_keep_their_own_times) {
  ClockDomain fast("fast", Schedule::kDomain, 1, ns(0.8));
  ClockDomain slow("slow", Schedule::kProcess, 1, ns(3.7));
  Ticker in_fast(fast, 3), in_slow(slow, 1);
  fast.set_alarm(in_fast.index, 0);
  slow.set_alarm(in_slow.index, 0);
  EXPECT_TRUE(slow.run_until(100));
  EXPECT_EQ(in_slow.cycles.size(), 100u);
  EXPECT_EQ(fast.next(), 463u) << "370 ns / 0.8 ns = 462.5";
  EXPECT_TRUE(fast.run_until(1000));
  EXPECT_EQ(slow.next(), 217u) << "800 ns / 3.7 ns = 216.2";
  for (std::size_t i = 0; i < in_fast.cycles.size(); ++i) ASSERT_EQ(in_fast.picoseconds[i], 800 * 3 * i);
  for (std::size_t i = 0; i < in_slow.cycles.size(); ++i) ASSERT_EQ(in_slow.picoseconds[i], 3700 * i);
}

TEST(SharedSimulation, every_schedule_skips_the_same_cycles_with_the_same_results) {
  const auto evaluated = [](Schedule schedule) {
    return in_child([schedule] {
      ClockDomain clock("clock", schedule);
      sc_core::sc_clock other("other", ns(0.3));
      std::deque<Ticker> tickers;
      std::ostringstream text;
      for (const Cycle stride : {90, 7, 31}) clock.set_alarm(tickers.emplace_back(clock, stride).index, stride);
      for (int piece = 0; piece < 100; ++piece) sc_start(ns(11.1));
      for (const Ticker& ticker : tickers) {
        Cycle due = ticker.cycles.empty() || schedule != Schedule::kAlways ? 0 : 1;
        for (const Cycle cycle : ticker.cycles) {
          if (schedule == Schedule::kAlways) {
            EXPECT_EQ(cycle, due++) << "every cycle from the first on";
          } else {
            text << cycle << ' ';
          }
        }
      }
      return text.str();
    });
  };
  EXPECT_EQ(evaluated(Schedule::kDomain), evaluated(Schedule::kProcess));
  EXPECT_EQ(evaluated(Schedule::kAlways), "");
}

TEST(SharedSimulation, the_monitor_of_active_cycles_sees_those_and_the_one_it_asked_for) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 10);
  clock.set_alarm(ticker.index, 5);
  Cycles seen;
  clock.set_monitor(
      [&](Cycle finished) {
        seen.push_back(finished);
        clock.call_monitor_after(28);
        return finished < 38;
      },
      Monitored::kActiveCycles);
  EXPECT_TRUE(clock.run_until(37));
  // The cycle after an active one is looked at for modules that were woken, and shown to the monitor.
  EXPECT_EQ(seen, (Cycles{5, 6, 15, 16, 25, 26, 28, 29, 35, 36}));
}

TEST(SharedSimulation, a_monitor_that_waits_for_a_cycle_stops_the_clock_there) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 0);
  clock.set_alarm(ticker.index, 5);
  clock.set_monitor(
      [&](Cycle finished) {
        if (finished < 28) clock.call_monitor_after(28);
        return finished < 28;
      },
      Monitored::kActiveCycles);
  EXPECT_FALSE(clock.run_until(1000));
  EXPECT_EQ(clock.next(), 29u) << "as if it had been called after every cycle";
}

TEST(SharedSimulation, watches_see_active_cycles_and_those_that_they_ask_for_beside_the_monitor) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 10);
  clock.set_alarm(ticker.index, 5);
  Cycles first, second, monitored;
  clock.add_watch([&](Cycle finished) {
    first.push_back(finished);
    return finished < 28 ? Cycle{28} : ClockDomain::kNever;
  });
  const std::size_t number = clock.add_watch([&](Cycle finished) {
    second.push_back(finished);
    return finished < 9 ? Cycle{9} : ClockDomain::kNever;
  });
  clock.set_monitor(
      [&](Cycle finished) {
        monitored.push_back(finished);
        return true;
      },
      Monitored::kActiveCycles);
  EXPECT_TRUE(clock.run_until(20));
  EXPECT_EQ(first, (Cycles{5, 6, 9, 10, 15, 16}));
  EXPECT_EQ(second, first) << "each sees what another has asked for";
  clock.remove_watch(number);
  EXPECT_TRUE(clock.run_until(37));
  EXPECT_EQ(first, (Cycles{5, 6, 9, 10, 15, 16, 25, 26, 28, 29, 35, 36}));
  EXPECT_EQ(second.size(), 6u) << "it is removed";
  EXPECT_EQ(monitored, first);
}

TEST(SharedSimulation, a_watch_that_asks_for_no_cycle_does_not_keep_the_simulation_alive) {
  ClockDomain clock("clock", Schedule::kDomain);
  Ticker ticker(clock, 0);
  clock.set_alarm(ticker.index, 5);
  Cycles seen;
  clock.add_watch([&](Cycle finished) {
    seen.push_back(finished);
    return finished < 500 ? Cycle{500} : ClockDomain::kNever;
  });
  sc_start();
  EXPECT_EQ(seen, (Cycles{5, 6, 500}));
}

/// Counts the edges of a clock signal.
class EdgeCounter final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;
  unsigned rising = 0, falling = 0;
  SC_HAS_PROCESS(EdgeCounter);
  explicit EdgeCounter(sc_core::sc_module_name name) : sc_module(name), clock("clock") {
    SC_METHOD(count);
    sensitive << clock;
    dont_initialize();
  }

 private:
  void count() { ++(clock.read() ? rising : falling); }
};

TEST(SharedSimulation, the_clock_signal_toggles_for_a_port_that_is_bound_to_it) {
  ClockDomain clock("clock", Schedule::kDomain, 1, ns(3.7));
  EdgeCounter counter("counter");
  counter.clock.bind(clock.signal);
  std::vector<std::uint64_t> rising;
  as_thread([&] {
    for (;;) {
      sc_core::wait(clock.signal->posedge_event());
      rising.push_back(sc_time_stamp().value());
    }
  });
  sc_start(ns(37));
  EXPECT_EQ(counter.rising, 10u);
  EXPECT_EQ(counter.falling, 10u);
  ASSERT_EQ(rising.size(), 10u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(rising[i], 3700 * i);
}

TEST(SharedSimulation, the_clock_signal_begins_when_its_event_is_asked_for_and_is_silent_before) {
  ClockDomain clock("clock", Schedule::kDomain);
  sc_start(ns(100.25));
  EXPECT_EQ(sc_core::sc_delta_count(), 1u) << "the first one";
  std::vector<std::uint64_t> falling;
  as_thread([&] {
    for (;;) {
      sc_core::wait(clock.signal->negedge_event());
      falling.push_back(sc_time_stamp().value());
    }
  });
  sc_start(ns(3));
  EXPECT_EQ(falling, (std::vector<std::uint64_t>{100'500, 101'500, 102'500}));
}

TEST(SharedSimulation, a_period_that_has_no_half_is_refused) {
  EXPECT_THROW(ClockDomain("clock", Schedule::kDomain, 1, sc_time::from_value(1)), std::invalid_argument);
}

/// A module that makes a mistake in cycle 7.
class Mistaken final : public Clocked {
 public:
  explicit Mistaken(ClockDomain& clock) { clock.set_alarm(clock.add(*this), 7); }
  void evaluate(Cycle now) override {
    if (now == 7) throw std::logic_error("m: a flit too many");
  }
};

std::string g_report;  // of the handler below

void keep_report(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
  g_report = std::string(report.get_msg_type()) + ": " + report.get_msg() +
             (report.get_severity() == sc_core::SC_ERROR ? ", error" : "");
  if ((actions & sc_core::SC_THROW) != 0) throw report;
}

TEST(SharedSimulation, a_mistake_of_the_model_is_a_report_for_the_handler_of_the_user) {
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    in_child([schedule] {
      ClockDomain clock("clock", schedule);
      Mistaken module(clock);
      sc_core::sc_report_handler::set_handler(keep_report);
      EXPECT_THROW(clock.run_until(20), sc_core::sc_report);
      EXPECT_EQ(g_report, "/kintsugi/mistake: m: a flit too many, error");
      return std::string();
    });
  }
}

TEST(SharedSimulation, the_clock_stops_for_good_when_the_user_has_a_mistake_only_displayed) {
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    in_child([schedule] {
      ClockDomain clock("clock", schedule);
      Mistaken module(clock);
      sc_core::sc_report_handler::set_actions(kMistakeReport, sc_core::SC_ERROR, sc_core::SC_DO_NOTHING);
      EXPECT_FALSE(clock.run_until(20));
      EXPECT_FALSE(clock.run_until(40));
      EXPECT_EQ(clock.now(), 7u);
      return std::string();
    });
  }
}

TEST(SharedSimulation, what_runs_after_each_cycle_sees_all_that_the_cycle_did) {
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    in_child([schedule] {
      ClockDomain clock("clock", schedule);
      Ticker ticker(clock, 5);
      clock.set_alarm(ticker.index, 5);
      Cycles seen;
      clock.after_each_cycle([&] {
        seen.push_back(ticker.cycles.size());
        EXPECT_EQ(sc_time_stamp(), clock.time_of(clock.now()));
      });
      clock.run_until(12);
      // Once when the simulation begins, too. Schedule always evaluates the module in every cycle.
      EXPECT_EQ(seen.back(), ticker.cycles.size());
      EXPECT_TRUE(std::ranges::is_sorted(seen));
      EXPECT_EQ(std::set<Cycle>(seen.begin(), seen.end()).size(), schedule == Schedule::kAlways ? 12u : 3u);
      return std::string();
    });
  }
}

/// Acts at the end of cycle 5, behind the actions of others.
class LateActor final : public Clocked {
 public:
  explicit LateActor(ClockDomain& clock) : clock_(clock) { clock.set_alarm(clock.add(*this), 5); }
  void evaluate(Cycle now) override {
    if (now != 5) return;
    clock_.at_end_of_cycle([this] { clock_.at_end_of_cycle([this] { has_acted = true; }); });
  }
  bool has_acted = false;

 private:
  ClockDomain& clock_;
};

TEST(SharedSimulation, what_runs_after_each_cycle_sees_actions_behind_actions) {
  std::set<std::string> deltas;
  for (const Schedule schedule : {Schedule::kDomain, Schedule::kProcess, Schedule::kAlways}) {
    deltas.insert(in_child([schedule] {
      ClockDomain clock("clock", schedule);
      LateActor actor(clock);
      sc_dt::uint64 before = 0;
      std::string delta;
      clock.after_each_cycle([&] {
        EXPECT_EQ(actor.has_acted, clock.now() >= 5) << clock.now();
        if (clock.now() == 5) delta = std::to_string(sc_core::sc_delta_count() - before);
        before = sc_core::sc_delta_count();
      });
      clock.run_until(8);
      EXPECT_TRUE(actor.has_acted);
      return delta;
    }));
  }
  EXPECT_EQ(deltas.size(), 1u) << "the delta cycle within the cycle is the same on every schedule";
}

}  // namespace
}  // namespace kintsugi::test
