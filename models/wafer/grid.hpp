/// The wafer's geometry: a core of PEs in a ring of spares, and the track switches between them.
///
/// Sites    (r, c), r grows south, c east. The core of R x C PEs has rows 1 .. R and columns 1 .. C; the spares are in
///          rows 0 and R + 1 and in columns 0 and C + 1. The four corners are not populated: R C + 2 R + 2 C sites.
///          SiteId counts them row by row.
/// Corners  an option: the four corners are populated, with PEs and wraps as any other place of their rows and columns
/// Row      a wafer for one dimension: R = 1, and spares only at its ends, in columns 0 and C + 1: C + 2 sites. It has
///          horizontal links only, and no tracks
/// Nodes    logical node (x, y) has number C y + x and sits by default at r = y + 1, c = x + 1
/// Planes   vertical links between PEs cross the horizontal tracks at switches SH (plane H); horizontal links cross the
///          vertical tracks at switches SV (plane V). No wire joins the two planes, and they are the same with rows and
///          columns exchanged. "Line" is the row in plane H and the column in plane V, "position" the other one.
/// Gaps     g lies between lines g and g + 1, from 0 to the last line of the core. Its tracks run over all positions
///          from 0 to the spares at the far side, and have a switch at each. Track 0 is the one next to line g. All SH
///          come before all SV, each with g, k, t ascending.
/// Source   Inoguchi and Horiguchi 1996, section 5.1; of the row section 5.2, which begins with one dimension
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <span>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi {

struct GridPoint {
  int row = 0;
  int column = 0;
  friend constexpr auto operator<=>(GridPoint, GridPoint) = default;
  friend constexpr GridPoint operator+(GridPoint a, GridPoint b) { return {a.row + b.row, a.column + b.column}; }
};

enum class Plane { kH, kV };

/// Returns whether two places are at most one row and one column apart.
constexpr bool are_near(GridPoint a, GridPoint b) {
  const auto within_one = [](int difference) { return difference >= -1 && difference <= 1; };
  return within_one(a.row - b.row) && within_one(a.column - b.column);
}

/// Returns the site at a line across a plane and a position along that line.
constexpr GridPoint point(Plane plane, int line, int position) {
  return plane == Plane::kH ? GridPoint{line, position} : GridPoint{position, line};
}

class WaferGrid {
 public:
  /// A square core.
  explicit constexpr WaferGrid(int core) : WaferGrid(core, core) {}
  constexpr WaferGrid(int rows, int columns) : rows_(rows), columns_(columns) {}
  /// A row, with spares at its ends only.
  static constexpr WaferGrid row(int columns) { return {1, columns, false}; }
  /// Returns the same grid with or without PEs in the corners. A row has no corners.
  constexpr WaferGrid with_corners(bool corners) const {
    WaferGrid grid = *this;
    grid.corners_ = corners && spare_rows_;
    return grid;
  }

  /// Returns the number of rows, and columns, of the core.
  constexpr int rows() const { return rows_; }
  constexpr int columns() const { return columns_; }
  /// Returns whether there are spares in the north and south of the core; not so in a row.
  constexpr bool has_spare_rows() const { return spare_rows_; }
  constexpr bool has_corners() const { return corners_; }
  /// Returns the number of the first and the last row and column, those of spares included.
  constexpr int first_row() const { return spare_rows_ ? 0 : 1; }
  constexpr int last_row() const { return rows_ + (spare_rows_ ? 1 : 0); }
  constexpr int last_column() const { return columns_ + 1; }
  /// Returns the planes that have links.
  std::span<const Plane> planes() const {
    static constexpr std::array kBoth{Plane::kH, Plane::kV};
    return std::span(kBoth).subspan(spare_rows_ ? 0 : 1);
  }
  /// Returns the number of lines of the core in a plane, and of its positions.
  constexpr int lines(Plane plane) const { return plane == Plane::kH ? rows_ : columns_; }
  constexpr int positions(Plane plane) const { return plane == Plane::kH ? columns_ : rows_; }

  constexpr std::size_t sites() const {
    return nodes() + 2 * static_cast<std::size_t>(rows_ + (spare_rows_ ? columns_ : 0)) + (corners_ ? 4 : 0);
  }
  constexpr std::size_t nodes() const { return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_); }

  constexpr bool in_core(GridPoint p) const {
    return p.row >= 1 && p.row <= rows_ && p.column >= 1 && p.column <= columns_;
  }
  constexpr bool populated(GridPoint p) const {
    const bool core_row = p.row >= 1 && p.row <= rows_;
    const bool core_column = p.column >= 1 && p.column <= columns_;
    const bool is_corner = (p.row == 0 || p.row == rows_ + 1) && (p.column == 0 || p.column == columns_ + 1);
    if (is_corner) return corners_;
    return (core_row && p.column >= 0 && p.column <= last_column()) ||
           (core_column && p.row >= first_row() && p.row <= last_row());
  }
  /// Returns the site of a populated point.
  constexpr SiteId site(GridPoint p) const {
    if (corners_) return SiteId{static_cast<std::uint32_t>(p.row * (columns_ + 2) + p.column)};
    // The rows of spares start at column 1: the first one is two sites shorter than the rows between.
    const int spares_before = spare_rows_ ? columns_ : 0;
    if (p.row == 0) return SiteId{static_cast<std::uint32_t>(p.column - 1)};
    const int before = spares_before + (p.row - 1) * (columns_ + 2) - (p.row > rows_ ? 1 : 0);
    return SiteId{static_cast<std::uint32_t>(before + p.column)};
  }
  constexpr GridPoint point(SiteId site) const {
    const int spares_before = spare_rows_ ? columns_ : 0;
    const int number = static_cast<int>(site.value);
    if (corners_) return {number / (columns_ + 2), number % (columns_ + 2)};
    if (number < spares_before) return {0, number + 1};
    const int row = (number - spares_before) / (columns_ + 2) + 1;
    return {row, (number - spares_before) % (columns_ + 2) + (row > rows_ ? 1 : 0)};
  }
  constexpr NodeId node(GridPoint core_point) const {
    return NodeId{static_cast<std::uint32_t>((core_point.row - 1) * columns_ + core_point.column - 1)};
  }
  constexpr GridPoint default_point(NodeId node) const {
    const int number = static_cast<int>(node.value);
    return {number / columns_ + 1, number % columns_ + 1};
  }
  /// Returns the name of a site, such as "r3.c4".
  static std::string name(GridPoint p);

 private:
  constexpr WaferGrid(int rows, int columns, bool spare_rows)
      : rows_(rows), columns_(columns), spare_rows_(spare_rows) {}

  int rows_;
  int columns_;
  bool spare_rows_ = true;
  bool corners_ = false;
};

/// Returns the node that is so many rows and columns on, behind the last one from the first one on. `by` may be
/// negative, by less than a side.
constexpr NodeId turned(const WaferGrid& grid, NodeId node, GridPoint by) {
  const GridPoint home = grid.default_point(node);
  return grid.node({1 + (home.row - 1 + by.row + grid.rows()) % grid.rows(),
                    1 + (home.column - 1 + by.column + grid.columns()) % grid.columns()});
}

/// The place of a track switch.
struct TrackPlace {
  Plane plane = Plane::kH;
  int gap = 0;
  int position = 0;
  int track = 0;
};

/// Numbers the track switches of a wafer with one or two tracks in every gap; a row has none.
class TrackGrid {
 public:
  constexpr TrackGrid(const WaferGrid& wafer, int tracks) : wafer_(wafer), tracks_(tracks) {}
  constexpr const WaferGrid& wafer() const { return wafer_; }
  constexpr int tracks() const { return tracks_; }
  constexpr std::size_t switches() const { return plane_switches(Plane::kH) + plane_switches(Plane::kV); }
  constexpr std::size_t index(const TrackPlace& at) const {
    const auto in_plane = static_cast<std::size_t>((at.gap * width(at.plane) + at.position) * tracks_ + at.track);
    return in_plane + (at.plane == Plane::kV ? plane_switches(Plane::kH) : 0);
  }
  constexpr std::size_t index(Plane plane, int gap, int position, int track) const {
    return index({plane, gap, position, track});
  }
  constexpr TrackPlace place(std::size_t index) const {
    const std::size_t first = plane_switches(Plane::kH);
    const Plane plane = index < first ? Plane::kH : Plane::kV;
    const int in_plane = static_cast<int>(plane == Plane::kH ? index : index - first);
    const int in_gap = in_plane / tracks_;
    return {plane, in_gap / width(plane), in_gap % width(plane), in_plane % tracks_};
  }
  /// Returns the name of a switch: "sh.g2.c5", "sv.g2.r5"; with two tracks "sh.g2.c5.t0".
  std::string name(Plane plane, int gap, int position, int track) const;

 private:
  /// Returns the number of positions of a gap, those of spares included.
  constexpr int width(Plane plane) const { return wafer_.positions(plane) + 2; }
  constexpr std::size_t plane_switches(Plane plane) const {
    return static_cast<std::size_t>((wafer_.lines(plane) + 1) * width(plane) * tracks_);
  }

  WaferGrid wafer_;
  int tracks_;
};

}  // namespace kintsugi
