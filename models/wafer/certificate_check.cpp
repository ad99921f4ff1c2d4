// The checker of certificates. It draws every path site by site and compares the drawings; it shares only the numbering
// of sites with the planners.
#include <algorithm>
#include <cstdlib>

#include "models/wafer/certificate.hpp"

namespace kintsugi {

namespace {

/// A path as a list of its sites, from the faulty PE to the spare.
struct Drawing {
  CompensationPath path;
  std::vector<SiteId> sites;
};

Drawing draw(const WaferGrid& grid, CompensationPath path) {
  Drawing drawing{path, {}};
  int row = path.fault.row;
  int column = path.fault.column;
  while (row >= 0 && row <= grid.last() && column >= 0 && column <= grid.last()) {
    drawing.sites.push_back(grid.site({row, column}));
    switch (path.direction) {
      case Direction::kNorth:
        --row;
        break;
      case Direction::kEast:
        ++column;
        break;
      case Direction::kSouth:
        ++row;
        break;
      case Direction::kWest:
        --column;
        break;
    }
  }
  return drawing;
}

/// Returns the number of nodes that one path moves and whose neighbour in the adjacent line the other path moves in the
/// opposite direction.
int opposed_pairs(const WaferGrid& grid, const Drawing& a, const Drawing& b) {
  if (std::abs(static_cast<int>(a.path.direction) - static_cast<int>(b.path.direction)) != 2) return 0;
  const bool along_rows = a.path.direction == Direction::kEast || a.path.direction == Direction::kWest;
  const auto line = [&](GridPoint p) { return along_rows ? p.row : p.column; };
  const auto position = [&](GridPoint p) { return along_rows ? p.column : p.row; };
  int pairs = 0;
  for (const SiteId from : a.sites) {
    const GridPoint p = grid.point(from);
    if (!grid.in_core(p)) continue;
    pairs += static_cast<int>(std::ranges::count_if(b.sites, [&](SiteId other) {
      const GridPoint q = grid.point(other);
      return grid.in_core(q) && position(q) == position(p) && std::abs(line(q) - line(p)) == 1;
    }));
  }
  return pairs;
}

bool exclude(const WaferGrid& grid, ConflictRule rule, const Drawing& a, const Drawing& b) {
  for (const SiteId site : a.sites) {
    if (std::ranges::find(b.sites, site) != b.sites.end()) return true;
  }
  if (rule == ConflictRule::kTwoTracks) return false;
  return opposed_pairs(grid, a, b) > (rule == ConflictRule::kOneTrackStrict ? 0 : 1);
}

class CertificateChecker {
 public:
  CertificateChecker(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                     std::span<const SiteId> defects)
      : certificate_(certificate), grid_(grid), rule_(rule), defects_(defects.begin(), defects.end()) {}

  std::optional<std::string> refutation() {
    if (!is_complete()) return "it does not have four paths for every fault of the core";
    for (const BlockedPath& each : certificate_) {
      if (auto wrong = wrong_reason(each)) return wrong;
    }
    if (escapes(0)) return "a choice of paths avoids all the conflicts that it lists";
    for (const SiteId site : defects_) {
      if (!repairable_without(site)) return "it is irreparable even without " + WaferGrid::name(grid_.point(site));
    }
    return std::nullopt;
  }

 private:
  bool is_complete() const {
    std::size_t next = 0;
    for (const SiteId site : defects_) {
      if (!grid_.in_core(grid_.point(site))) continue;
      for (const Direction d : kDirections) {
        if (next == certificate_.size()) return false;
        if (certificate_[next++].path != CompensationPath{grid_.point(site), d}) return false;
      }
    }
    return next == certificate_.size();
  }

  std::optional<std::string> wrong_reason(const BlockedPath& each) const {
    const Drawing drawing = draw(grid_, each.path);
    if (each.blocker) {
      const bool on_line =
          std::ranges::find(drawing.sites.begin() + 1, drawing.sites.end(), *each.blocker) != drawing.sites.end();
      const bool is_dead = std::ranges::find(defects_, *each.blocker) != defects_.end();
      if (!on_line || !is_dead) return "no defect blocks " + describe(each.path) + " at the site that it names";
      return std::nullopt;
    }
    for (const CompensationPath& other : each.excluded_by) {
      if (!exclude(grid_, rule_, drawing, draw(grid_, other))) {
        return describe(each.path) + " and " + describe(other) + " do not exclude each other";
      }
    }
    return std::nullopt;
  }

  /// Returns whether the faulty PEs from this place in the certificate on have open paths that no listed path excludes.
  bool escapes(std::size_t next) {
    if (next == certificate_.size()) return true;
    for (std::size_t i = next; i < next + kDirections.size(); ++i) {
      const BlockedPath& each = certificate_[i];
      const auto is_listed = [&](const CompensationPath& taken) {
        return std::ranges::find(each.excluded_by, taken) != each.excluded_by.end();
      };
      if (each.blocker || std::ranges::any_of(chosen_, is_listed)) continue;
      chosen_.push_back(each.path);
      if (escapes(next + kDirections.size())) return true;
      chosen_.pop_back();
    }
    return false;
  }

  bool repairable_without(SiteId healed) const {
    std::vector<SiteId> rest = defects_;
    std::erase(rest, healed);
    std::vector<Drawing> taken;
    return repairable(rest, 0, taken);
  }

  bool repairable(const std::vector<SiteId>& dead, std::size_t next, std::vector<Drawing>& taken) const {
    while (next < dead.size() && !grid_.in_core(grid_.point(dead[next]))) ++next;
    if (next == dead.size()) return true;
    for (const Direction d : kDirections) {
      const Drawing drawing = draw(grid_, {grid_.point(dead[next]), d});
      const auto is_dead = [&](SiteId site) { return std::ranges::find(dead, site) != dead.end(); };
      const auto is_excluded = [&](const Drawing& other) { return exclude(grid_, rule_, drawing, other); };
      if (std::any_of(drawing.sites.begin() + 1, drawing.sites.end(), is_dead)) continue;
      if (std::ranges::any_of(taken, is_excluded)) continue;
      taken.push_back(drawing);
      if (repairable(dead, next + 1, taken)) return true;
      taken.pop_back();
    }
    return false;
  }

  const Certificate& certificate_;
  WaferGrid grid_;
  ConflictRule rule_;
  std::vector<SiteId> defects_;
  std::vector<CompensationPath> chosen_;
};

}  // namespace

std::optional<std::string> refute(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                                  std::span<const SiteId> defects) {
  return CertificateChecker(certificate, grid, rule, defects).refutation();
}

}  // namespace kintsugi
