#include "models/wafer/certificate.hpp"

#include <algorithm>

#include "models/network/text.hpp"

namespace kintsugi {

std::optional<SpareShortage> find_shortage(const WaferGrid& grid, std::span<const SiteId> defects) {
  const auto in_core = [&](SiteId site) { return grid.in_core(grid.point(site)); };
  const auto dead_core_pes = static_cast<std::size_t>(std::ranges::count_if(defects, in_core));
  const std::size_t dead_spares = defects.size() - dead_core_pes;
  const std::size_t healthy_spares = grid.sites() - grid.nodes() - dead_spares;
  if (dead_core_pes <= healthy_spares) return std::nullopt;
  return SpareShortage{dead_core_pes, healthy_spares};
}

std::string reason(const SpareShortage& shortage) {
  return counted_are(shortage.defective_core_pes, "core PE") + " dead and " +
         counted_are(shortage.healthy_spares, "spare") + " healthy; each dead one needs a spare";
}

Certificate certify(const WaferGrid& grid, ConflictRule rule, std::span<const SiteId> defects) {
  Certificate certificate;
  for (const SiteId site : defects) {
    const GridPoint defect = grid.point(site);
    if (!grid.in_core(defect)) continue;
    for (const Direction d : directions(grid)) {
      certificate.push_back({{defect, d}, first_dead(grid, {defect, d}, defects), {}});
    }
  }
  for (BlockedPath& one : certificate) {
    if (one.blocker) continue;
    for (const BlockedPath& other : certificate) {
      if (other.blocker || other.path.defect == one.path.defect) continue;
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
