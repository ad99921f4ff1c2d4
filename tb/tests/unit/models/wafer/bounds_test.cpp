#include "models/wafer/bounds.hpp"

#include <gtest/gtest.h>

#include "models/repair/defect_maps.hpp"
#include "models/wafer/exact_planner.hpp"
#include "models/wafer/fabric_planner.hpp"

namespace kintsugi {
namespace {

std::vector<SiteId> all_sites(const WaferGrid& grid) {
  std::vector<SiteId> sites;
  for (std::uint32_t site = 0; site < grid.sites(); ++site) sites.push_back(SiteId{site});
  return sites;
}

Defects defects(const WaferGrid& grid, const std::vector<GridPoint>& points) {
  Defects map;
  for (const GridPoint p : points) map.add(grid.site(p));
  return map;
}

/// The same flow as the textbook has it: a matrix of what is left on every edge, and one path after the other found by
/// depth-first search. Vertices 2 s and 2 s + 1 are the two sides of site s.
class FordFulkerson {
 public:
  FordFulkerson(const WaferGrid& grid, const Defects& map)
      : grid_(grid), size_(2 * grid.sites() + 2), left_(size_, std::vector<int>(size_)), dead_(grid.sites()) {
    for (const SiteId site : map.sites) dead_[site.value] = true;
    for (std::uint32_t site = 0; site < grid.sites(); ++site) add_site(site);
  }
  int flow() {
    int paths = 0;
    while (augment()) ++paths;
    return paths;
  }

 private:
  void add_site(std::uint32_t site) {
    const GridPoint p = grid_.point(SiteId{site});
    const std::size_t in = 2 * site, out = in + 1;
    if (!dead_[site]) left_[in][out] = 1;
    if (!grid_.in_core(p)) {
      left_[out][size_ - 1] = 1;
      return;
    }
    if (dead_[site]) left_[size_ - 2][out] = 1;
    for (const GridPoint next : {GridPoint{p.row - 1, p.column}, GridPoint{p.row + 1, p.column},
                                 GridPoint{p.row, p.column - 1}, GridPoint{p.row, p.column + 1}}) {
      left_[out][2 * grid_.site(next).value] = 1;
    }
  }
  bool augment() {
    seen_.assign(size_, false);
    return reach(size_ - 2);
  }
  bool reach(std::size_t at) {
    if (at == size_ - 1) return true;
    seen_[at] = true;
    for (std::size_t next = 0; next < size_; ++next) {
      if (seen_[next] || left_[at][next] == 0 || !reach(next)) continue;
      --left_[at][next];
      ++left_[next][at];
      return true;
    }
    return false;
  }

  WaferGrid grid_;
  std::size_t size_;
  std::vector<std::vector<int>> left_;
  std::vector<bool> dead_, seen_;
};

bool has_bent_paths(const WaferGrid& grid, const Defects& map) {
  int faults = 0;
  for (const SiteId site : map.sites) faults += grid.in_core(grid.point(site));
  return FordFulkerson(grid, map).flow() == faults;
}

TEST(WaferBounds, a_fault_without_a_free_line_fails_the_first_only) {
  const WaferGrid grid(4);
  const Defects cross = defects(grid, {{2, 2}, {0, 2}, {3, 2}, {2, 1}, {2, 4}});
  EXPECT_FALSE(FreeLineBound(grid).repairable(cross));
  EXPECT_TRUE(BentPathsBound(grid).repairable(cross));
}

TEST(WaferBounds, a_fault_that_is_walled_in_fails_both) {
  const WaferGrid grid(4);
  const Defects wall = defects(grid, {{2, 2}, {1, 2}, {3, 2}, {2, 1}, {2, 3}});
  EXPECT_FALSE(FreeLineBound(grid).repairable(wall));
  EXPECT_FALSE(BentPathsBound(grid).repairable(wall));
}

TEST(WaferBounds, more_core_faults_than_healthy_spares_fail_the_second) {
  const WaferGrid grid(4);
  Defects map;
  for (std::uint32_t site = 0; site < grid.sites(); ++site) {
    if (!grid.in_core(grid.point(SiteId{site})) && site != 0) map.sites.push_back(SiteId{site});
  }
  Defects one = map, two = map;
  one.add(grid.site({1, 1}));
  two.add(grid.site({1, 1}));
  two.add(grid.site({4, 4}));
  EXPECT_TRUE(BentPathsBound(grid).repairable(one));
  EXPECT_FALSE(BentPathsBound(grid).repairable(two));
}

/// Tries every PE for one node after the other.
bool all_have_near_pes(const WaferGrid& grid, std::vector<bool>& taken, std::uint32_t node) {
  if (node == grid.nodes()) return true;
  const GridPoint home = grid.default_point(NodeId{node});
  for (std::uint32_t site = 0; site < grid.sites(); ++site) {
    const GridPoint at = grid.point(SiteId{site});
    if (taken[site] || std::abs(at.row - home.row) > 1 || std::abs(at.column - home.column) > 1) continue;
    taken[site] = true;
    const bool found = all_have_near_pes(grid, taken, node + 1);
    taken[site] = false;
    if (found) return true;
  }
  return false;
}

TEST(WaferBounds, near_pes_are_found_exactly_where_a_search_finds_them) {
  for (const auto& [rows, columns] : {std::pair{2, 2}, {2, 3}, {3, 3}}) {
    const WaferGrid grid(rows, columns);
    NearPesBound bound(grid);
    int irreparable = 0;
    for (std::size_t faults = 0; faults <= grid.sites() - grid.nodes() + 1; ++faults) {
      const DefectMaps maps = DefectMaps::random(all_sites(grid), faults, 60, 3);
      DefectMapReader reader(maps);
      for (std::uint64_t number = 0; number < maps.size(); ++number) {
        const Defects& map = reader.read(number);
        std::vector<bool> taken(grid.sites());
        for (const SiteId site : map.sites) taken[site.value] = true;
        const bool possible = all_have_near_pes(grid, taken, 0);
        ASSERT_EQ(bound.repairable(map), possible);
        irreparable += !possible;
      }
    }
    EXPECT_GT(irreparable, 60);
  }
}

TEST(WaferBounds, near_pes_bound_plans_of_rings_and_of_passes) {
  for (const int tracks : {1, 2}) {
    const WaferGrid grid(4);
    FabricPlanner planner(TrackGrid(grid, tracks), 300'000);
    NearPesBound bound(grid);
    int repaired = 0, only_bound = 0;
    for (const std::size_t faults : {10u, 15u, 16u}) {
      const DefectMaps maps = DefectMaps::random(all_sites(grid), faults, 12, 1);
      DefectMapReader reader(maps);
      for (std::uint64_t number = 0; number < maps.size(); ++number) {
        const Defects& map = reader.read(number);
        const bool repairable = planner.repairable(map.sites) == Decision::kYes;
        const bool bounded = bound.repairable(map);
        ASSERT_TRUE(bounded || !repairable);
        repaired += repairable;
        only_bound += bounded && !repairable;
      }
    }
    EXPECT_GT(repaired, 5);
    EXPECT_GT(only_bound, 0) << "the bound is not the planner";
  }
}

TEST(WaferBounds, both_hold_for_every_map_that_can_be_repaired) {
  for (const int core : {4, 8}) {
    const WaferGrid grid(core);
    ExactPlanner planner(grid, ConflictRule::kTwoTracks);
    FreeLineBound free_line(grid);
    BentPathsBound bent_paths(grid);
    int only_bounds = 0;
    for (std::size_t faults = 0; faults <= 20; ++faults) {
      const DefectMaps maps = DefectMaps::random(all_sites(grid), faults, 100, 1);
      DefectMapReader reader(maps);
      for (std::uint64_t number = 0; number < maps.size(); ++number) {
        const Defects& map = reader.read(number);
        const bool repairable = planner.plan(map.sites);
        const bool bounded = free_line.repairable(map) && bent_paths.repairable(map);
        ASSERT_TRUE(bounded || !repairable);
        only_bounds += bounded && !repairable;
      }
    }
    EXPECT_GT(only_bounds, 10) << "the bounds are not the planner";
  }
}

TEST(WaferBounds, bent_paths_are_those_of_another_maximum_flow) {
  const WaferGrid grid(4);
  BentPathsBound bound(grid);
  int irreparable = 0;
  for (std::size_t faults = 5; faults <= 16; ++faults) {
    const DefectMaps maps = DefectMaps::random(all_sites(grid), faults, 400, 5);
    DefectMapReader reader(maps);
    for (std::uint64_t number = 0; number < maps.size(); ++number) {
      const Defects& map = reader.read(number);
      const bool other = has_bent_paths(grid, map);
      ASSERT_EQ(bound.repairable(map), other);
      irreparable += !other;
    }
  }
  EXPECT_GT(irreparable, 100);
}

}  // namespace
}  // namespace kintsugi
