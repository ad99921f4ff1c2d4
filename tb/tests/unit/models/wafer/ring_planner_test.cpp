#include "models/wafer/ring_planner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "models/random/random.hpp"
#include "models/repair/random_defects.hpp"
#include "models/search/refutation_check.hpp"
#include "models/wafer/ring_states.hpp"
#include "models/wafer/switch_rule.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/search/temporary_refutation.hpp"
#include "tb/tests/unit/models/wafer/ring_brute_force.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;

ConflictRule rule_of(int tracks) {
  return tracks == 2 ? kTwoTracks : kOneTrack;
}

/// Checks a plan without the formula: its rings, the defects, and whether states carry it.
void expect_valid(const TrackGrid& tracks, const DefectMap& defects, const RingPlan& plan) {
  EXPECT_EQ(plan.mistake(), "");
  EXPECT_FALSE(plan.is_straight()) << "straight paths come first";
  const Placement placement = place(plan);
  for (const SiteId defect : defects) EXPECT_EQ(placement.node_at[defect.value], kNoNode);
  EXPECT_TRUE(track_states(tracks, plan).has_value());
}

// --- Against brute force --------------------------------------------------------------------------------------------

struct Size {
  int rows;
  int columns;
  int tracks;
  bool corners = false;
};

/// Returns how many maps that straight paths do not repair were repairable, and irreparable.
std::pair<int, int> compare_with_brute_force(const Size& size, std::size_t faults, int maps) {
  const WaferGrid grid = WaferGrid(size.rows, size.columns).with_corners(size.corners);
  RingPlanner planner(grid, size.tracks, rule_of(size.tracks));
  ExactPlanner straight(grid, rule_of(size.tracks));
  test::RingBruteForce brute_force(grid, size.tracks);
  std::pair<int, int> counts;
  for (int i = 0; i < maps; ++i) {
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    if (straight.plan(defects)) continue;
    SCOPED_TRACE(test::print(grid, defects));
    const bool repairable = planner.plan(defects) == Decision::kYes;
    EXPECT_EQ(repairable, brute_force.repairable(defects));
    EXPECT_EQ(repairable, planner.repairable(defects) == Decision::kYes);
    ++(repairable ? counts.first : counts.second);
    if (repairable) expect_valid(TrackGrid(grid, size.tracks), defects, *planner.rings());
  }
  return counts;
}

TEST(RingPlanner, agrees_with_brute_force_on_small_cores) {
  for (const Size& size : {Size{3, 3, 1}, Size{3, 3, 2}, Size{2, 4, 1}, Size{4, 3, 2}, Size{3, 3, 1, true}}) {
    std::pair<int, int> sum;
    for (const std::size_t faults : {6u, 8u, 10u, size.corners ? 14u : 9u}) {
      const auto counts = compare_with_brute_force(size, faults, 40);
      sum = {sum.first + counts.first, sum.second + counts.second};
    }
    EXPECT_GT(sum.first, 10) << size.rows << " x " << size.columns;
    EXPECT_GT(sum.second, 1) << size.rows << " x " << size.columns;
  }
}

TEST(RingPlannerSlow, agrees_with_brute_force_on_n_4) {
  for (const int tracks : {1, 2}) {
    const auto some = compare_with_brute_force({4, 4, tracks}, 12, test::part_of(5, 12));
    EXPECT_GT(some.first, 0);
    const auto few = compare_with_brute_force({4, 4, tracks}, 14, test::part_of(5, 12));
    EXPECT_GT(few.second, 0);
  }
}

// --- Exact counts ---------------------------------------------------------------------------------------------------

struct RingCount {
  int not_straight = 0;
  int irreparable = 0;
  friend bool operator==(const RingCount&, const RingCount&) = default;
  friend std::ostream& operator<<(std::ostream& out, const RingCount& c) {
    return out << c.not_straight << " not by straight paths, " << c.irreparable << " not by rings";
  }
};

RingCount count(int core, std::uint32_t faults, int tracks) {
  const WaferGrid grid(core);
  RingPlanner planner(grid, tracks, rule_of(tracks));
  ExactPlanner straight(grid, rule_of(tracks));
  RingCount result;
  test::for_each_subset(static_cast<std::uint32_t>(grid.sites()), faults, [&](const DefectMap& defects) {
    if (straight.plan(defects)) return;
    ++result.not_straight;
    result.irreparable += planner.repairable(defects) == Decision::kYes ? 0 : 1;
  });
  return result;
}

TEST(RingPlanner, any_five_faults_of_n_4_can_be_repaired) {
  EXPECT_EQ(count(4, 5, 1), (RingCount{400, 0}));
  EXPECT_EQ(count(4, 5, 2), (RingCount{400, 0}));
}

TEST(RingPlannerSlow, six_faults_of_n_4) {
  EXPECT_EQ(count(4, 6, 1), (RingCount{9800, 4}));
  EXPECT_EQ(count(4, 6, 2), (RingCount{9600, 0}));
}

/// Returns the share of random maps that is repairable.
double share(int core, int tracks, std::size_t faults, int maps, bool corners = false) {
  const WaferGrid grid = WaferGrid(core).with_corners(corners);
  RingPlanner planner(grid, tracks, rule_of(tracks));
  int repairable = 0;
  for (int i = 0; i < maps; ++i) {
    repairable +=
        planner.repairable(random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i))) == Decision::kYes ? 1
                                                                                                                  : 0;
  }
  return double(repairable) / maps;
}

TEST(RingPlannerSlow, shares_of_n_8) {
  const int maps = test::part_of(100, 200);
  EXPECT_NEAR(share(8, 1, 16, maps), 0.99, 0.05);
  EXPECT_NEAR(share(8, 1, 20, maps), 0.83, 0.06);
  EXPECT_NEAR(share(8, 1, 24, 200), 0.29, 0.07);
  EXPECT_NEAR(share(8, 2, 20, maps), 0.97, 0.05);
  EXPECT_NEAR(share(8, 2, 24, maps), 0.65, 0.07);
}

/// A quarter of all PEs is dead.
TEST(RingPlannerSlow, with_pes_in_the_corners_most_maps_are_repaired_that_are_not_without) {
  EXPECT_NEAR(share(8, 1, 24, test::part_of(100, 400)), 0.26, 0.08);
  EXPECT_NEAR(share(8, 1, 25, test::part_of(100, 400), true), 0.91, 0.05);
}

TEST(RingPlannerSlow, one_in_ten_pes_of_n_16) {
  EXPECT_GE(share(16, 1, 32, 30), 0.9);
}

// --- The plan -------------------------------------------------------------------------------------------------------

DefectMap sites(const WaferGrid& grid, const std::vector<GridPoint>& points) {
  DefectMap map;
  for (const GridPoint p : points) map.push_back(grid.site(p));
  std::ranges::sort(map);
  return map;
}

TEST(RingPlanner, moves_a_node_diagonally_where_straight_paths_fail) {
  const WaferGrid grid(4);
  RingPlanner planner(grid, 1, kOneTrack);
  const DefectMap defects = sites(grid, {{2, 2}, {1, 2}, {2, 1}, {3, 2}, {2, 4}});
  ASSERT_EQ(planner.plan(defects), Decision::kYes);
  ASSERT_TRUE(planner.rings().has_value());
  expect_valid(TrackGrid(grid, 1), defects, *planner.rings());
}

TEST(RingPlanner, takes_straight_paths_where_they_repair_the_map) {
  const WaferGrid grid(8);
  RingPlanner planner(grid, 1, kOneTrack);
  ExactPlanner straight(grid, kOneTrack);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 10, seed);
    if (!straight.plan(defects)) continue;
    ASSERT_EQ(planner.plan(defects), Decision::kYes);
    EXPECT_FALSE(planner.rings().has_value());
    EXPECT_TRUE(std::ranges::equal(planner.paths(), straight.paths()));
  }
}

// --- Fewest moves ---------------------------------------------------------------------------------------------------

TEST(RingPlanner, moves_the_fewest_nodes_of_all_plans) {
  const WaferGrid grid(3, 3);
  int by_rings = 0, fewer_than_straight = 0;
  for (const int tracks : {1, 2}) {
    RingPlanner planner(grid, tracks, rule_of(tracks), RingPlanner::Aim::kMoved);
    ExactPlanner straight(grid, rule_of(tracks), ExactPlanner::Aim::kMoved);
    test::RingBruteForce brute_force(grid, tracks);
    for (std::uint64_t seed = 0; seed < test::part_of(50u, 150u); ++seed) {
      const DefectMap defects = random_defects(grid.sites(), 5 + seed % 5, seed);
      SCOPED_TRACE(test::print(grid, defects));
      const bool found = planner.plan(defects) == Decision::kYes;
      const std::optional<int> fewest = brute_force.fewest_moved(defects);
      ASSERT_EQ(found, fewest.has_value());
      if (!found) continue;
      const RingPlan plan = planner.rings() ? *planner.rings() : RingPlan(grid, planner.paths());
      EXPECT_EQ(static_cast<int>(plan.moved()), *fewest);
      if (!planner.rings()) continue;
      ++by_rings;
      const bool is_straight = straight.plan(defects);
      if (is_straight) {
        EXPECT_GT(RingPlan(grid, straight.paths()).moved(), plan.moved()) << "straight paths come first";
      }
      fewer_than_straight += is_straight ? 1 : 0;
      for (const SiteId defect : defects) EXPECT_EQ(place(plan).node_at[defect.value], kNoNode);
      EXPECT_TRUE(track_states(TrackGrid(grid, tracks), plan).has_value());
    }
  }
  EXPECT_GT(by_rings, 10);
  EXPECT_GT(fewer_than_straight, 0);
}

TEST(RingPlanner, a_plan_does_not_depend_on_the_maps_before) {
  const WaferGrid grid(4, 5);
  for (const int tracks : {1, 2}) {
    RingPlanner used(grid, tracks, rule_of(tracks));
    int plans = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const DefectMap defects = random_defects(grid.sites(), 10, seed);
      RingPlanner fresh(grid, tracks, rule_of(tracks));
      EXPECT_EQ(used.plan(defects), fresh.plan(defects));
      EXPECT_EQ(used.rings(), fresh.rings());
      plans += fresh.rings() ? 1 : 0;
    }
    EXPECT_GT(plans, 5);
  }
}

TEST(RingPlanner, what_is_not_decided_within_the_limit_is_neither_yes_nor_no) {
  const WaferGrid grid(6);
  RingPlanner planner(grid, 1, ConflictRule::kOneTrack);
  RingPlanner limited(grid, 1, ConflictRule::kOneTrack, RingPlanner::Aim::kAny, 60);
  std::array<int, 3> decisions{};
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 13 + seed % 2 * 5, seed);
    const Decision within_limit = limited.plan(defects);
    EXPECT_EQ(limited.repairable(defects), within_limit) << "whatever maps were asked before";
    ++decisions[static_cast<std::size_t>(within_limit)];
    if (within_limit == Decision::kNotDecided) {
      EXPECT_FALSE(limited.rings().has_value());
      continue;
    }
    EXPECT_EQ(within_limit, planner.plan(defects));
    EXPECT_EQ(limited.rings(), planner.rings());
    if (within_limit == Decision::kYes) continue;
    EXPECT_EQ(planner.repairable(limited.minimal_irreparable(defects)), Decision::kNo);
  }
  for (const int each : decisions) EXPECT_GT(each, 2) << testing::PrintToString(decisions);
}

TEST(RingPlanner, within_the_limit_it_may_not_find_which_plan_moves_the_fewest) {
  const WaferGrid grid(4);
  RingPlanner limited(grid, 1, ConflictRule::kOneTrack, RingPlanner::Aim::kMoved, 1);
  int not_decided = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 6, seed);
    RingPlanner planner(grid, 1, ConflictRule::kOneTrack, RingPlanner::Aim::kMoved);
    const Decision decision = planner.plan(defects);
    const Decision within_limit = limited.plan(defects);
    if (within_limit == Decision::kNotDecided) {
      ++not_decided;
    } else {
      EXPECT_EQ(within_limit, decision);
      EXPECT_EQ(limited.rings(), planner.rings());
    }
  }
  EXPECT_GT(not_decided, 0);
}

/// Takes the moves and positions of a plan into a number that no other list of plans is likely to have (FNV-1a).
std::uint64_t with_plan(std::uint64_t sum, const RingPlanner& planner) {
  const auto take = [&sum](int value) { sum = (sum ^ static_cast<std::uint64_t>(value)) * 0x100000001b3; };
  for (const CompensationPath& path : planner.paths()) take(static_cast<int>(path.direction));
  if (!planner.rings()) return sum;
  for (const Plane plane : kPlanes) {
    for (int number = 1; number <= planner.rings()->grid().positions(plane); ++number) {
      const Ring& ring = planner.rings()->ring(plane, number);
      for (const RingPass pass : {ring.low, ring.high}) {
        take(pass.line);
        take(pass.position);
      }
    }
  }
  return sum;
}

/// The sums are those of one compiler and one version of the solver; every other one must find the same plans.
TEST(RingPlanner, plans_do_not_depend_on_the_compiler_nor_on_the_version_of_the_solver) {
  const WaferGrid grid(6);
  const std::uint64_t maps = test::part_of<std::uint64_t>(400, 10'000);
  int by_rings = 0;
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const int tracks : {1, 2}) {
    RingPlanner planner(grid, tracks, rule_of(tracks));
    for (std::uint64_t seed = 0; seed < maps / 2; ++seed) {
      if (planner.plan(random_defects(grid.sites(), 9 + seed % 6, seed)) != Decision::kYes) continue;
      sum = with_plan(sum, planner);
      by_rings += planner.rings() ? 1 : 0;
    }
  }
  EXPECT_GT(by_rings, static_cast<int>(maps / 5));
  EXPECT_EQ(sum, test::part_of<std::uint64_t>(12'415'337'572'474'515'829U, 14'822'308'272'246'892'082U));
}

/// The numbers of a plan in the order in which they are made as small as possible.
std::vector<int> numbers(const RingPlan& plan) {
  std::vector<int> lines, positions;
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    for (int number = 1; number <= plan.grid().positions(plane); ++number) {
      const Ring& ring = plan.ring(plane, number);
      lines.insert(lines.end(), {ring.low.line, plan.grid().lines(plane) + 1 - ring.high.line});
      positions.insert(positions.end(), {ring.low.position, ring.high.position});
    }
  }
  lines.insert(lines.end(), positions.begin(), positions.end());
  return lines;
}

/// Every plan that the formula finds when the first of its numbers may be no more than in the least plan.
TEST(RingPlanner, no_plan_comes_before_the_least) {
  const WaferGrid grid(4);
  RingPlanner planner(grid, 1, kOneTrack);
  RingFormula formula(grid, 1, {.reach = 1});
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 10, seed);
    if (planner.plan(defects) != Decision::kYes || !planner.rings()) continue;
    const RingPlan least = *planner.rings();
    if (formula.solve(defects) != Decision::kYes) continue;
    std::vector<Literal> as_least;
    for (const Plane plane : {Plane::kH, Plane::kV}) {
      for (int ring = 1; ring <= 4; ++ring) {
        ASSERT_EQ(formula.solve(defects, as_least), Decision::kYes);
        EXPECT_GE(numbers(formula.plan()), numbers(least));
        ++compared;
        as_least.push_back(formula.low_moves_at_most(plane, ring, least.ring(plane, ring).low.line));
        as_least.push_back(formula.high_moves_at_most(plane, ring, 5 - least.ring(plane, ring).high.line));
      }
    }
  }
  EXPECT_GT(compared, 100);
}

/// The same where a ring must pass a line further than 1 from its default position: plans of the wide formula with the
/// first numbers of the least plan.
TEST(RingPlanner, no_plan_comes_before_the_least_beyond_reach_1) {
  const WaferGrid grid(4);
  RingPlanner planner(grid, 1, kOneTrack);
  RingFormula narrow(grid, 1, {.reach = 1});
  RingFormula wide(grid, 1, {.reach = 3});
  int compared = 0;
  for (std::uint64_t seed = 0; compared < 200 && seed < 4000; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 13, seed);
    if (narrow.solve(defects) == Decision::kYes || planner.plan(defects) != Decision::kYes || !planner.rings())
      continue;
    const RingPlan least = *planner.rings();
    SCOPED_TRACE(test::print(grid, defects));
    std::vector<Literal> as_least;
    for (const Plane plane : kPlanes) {
      for (int ring = 1; ring <= 4; ++ring) {
        const Ring& of_least = least.ring(plane, ring);
        ASSERT_EQ(wide.solve(defects, as_least), Decision::kYes);
        EXPECT_GE(numbers(wide.plan()), numbers(least));
        ++compared;
        if (of_least.low.line > 0) {
          as_least.push_back(wide.low_moves_at_most(plane, ring, of_least.low.line - 1));
          EXPECT_EQ(wide.solve(defects, as_least), Decision::kNo);
          as_least.pop_back();
        }
        as_least.push_back(wide.low_moves_at_most(plane, ring, of_least.low.line));
        if (of_least.high.line < 5) {
          as_least.push_back(wide.high_moves_at_most(plane, ring, 4 - of_least.high.line));
          EXPECT_EQ(wide.solve(defects, as_least), Decision::kNo);
          as_least.pop_back();
        }
        as_least.push_back(wide.high_moves_at_most(plane, ring, 5 - of_least.high.line));
      }
    }
  }
  EXPECT_GE(compared, 80);
}

// --- Online ---------------------------------------------------------------------------------------------------------

/// Returns how many rings of two plans have the same lines.
int same_lines(const RingPlan& a, const RingPlan& b) {
  int same = 0;
  for (const Plane plane : kPlanes) {
    for (int ring = 1; ring <= a.grid().positions(plane); ++ring) {
      same += a.ring(plane, ring).low.line == b.ring(plane, ring).low.line &&
              a.ring(plane, ring).high.line == b.ring(plane, ring).high.line;
    }
  }
  return same;
}

/// Returns all sites in an order that the seed decides.
std::vector<SiteId> shuffled_sites(const WaferGrid& grid, std::uint64_t seed) {
  std::vector<SiteId> sites;
  for (const SiteId site : ids<SiteId>(grid.sites())) sites.push_back(site);
  RandomStream random(seed, 0);
  for (std::size_t left = sites.size(); left > 1; --left) std::swap(sites[left - 1], sites[random.below(left)]);
  return sites;
}

/// Faults one after the other, from no defects on.
TEST(RingPlanner, online_it_keeps_more_of_the_plan_in_force_than_a_new_plan) {
  const WaferGrid grid(6);
  RingPlanner planner(grid, 1, kOneTrack);
  int kept = 0, anew = 0, plans = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const std::vector<SiteId> order = shuffled_sites(grid, seed);
    std::vector<CompensationPath> paths;
    RingPlan in_force(grid);
    DefectMap defects;
    for (std::size_t fault = 0; fault < 14; ++fault) {
      defects.insert(std::ranges::lower_bound(defects, order[fault]), order[fault]);
      SCOPED_TRACE(test::print(grid, defects));
      const bool repairable = planner.replan(defects, paths, in_force) == Decision::kYes;
      EXPECT_EQ(repairable, planner.repairable(defects) == Decision::kYes);
      if (planner.replan(defects, paths, in_force) != Decision::kYes) break;
      if (planner.rings()) {
        const RingPlan next = *planner.rings();
        expect_valid(TrackGrid(grid, 1), defects, next);
        kept += same_lines(in_force, next);
        ASSERT_EQ(planner.replan(defects, {}, next), Decision::kYes);
        EXPECT_EQ(planner.rings(), next) << "all of it can be kept";
        ASSERT_EQ(planner.plan(defects), Decision::kYes);
        anew += same_lines(in_force, *planner.rings());
        ++plans;
        in_force = next;
        paths.clear();
      } else {
        paths.assign(planner.paths().begin(), planner.paths().end());
        in_force = RingPlan(grid, paths);
      }
    }
  }
  EXPECT_GT(plans, 20);
  EXPECT_GT(kept, anew + plans) << "one ring more for each plan";
}

TEST(RingPlanner, online_straight_paths_come_first_and_are_kept) {
  const WaferGrid grid(8);
  RingPlanner planner(grid, 1, kOneTrack);
  ExactPlanner straight(grid, kOneTrack);
  const std::vector<CompensationPath> in_force{{{3, 3}, Direction::kEast}, {{6, 6}, Direction::kSouth}};
  const DefectMap defects = sites(grid, {{3, 3}, {6, 6}, {5, 5}});
  ASSERT_EQ(planner.replan(defects, in_force, RingPlan(grid, in_force)), Decision::kYes);
  EXPECT_FALSE(planner.rings().has_value());
  ASSERT_TRUE(straight.replan(defects, in_force));
  EXPECT_TRUE(std::ranges::equal(planner.paths(), straight.paths()));
}

TEST(RingPlanner, an_irreparable_subset_is_one_and_is_minimal) {
  const WaferGrid grid(4);
  RingPlanner planner(grid, 1, kOneTrack);
  int irreparable = 0;
  for (std::uint64_t seed = 0; irreparable < 15; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 14, seed);
    if (planner.repairable(defects) == Decision::kYes) continue;
    ++irreparable;
    const DefectMap subset = planner.minimal_irreparable(defects);
    SCOPED_TRACE(test::print(grid, subset));
    EXPECT_TRUE(std::ranges::includes(defects, subset));
    RingPlanner fresh(grid, 1, kOneTrack);
    EXPECT_EQ(fresh.repairable(subset), Decision::kNo);
    for (const SiteId left_out : subset) {
      DefectMap rest = subset;
      std::erase(rest, left_out);
      EXPECT_EQ(fresh.repairable(rest), Decision::kYes);
    }
    EXPECT_EQ(fresh.minimal_irreparable(defects), subset) << "whatever was asked before";
  }
}

// --- Refutations ----------------------------------------------------------------------------------------------------

/// Returns how many drawn maps were irreparable. The planner and the refutation, by another call of the solver and a
/// check that knows neither, must say the same of each.
int refute_drawn_maps(const Size& size, std::size_t faults, int maps) {
  const WaferGrid grid(size.rows, size.columns);
  RingPlanner planner(grid, size.tracks, rule_of(size.tracks));
  const test::TemporaryRefutation files;
  int refuted = 0;
  for (int i = 0; i < maps; ++i) {
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(test::print(grid, defects));
    const bool is_refuted = planner.write_refutation(defects, files.both);
    EXPECT_EQ(is_refuted, planner.repairable(defects) != Decision::kYes);
    if (!is_refuted) continue;
    std::istringstream formula(files.formula());
    std::istringstream proof(files.proof());
    EXPECT_EQ(check_refutation(formula, proof).mistake, std::nullopt);
    ++refuted;
  }
  return refuted;
}

TEST(RingPlanner, refutes_what_it_does_not_repair) {
  for (const int tracks : {1, 2}) {
    const int refuted = refute_drawn_maps({4, 4, tracks}, 13, 12);
    EXPECT_GE(refuted, 3);
    EXPECT_LT(refuted, 12);
  }
}

TEST(RingPlannerSlow, refutes_maps_of_n_8) {
  EXPECT_GT(refute_drawn_maps({8, 8, 1}, 24, 4), 0);
}

TEST(RingPlanner, a_refutation_says_what_its_variables_mean) {
  const WaferGrid grid(2, 2);
  const test::TemporaryRefutation files;
  const DefectMap defects = random_defects(grid.sites(), 8, 1);
  ASSERT_TRUE(RingPlanner(grid, 1, kOneTrack).write_refutation(defects, files.both));
  const std::string formula = files.formula();
  EXPECT_TRUE(formula.starts_with("c plans of rings of a wafer with a core of 2 rows and 2 columns; tracks: 1\n"));
  EXPECT_NE(formula.find(": column 1 moves its node of row 2 away from row 0\n"), std::string::npos);
  EXPECT_NE(formula.find(": r3.c2 is dead\n"), std::string::npos);
}

TEST(RingPlanner, more_defects_than_spares_are_irreparable) {
  const WaferGrid grid(2);
  RingPlanner planner(grid, 1, kOneTrack);
  DefectMap all;
  for (const SiteId site : ids<SiteId>(9)) all.push_back(site);
  EXPECT_EQ(planner.plan(all), Decision::kNo);
  EXPECT_EQ(planner.plan(planner.minimal_irreparable(all)), Decision::kNo);
}

TEST(RingPlanner, a_row_has_straight_paths_only) {
  const WaferGrid grid = WaferGrid::row(6);
  RingPlanner planner(grid, 0, kOneTrack);
  EXPECT_EQ(planner.plan(DefectMap{SiteId{2}, SiteId{4}}), Decision::kYes);
  EXPECT_EQ(planner.plan(DefectMap{SiteId{2}, SiteId{4}, SiteId{5}}), Decision::kNo);
  EXPECT_EQ(planner.minimal_irreparable({SiteId{2}, SiteId{4}, SiteId{5}}).size(), 3u);
}

/// Returns how far the links of a plan are apart in the positions of neighbouring lines, at most.
int longest_jog(const RingPlan& plan) {
  int longest = 0;
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    for (int ring = 1; ring <= plan.grid().positions(plane); ++ring) {
      for (int gap = 0; gap <= plan.grid().lines(plane); ++gap) {
        const int jog = plan.position(plane, ring, gap + 1) - plan.position(plane, ring, gap);
        longest = std::max(longest, std::abs(jog));
      }
    }
  }
  return longest;
}

TEST(RingPlanner, under_the_strict_rule_a_link_uses_one_piece_of_a_track_in_a_gap) {
  const WaferGrid grid(8);
  RingPlanner planner(grid, 1, kOneTrackStrict);
  int plans = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    if (planner.plan(random_defects(grid.sites(), 16, seed)) != Decision::kYes || !planner.rings()) continue;
    ++plans;
    EXPECT_LE(longest_jog(*planner.rings()), 1);
  }
  EXPECT_GT(plans, 5);
}

/// Returns the pitches of the longest base link of a plan, but the return wires.
int longest_link(const RingPlan& plan) {
  int longest = 0;
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    const int last = plan.grid().lines(plane) + 1;
    for (int number = 1; number <= plan.grid().positions(plane); ++number) {
      const Ring& ring = plan.ring(plane, number);
      int length = -1;  // no node yet
      for (int line = 0; line <= last; ++line) {
        if (length >= 0) {
          length += 1 + std::abs(plan.position(plane, number, line) - plan.position(plane, number, line - 1));
        }
        if (line == ring.low.line || line == ring.high.line) continue;
        longest = std::max(longest, length);
        length = 0;
      }
    }
  }
  return longest;
}

TEST(RingPlanner, keeps_a_limit_of_the_longest_link_and_misses_no_plan) {
  const WaferGrid grid(3);
  test::RingBruteForce brute_force(grid, 1);
  int by_limit = 0;
  for (const int longest : {2, 3, 4, 5}) {
    RingPlanner planner(grid, 1, longest == 2 ? kShort : kOneTrack, RingPlanner::Aim::kAny, std::nullopt, longest);
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      const DefectMap defects = random_defects(grid.sites(), 5 + seed % 6, seed);
      SCOPED_TRACE(test::print(grid, defects) + " of " + std::to_string(longest) + " pitches");
      const bool found = planner.plan(defects) == Decision::kYes;
      ASSERT_EQ(found, brute_force.repairable(defects, longest));
      if (found && planner.rings()) {
        EXPECT_LE(longest_link(*planner.rings()), longest);
      }
      by_limit += !found && brute_force.repairable(defects) ? 1 : 0;
    }
  }
  EXPECT_GT(by_limit, 10);
}

TEST(RingPlanner, links_of_two_tracks_have_the_pitches_that_their_plan_needs) {
  const WaferGrid grid(8);
  for (const int longest : {3, 4}) {
    RingPlanner planner(grid, 2, kTwoTracks, RingPlanner::Aim::kAny, std::nullopt, longest);
    int plans = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      if (planner.plan(random_defects(grid.sites(), 18, seed)) != Decision::kYes || !planner.rings()) continue;
      ++plans;
      EXPECT_LE(longest_link(*planner.rings()), longest);
    }
    EXPECT_GT(plans, 5) << longest;
  }
}

// --- Straight paths as plans of rings -------------------------------------------------------------------------------

TEST(RingPlan, of_straight_paths_has_their_placement_and_states) {
  for (const auto& [rows, columns] : {std::pair{8, 8}, {3, 7}}) {
    const WaferGrid grid(rows, columns);
    const TrackGrid tracks(grid, 1);
    ExactPlanner planner(grid, kOneTrack);
    int plans = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      if (!planner.plan(random_defects(grid.sites(), 6, seed))) continue;
      ++plans;
      const RingPlan plan(grid, planner.paths());
      EXPECT_EQ(plan.mistake(), "");
      EXPECT_TRUE(plan.is_straight());
      EXPECT_EQ(place(plan), place(grid, planner.paths()));
      EXPECT_EQ(track_states(tracks, plan), track_states(tracks, planner.paths()));
      EXPECT_TRUE(track_states(TrackGrid(grid, 2), plan).has_value());
    }
    EXPECT_GT(plans, 50);
  }
}

TEST(RingPlan, names_its_mistakes) {
  const WaferGrid grid(4);
  RingPlan lines(grid);
  lines.ring(Plane::kH, 2).low.line = 5;
  EXPECT_EQ(lines.mistake(), "the lines of column 2 are out of order");
  RingPlan wrap(grid);
  wrap.ring(Plane::kV, 3).high.position = 4;
  EXPECT_EQ(wrap.mistake(), "the wrap of row 3 is split");
  RingPlan same(grid);
  same.ring(Plane::kH, 1).low = {2, 3};
  EXPECT_EQ(same.mistake(), "two rings of a plane pass r2.c3");
  RingPlan off(grid);
  off.ring(Plane::kH, 1).low.position = off.ring(Plane::kH, 1).high.position = 0;
  EXPECT_EQ(off.mistake(), "column 1 passes r0.c0, where no PE is");
  EXPECT_EQ(RingPlan(grid).mistake(), "");
}

TEST(RingPlan, no_states_carry_links_that_need_the_same_piece) {
  const WaferGrid grid(4);
  RingPlan crossed(grid);  // both pass r2: one goes from column 1 to 4, the other one from 4 to 1
  crossed.ring(Plane::kH, 1).low = {2, 4};
  crossed.ring(Plane::kH, 4).low = {2, 1};
  ASSERT_EQ(crossed.mistake(), "");
  EXPECT_FALSE(track_states(TrackGrid(grid, 1), crossed).has_value());
  EXPECT_TRUE(track_states(TrackGrid(grid, 2), crossed).has_value());
}

}  // namespace
}  // namespace kintsugi
