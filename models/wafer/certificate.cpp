#include "models/wafer/certificate.hpp"

#include <algorithm>

namespace kintsugi {

Certificate certify(const WaferGrid& grid, ConflictRule rule, std::span<const SiteId> defects) {
  Certificate certificate;
  for (const SiteId site : defects) {
    const GridPoint fault = grid.point(site);
    if (!grid.in_core(fault)) continue;
    for (const Direction d : kDirections) {
      certificate.push_back({{fault, d}, first_dead(grid, {fault, d}, defects), {}});
    }
  }
  for (BlockedPath& one : certificate) {
    if (one.blocker) continue;
    for (const BlockedPath& other : certificate) {
      if (other.blocker || other.path.fault == one.path.fault) continue;
      if (conflict(one.path, other.path, rule)) one.excluded_by.push_back(other.path);
    }
  }
  return certificate;
}

std::string reason(const WaferGrid& grid, const BlockedPath& blocked) {
  if (blocked.blocker) return "blocked by dead " + WaferGrid::name(grid.point(*blocked.blocker));
  std::string text;
  for (const CompensationPath& path : blocked.excluded_by) {
    text += (text.empty() ? "excluded by " : " and ") + describe(path);
  }
  return text.empty() ? std::string(kOpenPath) : text;
}

}  // namespace kintsugi
