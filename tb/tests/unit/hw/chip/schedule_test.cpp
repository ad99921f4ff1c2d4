// The schedule changes the speed of a simulation, never its results.
#include <algorithm>
#include <sstream>

#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fork.hpp"

namespace kintsugi::test {
namespace {

struct Load {
  double rate;
  std::uint16_t flits;
  Cycle cycles;
};

/// Lists every delivered packet in order of delivery, packets of one cycle in order of their sources.
std::string deliveries(Record& record) {
  record.gather();
  auto& all = record.arrivals;
  std::ranges::sort(all, [](const Record::Arrival& a, const Record::Arrival& b) {
    return std::tuple(a.delivered, a.source, a.serial) < std::tuple(b.delivered, b.source, b.serial);
  });
  std::ostringstream text;
  for (const Record::Arrival& each : all) {
    text << each.source.value << ' ' << each.serial << ' ' << each.destination.value << ' ' << each.created << ' '
         << each.injected << ' ' << each.delivered << ' ' << each.hops << '\n';
  }
  return text.str();
}

std::string run(Bench& bench, const Load& load) {
  const Cycle end = bench.clock().next() + load.cycles;
  bench.start_uniform(load.rate, load.flits, 5, end);
  bench.clock().run_until(end);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
  std::ostringstream text;
  text << "in the network " << bench.chip->counters().in_network() << ", moves " << bench.chip->counters().moves
       << '\n';
  bench.run(300);
  text << "live " << bench.chip->packets().live() << '\n';
  return text.str() + deliveries(bench.record);
}

/// The schedule and threads with which the modules are evaluated.
struct Way {
  Schedule schedule;
  unsigned threads;
};

/// `make` builds a bench with the given schedule and threads; all runs must print the same.
template <class Make>
void expect_same_in_all_ways(Make make, const Load& load, std::size_t least) {
  const auto result = [&](Schedule schedule, unsigned threads = 1) {
    return in_child([&] {
      const std::unique_ptr<Bench> bench = make(Way{schedule, threads});
      EXPECT_EQ(std::min(bench->clock().threads(), 3u), std::min(threads, 3u)) << "too small for so many";
      return run(*bench, load);
    });
  };
  const std::string domain = result(Schedule::kDomain);
  EXPECT_GT(std::ranges::count(domain, '\n'), static_cast<std::ptrdiff_t>(least));
  EXPECT_TRUE(result(Schedule::kProcess) == domain) << "schedule process gives other results";
  EXPECT_TRUE(result(Schedule::kAlways) == domain) << "schedule always gives other results";
  for (const unsigned threads : {2u, 3u, 64u}) {  // at last one for each block of modules
    EXPECT_TRUE(result(Schedule::kDomain, threads) == domain) << threads << " threads give other results";
  }
}

ChipParameters parameters(const Way& way, unsigned router_latency) {
  ChipParameters chosen;
  chosen.router = {2, 4, router_latency};
  chosen.schedule = way.schedule;
  chosen.threads = way.threads;
  return chosen;
}

TEST(ScheduleEquality, directly_wired_torus_at_low_load) {
  expect_same_in_all_ways(
      [](const Way& way) {
        auto bench = std::make_unique<Bench>("srt2d", srt2d(4, "standard"), "monotone", parameters(way, 1));
        elaborate();
        return bench;
      },
      {0.05, 8, 1000}, 500);
}

TEST(ScheduleEquality, directly_wired_torus_beyond_saturation) {
  expect_same_in_all_ways(
      [](const Way& way) {
        auto bench = std::make_unique<Bench>("srt2d", srt2d(4, "standard"), "recursive", parameters(way, 0));
        elaborate();
        return bench;
      },
      {0.9, 5, 120}, 1000);
}

TEST(ScheduleEquality, repaired_wafer_with_latencies_by_length) {
  expect_same_in_all_ways(
      [](const Way& way) {
        ChipParameters chosen = parameters(way, 2);
        chosen.link.reach = 3;
        auto bench = std::make_unique<Bench>("srt2d", srt2d(3, "long"), "monotone", chosen, true);
        bench->configure({SiteId{8}, SiteId{17}});
        return bench;
      },
      {0.4, 3, 2000}, 1000);
}

TEST(ScheduleEquality, ring_beyond_saturation) {
  expect_same_in_all_ways(
      [](const Way& way) {
        auto bench = std::make_unique<Bench>("srt1d", Parameters{{"n", 8}, {"variant", "short"}}, "recursive",
                                             parameters(way, 4));
        elaborate();
        return bench;
      },
      {0.7, 16, 1500}, 200);
}

TEST(ScheduleEquality, heads_with_patience_beyond_saturation) {
  expect_same_in_all_ways(
      [](const Way& way) {
        ChipParameters chosen = parameters(way, 1);
        chosen.router.patience = 23;
        auto bench =
            std::make_unique<Bench>("mandala", Parameters{{"ports", 4}, {"levels", 4}}, "redirect", chosen, false, 6);
        elaborate();
        return bench;
      },
      {0.1, 5, 300}, 200);
}

}  // namespace
}  // namespace kintsugi::test
