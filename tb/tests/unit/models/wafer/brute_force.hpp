/// A second repair planner, for tests only, by brute force: it lists the sites of every path, compares the lists, and
/// tries all combinations of directions. It shares only the numbering of sites with models/wafer.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdlib>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi::test {

class BruteForce {
 public:
  BruteForce(const WaferGrid& grid, ConflictRule rule) : grid_(grid), rule_(rule) {}

  struct Path {
    CompensationPath path;
    std::bitset<1152> sites;  // N <= 32
    bool horizontal = false;
    int sign = 0;  // +1 east and south
    int line = 0;
    std::vector<int> moved;  // positions of the logical nodes that move
  };
  using Plan = std::vector<Path>;

  bool repairable(const DefectMap& defects) const {
    bool found = false;
    for_each_plan(defects, [&](const Plan&) { return !(found = true); });
    return found;
  }

  /// Returns nullopt if the map is irreparable.
  std::optional<std::size_t> fewest_moved(const DefectMap& defects) const {
    return least(defects, [](const Plan& plan) {
      std::size_t moved = 0;
      for (const Path& each : plan) moved += each.moved.size();
      return moved;
    });
  }

  /// Returns how many of the paths in force any plan must change, or nullopt if the map is irreparable.
  std::optional<std::size_t> fewest_changed(const DefectMap& defects,
                                            std::span<const CompensationPath> in_force) const {
    return least(defects, [&](const Plan& plan) {
      std::size_t changed = 0;
      for (const CompensationPath& old : in_force) {
        for (const Path& each : plan) changed += each.path.defect == old.defect && each.path != old;
      }
      return changed;
    });
  }

  /// Until `visit` returns false.
  void for_each_plan(const DefectMap& defects, const std::function<bool(const Plan&)>& visit) const {
    std::vector<Plan> candidates;
    for (const SiteId defect : defects) {
      if (grid_.in_core(grid_.point(defect))) candidates.push_back(paths_of(defect, defects));
    }
    Plan chosen;
    choose(candidates, chosen, visit);
  }

 private:
  std::optional<std::size_t> least(const DefectMap& defects,
                                   const std::function<std::size_t(const Plan&)>& measure) const {
    std::optional<std::size_t> least;
    for_each_plan(defects, [&](const Plan& plan) {
      least = std::min(measure(plan), least.value_or(std::numeric_limits<std::size_t>::max()));
      return true;
    });
    return least;
  }

  std::vector<Path> paths_of(SiteId replaced, const DefectMap& defects) const {
    std::vector<Path> paths;
    for (const bool horizontal : {true, false}) {
      if (!horizontal && !grid_.has_spare_rows()) continue;
      for (const int sign : {1, -1}) {
        const Path path = path_of(grid_.point(replaced), horizontal, sign);
        std::size_t defects_met = 0;
        for (const SiteId defect : defects) defects_met += path.sites[defect.value];
        if (defects_met == 1) paths.push_back(path);
      }
    }
    return paths;
  }

  Path path_of(GridPoint from, bool horizontal, int sign) const {
    Path path;
    path.path = {from, horizontal ? (sign > 0 ? Direction::kEast : Direction::kWest)
                                  : (sign > 0 ? Direction::kSouth : Direction::kNorth)};
    path.horizontal = horizontal;
    path.sign = sign;
    path.line = horizontal ? from.row : from.column;
    const int border = sign > 0 ? (horizontal ? grid_.columns() : grid_.rows()) + 1 : 0;
    for (int at = horizontal ? from.column : from.row;; at += sign) {
      path.sites.set(grid_.site(horizontal ? GridPoint{from.row, at} : GridPoint{at, from.column}).value);
      if (at == border) return path;
      path.moved.push_back(at);
    }
  }

  bool conflict(const Path& a, const Path& b) const {
    if ((a.sites & b.sites).any()) return true;
    if (rule_ == ConflictRule::kTwoTracks || rule_ == ConflictRule::kShort) return false;
    if (a.horizontal != b.horizontal || a.sign == b.sign || std::abs(a.line - b.line) != 1) return false;
    int overlap = 0;
    for (const int p : a.moved) {
      for (const int q : b.moved) overlap += p == q;
    }
    return rule_ == ConflictRule::kOneTrackStrict ? overlap > 0 : overlap > 1;
  }

  /// Returns whether neighbours are at most two sites apart, along and across together, after all moves.
  bool is_short(const Plan& plan) const {
    std::vector<GridPoint> place;
    for (int row = 0; row <= grid_.rows() + 1; ++row) {
      for (int column = 0; column <= grid_.columns() + 1; ++column) place.push_back({row, column});
    }
    const auto at = [&](int row, int column) -> GridPoint& {
      return place[static_cast<std::size_t>(row * (grid_.columns() + 2) + column)];
    };
    for (const Path& path : plan) {
      for (const int moved : path.moved) {
        if (path.horizontal) at(path.line, moved).column += path.sign;
        if (!path.horizontal) at(moved, path.line).row += path.sign;
      }
    }
    const auto apart = [](GridPoint a, GridPoint b) { return std::abs(a.row - b.row) + std::abs(a.column - b.column); };
    for (int row = 1; row <= grid_.rows(); ++row) {
      for (int column = 1; column <= grid_.columns(); ++column) {
        if (column < grid_.columns() && apart(at(row, column), at(row, column + 1)) > 2) return false;
        if (row < grid_.rows() && apart(at(row, column), at(row + 1, column)) > 2) return false;
      }
    }
    return true;
  }

  /// Returns false if `visit` has asked to stop.
  bool choose(const std::vector<Plan>& candidates, Plan& chosen, const std::function<bool(const Plan&)>& visit) const {
    if (chosen.size() == candidates.size())
      return (rule_ == ConflictRule::kShort && !is_short(chosen)) || visit(chosen);
    for (const Path& path : candidates[chosen.size()]) {
      bool fits = true;
      for (const Path& other : chosen) fits = fits && !conflict(path, other);
      if (!fits) continue;
      chosen.push_back(path);
      if (!choose(candidates, chosen, visit)) return false;
      chosen.pop_back();
    }
    return true;
  }

  WaferGrid grid_;
  ConflictRule rule_;
};

}  // namespace kintsugi::test
