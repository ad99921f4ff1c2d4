/// Compensation paths: how one faulty core PE is replaced, and which paths exclude each other.
///
/// Path       from a faulty core PE straight to the border: every logical node on it moves one site that way, the last
///            one into the spare. Allowed when the rest of the line, spare included, is healthy.
/// Conflicts  are pairwise. Two paths conflict when they share a site, or by a near-miss: antiparallel in adjacent
///            lines with too long an overlap, which is the number of positions where both move a node. One track
///            carries an overlap of 1; at 2 or more, links displaced by two sites would need the same piece of it.
///            With two tracks they alternate.
/// Length     a base link between neighbours has 1 pitch, and as much more as its two ends are displaced away from each
///            other: 2 at most by one path, 3 by two. Two paths make a link of 3 pitches when they overlap as
///            antiparallel neighbours, when they lead away from neighbouring faults of one line, or when one moves the
///            node just behind the other's fault across the other's line. Return wires are left out
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
/// Bit d stands for Direction d.
using DirectionSet = std::bitset<kDirections.size()>;

constexpr Direction opposite(Direction d) {
  return static_cast<Direction>((static_cast<int>(d) + 2) % 4);
}
constexpr bool is_horizontal(Direction d) {
  return d == Direction::kEast || d == Direction::kWest;
}
/// One site that way.
constexpr GridPoint step(Direction d) {
  constexpr std::array<GridPoint, 4> steps{GridPoint{-1, 0}, GridPoint{0, 1}, GridPoint{1, 0}, GridPoint{0, -1}};
  return steps[static_cast<std::size_t>(d)];
}
/// "north", "east", "south", "west"
const std::string& name(Direction d);

struct CompensationPath {
  GridPoint fault;  ///< in the core
  Direction direction = Direction::kNorth;
  friend constexpr auto operator<=>(CompensationPath, CompensationPath) = default;
};

/// Logical nodes that the path moves.
int moved_nodes(const WaferGrid& grid, CompensationPath path);
/// The first of the dead sites behind the fault, which no node can be moved to; nothing when the line is free.
std::optional<SiteId> first_dead(const WaferGrid& grid, CompensationPath path, std::span<const SiteId> dead);
/// "r3.c4 east"
std::string describe(CompensationPath path);

enum class ConflictRule {
  kOneTrack,        ///< shared sites, and near-misses of overlap 2 and more
  kOneTrackStrict,  ///< shared sites, and every near-miss
  kTwoTracks,       ///< shared sites only
  kShort,           ///< shared sites, and whatever makes a base link of 3 pitches: for one track and for two
};

/// Whether two allowed paths exclude each other. The paths are taken as rays: the border does not matter.
bool conflict(CompensationPath a, CompensationPath b, ConflictRule rule);

/// The first two paths that conflict.
std::optional<std::pair<CompensationPath, CompensationPath>> first_conflict(std::span<const CompensationPath> paths,
                                                                            ConflictRule rule);

}  // namespace kintsugi
