#include "models/wafer/switch_rule.hpp"

#include <algorithm>
#include <cstdlib>

namespace kintsugi {

namespace {

/// Calls `visit` with the default place of every node that a path moves, from the defective PE outwards.
template <class Visit>
void for_each_moved(const WaferGrid& grid, CompensationPath path, Visit visit) {
  const GridPoint d = step(path.direction);
  for (GridPoint p = path.defect; grid.in_core(p); p = p + d) visit(p);
}

/// A link between two neighbouring lines whose ends are displaced differently: where it turns into a track and out of
/// it.
struct Detour {
  int near;
  int far;
  int track;
  SwitchState turn;
};

/// Returns the detour of the link across a gap whose default position is this one; nullopt if it is straight.
std::optional<Detour> detour(const TrackGrid& tracks, const PathLines& lines, Plane plane, int gap, int position) {
  const int near = position + lines.shift(plane, gap, position).by;
  const PathLines::Shift shift = lines.shift(plane, gap + 1, position);
  const int far = position + shift.by;
  if (near == far) return std::nullopt;
  const bool alternate = tracks.tracks() == 2 && std::abs(near - far) == 2;
  const int track = alternate ? std::abs(position - shift.defect) % 2 : 0;
  return Detour{near, far, track, far > near ? TrackSwitchType::kD1 : TrackSwitchType::kD2};
}

void set_plane(const TrackGrid& tracks, const PathLines& lines, Plane plane, std::vector<SwitchState>& states) {
  const WaferGrid& grid = tracks.wafer();
  for (int gap = 0; gap <= grid.lines(plane); ++gap) {
    for (int position = 1; position <= grid.positions(plane); ++position) {
      const std::optional<Detour> found = detour(tracks, lines, plane, gap, position);
      if (!found) continue;
      states[tracks.index({plane, gap, found->near, found->track})] = found->turn;
      states[tracks.index({plane, gap, found->far, found->track})] = found->turn;
    }
  }
}

}  // namespace

// --- PathLines ------------------------------------------------------------------------------------------------------

PathLines::PathLines(const WaferGrid& grid, std::span<const CompensationPath> paths) : grid_(grid) {
  for (const Plane plane : {Plane::kH, Plane::kV}) {
    lines_[static_cast<std::size_t>(plane)].assign(static_cast<std::size_t>(grid.lines(plane)) + 2,
                                                   {.down = 0, .up = grid.positions(plane) + 1});
  }
  for (const CompensationPath& path : paths) {
    const bool rows = is_horizontal(path.direction);
    const GridPoint d = step(path.direction);
    const int line = rows ? path.defect.row : path.defect.column;
    const int position = rows ? path.defect.column : path.defect.row;
    Line& defects = lines_[static_cast<std::size_t>(rows ? Plane::kH : Plane::kV)][static_cast<std::size_t>(line)];
    (d.row + d.column < 0 ? defects.down : defects.up) = position;
  }
}

PathLines::Shift PathLines::shift(Plane plane, int line, int position) const {
  const Line& defects = lines_[static_cast<std::size_t>(plane)][static_cast<std::size_t>(line)];
  if (position <= defects.down) return {-1, defects.down};
  if (position >= defects.up) return {1, defects.up};
  return {};
}

NodeId PathLines::node_at(SiteId site) const {
  const GridPoint at = grid_.point(site);
  const NodeId unmoved = grid_.in_core(at) ? grid_.node(at) : kNoNode;
  return node_on(Plane::kH, at.row, at.column, node_on(Plane::kV, at.column, at.row, unmoved));
}

Plane PathLines::passing(SiteId site) const {
  const GridPoint at = grid_.point(site);
  const Line& row = lines_[static_cast<std::size_t>(Plane::kH)][static_cast<std::size_t>(at.row)];
  // Where no path leads to an end of the row, that end is the spare there.
  return at.column == row.down || at.column == row.up ? Plane::kV : Plane::kH;
}

/// Returns the node at a position of a line: that from the side of the defective PE on a path, none at its beginning.
NodeId PathLines::node_on(Plane plane, int line, int position, NodeId unmoved) const {
  const Line& defects = lines_[static_cast<std::size_t>(plane)][static_cast<std::size_t>(line)];
  if (position < defects.down) return grid_.node(point(plane, line, position + 1));
  if (position > defects.up) return grid_.node(point(plane, line, position - 1));
  const bool is_defect =
      grid_.in_core(point(plane, line, position)) && (position == defects.down || position == defects.up);
  return is_defect ? kNoNode : unmoved;
}

// --- Placement and states -------------------------------------------------------------------------------------------

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
  if (states.empty()) return states;
  const PathLines lines(tracks.wafer(), paths);
  for (const Plane plane : {Plane::kH, Plane::kV}) set_plane(tracks, lines, plane, states);
  return states;
}

SwitchState track_state(const TrackGrid& tracks, const PathLines& lines, const TrackPlace& at) {
  SwitchState state = TrackSwitchType::kX;
  const int last = std::min(at.position + 1, tracks.wafer().positions(at.plane));
  for (int position = std::max(at.position - 1, 1); position <= last; ++position) {
    const std::optional<Detour> found = detour(tracks, lines, at.plane, at.gap, position);
    if (!found || found->track != at.track) continue;
    if (found->near == at.position || found->far == at.position) state = found->turn;
  }
  return state;
}

}  // namespace kintsugi
