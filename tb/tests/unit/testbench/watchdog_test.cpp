// A watchdog reports a stalled chip once, with what each packet waits for.
#include "tb/testbench/watchdog.hpp"

#include "hw/chip/deadlock_report.hpp"
#include "hw/link/link_relay.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

/// Every node sends a packet two nodes on, longer than the buffers on its route.
void block_ring(Bench& bench, Cycle begin) {
  for (std::uint32_t node = 0; node < 4; ++node) bench.send(begin, NodeId{node}, NodeId{(node + 2) % 4}, 20);
  bench.start();
}

Bench ring_that_blocks(Schedule schedule = Schedule::kDomain) {
  ChipParameters parameters = chip_with(4, 1, 1);
  parameters.schedule = schedule;
  return ring_bench(4, 1, always_east(1), parameters);
}

/// Returns the cycle in which the watchdog reports, after `cycles`; 0 if it does not.
Cycle cycle_of_report(Chip& chip, const Watchdog& watchdog, Cycle cycles) {
  for (Cycle end = chip.clock().next() + cycles; chip.clock().next() < end;) {
    chip.clock().run_until(chip.clock().next() + 1);
    if (watchdog.has_reported()) return chip.clock().now();
  }
  return 0;
}

TEST(Watchdog, reports_once_what_each_packet_waits_for) {
  const KeptReports kept;
  Bench bench = ring_that_blocks();
  Watchdog watchdog("watchdog", *bench.chip, 200);
  elaborate();
  block_ring(bench, 10);
  const Cycle at = cycle_of_report(*bench.chip, watchdog, 1000);
  const Cycle last_move = watchdog.last_move();
  EXPECT_GT(last_move, 10u);
  EXPECT_LT(last_move, 60u);
  EXPECT_EQ(at, last_move + 200 + bench.clock().slots());
  bench.run(2000);
  ASSERT_EQ(KeptReports::reports().size(), 1u);
  std::string expected = "watchdog: no flit of net has moved since cycle " + std::to_string(last_move) +
                         ", and 32 flits are in the network:";
  for (const std::string& line : deadlock_report(*bench.chip)) expected += "\n  " + line;
  EXPECT_EQ(KeptReports::reports()[0], "warning /kintsugi/deadlock: " + expected);
  EXPECT_EQ(watchdog.text(), expected);
}

TEST(Watchdog, reports_in_the_same_cycle_on_every_schedule) {
  const auto cycle_on = [](Schedule schedule) {
    return in_child([schedule] {
      const KeptReports kept;
      Bench bench = ring_that_blocks(schedule);
      const Watchdog watchdog("watchdog", *bench.chip, 50);
      elaborate();
      block_ring(bench, 0);
      return std::to_string(cycle_of_report(*bench.chip, watchdog, 500));
    });
  };
  EXPECT_NE(cycle_on(Schedule::kDomain), "0");
  EXPECT_EQ(cycle_on(Schedule::kProcess), cycle_on(Schedule::kDomain));
  EXPECT_EQ(cycle_on(Schedule::kAlways), cycle_on(Schedule::kDomain));
}

TEST(Watchdog, is_silent_while_flits_move_and_when_none_is_there) {
  const KeptReports kept;
  Bench bench = ring_bench(4, 2, always_east(2), chip_with(4, 1, 1));
  const Watchdog watchdog("watchdog", *bench.chip, 20);
  elaborate();
  block_ring(bench, 10);  // the second channel over the dateline lets them pass
  bench.run(3000);
  EXPECT_EQ(bench.record.arrivals.size(), 4u);
  EXPECT_FALSE(watchdog.has_reported());
  EXPECT_EQ(watchdog.text(), "");
}

TEST(Watchdog, does_not_take_a_flit_on_a_long_wire_for_a_deadlock) {
  const KeptReports kept;
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 40));
  const Watchdog watchdog("watchdog", *bench.chip, 1);
  elaborate();
  bench.send(0, NodeId{0}, NodeId{3}, 1);
  bench.start();
  bench.run(400);
  EXPECT_EQ(bench.record.arrivals.size(), 1u);
  EXPECT_FALSE(watchdog.has_reported());
}

/// Keeps every flit for many cycles.
class SlowLink final : public LinkRelay {
 public:
  SlowLink(sc_core::sc_module_name name, const LinkSite& site, unsigned delay, Cycle wait)
      : LinkRelay(name, site, delay), wait_(wait) {}

 private:
  Cycle on_flit(LinkSide, const Flit&, Cycle) override { return wait_; }
  Cycle wait_;
};

Bench ring_of_slow_links(unsigned delay, Cycle wait) {
  const Bench::Adapt adapt = [=](ChipPlan& plan) {
    plan.on_link = [=](const char* name, const LinkSite& site) -> std::unique_ptr<LinkModule> {
      return std::make_unique<SlowLink>(name, site, delay, wait);
    };
  };
  return {make_plain_ring(4), std::make_unique<FunctionRelation>(1, always_east(1)), chip_with(4, 1, 1),
          Multicasts::kNone, adapt};
}

TEST(Watchdog, does_not_take_a_flit_in_modules_of_a_link_for_a_deadlock) {
  for (const std::pair<unsigned, Cycle>& each : std::vector<std::pair<unsigned, Cycle>>{{40, 0}, {1, 700}, {60, 300}}) {
    in_child([each] {
      const auto [delay, wait] = each;
      const KeptReports kept;
      Bench bench = ring_of_slow_links(delay, wait);
      const Watchdog watchdog("watchdog", *bench.chip, 1);
      elaborate();
      for (std::uint32_t node = 0; node < 4; ++node) bench.send(0, NodeId{node}, NodeId{(node + 1) % 4}, 3);
      bench.start();
      bench.run(10 * (2 * delay + 2 * wait + 10));
      EXPECT_EQ(bench.record.arrivals.size(), 4u);
      EXPECT_FALSE(watchdog.has_reported()) << watchdog.text();
      return std::string();
    });
  }
}

TEST(Watchdog, reports_a_deadlock_of_packets_that_have_passed_slow_links) {
  const KeptReports kept;
  Bench bench = ring_of_slow_links(40, 100);
  Watchdog watchdog("watchdog", *bench.chip, 50);
  elaborate();
  block_ring(bench, 10);
  const Cycle at = cycle_of_report(*bench.chip, watchdog, 10'000);
  EXPECT_GE(at, watchdog.last_move() + 50 + bench.clock().slots());
  EXPECT_LE(at, watchdog.last_move() + 50 + bench.clock().slots() + 2 * (100 + 40));
  EXPECT_EQ(KeptReports::reports().size(), 1u);
}

TEST(Watchdog, lets_a_simulation_without_an_end_end) {
  const KeptReports kept;
  Bench bench = ring_that_blocks();
  const Watchdog watchdog("watchdog", *bench.chip, 5000);
  elaborate();
  block_ring(bench, 10);
  sc_core::sc_start();
  EXPECT_TRUE(watchdog.has_reported());
  EXPECT_EQ(KeptReports::reports().size(), 1u);
}

TEST(Watchdog, reports_at_the_end_of_the_simulation_if_the_rule_is_met_by_then) {
  for (const bool is_met : {false, true}) {
    in_child([is_met] {
      const KeptReports kept;
      Bench bench = ring_that_blocks();
      const Watchdog watchdog("watchdog", *bench.chip, 100);
      elaborate();
      block_ring(bench, 10);
      bench.run(60);
      // the clock does not get to the cycle in which it would report
      const Cycle certain = watchdog.last_move() + 100 + bench.clock().slots();
      bench.run(certain + (is_met ? 1 : 0) - bench.clock().next());
      EXPECT_FALSE(watchdog.has_reported() && !is_met);
      sc_core::sc_stop();
      EXPECT_EQ(KeptReports::reports().size(), is_met ? 1u : 0u);
      return std::string();
    });
  }
}

TEST(Watchdog, reports_when_it_is_destroyed_before_the_chip) {
  const KeptReports kept;
  Bench bench = ring_that_blocks();
  {
    const Watchdog watchdog("watchdog", *bench.chip, 100);
    elaborate();
    block_ring(bench, 10);
    bench.run(100);
    sc_core::sc_start(1, sc_core::SC_US);  // its last cycles are not shown to watches before the next ones
  }
  EXPECT_EQ(KeptReports::reports().size(), 1u);
  bench.run(100);
}

TEST(Watchdog, can_outlive_the_chip) {
  const KeptReports kept;
  std::unique_ptr<Bench> bench(new Bench(ring_that_blocks()));  // a chip cannot be moved
  const Watchdog watchdog("watchdog", *bench->chip, 100);
  elaborate();
  block_ring(*bench, 10);
  bench->run(60);
  bench.reset();
  EXPECT_EQ(KeptReports::reports().size(), 0u);
}

TEST(Watchdog, refuses_no_cycles_and_too_many) {
  Bench bench = ring_that_blocks();
  EXPECT_THROW(Watchdog("none", *bench.chip, 0), std::invalid_argument);
  EXPECT_THROW(Watchdog("many", *bench.chip, ~Cycle{0}), std::invalid_argument);
  elaborate();
  bench.run(10);
}

TEST(Watchdog, stands_beside_a_monitor_of_the_user) {
  const KeptReports kept;
  Bench bench = ring_that_blocks();
  const Watchdog watchdog("watchdog", *bench.chip, 100);
  std::vector<Cycle> seen;
  bench.clock().set_monitor(
      [&](Cycle finished) {
        seen.push_back(finished);
        return true;
      },
      Monitored::kEveryCycle);
  elaborate();
  block_ring(bench, 10);
  bench.run(1000);
  EXPECT_TRUE(watchdog.has_reported());
  EXPECT_EQ(seen.size(), 1000u);
}

}  // namespace
}  // namespace kintsugi::test
