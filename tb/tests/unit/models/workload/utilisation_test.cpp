// What ranks do over time, compared with a count of every cycle.
#include "models/workload/utilisation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

/// Goes through all operations for each cycle.
std::vector<UtilisationBin> counted_bins(const ProgramRun& run, const Utilisation& result) {
  std::vector<UtilisationBin> bins(result.bins.size());
  const Program& program = run.program();
  for (Cycle cycle = result.begin; cycle < result.end; ++cycle) {
    UtilisationBin& bin = bins.at((cycle - result.begin) / result.width);
    std::set<RankId> computing;
    std::set<RankId> waiting;
    for (const OpId op : ids<OpId>(program.size())) {
      const bool goes_on = run.started(op) <= cycle && cycle < run.ended(op);
      const OpKind kind = program[op].kind;
      if (goes_on && kind != OpKind::kSend) (kind == OpKind::kCalc ? computing : waiting).insert(program.rank_of(op));
      const bool has_left = kind == OpKind::kSend && run.ended(op) != ProgramRun::kNever;
      if (!has_left || cycle >= run.ended(op)) continue;
      bin.flits += run.ended(op) - cycle <= run.protocol().flits(program[op].size);
    }
    bin.computing += computing.size();
    for (const RankId rank : waiting) bin.waiting += !computing.contains(rank);
  }
  return bins;
}

TEST(Utilisation, of_random_programs_agrees_with_a_count_of_every_cycle) {
  std::size_t ended = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    RandomStream random(31, number);
    const Program program = random_program(random, 2 + random.below(60));
    const Protocol protocol = random_protocol(random);
    ProgramRun run(program, protocol);
    ContentionFree network(run, 1 + random.below(30));
    ended += network.run_to_end(100'000);
    // Also a part of the run, and cycles behind it.
    for (const Cycle begin : {Cycle{0}, network.now() / 3}) {
      for (const Cycle end : {network.now(), begin, begin + 1, network.now() / 2 + begin, network.now() + 9}) {
        for (const std::size_t most : {std::size_t{1}, std::size_t{7}, kMostBins}) {
          const Utilisation result = utilisation(run, begin, end, most);
          ASSERT_LE(result.bins.size(), most);
          ASSERT_EQ(result.bins.empty(), begin >= end);
          ASSERT_EQ(result.bins, counted_bins(run, result)) << "program " << number;
          Cycle cycles = 0;
          for (std::size_t bin = 0; bin < result.bins.size(); ++bin) {
            cycles += result.width_of(bin);
            ASSERT_LE(result.share(bin, result.bins[bin].computing + result.bins[bin].waiting), 1);
          }
          ASSERT_EQ(cycles, end - std::min(begin, end));
        }
      }
    }
  }
  EXPECT_GT(ended, 50u);
  EXPECT_LT(ended, 100u);
}

TEST(Utilisation, of_a_ring_is_computing_or_waiting_all_the_time_and_has_all_flits) {
  constexpr std::uint32_t kMembers = 8;
  constexpr Protocol kShort{.flit_bytes = 8, .packet_bytes = 32};
  const auto composed = find_workload("allreduce")
                            ->make({{"ranks", std::int64_t{kMembers}},
                                    {"bytes", std::int64_t{kMembers * 100}},
                                    {"reduce_bytes_per_ns", std::int64_t{4}}});
  ProgramRun run(composed.program, kShort);
  ContentionFree network(run, 7);
  ASSERT_TRUE(network.run_to_end());
  const Alone alone(kShort, 7, 4);
  const Cycle cycles = alone.ring_all_reduce(kMembers, kMembers * 100);
  const Utilisation result = utilisation(run, 0, cycles);
  const UtilisationBin total = result.total();
  EXPECT_EQ(total.computing, kMembers * (kMembers - 1) * alone.adding(100));
  EXPECT_EQ(total.computing + total.waiting, kMembers * cycles);
  EXPECT_EQ(total.flits, network.flits());
  EXPECT_DOUBLE_EQ(result.share(0, result.bins[0].computing + result.bins[0].waiting), 1);
}

TEST(Utilisation, counts_the_flits_of_a_multicast_once) {
  const Composed composed = find_workload("broadcast")
                                ->make({{"ranks", std::int64_t{16}},
                                        {"bytes", std::int64_t{80}},
                                        {"times", std::int64_t{2}},
                                        {"algorithm", "multicast"}});
  for (const bool multicasts : {true, false}) {
    const Protocol protocol{.flit_bytes = 8, .packet_bytes = 32, .multicasts = multicasts};
    ProgramRun run(composed.program, protocol);
    ContentionFree network(run, 7);
    ASSERT_TRUE(network.run_to_end());
    const std::uint64_t flits = utilisation(run, 0, network.now() + 1).total().flits;
    EXPECT_EQ(flits, network.flits());
    EXPECT_EQ(flits, multicasts ? 2u * 10 : 2u * 10 * 15);
  }
}

}  // namespace
}  // namespace kintsugi::workload::test
