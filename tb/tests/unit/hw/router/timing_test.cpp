// Cycles of a router and its links: when a flit leaves, and how many leave when credits are short.
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

struct Latencies {
  unsigned router;
  unsigned link;
  friend std::ostream& operator<<(std::ostream& out, const Latencies& latencies) {
    return out << "r" << latencies.router << "_k" << latencies.link;
  }
};
const auto kName = [](const auto& test) { return testing::PrintToString(test.param); };
const auto kLatencies = testing::Values(Latencies{0, 1}, Latencies{0, 2}, Latencies{1, 1}, Latencies{1, 3},
                                        Latencies{2, 2}, Latencies{4, 1}, Latencies{3, 5});

class RouterTiming : public testing::TestWithParam<Latencies> {
 protected:
  unsigned r = GetParam().router;
  unsigned k = GetParam().link;
  unsigned round_trip = 2 * k + r;
};
INSTANTIATE_TEST_SUITE_P(Latencies, RouterTiming, kLatencies, kName);

TEST_P(RouterTiming, a_flit_that_leaves_a_in_t_leaves_b_in_t_plus_k_plus_r) {
  Bench bench = ring_bench(8, 1, always_east(1), chip_with(round_trip, r, k));
  elaborate();
  constexpr Cycle kCreated = 5;
  constexpr std::uint16_t kFlits = 30;
  bench.send(kCreated, NodeId{2}, NodeId{5}, kFlits);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(300);
  ASSERT_EQ(tap.all().size(), 4u * kFlits);
  for (std::uint32_t hop = 0; hop <= 3; ++hop) {
    const auto seen = tap.at(SiteId{2 + hop}, hop < 3 ? kEast : kRingLocal);
    ASSERT_EQ(seen.size(), kFlits);
    for (unsigned i = 0; i < kFlits; ++i) {
      ASSERT_EQ(seen[i].flit.sequence, i);
      ASSERT_EQ(seen[i].cycle, kCreated + 1 + r + hop * (k + r) + i);
    }
  }
}

TEST_P(RouterTiming, a_depth_of_the_round_trip_keeps_the_link_full) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(round_trip, r, k));
  elaborate();
  constexpr std::uint16_t kFlits = 1000;
  bench.send(0, NodeId{0}, NodeId{1}, kFlits);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(2 * kFlits);
  const auto seen = tap.at(SiteId{0}, kEast);
  ASSERT_EQ(seen.size(), kFlits);
  EXPECT_EQ(seen.back().cycle - seen.front().cycle, kFlits - 1u);
}

/// A credit is back 2k + r cycles after its flit has left, so in every 2k + r cycles exactly `depth` flits leave.
TEST_P(RouterTiming, one_flit_of_depth_less_than_the_round_trip_costs_one_cycle_in_each_round_trip) {
  if (round_trip < 3) GTEST_SKIP() << "the PE's own link has the same round trip";
  const unsigned depth = round_trip - 1;
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(depth, r, k));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 1000);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(1000);
  const auto seen = tap.at(SiteId{0}, kEast);
  ASSERT_GT(seen.size(), 500u);
  for (std::size_t i = 5 * depth; i + depth < seen.size(); ++i) {
    ASSERT_EQ(seen[i + depth].cycle, seen[i].cycle + round_trip);
  }
}

struct Depth {
  unsigned depth;
  unsigned router;
  unsigned link;
  friend std::ostream& operator<<(std::ostream& out, const Depth& each) {
    return out << "depth" << each.depth << "_r" << each.router << "_k" << each.link;
  }
};
class RouterDepth : public testing::TestWithParam<Depth> {};
INSTANTIATE_TEST_SUITE_P(Depths, RouterDepth,
                         testing::Values(Depth{1, 0, 1}, Depth{1, 1, 1}, Depth{1, 3, 4}, Depth{2, 1, 2}, Depth{3, 0, 4},
                                         Depth{4, 4, 3}, Depth{5, 1, 4}, Depth{7, 2, 7}),
                         kName);

TEST_P(RouterDepth, throughput_is_depth_in_a_round_trip) {
  const auto [depth, r, k] = GetParam();
  const unsigned round_trip = 2 * k + r;
  ASSERT_LT(depth, round_trip);
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(depth, r, k));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{2}, 65535);
  bench.start();
  bench.run(20 * round_trip);  // into the steady state
  const std::uint64_t before = bench.record.flits;
  bench.run(100 * round_trip);
  EXPECT_EQ(bench.record.flits - before, 100u * depth);
}

}  // namespace
}  // namespace kintsugi::test
