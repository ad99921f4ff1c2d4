// Which paths the planner for defective elements takes to touch the surroundings of an element.
#include "models/wafer/element_planner.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kintsugi {
namespace {

const WaferGrid kWafer(3);

/// Returns the directions in which the planner tries a path of a lone defective PE for the sake of an element.
std::set<Direction> tried(GridPoint defect, const Surroundings& around) {
  std::set<Direction> directions;
  const auto harmful = [&](std::span<const CompensationPath> paths, std::span<const std::size_t>) {
    if (paths.size() == 1 && paths.front().defect == defect) directions.insert(paths.front().direction);
    return ElementPlanner::Effect{};
  };
  ElementPlanner planner(kWafer, ConflictRule::kOneTrack, {around}, harmful);
  EXPECT_FALSE(planner.plan(std::vector<SiteId>{kWafer.site(defect)}));
  return directions;
}

/// Returns those whose path, site by site from the PE to the spare, is somewhere in the surroundings.
std::set<Direction> touching(GridPoint defect, const Surroundings& around) {
  std::set<Direction> directions;
  for (const Direction d : kDirections) {
    const bool counts = is_horizontal(d) ? around.rows : around.columns;
    if (!counts) continue;
    for (GridPoint at = defect; kWafer.populated(at); at = at + step(d)) {
      if (around.contain(at)) directions.insert(d);
    }
  }
  return directions;
}

/// All surroundings of up to two rows and columns, for every place of the PE.
TEST(ElementPlanner, tries_just_the_paths_with_a_site_in_the_surroundings) {
  for (int site = 0; site < 25 * 4 * 3; ++site) {
    const GridPoint low{site / 12 / 5, site / 12 % 5};
    Surroundings around{low, low + GridPoint{site % 4 / 2, site % 2}};
    around.rows = site / 4 % 3 != 1;
    around.columns = site / 4 % 3 != 2;
    for (int place = 0; place < 9; ++place) {
      const GridPoint defect{1 + place / 3, 1 + place % 3};
      EXPECT_EQ(tried(defect, around), touching(defect, around))
          << "PE " << defect.row << ',' << defect.column << "; from " << low.row << ',' << low.column << " to "
          << around.high.row << ',' << around.high.column << (around.rows ? ", rows" : "")
          << (around.columns ? ", columns" : "");
    }
  }
}

}  // namespace
}  // namespace kintsugi
