// The checker of certificates. It draws every path site by site and compares the drawings; it shares only the numbering
// of sites with the planners.
#include <algorithm>
#include <cstdlib>

#include "models/wafer/certificate.hpp"

namespace kintsugi {

namespace {

/// A path as a list of its sites, from the defective PE to the spare.
struct Drawing {
  CompensationPath path;
  std::vector<SiteId> sites;
  std::vector<SiteId> ascending;
  bool covers(SiteId site) const { return std::ranges::binary_search(ascending, site); }
};

Drawing draw(const WaferGrid& grid, CompensationPath path) {
  Drawing drawing{path, {}, {}};
  int row = path.defect.row;
  int column = path.defect.column;
  while (grid.populated({row, column})) {
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
  drawing.ascending = drawing.sites;
  std::ranges::sort(drawing.ascending);
  return drawing;
}

/// Returns the number of nodes that one path moves and whose neighbour in the adjacent line the other path moves in the
/// opposite direction.
int opposed_pairs(const WaferGrid& grid, const Drawing& a, const Drawing& b) {
  if (std::abs(static_cast<int>(a.path.direction) - static_cast<int>(b.path.direction)) != 2) return 0;
  const bool along_rows = a.path.direction == Direction::kEast || a.path.direction == Direction::kWest;
  int pairs = 0;
  for (const SiteId from : a.sites) {
    const GridPoint p = grid.point(from);
    for (const int side : {-1, 1}) {
      const GridPoint q = along_rows ? GridPoint{p.row + side, p.column} : GridPoint{p.row, p.column + side};
      if (grid.in_core(p) && grid.in_core(q) && b.covers(grid.site(q))) ++pairs;
    }
  }
  return pairs;
}

bool exclude(const WaferGrid& grid, ConflictRule rule, const Drawing& a, const Drawing& b) {
  if (std::ranges::any_of(a.sites, [&](SiteId site) { return b.covers(site); })) return true;
  if (rule == ConflictRule::kTwoTracks) return false;
  return opposed_pairs(grid, a, b) > (rule == ConflictRule::kOneTrackStrict ? 0 : 1);
}

class CertificateChecker {
 public:
  CertificateChecker(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                     std::span<const SiteId> defects)
      : certificate_(certificate),
        grid_(grid),
        ways_(directions(grid).size()),
        rule_(rule),
        defects_(defects.begin(), defects.end()) {}

  std::optional<std::string> refutation() {
    if (!is_complete()) return "it does not have a path in each direction for every defective core PE";
    for (const BlockedPath& each : certificate_) {
      if (auto wrong = wrong_reason(each)) return wrong;
    }
    draw_all();
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
      for (const Direction d : directions(grid_)) {
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

  /// Returns whether the defective PEs from this place in the certificate on have open paths that no listed path
  /// excludes.
  bool escapes(std::size_t next) {
    if (next == certificate_.size()) return true;
    for (std::size_t i = next; i < next + ways_; ++i) {
      const BlockedPath& each = certificate_[i];
      const auto is_listed = [&](const CompensationPath& taken) {
        return std::ranges::find(each.excluded_by, taken) != each.excluded_by.end();
      };
      if (each.blocker || std::ranges::any_of(chosen_, is_listed)) continue;
      chosen_.push_back(each.path);
      if (escapes(next + ways_)) return true;
      chosen_.pop_back();
    }
    return false;
  }

  /// Draws all paths of every defective core PE, and compares each with each.
  void draw_all() {
    for (const BlockedPath& each : certificate_) drawings_.push_back(draw(grid_, each.path));
    excludes_.assign(drawings_.size(), std::vector<bool>(drawings_.size()));
    for (std::size_t i = 0; i < drawings_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        excludes_[i][j] = excludes_[j][i] = exclude(grid_, rule_, drawings_[i], drawings_[j]);
      }
    }
  }

  bool repairable_without(SiteId healed) const {
    std::vector<std::size_t> taken;
    return repairable(healed, 0, taken);
  }

  bool repairable(SiteId healed, std::size_t next, std::vector<std::size_t>& taken) const {
    if (next < drawings_.size() && drawings_[next].sites.front() == healed) next += ways_;
    if (next == drawings_.size()) return true;
    for (std::size_t i = next; i < next + ways_; ++i) {
      const auto blocks = [&](SiteId site) {
        return site != healed && site != drawings_[i].sites.front() && drawings_[i].covers(site);
      };
      if (std::ranges::any_of(defects_, blocks)) continue;
      if (std::ranges::any_of(taken, [&](std::size_t other) { return excludes_[i][other]; })) continue;
      taken.push_back(i);
      if (repairable(healed, next + ways_, taken)) return true;
      taken.pop_back();
    }
    return false;
  }

  const Certificate& certificate_;
  WaferGrid grid_;
  std::size_t ways_;  // paths of a defective core PE
  ConflictRule rule_;
  std::vector<SiteId> defects_;
  std::vector<CompensationPath> chosen_;
  std::vector<Drawing> drawings_;            // in the order of the certificate
  std::vector<std::vector<bool>> excludes_;  // by place in the certificate, twice
};

}  // namespace

std::optional<std::string> refute(const SpareShortage& shortage, const WaferGrid& grid,
                                  std::span<const SiteId> defects) {
  std::vector<bool> dead(grid.sites());
  for (const SiteId site : defects) dead.at(site.value) = true;
  SpareShortage counted;
  for (int row = grid.first_row(); row <= grid.last_row(); ++row) {
    for (int column = 0; column <= grid.columns() + 1; ++column) {
      const bool edge_row = row == 0 || row == grid.rows() + 1;
      const bool edge_column = column == 0 || column == grid.columns() + 1;
      if (!grid.populated({row, column})) continue;
      const bool is_dead = dead[grid.site({row, column}).value];
      if (edge_row || edge_column) {
        counted.healthy_spares += is_dead ? 0 : 1;
      } else {
        counted.defective_core_pes += is_dead ? 1 : 0;
      }
    }
  }
  if (counted != shortage) return "the wafer has other numbers: " + reason(counted);
  if (counted.defective_core_pes <= counted.healthy_spares) return "there are enough spares";
  return std::nullopt;
}

std::optional<std::string> refute(const Certificate& certificate, const WaferGrid& grid, ConflictRule rule,
                                  std::span<const SiteId> defects) {
  return CertificateChecker(certificate, grid, rule, defects).refutation();
}

}  // namespace kintsugi
