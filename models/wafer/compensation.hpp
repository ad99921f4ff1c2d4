/// Compensation paths: how one defective core PE is replaced, and which paths exclude each other.
///
/// Path       from a defective core PE straight to the border: every logical node on it moves one site in that
///            direction, the last one into the spare. Allowed if the rest of the line, spare included, is healthy.
/// Conflicts  are pairwise. Two paths conflict if they share a site, or by a near-miss: antiparallel paths in adjacent
///            lines; the overlap is the number of positions where both move a node. ConflictRule says which overlaps
///            conflict. One track carries an overlap of 1; at 2 or more, links displaced by two sites would need the
///            same piece of it. With two tracks these links alternate between the tracks.
/// Length     a base link between neighbours has 1 pitch, plus one for each of its ends that a path displaces away from
///            the other end: 2 at most by one path, 3 by two. Two paths make a link of 3 pitches if they overlap as
///            antiparallel neighbours, if they lead away from neighbouring defective PEs of one line, or if one moves
///            the node just behind the other's defective PE across the other's line. Return wires are not counted
/// Source     Inoguchi and Horiguchi 1996, section 5.3; the near-miss is the condition under which the track switches
///            have a setting, found and checked by enumeration
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "models/wafer/grid.hpp"

namespace kintsugi {

enum class Direction : std::uint8_t { kNorth, kEast, kSouth, kWest };
inline constexpr std::array kDirections{Direction::kNorth, Direction::kEast, Direction::kSouth, Direction::kWest};
inline constexpr std::size_t kDirectionCount = kDirections.size();
/// A set of directions: bit d is Direction d.
using DirectionSet = std::bitset<kDirectionCount>;

constexpr Direction opposite(Direction d) {
  return static_cast<Direction>((static_cast<int>(d) + 2) % 4);
}
constexpr bool is_horizontal(Direction d) {
  return d == Direction::kEast || d == Direction::kWest;
}
/// Returns the offset of one site in a direction.
constexpr GridPoint step(Direction d) {
  constexpr std::array<GridPoint, 4> steps{GridPoint{-1, 0}, GridPoint{0, 1}, GridPoint{1, 0}, GridPoint{0, -1}};
  return steps[static_cast<std::size_t>(d)];
}
/// Returns "north", "east", "south" or "west".
const std::string& name(Direction d);
/// Returns the directions in which a wafer has spares, in the order of kDirections: east and west in a row, else all.
std::span<const Direction> directions(const WaferGrid& grid);

struct CompensationPath {
  GridPoint defect;  ///< in the core
  Direction direction = Direction::kNorth;
  friend constexpr auto operator<=>(CompensationPath, CompensationPath) = default;
};

/// Returns the number of logical nodes that the path moves.
int moved_nodes(const WaferGrid& grid, CompensationPath path);
/// Returns the first dead site on the path after the defective PE, or nullopt if the line is free.
std::optional<SiteId> first_dead(const WaferGrid& grid, CompensationPath path, std::span<const SiteId> dead);
/// Returns the path as text, such as "r3.c4 east".
std::string describe(CompensationPath path);

enum class ConflictRule {
  kOneTrack,        ///< shared sites, and near-misses of overlap 2 and more
  kOneTrackStrict,  ///< shared sites, and every near-miss
  kTwoTracks,       ///< shared sites only
  kShort,           ///< shared sites, and pairs that make a base link of 3 pitches: for one track and for two
};

/// Returns whether two allowed paths exclude each other. The paths count as rays: the border does not matter.
bool conflict(CompensationPath a, CompensationPath b, ConflictRule rule);

/// Returns the first two paths that conflict, or nullopt if none do.
std::optional<std::pair<CompensationPath, CompensationPath>> first_conflict(std::span<const CompensationPath> paths,
                                                                            ConflictRule rule);

}  // namespace kintsugi
