// Traffic through whole chips: no flit is dropped, packets stay in order, every schedule gives the same.
#include "tb/tests/unit/hw/chip/bench.hpp"

namespace kintsugi::test {
namespace {

ChipParameters fast_chip(Schedule schedule) {
  ChipParameters parameters;
  parameters.router = {2, 4, 0};
  parameters.schedule = schedule;
  return parameters;
}

void run_and_drain(Bench& bench, double rate, Cycle cycles) {
  const Cycle end = bench.clock().next() + cycles;
  bench.start_uniform(rate, 16, 1, end);
  ASSERT_TRUE(bench.clock().run_until(end));
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  for (int i = 0; i < 100 && bench.chip->packets().live() != 0; ++i)
    bench.clock().run_until(bench.clock().next() + 200);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets);
  EXPECT_EQ(bench.chip->counters().in_network(), 0u);
}

TEST(Traffic, ring_of_64_delivers_all_at_moderate_load) {
  Bench bench("srt1d", {{"n", 6}, {"variant", "short"}}, "monotone", fast_chip(Schedule::kDomain));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  run_and_drain(bench, 0.05, 5000);
}

TEST(Traffic, torus_8x8_delivers_all_far_beyond_saturation) {
  Bench bench("srt2d", srt2d(3, "standard"), "recursive", fast_chip(Schedule::kDomain));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const Cycle end = 2000;
  bench.start_uniform(0.9, 16, 1, end);
  ASSERT_TRUE(bench.clock().run_until(end));
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  bench.clock().run_until(100000);
  EXPECT_EQ(bench.chip->packets().live(), 0u);
  EXPECT_EQ(bench.record.arrivals.size(), bench.record.created_packets);
}

}  // namespace
}  // namespace kintsugi::test
