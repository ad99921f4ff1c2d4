#include "models/wafer/ring_plan.hpp"

#include <set>
#include <stdexcept>

namespace kintsugi {

namespace {

/// Calls `visit` with the default place of every node, row by row.
template <class Visit>
void for_each_home(const WaferGrid& grid, Visit visit) {
  for (int row = 1; row <= grid.rows(); ++row) {
    for (int column = 1; column <= grid.columns(); ++column) visit(GridPoint{row, column});
  }
}

}  // namespace

std::string ring_name(Plane plane, int number) {
  return (plane == Plane::kH ? "column " : "row ") + std::to_string(number);
}

RingPlan::RingPlan(const WaferGrid& grid) : grid_(grid) {
  if (!grid.has_spare_rows()) throw std::invalid_argument("a row has no plans of rings");
  for (const Plane plane : kPlanes) {
    for (int number = 1; number <= grid.positions(plane); ++number) {
      rings_[index(plane)].push_back({{0, number}, {grid.lines(plane) + 1, number}});
    }
  }
}

RingPlan::RingPlan(const WaferGrid& grid, std::span<const CompensationPath> paths) : RingPlan(grid) {
  for (const CompensationPath& path : paths) {
    const bool along_a_row = is_horizontal(path.direction);
    const Plane plane = along_a_row ? Plane::kV : Plane::kH;
    const int number = along_a_row ? path.defect.row : path.defect.column;
    const int line = along_a_row ? path.defect.column : path.defect.row;
    const GridPoint d = step(path.direction);
    (d.row + d.column < 0 ? ring(plane, number).low : ring(plane, number).high).line = line;
  }
}

int RingPlan::shift(Plane plane, int number, int line) const {
  const Ring& ring = this->ring(plane, number);
  return line <= ring.low.line ? -1 : line >= ring.high.line ? 1 : 0;
}

GridPoint RingPlan::now(GridPoint home) const {
  return home + GridPoint{shift(Plane::kH, home.column, home.row), shift(Plane::kV, home.row, home.column)};
}

int RingPlan::position(Plane plane, int number, int line) const {
  const Ring& ring = this->ring(plane, number);
  if (line == ring.low.line) return ring.low.position;
  if (line == ring.high.line) return ring.high.position;
  const int home = line < ring.low.line ? line + 1 : line > ring.high.line ? line - 1 : line;
  return number + shift(plane == Plane::kH ? Plane::kV : Plane::kH, home, number);
}

bool RingPlan::is_straight() const {
  bool straight = true;
  for_each_home(grid_, [&](GridPoint home) {
    const GridPoint at = now(home);
    straight = straight && (at.row == home.row || at.column == home.column);
  });
  return straight;
}

std::size_t RingPlan::moved() const {
  std::size_t moved = 0;
  for_each_home(grid_, [&](GridPoint home) { moved += now(home) != home ? 1 : 0; });
  return moved;
}

std::string RingPlan::mistake() const {
  for (const Plane plane : kPlanes) {
    const int last = grid_.lines(plane) + 1;
    std::set<GridPoint> passed;
    for (int number = 1; number <= grid_.positions(plane); ++number) {
      const std::string name = ring_name(plane, number);
      const Ring& ring = this->ring(plane, number);
      if (ring.low.line < 0 || ring.low.line >= ring.high.line || ring.high.line > last) {
        return "the lines of " + name + " are out of order";
      }
      if (position(plane, number, 0) != position(plane, number, last)) return "the wrap of " + name + " is split";
      for (int line = 0; line <= last; ++line) {
        const GridPoint at = point(plane, line, position(plane, number, line));
        if (!grid_.populated(at)) return name + " passes " + WaferGrid::name(at) + ", where no PE is";
        if (!passed.insert(at).second) return "two rings of a plane pass " + WaferGrid::name(at);
      }
    }
  }
  return "";
}

Placement place(const RingPlan& plan) {
  const WaferGrid& grid = plan.grid();
  Placement placement;
  placement.node_at.assign(grid.sites(), kNoNode);
  for_each_home(grid, [&](GridPoint home) {
    const SiteId site = grid.site(plan.now(home));
    placement.site_of.push_back(site);
    placement.node_at[site.value] = grid.node(home);
  });
  return placement;
}

}  // namespace kintsugi
