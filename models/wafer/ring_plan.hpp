/// Plans of rings: which node lives where, and where the links of the nodes pass PEs without a node.
///
/// Rings    The nodes of a column are a ring of plane H, those of a row a ring of plane V (grid.hpp). On a wafer whose
///          bundle has wraps they are closed; without wraps they are chains, with the same plans
/// Lines    Every ring passes every line of its plane once, those of the spares included. There are two
///          lines more than the ring has nodes. It has its nodes in their order and skips two lines. Nodes before the
///          lower skipped line move one site towards line 0, nodes behind the upper one move one site away from it
/// Passes   In each of the two lines the ring passes a PE that has no node. That is any free one of the line that no
///          other ring of the plane passes. The two sites of every ring are the plan; all else follows from them
/// Moves    A node is moved by its column and by its row. If both move it, its move is diagonal. Compensation paths
///          (compensation.hpp) are the plans without a diagonal move: a path north from r3.c4 is the ring of column 4
///          that passes r3.c4 in place of the spare r0.c4
/// Wraps    A ring passes line 0 and the last line at the same position: the wrap joins these two spares
/// Source   the switches are those of Inoguchi and Horiguchi 1996, section 5; plans with diagonal moves are not in it
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

inline constexpr std::array kPlanes{Plane::kH, Plane::kV};

/// Where a ring passes a line in which it has no node.
struct RingPass {
  int line = 0;
  int position = 0;
  friend constexpr auto operator<=>(RingPass, RingPass) = default;
};

/// Returns "column 4" or "row 2".
std::string ring_name(Plane plane, int number);

struct Ring {
  RingPass low;
  RingPass high;  ///< in a higher line than `low`
  friend constexpr auto operator<=>(const Ring&, const Ring&) = default;
};

class RingPlan {
 public:
  /// Every node at its default place. The grid must have spare rows.
  explicit RingPlan(const WaferGrid& grid);
  /// The plan of compensation paths that do not conflict.
  RingPlan(const WaferGrid& grid, std::span<const CompensationPath> paths);

  const WaferGrid& grid() const { return grid_; }
  /// A ring by its number, 1 to positions(plane): that of its column or row.
  const Ring& ring(Plane plane, int number) const { return rings_[index(plane)][static_cast<std::size_t>(number) - 1]; }
  Ring& ring(Plane plane, int number) { return rings_[index(plane)][static_cast<std::size_t>(number) - 1]; }

  /// Returns by how much a ring of the plane moves its node at this default line: -1, 0 or 1.
  int shift(Plane plane, int ring, int line) const;
  /// Returns the site of the node whose default place is this one.
  GridPoint now(GridPoint home) const;
  /// Returns the position at which a ring passes a line.
  int position(Plane plane, int ring, int line) const;
  /// Returns whether a node is moved in both directions.
  bool is_straight() const;
  std::size_t moved() const;
  /// Returns what is wrong: two nodes at a site, two rings of a plane at one, a node off the wafer, lines out of order
  /// or a wrap at different positions; empty if nothing is. Tracks are not examined.
  std::string mistake() const;

  friend bool operator==(const RingPlan& a, const RingPlan& b) { return a.rings_ == b.rings_; }

 private:
  static constexpr std::size_t index(Plane plane) { return static_cast<std::size_t>(plane); }

  WaferGrid grid_;
  std::array<std::vector<Ring>, 2> rings_;  // by plane
};

/// Returns the placement of the nodes.
Placement place(const RingPlan& plan);

}  // namespace kintsugi
