#include "models/wafer/switch_rule.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/repair/random_defects.hpp"
#include "models/wafer/exact_planner.hpp"

namespace kintsugi {
namespace {

using States = std::map<std::string, int>;

/// The switches that are not X, by name.
States turned(const TrackGrid& tracks, const std::vector<CompensationPath>& paths) {
  const std::vector<SwitchState> states = track_states(tracks, paths);
  States result;
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    for (int gap = 0; gap <= tracks.wafer().lines(plane); ++gap) {
      for (int position = 0; position <= tracks.wafer().positions(plane) + 1; ++position) {
        for (int track = 0; track < tracks.tracks(); ++track) {
          const SwitchState state = states[tracks.index(plane, gap, position, track)];
          if (state != TrackSwitchType::kX) result[tracks.name(plane, gap, position, track)] = state;
        }
      }
    }
  }
  return result;
}

constexpr int kD1 = TrackSwitchType::kD1;
constexpr int kD2 = TrackSwitchType::kD2;

TEST(SwitchRule, without_paths_every_switch_is_straight) {
  EXPECT_TRUE(turned(TrackGrid(WaferGrid(8), 1), {}).empty());
}

TEST(SwitchRule, a_path_turns_the_switches_on_both_sides_of_its_line_from_the_fault_to_the_spare) {
  EXPECT_EQ(turned(TrackGrid(WaferGrid(4), 1), {{{2, 3}, Direction::kEast}}), (States{{"sh.g1.c3", kD1},
                                                                                      {"sh.g1.c4", kD1},
                                                                                      {"sh.g1.c5", kD1},
                                                                                      {"sh.g2.c3", kD2},
                                                                                      {"sh.g2.c4", kD2},
                                                                                      {"sh.g2.c5", kD2}}));
  EXPECT_EQ(turned(TrackGrid(WaferGrid(4), 1), {{{2, 3}, Direction::kNorth}}), (States{{"sv.g2.r0", kD2},
                                                                                       {"sv.g2.r1", kD2},
                                                                                       {"sv.g2.r2", kD2},
                                                                                       {"sv.g3.r0", kD1},
                                                                                       {"sv.g3.r1", kD1},
                                                                                       {"sv.g3.r2", kD1}}));
}

TEST(SwitchRule, links_displaced_by_two_sites_alternate_between_two_tracks) {
  const States states = turned(TrackGrid(WaferGrid(4), 2), {{{2, 2}, Direction::kEast}, {{3, 3}, Direction::kWest}});
  EXPECT_EQ(states.at("sh.g2.c1.t1"), kD2);  // position 2: the fault is at 3
  EXPECT_EQ(states.at("sh.g2.c3.t1"), kD2);
  EXPECT_EQ(states.at("sh.g2.c2.t0"), kD2);  // position 3
  EXPECT_EQ(states.at("sh.g2.c4.t0"), kD2);
}

TEST(SwitchRule, the_last_node_of_a_path_moves_into_the_spare) {
  const WaferGrid grid(4);
  const std::vector<CompensationPath> paths{{{2, 3}, Direction::kEast}, {{4, 1}, Direction::kNorth}};
  const Placement placement = place(grid, std::span(paths).first(1));
  EXPECT_EQ(placement.node_at[grid.site({2, 3}).value], kNoNode);
  EXPECT_EQ(placement.node_at[grid.site({2, 5}).value], grid.node({2, 4}));
  EXPECT_EQ(placement.site_of[grid.node({2, 3}).value], grid.site({2, 4}));
  EXPECT_EQ(placement.site_of[grid.node({2, 2}).value], grid.site({2, 2}));
  EXPECT_EQ(place(grid, paths).node_at[grid.site({0, 1}).value], grid.node({1, 1}));
}

/// Plans that the exact planner makes for random defects.
TEST(SwitchRule, one_switch_or_site_is_told_as_all_of_them_are) {
  const WaferGrid grid(8);
  std::size_t plans = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int count = seed % 2 == 0 ? 1 : 2;
    const TrackGrid tracks(grid, count);
    ExactPlanner planner(grid, count == 1 ? ConflictRule::kOneTrack : ConflictRule::kTwoTracks);
    if (!planner.plan(random_defects(grid.sites(), 4 + seed % 12, seed))) continue;
    ++plans;
    const PathLines lines(grid, planner.paths());
    const std::vector<SwitchState> states = track_states(tracks, planner.paths());
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_EQ(track_state(tracks, lines, tracks.place(i)), states[i]) << "seed " << seed << ", switch " << i;
    }
    const Placement placement = place(grid, planner.paths());
    for (std::uint32_t site = 0; site < grid.sites(); ++site) {
      EXPECT_EQ(lines.node_at(SiteId{site}), placement.node_at[site]) << "seed " << seed << ", site " << site;
    }
  }
  EXPECT_GT(plans, 30u);
}

/// Plane V has the horizontal links.
TEST(SwitchRule, links_pass_the_beginning_of_a_path_along_it_and_a_spare_on_to_the_return_wire) {
  const WaferGrid grid(8);
  const std::vector<CompensationPath> paths{
      {{3, 4}, Direction::kEast}, {{5, 2}, Direction::kWest}, {{2, 6}, Direction::kNorth}, {{7, 8}, Direction::kSouth}};
  const PathLines lines(grid, paths);
  for (const CompensationPath& path : paths) {
    EXPECT_EQ(lines.passing(grid.site(path.defect)), is_horizontal(path.direction) ? Plane::kV : Plane::kH)
        << describe(path);
  }
  for (int position = 1; position <= 8; ++position) {
    for (const int end : {0, 9}) {
      const SiteId of_row = grid.site({position, end});
      const SiteId of_column = grid.site({end, position});
      if (lines.node_at(of_row) == kNoNode) {
        EXPECT_EQ(lines.passing(of_row), Plane::kV) << position;
      }
      if (lines.node_at(of_column) == kNoNode) {
        EXPECT_EQ(lines.passing(of_column), Plane::kH) << position;
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi
