#include "models/wafer/switch_rule.hpp"

#include <cstdlib>

namespace kintsugi {

namespace {

/// Calls `visit` with the default place of every node that a path moves, from the faulty PE outwards.
template <class Visit>
void for_each_moved(const WaferGrid& grid, CompensationPath path, Visit visit) {
  const GridPoint d = step(path.direction);
  for (GridPoint p = path.fault; grid.in_core(p); p = p + d) visit(p);
}

/// The displacements of nodes along the lines of one plane. The lines of spares, 0 and N + 1, hold no nodes.
class PlaneShifts {
 public:
  PlaneShifts(const WaferGrid& grid, Plane plane, std::span<const CompensationPath> paths)
      : width_(grid.core() + 2), shifts_(static_cast<std::size_t>(width_) * width_) {
    for (const CompensationPath& path : paths) {
      if (is_horizontal(path.direction) != (plane == Plane::kH)) continue;
      const GridPoint d = step(path.direction);
      const Shift shift{d.row + d.column, plane == Plane::kH ? path.fault.column : path.fault.row};
      for_each_moved(grid, path, [&](GridPoint p) {
        shifts_[plane == Plane::kH ? index(p.row, p.column) : index(p.column, p.row)] = shift;
      });
    }
  }
  int by(int line, int position) const { return shifts_[index(line, position)].by; }
  int fault(int line, int position) const { return shifts_[index(line, position)].fault; }

 private:
  struct Shift {
    int by = 0;
    int fault = 0;  // the position of the faulty PE of the path
  };
  std::size_t index(int line, int position) const { return static_cast<std::size_t>(line) * width_ + position; }

  int width_;
  std::vector<Shift> shifts_;
};

void set_plane(const TrackGrid& tracks, Plane plane, const PlaneShifts& shifts, std::vector<SwitchState>& states) {
  const int core = tracks.wafer().core();
  for (int gap = 0; gap <= core; ++gap) {
    for (int position = 1; position <= core; ++position) {
      const int near = position + shifts.by(gap, position);
      const int far = position + shifts.by(gap + 1, position);
      if (near == far) continue;
      const bool alternate = tracks.tracks() == 2 && std::abs(near - far) == 2;
      const int track = alternate ? std::abs(position - shifts.fault(gap + 1, position)) % 2 : 0;
      const SwitchState turn = far > near ? TrackSwitchType::kD1 : TrackSwitchType::kD2;
      states[tracks.index(plane, gap, near, track)] = turn;
      states[tracks.index(plane, gap, far, track)] = turn;
    }
  }
}

}  // namespace

Placement place(const WaferGrid& grid, std::span<const CompensationPath> paths) {
  Placement placement;
  placement.site_of.reserve(grid.nodes());
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    placement.site_of.push_back(grid.site(grid.default_point(NodeId{node})));
  }
  for (const CompensationPath& path : paths) {
    const GridPoint d = step(path.direction);
    for_each_moved(grid, path, [&](GridPoint p) { placement.site_of[grid.node(p).value] = grid.site(p + d); });
  }
  placement.node_at.assign(grid.sites(), kNoNode);
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    placement.node_at[placement.site_of[node].value] = NodeId{node};
  }
  return placement;
}

std::vector<SwitchState> track_states(const TrackGrid& tracks, std::span<const CompensationPath> paths) {
  std::vector<SwitchState> states(tracks.switches(), TrackSwitchType::kX);
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    set_plane(tracks, plane, PlaneShifts(tracks.wafer(), plane, paths), states);
  }
  return states;
}

}  // namespace kintsugi
