#include "tb/tool/store/run_units.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <vector>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/tool/store/squares.hpp"

namespace kintsugi::test {
namespace {

using store::Shard;
using store::Store;
using store::UnitCounts;
using UnitNumbers = std::vector<std::size_t>;
using Areas = std::map<std::size_t, std::size_t>;

/// Runs units and returns the areas that are handed over.
Areas run_squares(Squares& work, const store::UnitRun& how, UnitCounts* counts = nullptr) {
  Areas areas;
  const UnitCounts found = store::run_units(work, how, [&areas](std::size_t unit, const store::UnitResult& result) {
    EXPECT_TRUE(areas.emplace(unit, result.broke_down() ? 0 : result.report.at("area").get<std::size_t>()).second);
  });
  if (counts != nullptr) *counts = found;
  return areas;
}

TEST(RunUnits, hands_over_each_unit_of_the_shard) {
  Squares work("p", 7);
  EXPECT_EQ(run_squares(work, {.shard = {2, 3}}), (Areas{{1, 1}, {4, 16}}));
  EXPECT_EQ(work.computed, (UnitNumbers{1, 4}));
  Squares few("p", 1);
  EXPECT_EQ(run_squares(few, {.shard = {3, 3}}), Areas{}) << "more shards than units";
}

TEST(RunUnits, computes_only_what_is_missing) {
  const TemporaryDirectory directory;
  Squares work("p", 5);
  const Store store(directory.path(), work.layout());
  run_squares(work, {.store = &store, .shard = {1, 2}});
  work.computed.clear();
  UnitCounts counts;
  const Areas areas = run_squares(work, {.store = &store, .resume = true}, &counts);
  EXPECT_EQ(areas, (Areas{{0, 0}, {1, 1}, {2, 4}, {3, 9}, {4, 16}}));
  EXPECT_EQ(work.computed, (UnitNumbers{1, 3}));
  EXPECT_EQ(counts.own, 5u);
  EXPECT_EQ(counts.taken, 3u);
  EXPECT_EQ(counts.done, 2u);
  work.computed.clear();
  run_squares(work, {.store = &store});
  EXPECT_EQ(work.computed.size(), 5u) << "without `resume` all are computed";
}

TEST(RunUnits, computes_what_was_changed_anew_and_names_its_file) {
  const TemporaryDirectory directory;
  Squares work("p", 3);
  const Store store(directory.path(), work.layout());
  run_squares(work, {.store = &store, .shard = {1, 2}});
  const std::filesystem::path file = directory.path() / store.file_of(work.identity(2));
  std::ofstream(file, std::ios::app) << '}';
  work.computed.clear();
  UnitCounts counts;
  EXPECT_EQ(run_squares(work, {.store = &store, .resume = true}, &counts), (Areas{{0, 0}, {1, 1}, {2, 4}}));
  EXPECT_EQ(work.computed, (UnitNumbers{1, 2}));
  EXPECT_EQ(counts.changed, std::vector<std::filesystem::path>{file}) << "unit 1 has no file";
  run_squares(work, {.store = &store, .resume = true}, &counts);
  EXPECT_EQ(counts.changed, std::vector<std::filesystem::path>{});
}

TEST(RunUnits, keeps_what_was_done_before_a_stop) {
  const TemporaryDirectory directory;
  Squares work("p", 5);
  work.most = 2;
  const Store store(directory.path(), work.layout());
  UnitCounts counts;
  EXPECT_EQ(run_squares(work, {.store = &store}, &counts).size(), 2u);
  EXPECT_TRUE(counts.stopped);
  work.most = SIZE_MAX;
  run_squares(work, {.store = &store, .resume = true}, &counts);
  EXPECT_EQ(work.computed, (UnitNumbers{0, 1, 2, 3, 4}));
  EXPECT_FALSE(counts.stopped);
}

TEST(RunUnits, what_has_broken_down_is_handed_over_but_not_kept) {
  const TemporaryDirectory directory;
  Squares work("p", 3);
  work.broken = 1;
  const Store store(directory.path(), work.layout());
  EXPECT_EQ(run_squares(work, {.store = &store}).size(), 3u);
  EXPECT_TRUE(store.load(work.identity(2)));
  EXPECT_FALSE(store.load(work.identity(1)));
}

TEST(RunUnits, another_process_can_compute) {
  Squares here("p", 4);
  Squares there("p", 4);
  const auto deal = [&there](store::UnitWork&, std::span<const std::size_t> units, const store::ComputeOptions& options,
                             const store::UnitDone& done) { return there.compute(units, options, done); };
  EXPECT_EQ(run_squares(here, {.shard = {2, 2}, .deal = deal}), (Areas{{1, 1}, {3, 9}}));
  EXPECT_EQ(here.computed, UnitNumbers{});
}

}  // namespace
}  // namespace kintsugi::test
