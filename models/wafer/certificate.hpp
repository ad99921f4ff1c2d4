/// The reasons why spares or straight paths do not repair a set of defects, in a form that can be checked by hand.
///
/// Shortage: every node needs a healthy PE of its own. So a map with more defective core PEs than healthy spares is
/// irreparable, whatever the planner.
///
/// Paths: for every defective core PE of the set and each direction with spares the certificate names a defect on the
/// line, or the paths of the other PEs that exclude this one, if these paths are not blocked themselves. From this list
/// alone it follows that no choice of one path for each PE is left. It says nothing about plans with diagonal moves.
///
/// Source  Inoguchi and Horiguchi 1996, section 5.3, for the paths; the certificate is worked out here
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/wafer/compensation.hpp"

namespace kintsugi {

/// More defective core PEs than healthy spares.
struct SpareShortage {
  std::size_t defective_core_pes = 0;
  std::size_t healthy_spares = 0;
  friend bool operator==(const SpareShortage&, const SpareShortage&) = default;
};

/// Returns nullopt if the healthy spares are enough in number.
std::optional<SpareShortage> find_shortage(const WaferGrid& grid, std::span<const SiteId> defects);

/// Returns the shortage as text: "80 core PEs are dead and 30 spares are healthy; each dead one needs a spare".
std::string reason(const SpareShortage& shortage);

/// Checks a shortage with a map of the whole wafer, on which it counts. Returns nullopt if it holds, otherwise a
/// description of what is wrong.
std::optional<std::string> refute(const SpareShortage& shortage, const WaferGrid& grid,
                                  std::span<const SiteId> defects);

struct BlockedPath {
  CompensationPath path;
  std::optional<SiteId> blocker;              ///< the nearest defect on its line
  std::vector<CompensationPath> excluded_by;  ///< without blocker: open paths of other defective PEs, in their order
};

/// A path for each defective core PE and each direction, in the order of the defects and of directions().
using Certificate = std::vector<BlockedPath>;

/// Lists for every path of a set of defects what blocks or excludes it.
Certificate certify(const WaferGrid& grid, ConflictRule rule, std::span<const SiteId> defects);

/// The text of reason() for a path that neither has a blocker nor is excluded.
inline constexpr std::string_view kOpenPath = "open";
/// Returns the reason as text: "blocked by dead r3.c9", "excluded by r4.c2 west and r6.c2 east", or kOpenPath.
std::string reason(const WaferGrid& grid, const BlockedPath& blocked);

/// Checks a certificate without any of the planners' code: every blocker is on the line, every exclusion is real (both
/// paths drawn site by site), no choice of open paths avoids the exclusions (all choices are tried), and without any
/// one of the defects there is a choice. `rule` must not be kShort, which has no certificates. Returns nullopt if the
/// certificate holds, otherwise a description of what is wrong.
std::optional<std::string> refute(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                                  std::span<const SiteId> defects);

}  // namespace kintsugi
