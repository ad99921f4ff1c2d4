/// Shared by the tests of planners: defect maps as text, and checks that every plan must pass.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/compensation.hpp"

namespace kintsugi::test {

/// Returns the defects as written in a scenario.
inline std::string print(const WaferGrid& grid, const DefectMap& defects) {
  std::string text = "defects: {pe: [";
  for (const SiteId site : defects) {
    const GridPoint p = grid.point(site);
    text += (text.back() == '[' ? "[" : ", [") + std::to_string(p.row) + ", " + std::to_string(p.column) + "]";
  }
  return text + "]}";
}

/// Checks that each defective core PE has its own path, no path meets another defect, and no two paths conflict.
inline void expect_valid(const WaferGrid& grid, const DefectMap& defects, std::span<const CompensationPath> paths,
                         ConflictRule rule) {
  std::size_t next = 0;
  for (const SiteId site : defects) {
    const GridPoint defect = grid.point(site);
    if (!grid.in_core(defect)) continue;
    ASSERT_LT(next, paths.size());
    EXPECT_EQ(paths[next].defect, defect);
    const GridPoint d = step(paths[next++].direction);
    for (GridPoint p{defect.row + d.row, defect.column + d.column}; grid.populated(p);
         p = {p.row + d.row, p.column + d.column}) {
      EXPECT_FALSE(std::ranges::binary_search(defects, grid.site(p)));
    }
  }
  EXPECT_EQ(next, paths.size());
  EXPECT_FALSE(first_conflict(paths, rule));
}

inline std::size_t moved_nodes(const WaferGrid& grid, std::span<const CompensationPath> paths) {
  std::size_t moved = 0;
  for (const CompensationPath& path : paths) moved += static_cast<std::size_t>(moved_nodes(grid, path));
  return moved;
}

/// Returns the number of paths in force that a plan changes.
inline std::size_t changed_paths(std::span<const CompensationPath> in_force, std::span<const CompensationPath> plan) {
  std::size_t changed = 0;
  for (const CompensationPath& old : in_force) {
    const auto now = std::ranges::find(plan, old.defect, &CompensationPath::defect);
    changed += now != plan.end() && *now != old ? 1 : 0;
  }
  return changed;
}

}  // namespace kintsugi::test
