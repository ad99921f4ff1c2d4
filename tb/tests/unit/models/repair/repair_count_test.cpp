#include "models/repair/repair_count.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace kintsugi {
namespace {

std::vector<SiteId> sites(std::uint32_t count) {
  std::vector<SiteId> list;
  for (std::uint32_t i = 0; i < count; ++i) list.push_back(SiteId{i});
  return list;
}

/// Wrong if the sum of the sites is a multiple of 7, irreparable if it is another even number.
MapOutcome by_sum(const Defects& defects) {
  std::uint32_t sum = 0;
  for (const SiteId site : defects.sites) sum += site.value;
  if (sum % 7 == 0) return MapOutcome::kWrong;
  return sum % 2 == 0 ? MapOutcome::kIrreparable : MapOutcome::kRepaired;
}

const std::vector<JudgeMaker> kJudges = {
    [] { return Judge(by_sum); },
    [] { return Judge([](const Defects&) { return MapOutcome::kRepaired; }); },
};

std::vector<DefectMaps> some_sets() {
  return {DefectMaps::all(sites(20), 0), DefectMaps::all(sites(20), 4), DefectMaps::random(sites(30), 3, 5000, 1),
          DefectMaps::random(sites(30), 3, 0, 1)};
}

TEST(RepairCount, counts_every_map_for_every_judge) {
  const auto counted = count_repairs(some_sets(), kJudges, 1);
  ASSERT_EQ(counted.size(), 4u);
  EXPECT_EQ(counted[0][0], (RepairCount{1, 1, 1, Defects{}}));
  std::uint64_t irreparable = 0, wrong = 0;
  const DefectMaps all = DefectMaps::all(sites(20), 4);
  DefectMapReader reader(all);
  for (std::uint64_t number = 0; number < all.size(); ++number) {
    const MapOutcome outcome = by_sum(reader.read(number));
    irreparable += outcome == MapOutcome::kIrreparable;
    wrong += outcome == MapOutcome::kWrong;
  }
  EXPECT_EQ(counted[1][0],
            (RepairCount{4845, 4845 - irreparable, wrong, Defects{SiteId{0}, SiteId{1}, SiteId{2}, SiteId{4}}}));
  EXPECT_EQ(counted[1][1], (RepairCount{4845, 4845, 0, std::nullopt}));
  EXPECT_EQ(counted[2][1].maps, 5000u);
  EXPECT_EQ(counted[3][0], RepairCount{});
}

TEST(RepairCount, does_not_depend_on_the_number_of_threads) {
  const auto one = count_repairs(some_sets(), kJudges, 1);
  EXPECT_EQ(count_repairs(some_sets(), kJudges, 2), one);
  EXPECT_EQ(count_repairs(some_sets(), kJudges, 7), one);
}

/// Returns the exit status of a process of its own, in which `work` may have no second thread.
int status_without_threads(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit one{1, 1};
    const bool limited = setrlimit(RLIMIT_NPROC, &one) == 0 && (geteuid() != 0 || setuid(65534) == 0);  // not for root
    _exit(limited ? (work() ? 0 : 1) : 2);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(RepairCount, needs_no_further_thread) {
  EXPECT_EQ(status_without_threads([] {
              try {
                std::thread([] {}).join();
              } catch (const std::system_error&) {
                return true;
              }
              return false;
            }),
            0)
      << "the limit holds";
  const auto one = count_repairs(some_sets(), kJudges, 1);
  EXPECT_EQ(status_without_threads([&] { return count_repairs(some_sets(), kJudges, 4) == one; }), 0);
}

TEST(RepairCount, stops_with_the_counts_so_far) {
  std::size_t questions = 0;
  const auto stop = [&questions] { return ++questions == 4; };
  const auto counted = count_repairs(some_sets(), kJudges, 1, {}, stop);
  EXPECT_EQ(counted[0][1].maps, 1u);
  EXPECT_EQ(counted[1][1].maps, 1024u);
  EXPECT_EQ(counted[1][0].maps, 1024u);
  EXPECT_EQ(counted[2][1].maps, 0u);
}

TEST(RepairCount, tells_how_far_it_is) {
  std::size_t last = 0, of = 0;
  const auto told = [&](std::size_t done, std::size_t total) {
    EXPECT_GT(done, last);
    last = done;
    of = total;
  };
  count_repairs(some_sets(), kJudges, 2, told);
  EXPECT_EQ(last, 1u + 4845 + 5000);
  EXPECT_EQ(of, last);
}

TEST(RepairCount, what_a_judge_throws_ends_the_count) {
  const std::vector<JudgeMaker> judges = {[] {
    return Judge([](const Defects& defects) {
      if (defects.sites == DefectMap{SiteId{1}, SiteId{2}, SiteId{3}}) throw std::invalid_argument("no");
      return MapOutcome::kRepaired;
    });
  }};
  const std::vector<DefectMaps> sets = {DefectMaps::all(sites(20), 3)};
  EXPECT_THROW(count_repairs(sets, judges, 1), std::invalid_argument);
  EXPECT_THROW(count_repairs(sets, judges, 3), std::invalid_argument);
}

TEST(RepairCount, blocks_hold_each_map_once_and_in_order) {
  const auto sets = some_sets();
  EXPECT_EQ(blocks_of(sets, 4000),
            (std::vector<MapBlock>{{0, 0, 1}, {1, 0, 4000}, {1, 4000, 4845}, {2, 0, 4000}, {2, 4000, 5000}}));
  EXPECT_EQ(blocks_of(sets, 5000), (std::vector<MapBlock>{{0, 0, 1}, {1, 0, 4845}, {2, 0, 5000}}));
}

TEST(RepairCount, counts_of_blocks_add_up_to_those_of_their_sets) {
  const auto sets = some_sets();
  const auto whole = count_repairs(sets, kJudges, 1);
  for (const std::uint64_t size : {1, 100, 512, 700, 6000}) {
    const std::vector<MapBlock> blocks = blocks_of(sets, size);
    std::vector<std::vector<RepairCount>> told(blocks.size());
    const auto tell = [&told](std::size_t block, const std::vector<RepairCount>& counts) {
      EXPECT_TRUE(told[block].empty()) << "told once";
      told[block] = counts;
    };
    EXPECT_EQ(count_blocks(sets, blocks, kJudges, 3, {}, {}, tell), told);
    std::vector<std::vector<RepairCount>> sums(sets.size(), std::vector<RepairCount>(kJudges.size()));
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (std::size_t judge = 0; judge < kJudges.size(); ++judge) add(told[i][judge], sums[blocks[i].set][judge]);
    }
    EXPECT_EQ(sums, whole) << size;
  }
}

TEST(RepairCount, tells_of_no_block_that_is_counted_in_part) {
  const auto sets = some_sets();
  const std::vector<MapBlock> blocks = blocks_of(sets, 1000);
  std::size_t questions = 0, complete = 0;
  const auto stop = [&questions] { return ++questions == 5; };
  const auto tell = [&complete](std::size_t, const std::vector<RepairCount>& counts) {
    EXPECT_GT(counts.front().maps, 0u);
    ++complete;
  };
  const auto counted = count_blocks(sets, blocks, kJudges, 1, {}, stop, tell);
  EXPECT_EQ(complete, 2u) << "the map of the first set, and two pieces of the second";
  EXPECT_EQ(counted[2][0].maps, 512u) << "in part";
}

}  // namespace
}  // namespace kintsugi
