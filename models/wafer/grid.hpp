/// The wafer's geometry: an N x N core of PEs in a ring of spares, and the track switches between them.
///
/// Sites    (r, c), 0 <= r, c <= N + 1, r grows south, c east. Core: 1 .. N. Spares: rows 0 and N + 1, columns 0 and
///          N + 1. The four corners are not populated: N^2 + 4 N sites. SiteId counts them row by row.
/// Nodes    logical node (x, y) has number N y + x and sits by default at r = y + 1, c = x + 1
/// Planes   vertical links between PEs cross the horizontal tracks at switches SH (plane H); horizontal links cross the
///          vertical tracks at switches SV (plane V). No wire joins the two planes, and they are the same with rows and
///          columns exchanged. "Line" is the row in plane H and the column in plane V, "position" the other one.
/// Gaps     g = 0 .. N lies between lines g and g + 1. Its tracks run over positions k = 0 .. N + 1, and have a switch
///          at each. Track 0 is the one next to line g. All SH come before all SV, each with g, k, t ascending.
/// Source   Inoguchi and Horiguchi 1996, section 5.1
#pragma once

#include <compare>
#include <cstddef>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi {

struct GridPoint {
  int row = 0;
  int column = 0;
  friend constexpr auto operator<=>(GridPoint, GridPoint) = default;
  friend constexpr GridPoint operator+(GridPoint a, GridPoint b) { return {a.row + b.row, a.column + b.column}; }
};

class WaferGrid {
 public:
  explicit constexpr WaferGrid(int core) : core_(core) {}
  constexpr int core() const { return core_; }
  /// Returns the number of the last row and column: those of the spares in the south and east.
  constexpr int last() const { return core_ + 1; }
  constexpr std::size_t sites() const { return static_cast<std::size_t>(core_) * (core_ + 4); }
  constexpr std::size_t nodes() const { return static_cast<std::size_t>(core_) * core_; }

  constexpr bool in_core(GridPoint p) const {
    return p.row >= 1 && p.row <= core_ && p.column >= 1 && p.column <= core_;
  }
  constexpr bool populated(GridPoint p) const {
    const bool core_row = p.row >= 1 && p.row <= core_;
    const bool core_column = p.column >= 1 && p.column <= core_;
    return (core_row && p.column >= 0 && p.column <= last()) || (core_column && p.row >= 0 && p.row <= last());
  }
  /// Returns the site of a populated point.
  constexpr SiteId site(GridPoint p) const {
    // Rows 0 and N + 1 start at column 1; row 0 is two sites shorter than the rows between.
    const int before = p.row == 0 ? -1 : core_ + (p.row - 1) * (core_ + 2) - (p.row == last() ? 1 : 0);
    return SiteId{static_cast<std::uint32_t>(before + p.column)};
  }
  constexpr GridPoint point(SiteId site) const {
    const int number = static_cast<int>(site.value);
    if (number < core_) return {0, number + 1};
    const int row = (number - core_) / (core_ + 2) + 1;
    return {row, (number - core_) % (core_ + 2) + (row == last() ? 1 : 0)};
  }
  constexpr NodeId node(GridPoint core_point) const {
    return NodeId{static_cast<std::uint32_t>((core_point.row - 1) * core_ + core_point.column - 1)};
  }
  constexpr GridPoint default_point(NodeId node) const {
    const int number = static_cast<int>(node.value);
    return {number / core_ + 1, number % core_ + 1};
  }
  /// Returns the name of a site, such as "r3.c4".
  static std::string name(GridPoint p);

 private:
  int core_;
};

enum class Plane { kH, kV };

/// Returns the site at a line across a plane and a position along that line.
constexpr GridPoint point(Plane plane, int line, int position) {
  return plane == Plane::kH ? GridPoint{line, position} : GridPoint{position, line};
}

/// The place of a track switch.
struct TrackPlace {
  Plane plane = Plane::kH;
  int gap = 0;
  int position = 0;
  int track = 0;
};

/// Numbers the track switches of a wafer with one or two tracks in every gap.
class TrackGrid {
 public:
  constexpr TrackGrid(const WaferGrid& wafer, int tracks) : wafer_(wafer), tracks_(tracks) {}
  constexpr const WaferGrid& wafer() const { return wafer_; }
  constexpr int tracks() const { return tracks_; }
  constexpr std::size_t switches() const { return 2 * plane_switches(); }
  constexpr std::size_t index(const TrackPlace& at) const {
    const std::size_t in_plane = (static_cast<std::size_t>(at.gap) * (wafer_.core() + 2) + at.position) * tracks_;
    return in_plane + at.track + (at.plane == Plane::kV ? plane_switches() : 0);
  }
  constexpr std::size_t index(Plane plane, int gap, int position, int track) const {
    return index({plane, gap, position, track});
  }
  constexpr TrackPlace place(std::size_t index) const {
    const int in_plane = static_cast<int>(index % plane_switches());
    const int in_gap = in_plane / tracks_;
    return {index < plane_switches() ? Plane::kH : Plane::kV, in_gap / (wafer_.core() + 2),
            in_gap % (wafer_.core() + 2), in_plane % tracks_};
  }
  /// Returns the name of a switch: "sh.g2.c5", "sv.g2.r5"; with two tracks "sh.g2.c5.t0".
  std::string name(Plane plane, int gap, int position, int track) const;

 private:
  constexpr std::size_t plane_switches() const {
    return static_cast<std::size_t>(wafer_.core() + 1) * (wafer_.core() + 2) * tracks_;
  }

  WaferGrid wafer_;
  int tracks_;
};

}  // namespace kintsugi
