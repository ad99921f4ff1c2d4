#include "models/wafer/grid.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kintsugi {
namespace {

TEST(WaferGrid, sites_are_counted_row_by_row_without_corners) {
  for (const int core : {4, 8, 16}) {
    const WaferGrid grid(core);
    std::uint32_t next = 0;
    for (int row = 0; row <= core + 1; ++row) {
      for (int column = 0; column <= core + 1; ++column) {
        const GridPoint p{row, column};
        const bool corner = row % (core + 1) == 0 && column % (core + 1) == 0;
        EXPECT_EQ(grid.populated(p), !corner);
        if (corner) continue;
        EXPECT_EQ(grid.site(p), SiteId{next});
        EXPECT_EQ(grid.point(SiteId{next}), p);
        ++next;
      }
    }
    EXPECT_EQ(grid.sites(), next);
  }
}

TEST(WaferGrid, nodes_start_at_row_one_column_one) {
  const WaferGrid grid(8);
  EXPECT_EQ(grid.default_point(NodeId{0}), (GridPoint{1, 1}));
  EXPECT_EQ(grid.default_point(NodeId{8 * 2 + 3}), (GridPoint{3, 4}));
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    EXPECT_EQ(grid.node(grid.default_point(NodeId{node})), NodeId{node});
  }
}

TEST(WaferGrid, every_track_switch_has_its_number_and_its_name) {
  for (const int tracks : {1, 2}) {
    const TrackGrid grid(WaferGrid(4), tracks);
    EXPECT_EQ(grid.switches(), 2u * 5 * 6 * static_cast<unsigned>(tracks));
    std::set<std::string> names;
    std::size_t next = 0;
    for (const Plane plane : {Plane::kH, Plane::kV}) {
      for (int gap = 0; gap <= 4; ++gap) {
        for (int position = 0; position <= 5; ++position) {
          for (int track = 0; track < tracks; ++track) {
            EXPECT_EQ(grid.index(plane, gap, position, track), next);
            const TrackPlace at = grid.place(next++);
            EXPECT_TRUE(at.plane == plane && at.gap == gap && at.position == position && at.track == track);
            names.insert(grid.name(plane, gap, position, track));
          }
        }
      }
    }
    EXPECT_EQ(names.size(), grid.switches());
  }
  EXPECT_EQ(TrackGrid(WaferGrid(4), 1).name(Plane::kH, 2, 5, 0), "sh.g2.c5");
  EXPECT_EQ(TrackGrid(WaferGrid(4), 1).name(Plane::kV, 2, 5, 0), "sv.g2.r5");
  EXPECT_EQ(TrackGrid(WaferGrid(4), 2).name(Plane::kV, 2, 5, 1), "sv.g2.r5.t1");
}

}  // namespace
}  // namespace kintsugi
