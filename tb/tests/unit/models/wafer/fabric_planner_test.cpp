#include "models/wafer/fabric_planner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>

#include "models/repair/random_defects.hpp"
#include "models/search/refutation_check.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/search/temporary_refutation.hpp"
#include "tb/tests/unit/models/wafer/fabric_brute_force.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

constexpr std::uint32_t kEnough = 1'000'000;

/// Checks a plan without the formula.
void expect_valid_passes(const DefectMap& defects, const PassPlan& plan) {
  EXPECT_EQ(plan.mistake(), "");
  const Placement placement = place(plan);
  for (const SiteId defect : defects) EXPECT_EQ(placement.node_at[defect.value], kNoNode);
}

bool has_triple(const PassPlan& plan) {
  for (const Plane plane : kPlanes) {
    for (int ring = 1; ring <= plan.grid().positions(plane); ++ring) {
      for (int level = 0; level < plan.levels(plane); ++level) {
        if (plan.pass(plane, ring, level).is_triple()) return true;
      }
    }
  }
  return false;
}

// --- Against brute force --------------------------------------------------------------------------------------------

struct PassCount {
  int by_passes = 0;  ///< repairable, but not by rings
  int irreparable = 0;
};

/// Compares the planner with a search over all states of all switches.
PassCount compare_with_all_states(const WaferGrid& grid, int tracks, std::size_t faults, int maps) {
  FabricPlanner planner(TrackGrid(grid, tracks), kEnough);
  test::FabricBruteForce all_states(grid, tracks);
  PassCount count;
  for (int i = 0; i < maps; ++i) {
    const DefectMap defects = random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i));
    SCOPED_TRACE(test::print(grid, defects));
    const Decision decision = planner.repairable(defects);
    EXPECT_EQ(decision == Decision::kYes, all_states.repairable(defects));
    EXPECT_NE(decision, Decision::kNotDecided);
    count.irreparable += decision == Decision::kNo ? 1 : 0;
    if (decision != Decision::kYes || i % 4 != 0) continue;
    EXPECT_EQ(planner.plan(defects), Decision::kYes);
    if (!planner.passes()) continue;
    ++count.by_passes;
    expect_valid_passes(defects, *planner.passes());
    EXPECT_TRUE(has_triple(*planner.passes())) << "else rings would have found it";
  }
  return count;
}

struct MapsOfN4 {
  std::size_t faults;
  int tracks;
  int part;
  int whole;
};

/// With KINTSUGI_WHOLE=1 these are 440 maps.
TEST(FabricPlanner, agrees_with_all_states_of_all_switches_on_n_4) {
  const WaferGrid grid(4);
  PassCount sum;
  for (const MapsOfN4& maps :
       {MapsOfN4{12, 1, 1, 60}, {14, 1, 2, 110}, {15, 1, 2, 110}, {15, 2, 1, 40}, {16, 1, 1, 60}, {16, 2, 1, 60}}) {
    const PassCount count =
        compare_with_all_states(grid, maps.tracks, maps.faults, test::part_of(maps.part, maps.whole));
    sum = {sum.by_passes + count.by_passes, sum.irreparable + count.irreparable};
  }
  EXPECT_GT(sum.by_passes, 0);
  EXPECT_GT(sum.irreparable, 2);
}

TEST(FabricPlanner, agrees_with_all_states_of_all_switches_on_rectangles) {
  PassCount sum;
  for (const auto& [rows, columns] : {std::pair{2, 4}, {3, 3}}) {
    for (const int tracks : {1, 2}) {
      for (const int fewer : {1, 2}) {
        const WaferGrid grid(rows, columns);
        const std::size_t faults = grid.sites() - grid.nodes() - static_cast<std::size_t>(fewer);
        const PassCount count = compare_with_all_states(grid, tracks, faults, test::part_of(5, 60));
        sum = {sum.by_passes + count.by_passes, sum.irreparable + count.irreparable};
      }
    }
  }
  EXPECT_GT(sum.by_passes, 2);
  EXPECT_GT(sum.irreparable, 1);
}

/// A search over all states that finds every map reparable, or none, would agree with nothing.
TEST(FabricBruteForce, finds_what_paths_and_rings_find_and_not_more_than_there_are_spares) {
  const WaferGrid grid(3);
  test::FabricBruteForce all_states(grid, 1);
  RingPlanner rings(grid, 1, ConflictRule::kOneTrack);
  int by_rings = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 7, seed);
    if (rings.repairable(defects) != Decision::kYes) continue;
    ++by_rings;
    EXPECT_TRUE(all_states.repairable(defects)) << test::print(grid, defects);
  }
  EXPECT_GT(by_rings, 10);
  EXPECT_FALSE(all_states.repairable(random_defects(grid.sites(), 13, 1)));
  DefectMap north_west;  // the node of r1.c1 and three nodes near it have three sites less than they need
  for (const GridPoint p : {GridPoint{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}, {0, 2}, {2, 0}}) {
    north_west.push_back(grid.site(p));
  }
  std::ranges::sort(north_west);
  EXPECT_FALSE(all_states.repairable(north_west));
}

// --- Exact counts ---------------------------------------------------------------------------------------------------

DefectMap map_of(const WaferGrid& grid, const std::vector<GridPoint>& points) {
  DefectMap map;
  for (const GridPoint p : points) map.push_back(grid.site(p));
  std::ranges::sort(map);
  return map;
}

/// Returns how many maps straight paths do not repair, and how many the planner does not.
std::pair<int, int> count_all(std::uint32_t faults, int tracks) {
  const WaferGrid grid(4);
  FabricPlanner planner(TrackGrid(grid, tracks), kEnough);
  ExactPlanner straight(grid, tracks == 2 ? ConflictRule::kTwoTracks : ConflictRule::kOneTrack);
  std::pair<int, int> count;
  test::for_each_subset(static_cast<std::uint32_t>(grid.sites()), faults, [&](const DefectMap& defects) {
    if (straight.plan(defects)) return;
    ++count.first;
    count.second += planner.repairable(defects) == Decision::kYes ? 0 : 1;
  });
  return count;
}

TEST(FabricPlanner, any_five_faults_of_n_4_can_be_repaired) {
  EXPECT_EQ(count_all(5, 1), (std::pair{400, 0}));
}

const std::vector<std::vector<GridPoint>> kNotByRings = {{{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}},
                                                         {{0, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 5}, {5, 1}},
                                                         {{0, 4}, {1, 0}, {1, 4}, {1, 5}, {2, 3}, {5, 4}},
                                                         {{0, 4}, {3, 3}, {4, 0}, {4, 4}, {4, 5}, {5, 4}}};

/// All others are counted by RingPlannerSlow.six_faults_of_n_4.
TEST(FabricPlanner, repairs_the_four_maps_of_six_faults_that_rings_do_not_repair) {
  const WaferGrid grid(4);
  FabricPlanner planner(TrackGrid(grid, 1), kEnough);
  RingPlanner rings(grid, 1, ConflictRule::kOneTrack);
  for (const std::vector<GridPoint>& points : kNotByRings) {
    const DefectMap defects = map_of(grid, points);
    EXPECT_EQ(rings.repairable(defects), Decision::kNo);
    ASSERT_EQ(planner.plan(defects), Decision::kYes);
    expect_valid_passes(defects, *planner.passes());
  }
}

TEST(FabricPlannerSlow, any_six_faults_of_n_4_can_be_repaired) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "the test above has the maps that rings do not repair";
  EXPECT_EQ(count_all(6, 1), (std::pair{9800, 0}));
  EXPECT_EQ(count_all(6, 2), (std::pair{9600, 0}));
}

/// Returns the share of random maps of 8 x 8 that is repairable.
double share_of(int tracks, std::size_t faults, int maps) {
  const WaferGrid grid(8);
  FabricPlanner planner(TrackGrid(grid, tracks), kEnough);
  int repairable = 0;
  for (int i = 0; i < maps; ++i) {
    const Decision decision = planner.repairable(random_defects(grid.sites(), faults, static_cast<std::uint64_t>(i)));
    EXPECT_NE(decision, Decision::kNotDecided);
    repairable += decision == Decision::kYes ? 1 : 0;
  }
  return double(repairable) / maps;
}

TEST(FabricPlannerSlow, shares_of_n_8) {
  EXPECT_GE(share_of(1, 20, test::part_of(4, 100)), 0.95);
  EXPECT_GE(share_of(1, 24, test::part_of(1, 100)), 0.95);
  EXPECT_GE(share_of(2, 28, test::part_of(1, 100)), 0.95);
}

// --- Limit ----------------------------------------------------------------------------------------------------------

TEST(FabricPlanner, what_is_not_decided_within_the_limit_is_neither_yes_nor_no) {
  const WaferGrid grid(4);
  const TrackGrid tracks(grid, 1);
  FabricPlanner planner(tracks, kEnough);
  FabricPlanner limited(tracks, 3);
  int not_decided = 0, plans = 0;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 14, seed);
    const Decision decision = planner.plan(defects);
    const Decision within_limit = limited.plan(defects);
    EXPECT_EQ(limited.repairable(defects), within_limit) << "whatever maps were asked before";
    if (within_limit == Decision::kNotDecided) {
      ++not_decided;
      EXPECT_FALSE(limited.passes().has_value());
      continue;
    }
    EXPECT_EQ(within_limit, decision);
    EXPECT_EQ(limited.passes(), planner.passes());
    ++plans;
  }
  EXPECT_GT(not_decided, 3);
  EXPECT_GT(plans, 0) << "rings repair some of them";
}

// --- The plan -------------------------------------------------------------------------------------------------------

TEST(FabricPlanner, takes_the_plan_of_rings_where_there_is_one) {
  const WaferGrid grid(4);
  FabricPlanner planner(TrackGrid(grid, 1), kEnough);
  RingPlanner rings(grid, 1, ConflictRule::kOneTrack);
  for (const std::size_t faults : {3u, 10u}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const DefectMap defects = random_defects(grid.sites(), faults, seed);
      if (rings.plan(defects) != Decision::kYes) continue;
      ASSERT_EQ(planner.plan(defects), Decision::kYes);
      EXPECT_FALSE(planner.passes().has_value());
      EXPECT_EQ(planner.rings().rings(), rings.rings());
    }
  }
}

TEST(FabricPlanner, a_plan_does_not_depend_on_the_maps_before) {
  const WaferGrid grid(3, 4);
  for (const int tracks : {1, 2}) {
    FabricPlanner used(TrackGrid(grid, tracks), kEnough);
    int plans = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const DefectMap defects = random_defects(grid.sites(), 12, seed);
      FabricPlanner fresh(TrackGrid(grid, tracks), kEnough);
      EXPECT_EQ(used.plan(defects), fresh.plan(defects));
      EXPECT_EQ(used.passes(), fresh.passes());
      plans += fresh.passes() ? 1 : 0;
    }
    EXPECT_GT(plans, 1);
  }
}

/// Whether the choice that has this value in a plan could be an earlier one: asks another search, which is used in
/// another way and has the dead PEs as assumptions.
class EarlierPlans {
 public:
  EarlierPlans(const FabricFormula& formula, const DefectMap& defects) : formula_(formula) {
    formula.add_to(search_);
    for (const SiteId site : defects) fixed_.push_back(formula.dead(site));
  }
  void expect_none(const FabricFormula::Literals& choice, std::size_t chosen) {
    for (std::size_t i = 0; i < chosen; ++i) {
      fixed_.push_back(choice[i]);
      EXPECT_EQ(search_.solve(fixed_), Decision::kNo);
      fixed_.pop_back();
    }
    fixed_.push_back(choice[chosen]);
  }
  PassPlan plan() {
    EXPECT_EQ(search_.solve(fixed_), Decision::kYes);
    return formula_.plan(search_);
  }

 private:
  const FabricFormula& formula_;
  ExactSearch search_;
  std::vector<Literal> fixed_;
};

/// Returns the index of a shift among the literals of FabricFormula::moves.
std::size_t index_of_shift(int by) {
  return by == 0 ? 0 : by < 0 ? 1 : 2;
}

TEST(FabricPlanner, no_placement_comes_before_that_of_the_plan) {
  const WaferGrid grid(4);
  for (const int tracks : {1, 2}) {
    const TrackGrid track_grid(grid, tracks);
    FabricPlanner planner(track_grid, kEnough);
    const FabricFormula formula(track_grid);
    int plans = 0;
    for (std::uint64_t seed = 0; plans < 3; ++seed) {
      const DefectMap defects = random_defects(grid.sites(), 14, seed);
      if (planner.plan(defects) != Decision::kYes || !planner.passes()) continue;
      ++plans;
      EarlierPlans earlier(formula, defects);
      for (int row = 1; row <= 4; ++row) {
        for (int column = 1; column <= 4; ++column) {
          const GridPoint home{row, column};
          const GridPoint now = planner.passes()->now(home);
          earlier.expect_none(formula.moves(Plane::kH, home), index_of_shift(now.row - home.row));
          earlier.expect_none(formula.moves(Plane::kV, home), index_of_shift(now.column - home.column));
        }
      }
      EXPECT_EQ(place(earlier.plan()), place(*planner.passes()));
    }
  }
}

/// Returns how many nodes the plan of the last map moves.
int moved_by(const FabricPlanner& planner, const WaferGrid& grid) {
  if (planner.passes()) return static_cast<int>(planner.passes()->moved());
  if (planner.rings().rings()) return static_cast<int>(planner.rings().rings()->moved());
  int moved = 0;
  for (const CompensationPath& path : planner.rings().paths()) moved += moved_nodes(grid, path);
  return moved;
}

TEST(FabricPlanner, moves_the_fewest_nodes_of_all_states_of_all_switches) {
  struct Case {
    WaferGrid grid;
    int tracks;
    std::size_t faults;
  };
  int fewer = 0;  // than the plan that is not asked for it
  for (const Case& each :
       {Case{WaferGrid(3), 1, 6}, Case{WaferGrid(3), 1, 9}, Case{WaferGrid(2, 4), 1, 7}, Case{WaferGrid(3), 2, 8}}) {
    FabricPlanner planner(TrackGrid(each.grid, each.tracks), kEnough, FabricPlanner::Aim::kMoved);
    FabricPlanner any(TrackGrid(each.grid, each.tracks), kEnough);
    test::FabricBruteForce all_states(each.grid, each.tracks);
    for (std::uint64_t seed = 0; seed < test::part_of<std::uint64_t>(2, 40); ++seed) {
      const DefectMap defects = random_defects(each.grid.sites(), each.faults, seed);
      SCOPED_TRACE(test::print(each.grid, defects));
      const Decision decision = planner.plan(defects);
      EXPECT_EQ(decision, any.plan(defects));
      if (decision != Decision::kYes) continue;
      if (planner.passes()) expect_valid_passes(defects, *planner.passes());
      const int moved = moved_by(planner, each.grid);
      fewer += moved < moved_by(any, each.grid) ? 1 : 0;
      EXPECT_TRUE(all_states.repairable(defects, moved));
      EXPECT_FALSE(moved > 0 && all_states.repairable(defects, moved - 1));
    }
  }
  EXPECT_GT(fewer, 0);
}

// --- Limits of links ------------------------------------------------------------------------------------------------

struct LimitCount {
  int by_limit = 0;   ///< maps that only longer links repair
  int by_passes = 0;  ///< maps that passes repair
};

/// Compares a planner with a limit of the longest link with a search over all states that counts the pitches.
LimitCount compare_by_links(const WaferGrid& grid, int tracks, int longest, std::uint64_t maps) {
  test::FabricBruteForce all_states(grid, tracks);
  FabricPlanner planner(TrackGrid(grid, tracks), kEnough, FabricPlanner::Aim::kAny, {.longest = longest});
  const std::size_t spares = grid.sites() - grid.nodes();
  LimitCount count;
  for (std::uint64_t seed = 0; seed < maps; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), spares - 1 - seed % 4, seed);
    SCOPED_TRACE(test::print(grid, defects) + " of " + std::to_string(longest) + " pitches");
    const bool found = planner.plan(defects) == Decision::kYes;
    EXPECT_EQ(found, all_states.repairable_by_links(defects, longest));
    EXPECT_EQ(planner.repairable(defects) == Decision::kYes, found);
    if (!found) {
      count.by_limit += all_states.repairable(defects) ? 1 : 0;
    } else if (planner.passes()) {
      ++count.by_passes;
      expect_valid_passes(defects, *planner.passes());
    }
  }
  return count;
}

struct LinkCase {
  WaferGrid grid;
  int tracks;
  std::uint64_t part;
};

TEST(FabricPlanner, keeps_a_limit_of_the_longest_link_and_misses_no_plan) {
  LimitCount sum;
  for (const LinkCase& each : {LinkCase{WaferGrid(2, 3), 1, 12}, {WaferGrid(2, 3), 2, 4}, {WaferGrid(3), 1, 1}}) {
    for (const int longest : {3, 4, 6}) {
      const auto maps = test::part_of<std::uint64_t>(each.part, 60);
      const LimitCount count = compare_by_links(each.grid, each.tracks, longest, maps);
      sum = {sum.by_limit + count.by_limit, sum.by_passes + count.by_passes};
    }
  }
  EXPECT_GT(sum.by_limit, 0);
  EXPECT_GT(sum.by_passes, 4);
}

TEST(FabricPlannerSlow, keeps_a_limit_of_the_longest_link_of_two_tracks_on_n_3) {
  for (const int longest : {3, 5}) compare_by_links(WaferGrid(3), 2, longest, test::part_of<std::uint64_t>(1, 20));
}

/// Returns the most pieces that a link of the plan uses in a gap.
int most_pieces(const PassPlan& plan) {
  int most = 0;
  const auto link = [&](int from, int to) { most = std::max(most, std::abs(from - to)); };
  for (const Plane plane : kPlanes) {
    for (int ring = 1; ring <= plan.grid().positions(plane); ++ring) {
      for (int level = 1; level < plan.levels(plane); ++level) {
        const LevelPass& above = plan.pass(plane, ring, level - 1);
        const LevelPass& below = plan.pass(plane, ring, level);
        if (plan.has_three_links(plane, ring, level)) {
          link(above.first, below.first);
          link(above.back, below.back);
          link(above.last, below.last);
          continue;
        }
        link(above.last, below.first);
        if (above.is_triple()) link(above.first, above.back);
        if (below.is_triple()) link(below.back, below.last);
      }
    }
  }
  return most;
}

TEST(FabricPlanner, under_the_strict_rule_a_link_uses_one_piece_of_a_track_in_a_gap) {
  const WaferGrid grid(4);
  const TrackGrid tracks(grid, 1);
  FabricPlanner planner(tracks, kEnough, FabricPlanner::Aim::kAny, {.one_piece = true});
  FabricPlanner any(tracks, kEnough);
  RingPlanner rings(grid, 1, ConflictRule::kOneTrackStrict);
  int by_passes = 0;
  int refused = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 9 + seed % 4, seed);
    const bool found = planner.plan(defects) == Decision::kYes;
    EXPECT_TRUE(found || rings.repairable(defects) != Decision::kYes);
    refused += !found && any.repairable(defects) == Decision::kYes ? 1 : 0;
    if (!found || !planner.passes()) continue;
    ++by_passes;
    EXPECT_EQ(most_pieces(*planner.passes()), 1);
    expect_valid_passes(defects, *planner.passes());
  }
  EXPECT_GT(by_passes, 2);
  EXPECT_GT(refused, 0);
}

TEST(FabricPlanner, refutes_what_it_does_not_repair) {
  const test::TemporaryRefutation files;
  int refuted = 0;
  for (const int tracks : {1, 2}) {
    const TrackGrid grid(WaferGrid(3), tracks);
    FabricPlanner planner(grid, kEnough);
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      const DefectMap defects = random_defects(grid.wafer().sites(), 12, seed);
      SCOPED_TRACE(test::print(grid.wafer(), defects));
      const Decision decision = planner.write_refutation(defects, files.both);
      EXPECT_EQ(decision, planner.repairable(defects));
      if (decision != Decision::kNo) continue;
      ++refuted;
      std::istringstream formula(files.formula());
      std::istringstream proof(files.proof());
      EXPECT_EQ(check_refutation(formula, proof).mistake, std::nullopt);
      EXPECT_TRUE(files.formula().starts_with("c plans of passes of a wafer with a core of 3 rows and 3 columns; "));
      EXPECT_NE(files.formula().find(": column 1, the node of row 2 moves away from row 0\n"), std::string::npos);
      for (const SiteId site : defects) {
        EXPECT_TRUE(files.requires_named(WaferGrid::name(grid.wafer().point(site)) + " is dead"));
      }
    }
  }
  EXPECT_GT(refuted, 3);
  EXPECT_LT(refuted, 24);
}

TEST(FabricPlanner, an_irreparable_subset_is_irreparable) {
  const WaferGrid grid(4);
  FabricPlanner planner(TrackGrid(grid, 1), kEnough);
  int irreparable = 0;
  for (std::uint64_t seed = 0; irreparable < 4; ++seed) {
    const DefectMap defects = random_defects(grid.sites(), 15, seed);
    if (planner.repairable(defects) == Decision::kYes) continue;
    ++irreparable;
    const DefectMap subset = planner.minimal_irreparable(defects);
    EXPECT_TRUE(std::ranges::includes(defects, subset));
    EXPECT_LT(subset.size(), defects.size());
    EXPECT_EQ(FabricPlanner(TrackGrid(grid, 1), kEnough).repairable(subset), Decision::kNo)
        << test::print(grid, subset);
  }
}

TEST(FabricPlanner, more_defects_than_spares_are_irreparable) {
  const WaferGrid grid(2);
  FabricPlanner planner(TrackGrid(grid, 1), kEnough);
  DefectMap all;
  for (const SiteId site : ids<SiteId>(10)) all.push_back(site);
  EXPECT_EQ(planner.plan(all), Decision::kNo);
  EXPECT_EQ(planner.minimal_irreparable(all).size(), 9u);
}

TEST(FabricPlanner, a_row_has_straight_paths_only) {
  FabricPlanner planner(TrackGrid(WaferGrid::row(6), 0), kEnough);
  EXPECT_EQ(planner.plan(DefectMap{SiteId{2}, SiteId{4}}), Decision::kYes);
  EXPECT_EQ(planner.plan(DefectMap{SiteId{2}, SiteId{4}, SiteId{5}}), Decision::kNo);
  EXPECT_EQ(planner.minimal_irreparable({SiteId{2}, SiteId{4}, SiteId{5}}).size(), 3u);
}

// --- Mistakes of plans ----------------------------------------------------------------------------------------------

TEST(PassPlan, names_its_mistakes) {
  const TrackGrid tracks(WaferGrid(4), 1);
  EXPECT_EQ(PassPlan(tracks).mistake(), "");
  PassPlan far(tracks);
  far.move({2, 2}, {4, 2});
  EXPECT_EQ(far.mistake(), "the node of r2.c2 is too far from it");
  PassPlan two(tracks);
  two.move({2, 2}, {2, 3});
  EXPECT_EQ(two.mistake(), "the node of r2.c2 is on no pass of its rings");
  PassPlan same(tracks);
  same.pass(Plane::kH, 1, 2) = {.first = 1, .back = 0, .last = 2};
  EXPECT_EQ(same.mistake(), "two passes of level 2 are at one place");
  PassPlan spare(tracks);
  spare.pass(Plane::kV, 1, 0) = {.first = 1, .back = 0, .last = 5};
  EXPECT_EQ(spare.mistake(), "row 1 passes a line of spares three times");
  PassPlan off(tracks);
  off.pass(Plane::kH, 4, 5) = {.first = 5, .last = 5};
  EXPECT_EQ(off.mistake(), "column 4 passes a position that level 5 does not have");
  PassPlan links(tracks);
  links.set_three_links(Plane::kH, 2, 3, true);
  EXPECT_EQ(links.mistake(), "column 2 has three links between levels that it passes once");
  PassPlan piece(tracks);  // columns 1 and 2 use the wraps of each other
  for (const int level : {0, 5}) {
    piece.pass(Plane::kH, 1, level) = {.first = 2, .last = 2};
    piece.pass(Plane::kH, 2, level) = {.first = 1, .last = 1};
  }
  EXPECT_EQ(piece.mistake(), "two links share a piece of the track before level 1");
}

TEST(PassPlan, of_one_column_that_passes_a_row_three_times_has_its_states) {
  const TrackGrid tracks(WaferGrid(2), 1);
  PassPlan plan(tracks);  // row 1: column 1 down at 0, up at 1, down at 2; column 2 at 3
  plan.pass(Plane::kH, 1, 1) = {.first = 0, .back = 1, .last = 2};
  plan.pass(Plane::kH, 2, 1) = {.first = 3, .last = 3};
  plan.move({1, 1}, {1, 0});
  plan.move({1, 2}, {1, 3});
  EXPECT_EQ(plan.mistake(), "");
  const std::vector<SwitchState> states = track_states(plan);
  const auto state = [&](int gap, int k) { return states[tracks.index(Plane::kH, gap, k, 0)]; };
  using enum TrackSwitchType::State;
  EXPECT_EQ((std::vector{state(1, 0), state(1, 1), state(1, 2), state(1, 3)}),
            (std::vector<SwitchState>{kD1, kD2, kD2, kD2}));
  EXPECT_EQ(plan.passed_without_node(Plane::kH, 1).size(), 4u);
}

}  // namespace
}  // namespace kintsugi
