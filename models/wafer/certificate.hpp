/// Why a set of defects is irreparable, in a form that can be checked by hand.
///
/// For every faulty core PE of the set and each of its four directions: a defect on the line, or the paths of the
/// others that exclude it, as far as these are not blocked themselves. That no choice of one path for each is left
/// follows from these alone. Source  Inoguchi and Horiguchi 1996, section 5.3, for the paths; the certificate is worked
/// out here
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/compensation.hpp"

namespace kintsugi {

struct BlockedPath {
  CompensationPath path;
  std::optional<SiteId> blocker;              ///< the nearest defect on its line
  std::vector<CompensationPath> excluded_by;  ///< where there is no blocker: open paths of other faults, in their order
};

/// Four for each faulty core PE, in the order of the defects and of kDirections.
using Certificate = std::vector<BlockedPath>;

Certificate certify(const WaferGrid& grid, ConflictRule rule, std::span<const SiteId> defects);

/// What reason() says of a path that neither has a blocker nor is excluded.
inline constexpr std::string_view kOpenPath = "open";
/// "blocked by dead r3.c9", "excluded by r4.c2 west and r6.c2 east", or kOpenPath
std::string reason(const WaferGrid& grid, const BlockedPath& blocked);

/// Checks a certificate without any of the planners' code: every blocker stands on the line, every exclusion is real
/// (both paths drawn site by site), no choice of open paths escapes the exclusions (all choices are tried), and without
/// any one of the defects there is a choice. `rule` is one of tracks and strictness; shortness has no certificate.
/// Nothing when all holds; else what does not, in words.
std::optional<std::string> refute(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                                  std::span<const SiteId> defects);

}  // namespace kintsugi
