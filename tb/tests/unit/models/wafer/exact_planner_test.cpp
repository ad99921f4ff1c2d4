#include "models/wafer/exact_planner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/wafer/brute_force.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;

using test::expect_valid;
using test::print;

/// Compares verdicts, and checks plans and irreparable subsets; returns how many maps were irreparable.
int compare_with_brute_force(int core, std::size_t faults, int maps, ConflictRule rule) {
  const WaferGrid grid(core);
  const test::BruteForce brute_force(grid, rule);
  ExactPlanner planner(grid, rule);
  int irreparable = 0;
  for (int i = 0; i < maps; ++i) {
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(print(grid, defects));
    const bool repairable = planner.plan(defects);
    EXPECT_EQ(repairable, brute_force.repairable(defects));
    if (repairable) {
      expect_valid(grid, defects, planner.paths(), rule);
      continue;
    }
    ++irreparable;
    const DefectMap subset = planner.minimal_irreparable(defects);
    EXPECT_TRUE(std::ranges::includes(defects, subset));
    EXPECT_FALSE(brute_force.repairable(subset));
    for (std::size_t drop = 0; drop < subset.size(); ++drop) {
      DefectMap rest = subset;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(drop));
      EXPECT_TRUE(brute_force.repairable(rest)) << print(grid, subset) << " is not minimal";
    }
  }
  return irreparable;
}

class ExactPlannerUnderEveryRule : public testing::TestWithParam<ConflictRule> {};

TEST_P(ExactPlannerUnderEveryRule, agrees_with_brute_force_on_n_4) {
  for (const std::size_t faults : {1u, 4u, 5u, 6u, 7u, 8u, 9u, 10u, 12u}) {
    const int irreparable = compare_with_brute_force(4, faults, 2000, GetParam());
    EXPECT_TRUE(irreparable > 0 || faults < 6);
  }
}

TEST_P(ExactPlannerUnderEveryRule, agrees_with_brute_force_on_n_8) {
  for (const std::size_t faults : {5u, 8u, 10u, 12u, 14u, 16u, 20u}) {
    const int irreparable = compare_with_brute_force(8, faults, 1000, GetParam());
    EXPECT_TRUE(irreparable > 0 || faults < 8);
  }
}

std::string rule_name(const testing::TestParamInfo<ConflictRule>& info) {
  constexpr std::array names{"OneTrack", "OneTrackStrict", "TwoTracks", "Short"};
  return names[static_cast<std::size_t>(info.param)];
}
INSTANTIATE_TEST_SUITE_P(Rules, ExactPlannerUnderEveryRule,
                         testing::Values(kOneTrack, kOneTrackStrict, kTwoTracks, kShort), rule_name);

// Either result is checked: a valid plan, or a few defects that brute force finds irreparable.
TEST(ExactPlanner, more_than_sixty_four_faults_are_searched_completely) {
  const WaferGrid grid(32);
  const test::BruteForce brute_force(grid, kOneTrack);
  ExactPlanner planner(grid, kOneTrack);
  int repairable = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::size_t faults = seed % 2 == 0 ? 75 : 150;
    DefectMap defects = random_defects(grid.sites(), faults, seed);
    SCOPED_TRACE(print(grid, defects));
    if (planner.plan(defects)) {
      ++repairable;
      expect_valid(grid, defects, planner.paths(), kOneTrack);
    } else {
      EXPECT_FALSE(brute_force.repairable(planner.minimal_irreparable(defects)));
    }
  }
  EXPECT_LT(repairable, 200);
}

TEST(ExactPlanner, a_whole_border_of_faults_moves_outwards) {
  const WaferGrid grid(32);
  ExactPlanner planner(grid, kOneTrack);
  DefectMap defects;
  for (int i = 1; i <= 32; ++i) {
    for (const GridPoint p : {GridPoint{1, i}, {32, i}, {i, 1}, {i, 32}}) defects.push_back(grid.site(p));
  }
  std::ranges::sort(defects);
  const auto doubles = std::ranges::unique(defects);
  defects.erase(doubles.begin(), doubles.end());
  ASSERT_EQ(defects.size(), 124u);
  EXPECT_TRUE(planner.plan(defects));
  expect_valid(grid, defects, planner.paths(), kOneTrack);
  defects.push_back(grid.site({16, 16}));
  std::ranges::sort(defects);
  EXPECT_FALSE(planner.plan(defects));
  EXPECT_EQ(planner.minimal_irreparable(defects).size(), 5u);
}

TEST(ExactPlanner, a_fault_cut_off_on_all_four_lines_is_irreparable) {
  const WaferGrid grid(8);
  ExactPlanner planner(grid, kTwoTracks);
  DefectMap defects;
  for (const GridPoint p : {GridPoint{2, 4}, {5, 0}, {5, 4}, {5, 7}, {9, 4}}) defects.push_back(grid.site(p));
  EXPECT_FALSE(planner.plan(defects));
  EXPECT_EQ(planner.minimal_irreparable(defects), defects);
  defects.insert(defects.begin(), grid.site({0, 1}));
  defects.push_back(grid.site({9, 6}));
  EXPECT_EQ(planner.minimal_irreparable(defects), DefectMap(defects.begin() + 1, defects.end() - 1));
}

TEST(ExactPlanner, defective_spares_alone_need_no_path) {
  const WaferGrid grid(4);
  ExactPlanner planner(grid, kOneTrack);
  EXPECT_TRUE(planner.plan({}));
  EXPECT_TRUE(planner.paths().empty());
  const DefectMap spares{grid.site({0, 1}), grid.site({2, 0}), grid.site({5, 4})};
  EXPECT_TRUE(planner.plan(spares));
  EXPECT_TRUE(planner.paths().empty());
}

// --- Fewest moved nodes ---------------------------------------------------------------------------------------------

/// Returns how many maps were irreparable.
int compare_fewest_moved(int core, std::size_t most_faults, int maps, ConflictRule rule) {
  const WaferGrid grid(core);
  const test::BruteForce brute_force(grid, rule);
  ExactPlanner planner(grid, rule, ExactPlanner::Aim::kMoved);
  ExactPlanner any(grid, rule);
  int irreparable = 0;
  for (int i = 0; i < maps; ++i) {
    const std::size_t faults = 1 + static_cast<std::size_t>(i) % most_faults;
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(print(grid, defects));
    const auto fewest = brute_force.fewest_moved(defects);
    EXPECT_EQ(planner.plan(defects), fewest.has_value());
    EXPECT_EQ(any.repairable(defects), fewest.has_value());
    EXPECT_EQ(any.plan(defects), fewest.has_value());
    EXPECT_TRUE(!fewest || test::moved_nodes(grid, any.paths()) == *fewest);
    if (!fewest) {
      ++irreparable;
      continue;
    }
    expect_valid(grid, defects, planner.paths(), rule);
    EXPECT_EQ(test::moved_nodes(grid, planner.paths()), *fewest);
  }
  return irreparable;
}

TEST_P(ExactPlannerUnderEveryRule, moves_as_few_nodes_as_brute_force_on_n_4) {
  EXPECT_GT(compare_fewest_moved(4, 12, 500, GetParam()), 20);
}

TEST_P(ExactPlannerUnderEveryRule, moves_as_few_nodes_as_brute_force_on_n_8) {
  EXPECT_GT(compare_fewest_moved(8, 15, 500, GetParam()), 20);
}

TEST(ExactPlanner, takes_the_free_spares_beside_two_dead_pes) {
  const WaferGrid grid(8);
  ExactPlanner planner(grid, kOneTrack);
  ASSERT_TRUE(planner.plan(DefectMap{grid.site({1, 2}), grid.site({8, 7})}));
  EXPECT_EQ(test::moved_nodes(grid, planner.paths()), 2u);
}

TEST(ExactPlanner, any_plan_moves_as_few_nodes_as_the_fewest) {
  const WaferGrid grid(32);
  ExactPlanner any(grid, kOneTrack);
  ExactPlanner fewest(grid, kOneTrack, ExactPlanner::Aim::kMoved);
  std::size_t moved = 0;
  std::size_t moved_by_the_first = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 28, seed);
    SCOPED_TRACE(print(grid, defects));
    ASSERT_EQ(any.repairable(defects), fewest.plan(defects));
    if (!any.repairable(defects)) continue;
    moved_by_the_first += test::moved_nodes(grid, any.paths());
    ASSERT_TRUE(any.plan(defects));
    expect_valid(grid, defects, any.paths(), kOneTrack);
    EXPECT_EQ(test::moved_nodes(grid, any.paths()), test::moved_nodes(grid, fewest.paths()));
    EXPECT_LT(any.branches(), ExactPlanner::kBranchesOfAny);
    moved += test::moved_nodes(grid, any.paths());
  }
  EXPECT_LT(moved, moved_by_the_first * 4 / 5);
}

TEST(CheapestSearch, with_a_limit_of_branches_has_a_solution_that_is_no_dearer_than_the_known_one) {
  const WaferGrid grid(16);
  PathChoices choices(grid, kOneTrack);
  PathSearch first;
  CheapestSearch cheapest;
  std::size_t limited = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 24, seed);
    choices.load(defects);
    std::vector<CompensationPath> known;
    if (!first.solve(choices, known)) continue;
    std::vector<CheapestSearch::Cost> costs;
    for (const CompensationPath& path : known) {
      for (const Direction d : kDirections) {
        costs.push_back(static_cast<std::size_t>(moved_nodes(grid, {path.defect, d})));
      }
    }
    std::vector<CompensationPath> best = known;
    cheapest.improve(choices, costs, best);
    const std::size_t all = cheapest.branches();
    for (std::size_t limit = 0; limit <= all; ++limit) {
      std::vector<CompensationPath> paths = known;
      cheapest.improve(choices, costs, paths, limit);
      EXPECT_LE(cheapest.branches(), limit);
      expect_valid(grid, defects, paths, kOneTrack);
      EXPECT_LE(test::moved_nodes(grid, paths), test::moved_nodes(grid, known));
      EXPECT_GE(test::moved_nodes(grid, paths), test::moved_nodes(grid, best));
      limited += test::moved_nodes(grid, paths) > test::moved_nodes(grid, best) ? 1 : 0;
      if (limit == all) {
        EXPECT_EQ(test::moved_nodes(grid, paths), test::moved_nodes(grid, best));
      }
    }
  }
  EXPECT_GT(limited, 0u) << "some limit is reached";
}

// --- Online ---------------------------------------------------------------------------------------------------------

/// Adds fault after fault, until there is no repair.
struct Sequence {
  int faults = 0;   ///< that could be repaired, in the core, with paths in force
  int changed = 0;  ///< of these, how many changed another path
};

Sequence add_faults_one_by_one(const WaferGrid& grid, std::uint64_t seed, ConflictRule rule,
                               const test::BruteForce* brute_force) {
  ExactPlanner planner(grid, rule);
  Sequence sequence;
  std::vector<CompensationPath> in_force;
  for (std::size_t faults = 1;; ++faults) {
    const DefectMap defects = random_defects(grid.sites(), faults, seed);
    SCOPED_TRACE(print(grid, defects));
    if (!planner.replan(defects, in_force)) {
      EXPECT_FALSE(brute_force != nullptr && brute_force->repairable(defects));
      return sequence;
    }
    expect_valid(grid, defects, planner.paths(), rule);
    const std::size_t changed = test::changed_paths(in_force, planner.paths());
    if (brute_force != nullptr) {
      EXPECT_EQ(changed, brute_force->fewest_changed(defects, in_force));
    }
    if (!in_force.empty() && planner.paths().size() > in_force.size()) {
      ++sequence.faults;
      sequence.changed += changed != 0 ? 1 : 0;
    }
    in_force.assign(planner.paths().begin(), planner.paths().end());
  }
}

TEST_P(ExactPlannerUnderEveryRule, online_changes_as_few_other_paths_as_brute_force) {
  for (const int core : {4, 8}) {
    const WaferGrid grid(core);
    const test::BruteForce brute_force(grid, GetParam());
    Sequence total;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const Sequence each = add_faults_one_by_one(grid, seed, GetParam(), &brute_force);
      total.faults += each.faults;
      total.changed += each.changed;
      if (HasFailure()) return;
    }
    EXPECT_GT(total.faults, 100);
    EXPECT_GT(total.changed, 10) << "some must change another path";
  }
}

TEST(ExactPlanner, online_leaves_the_other_paths_alone_for_about_nine_in_ten_new_faults) {
  const WaferGrid grid(32);
  Sequence total;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Sequence each = add_faults_one_by_one(grid, seed, kOneTrack, nullptr);
    total.faults += each.faults;
    total.changed += each.changed;
  }
  const double alone = 1 - double(total.changed) / total.faults;
  RecordProperty("alone", std::to_string(alone));
  EXPECT_NEAR(alone, 0.9, 0.05) << total.faults << " faults";
}

TEST(ExactPlanner, online_paths_that_a_new_fault_cuts_off_are_changed) {
  const WaferGrid grid(8);
  ExactPlanner planner(grid, kOneTrack);
  const std::vector<CompensationPath> in_force{{{3, 3}, Direction::kEast}, {{6, 6}, Direction::kSouth}};
  const DefectMap defects{grid.site({3, 3}), grid.site({3, 7}), grid.site({6, 6})};
  ASSERT_TRUE(planner.replan(defects, in_force));
  expect_valid(grid, defects, planner.paths(), kOneTrack);
  EXPECT_NE(planner.paths()[0].direction, Direction::kEast);
  EXPECT_EQ(planner.paths()[2], in_force[1]);
}

}  // namespace
}  // namespace kintsugi
