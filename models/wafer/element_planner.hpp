/// The planner for defects of switches, tracks and wires. It finds compensation paths for every faulty core PE, and for
/// healthy PEs that are given up, such that no defective element (switch, track or wire) does harm.
///
/// Only the paths that touch the surroundings of an element decide what its switches have to do. For each element in
/// turn the planner tries the sets of such paths: of faulty PEs, and of as few healthy PEs as possible, at most
/// kMostGivenUp for an element. It keeps the sets that leave the element harmless and lets the exact planner find the
/// other paths. A path of a healthy PE begins as near to the surroundings as possible: a path that begins further off
/// has the same effect there and blocks more of the other paths.
///
/// Complete for one element, as far as two healthy PEs are enough (tests compare it with all plans of the wafer of
/// 4 x 4). With several elements, each has to be harmless with the paths that were chosen for it and for those before
/// it: plans in which two elements compensate each other are not found.
/// What is found out about an element is kept from one map to the next.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "models/network/progress.hpp"
#include "models/wafer/exact_planner.hpp"

namespace kintsugi {

/// The sites around a defective element, and the axes along which a path through them makes a difference to it.
struct Surroundings {
  GridPoint low;   ///< the corner in the north-west, included
  GridPoint high;  ///< the corner in the south-east, included
  bool rows = true;
  bool columns = true;
  bool contain(GridPoint p) const {
    return p.row >= low.row && p.row <= high.row && p.column >= low.column && p.column <= high.column;
  }
};

class ElementPlanner {
 public:
  static constexpr std::size_t kMostGivenUp = 2;
  /// Returns whether these elements have no effect on a wafer with just these paths, which do not conflict.
  using Harmless = std::function<bool(std::span<const CompensationPath>, std::span<const std::size_t> elements)>;

  /// Elements are named by their index in the list. `remaining` is called with each set of paths that is tried.
  ElementPlanner(const WaferGrid& grid, ConflictRule rule, std::vector<Surroundings> elements, Harmless harmless,
                 Remaining remaining = {})
      : grid_(grid),
        rule_(rule),
        exact_(grid, rule),
        elements_(std::move(elements)),
        known_(elements_.size()),
        harmless_(std::move(harmless)),
        remaining_(std::move(remaining)) {}

  /// Returns whether it found a plan, which paths() then are.
  bool plan(std::span<const SiteId> defects);
  /// Returns the paths of the last plan() that succeeded: one for each faulty core PE, in the order of the defects,
  /// then those of the healthy PEs that are given up.
  std::span<const CompensationPath> paths() const { return exact_.paths(); }
  std::size_t given_up() const { return subjects_.size() - faults_; }

 private:
  /// A PE that has a path: a faulty one, or a healthy one that is given up.
  struct Subject {
    GridPoint at;
    DirectionSet allowed;
  };
  bool route_around(std::size_t element);
  bool give_up(std::size_t element, std::span<const CompensationPath> candidates, std::size_t more);
  bool choose(std::size_t element, std::size_t subject);
  bool is_harmless(std::size_t element);
  bool finish();
  bool touches(const Surroundings& around, CompensationPath path) const;
  DirectionSet touching(const Surroundings& around, const Subject& subject) const;
  bool line_is_free(CompensationPath path) const;
  std::vector<CompensationPath> candidates(std::size_t element) const;
  void add_candidates(std::vector<CompensationPath>& found, std::size_t element, const Surroundings& around) const;

  WaferGrid grid_;
  ConflictRule rule_;
  ExactPlanner exact_;
  std::vector<Surroundings> elements_;
  std::vector<std::map<std::vector<CompensationPath>, bool>> known_;  // for each element: results of harmless_
  Harmless harmless_;
  Remaining remaining_;
  std::vector<SiteId> defects_;
  std::vector<bool> dead_;  // by site
  std::size_t faults_ = 0;
  std::vector<Subject> subjects_;
  std::vector<CompensationPath> near_;  // the paths that touch the present element
};

}  // namespace kintsugi
