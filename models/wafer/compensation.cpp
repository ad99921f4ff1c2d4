#include "models/wafer/compensation.hpp"

#include <algorithm>
#include <cstdlib>

namespace kintsugi {

namespace {

/// Returns how far `offset` leads in a direction; negative if it leads in the opposite one.
int along(GridPoint offset, Direction d) {
  return offset.row * step(d).row + offset.column * step(d).column;
}

/// Returns how far `offset` leads to either side of a direction.
int across(GridPoint offset, Direction d) {
  return std::abs(is_horizontal(d) ? offset.row : offset.column);
}

bool share_a_site(GridPoint offset, Direction a, Direction b) {
  const bool ahead = along(offset, a) >= 0;
  if (a == b) return across(offset, a) == 0;
  if (a == opposite(b)) return across(offset, a) == 0 && ahead;
  return ahead && along(offset, b) <= 0;
}

/// Returns the number of positions in which two antiparallel paths in adjacent lines both move a node.
int near_miss_overlap(GridPoint offset, Direction a, Direction b) {
  if (a != opposite(b) || across(offset, a) != 1) return 0;
  return along(offset, a) + 1;
}

/// Returns whether two paths of one line lead away from neighbouring defective PEs.
bool back_to_back(GridPoint offset, Direction a, Direction b) {
  return a == opposite(b) && across(offset, a) == 0 && along(offset, a) == -1;
}

/// Returns whether the path at `offset` in direction b moves the node just behind a defective PE that is replaced in
/// direction a, and moves it across that line.
bool moves_the_node_behind(GridPoint offset, Direction a, Direction b) {
  const GridPoint to_behind{-step(a).row - offset.row, -step(a).column - offset.column};
  return is_horizontal(a) != is_horizontal(b) && across(to_behind, b) == 0 && along(to_behind, b) >= 0;
}

/// Returns whether two paths make a base link of 3 pitches.
bool stretch(GridPoint offset, Direction a, Direction b) {
  return near_miss_overlap(offset, a, b) >= 1 || back_to_back(offset, a, b) || moves_the_node_behind(offset, a, b) ||
         moves_the_node_behind({-offset.row, -offset.column}, b, a);
}

}  // namespace

const std::string& name(Direction d) {
  static const std::array<std::string, 4> names{"north", "east", "south", "west"};
  return names[static_cast<std::size_t>(d)];
}

std::span<const Direction> directions(const WaferGrid& grid) {
  static constexpr std::array kOfRow{Direction::kEast, Direction::kWest};
  return grid.has_spare_rows() ? std::span<const Direction>(kDirections) : std::span<const Direction>(kOfRow);
}

int moved_nodes(const WaferGrid& grid, CompensationPath path) {
  switch (path.direction) {
    case Direction::kNorth:
      return path.defect.row;
    case Direction::kEast:
      return grid.columns() + 1 - path.defect.column;
    case Direction::kSouth:
      return grid.rows() + 1 - path.defect.row;
    case Direction::kWest:
      return path.defect.column;
  }
  return 0;
}

std::optional<SiteId> first_dead(const WaferGrid& grid, CompensationPath path, std::span<const SiteId> dead) {
  for (GridPoint p = path.defect + step(path.direction); grid.populated(p); p = p + step(path.direction)) {
    if (std::ranges::find(dead, grid.site(p)) != dead.end()) return grid.site(p);
  }
  return std::nullopt;
}

std::string describe(CompensationPath path) {
  return WaferGrid::name(path.defect) + " " + name(path.direction);
}

bool conflict(CompensationPath a, CompensationPath b, ConflictRule rule) {
  const GridPoint offset{b.defect.row - a.defect.row, b.defect.column - a.defect.column};
  if (share_a_site(offset, a.direction, b.direction)) return true;
  if (rule == ConflictRule::kShort) return stretch(offset, a.direction, b.direction);
  const int overlap = near_miss_overlap(offset, a.direction, b.direction);
  if (rule == ConflictRule::kTwoTracks) return false;
  return overlap >= (rule == ConflictRule::kOneTrackStrict ? 1 : 2);
}

std::optional<std::pair<CompensationPath, CompensationPath>> first_conflict(std::span<const CompensationPath> paths,
                                                                            ConflictRule rule) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = i + 1; j < paths.size(); ++j) {
      if (conflict(paths[i], paths[j], rule)) return std::pair{paths[i], paths[j]};
    }
  }
  return std::nullopt;
}

}  // namespace kintsugi
