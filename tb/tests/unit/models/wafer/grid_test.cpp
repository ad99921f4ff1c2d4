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

TEST(WaferGrid, sides_can_differ) {
  for (const auto& [rows, columns] : {std::pair{2, 5}, {5, 2}, {3, 8}, {8, 3}}) {
    const WaferGrid grid(rows, columns);
    std::uint32_t next = 0;
    for (int row = 0; row <= rows + 1; ++row) {
      for (int column = 0; column <= columns + 1; ++column) {
        const GridPoint p{row, column};
        const bool corner = row % (rows + 1) == 0 && column % (columns + 1) == 0;
        EXPECT_EQ(grid.populated(p), !corner);
        if (corner) continue;
        EXPECT_EQ(grid.site(p), SiteId{next});
        EXPECT_EQ(grid.point(SiteId{next++}), p);
      }
    }
    EXPECT_EQ(grid.sites(), next);
    EXPECT_EQ(grid.default_point(NodeId{static_cast<std::uint32_t>(columns)}), (GridPoint{2, 1}));
    for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
      EXPECT_EQ(grid.node(grid.default_point(NodeId{node})), NodeId{node});
    }
  }
}

TEST(WaferGrid, a_row_has_a_spare_at_each_end_and_no_others) {
  const WaferGrid row = WaferGrid::row(16);
  EXPECT_EQ(row.sites(), 18u);
  EXPECT_EQ(row.nodes(), 16u);
  for (int column = 0; column <= 17; ++column) {
    const GridPoint p{1, column};
    EXPECT_TRUE(row.populated(p));
    EXPECT_EQ(row.in_core(p), column != 0 && column != 17);
    EXPECT_EQ(row.site(p), SiteId{static_cast<std::uint32_t>(column)});
    EXPECT_EQ(row.point(row.site(p)), p);
    for (const int other : {0, 2}) EXPECT_FALSE(row.populated({other, column}));
  }
  EXPECT_EQ(row.planes().size(), 1u);
  EXPECT_EQ(row.planes().front(), Plane::kV) << "of the horizontal links";
  EXPECT_EQ(TrackGrid(row, 0).switches(), 0u);
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

TEST(WaferGrid, every_track_switch_of_a_wafer_that_is_not_square_has_its_number) {
  const TrackGrid grid(WaferGrid(3, 5), 2);
  EXPECT_EQ(grid.switches(), 2u * (4 * 7 + 6 * 5));
  std::size_t next = 0;
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    const int gaps = plane == Plane::kH ? 3 : 5;
    const int last = plane == Plane::kH ? 6 : 4;
    for (int gap = 0; gap <= gaps; ++gap) {
      for (int position = 0; position <= last; ++position) {
        for (int track = 0; track < 2; ++track) {
          EXPECT_EQ(grid.index(plane, gap, position, track), next);
          const TrackPlace at = grid.place(next++);
          EXPECT_TRUE(at.plane == plane && at.gap == gap && at.position == position && at.track == track);
        }
      }
    }
  }
}

TEST(WaferGrid, with_corners_every_place_is_a_site_and_numbered_row_by_row) {
  const WaferGrid grid = WaferGrid(2, 3).with_corners(true);
  EXPECT_EQ(grid.sites(), 20u);
  std::uint32_t number = 0;
  for (int row = 0; row <= 3; ++row) {
    for (int column = 0; column <= 4; ++column) {
      EXPECT_TRUE(grid.populated({row, column}));
      EXPECT_EQ(grid.site({row, column}), SiteId{number});
      EXPECT_EQ(grid.point(SiteId{number++}), (GridPoint{row, column}));
    }
  }
  for (const GridPoint outside : {GridPoint{-1, 0}, GridPoint{0, 5}, GridPoint{4, 4}, GridPoint{3, -1}}) {
    EXPECT_FALSE(grid.populated(outside));
  }
  EXPECT_FALSE(WaferGrid(2, 3).populated({0, 0}));
  EXPECT_FALSE(WaferGrid::row(4).with_corners(true).has_corners());
}

}  // namespace
}  // namespace kintsugi
