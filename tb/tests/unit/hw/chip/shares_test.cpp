// The threads of a chip have shares of about equal work, and dividing them anew changes no result.
#include <algorithm>
#include <tuple>

#include "models/random/random.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

ChipParameters with_threads(unsigned threads) {
  ChipParameters chosen;
  chosen.router = {2, 4, 1};
  chosen.threads = threads;
  return chosen;
}

/// Runs so many cycles; returns the evaluations of the thread that made most, divided by the mean.
double unevenness(Bench& bench, Cycle cycles) {
  ClockDomain& clock = bench.clock();
  std::vector<std::uint64_t> made(clock.threads());
  for (unsigned thread = 0; thread < made.size(); ++thread) made[thread] = clock.evaluations(thread);
  const std::uint64_t before = clock.evaluations();
  bench.run(cycles);
  for (unsigned thread = 0; thread < made.size(); ++thread) made[thread] = clock.evaluations(thread) - made[thread];
  const double mean = static_cast<double>(clock.evaluations() - before) / static_cast<double>(made.size());
  return static_cast<double>(*std::ranges::max_element(made)) / mean;
}

/// A mesh of 32 x 32 nodes of which those with x < 16 send and receive: at first one thread of two has all the work, as
/// the modules are made column by column.
std::unique_ptr<Bench> half_busy_mesh(unsigned threads) {
  auto bench = std::make_unique<Bench>("mesh", Parameters{{"sides", std::vector<std::int64_t>{32, 32}}},
                                       "dimension-order", with_threads(threads));
  elaborate();
  constexpr std::uint32_t kHalf = 512;
  const auto busy = [](std::uint64_t number) { return NodeId::from(number / 16 * 32 + number % 16); };
  for (std::uint32_t number = 0; number < kHalf; ++number) {
    RandomStream random(26, number);
    for (Cycle cycle = 1 + random.below(90); cycle < 1000; cycle += 1 + random.below(180)) {
      const NodeId to = busy(random.below(kHalf));
      if (to != busy(number)) bench->send(cycle, busy(number), to, 4);
    }
  }
  bench->start();
  return bench;
}

std::string deliveries_of(Bench& bench) {
  bench.record.gather();
  std::vector<std::tuple<Cycle, std::uint32_t, std::uint64_t, unsigned>> all;
  for (const Record::Arrival& each : bench.record.arrivals) {
    all.emplace_back(each.delivered, each.source.value, each.serial, each.hops);
  }
  std::ranges::sort(all);
  std::string text;
  for (const auto& [cycle, source, serial, hops] : all) {
    text += std::to_string(cycle) + ' ' + std::to_string(source) + ' ' + std::to_string(serial) + ' ' +
            std::to_string(hops) + '\n';
  }
  return text;
}

TEST(Shares, follow_the_work_on_a_mesh_of_which_half_is_idle) {
  const std::unique_ptr<Bench> bench = half_busy_mesh(2);
  EXPECT_GT(unevenness(*bench, 40), 1.8) << "the test needs uneven shares at first";
  bench->run(400);
  EXPECT_LT(unevenness(*bench, 400), 1.2);
}

TEST(Shares, are_divided_anew_without_a_change_of_the_results) {
  const auto result = [](unsigned threads) {
    return in_child([&] {
      const std::unique_ptr<Bench> bench = half_busy_mesh(threads);
      bench->run(1500);
      EXPECT_EQ(bench->chip->packets().live(), 0u);
      return deliveries_of(*bench);
    });
  };
  const std::string one = result(1);
  EXPECT_GT(std::ranges::count(one, '\n'), 4000);
  for (const unsigned threads : {2u, 3u, 4u}) EXPECT_TRUE(result(threads) == one) << threads << " threads";
}

/// The spare PEs are idle, and so are the routers beside dead ones. A share may have a block of 64 routers too many.
TEST(Shares, are_even_on_a_wafer) {
  for (const unsigned threads : {2u, 3u}) {
    EXPECT_EQ(in_child([&] {
                Bench bench("srt2d", srt2d(5, "standard"), "monotone", with_threads(threads), true);
                bench.configure({SiteId{100}, SiteId{501}, SiteId{903}});
                bench.start_uniform(0.05, 8, 5, bench.clock().next() + 2000);
                bench.run(300);
                const double uneven = unevenness(bench, 500);
                const double most = 1 + threads * 64.0 / static_cast<double>(bench.chip->sites());
                return uneven < most ? std::string("even") : std::to_string(uneven);
              }),
              "even")
        << threads << " threads";
  }
}

}  // namespace
}  // namespace kintsugi::test
