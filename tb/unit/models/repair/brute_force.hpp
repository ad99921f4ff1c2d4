/// A second repair planner, for tests only, as plain as it can be: it lists the sites of every path, compares the
/// lists, and tries all combinations of directions. Shares nothing with models/repair but the numbering of sites.
#pragma once

#include <array>
#include <bitset>
#include <cstdlib>
#include <vector>

#include "models/repair/compensation.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/wafer_grid.hpp"

namespace kintsugi::test {

class BruteForce {
 public:
  BruteForce(const WaferGrid& grid, ConflictRule rule) : grid_(grid), rule_(rule) {}

  bool repairable(const DefectMap& defects) const {
    std::vector<std::vector<Path>> candidates;
    for (const SiteId fault : defects) {
      if (grid_.in_core(grid_.point(fault))) candidates.push_back(paths_of(fault, defects));
    }
    std::vector<Path> chosen;
    return choose(candidates, chosen);
  }

 private:
  static constexpr std::size_t kMaxSites = 1152;  // N = 32
  struct Path {
    std::bitset<kMaxSites> sites;
    bool horizontal = false;
    int sign = 0;  // +1 east and south
    int line = 0;
    std::vector<int> moved;  // positions of the logical nodes that move
  };

  std::vector<Path> paths_of(SiteId fault, const DefectMap& defects) const {
    std::vector<Path> paths;
    for (const bool horizontal : {true, false}) {
      for (const int sign : {1, -1}) {
        const Path path = path_of(grid_.point(fault), horizontal, sign);
        std::size_t defects_met = 0;
        for (const SiteId defect : defects) defects_met += path.sites[defect.value];
        if (defects_met == 1) paths.push_back(path);
      }
    }
    return paths;
  }

  Path path_of(GridPoint from, bool horizontal, int sign) const {
    Path path;
    path.horizontal = horizontal;
    path.sign = sign;
    path.line = horizontal ? from.row : from.column;
    const int border = sign > 0 ? grid_.core() + 1 : 0;
    for (int at = horizontal ? from.column : from.row;; at += sign) {
      path.sites.set(grid_.site(horizontal ? GridPoint{from.row, at} : GridPoint{at, from.column}).value);
      if (at == border) return path;
      path.moved.push_back(at);
    }
  }

  bool conflict(const Path& a, const Path& b) const {
    if ((a.sites & b.sites).any()) return true;
    if (rule_ == ConflictRule::kTwoTracks) return false;
    if (a.horizontal != b.horizontal || a.sign == b.sign || std::abs(a.line - b.line) != 1) return false;
    int overlap = 0;
    for (const int p : a.moved) {
      for (const int q : b.moved) overlap += p == q;
    }
    return rule_ == ConflictRule::kOneTrackStrict ? overlap > 0 : overlap > 1;
  }

  bool choose(const std::vector<std::vector<Path>>& candidates, std::vector<Path>& chosen) const {
    if (chosen.size() == candidates.size()) return true;
    for (const Path& path : candidates[chosen.size()]) {
      bool fits = true;
      for (const Path& other : chosen) fits = fits && !conflict(path, other);
      if (!fits) continue;
      chosen.push_back(path);
      if (choose(candidates, chosen)) return true;
      chosen.pop_back();
    }
    return false;
  }

  WaferGrid grid_;
  ConflictRule rule_;
};

}  // namespace kintsugi::test
