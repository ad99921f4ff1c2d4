#include "models/repair/certificate.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

std::optional<SiteId> nearest_blocker(const WaferGrid& grid, CompensationPath path, std::span<const SiteId> defects) {
  const GridPoint one = step(path.direction);
  GridPoint p{path.fault.row + one.row, path.fault.column + one.column};
  for (; grid.populated(p); p = {p.row + one.row, p.column + one.column}) {
    if (std::ranges::find(defects, grid.site(p)) != defects.end()) return grid.site(p);
  }
  return std::nullopt;
}

}  // namespace

Certificate certify(const WaferGrid& grid, ConflictRule rule, std::span<const SiteId> defects) {
  Certificate certificate;
  for (const SiteId site : defects) {
    const GridPoint fault = grid.point(site);
    if (!grid.in_core(fault)) continue;
    for (const Direction d : kDirections) {
      certificate.push_back({{fault, d}, nearest_blocker(grid, {fault, d}, defects), {}});
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
