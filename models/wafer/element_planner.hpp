/// The planner around broken elements: compensation paths for every faulty core PE, and for healthy PEs that are given
/// up, such that what is broken of switches, tracks and wires is not missed.
///
/// A broken element sees only the paths that touch its surroundings: what the switches there have to do depends on
/// nothing else. For each element in turn the planner goes through those sets of paths (of faults, and of as few
/// healthy PEs as possible, at most kMostGivenUp for an element), keeps the ones that leave it harmless, and lets the
/// exact planner find the rest. A path of a healthy PE begins as near to the surroundings as it can: one that begins
/// further off has the same effect there and only stands in the way of more.
///
/// Complete for one broken element, as far as two healthy PEs are enough (held against all plans of the wafer of 4 x 4
/// in the tests). With several, each has to be harmless with the paths that were chosen for it and for those before it:
/// elements that would make good for each other are not looked for.
/// What is found out about an element is kept from one map to the next.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "models/wafer/exact_planner.hpp"

namespace kintsugi {

/// The sites around a broken element, and along which axes a path through them makes a difference to it.
struct Surroundings {
  GridPoint low;   ///< the corner in the north-west
  GridPoint high;  ///< and in the south-east, both included
  bool rows = true;
  bool columns = true;
  bool contain(GridPoint p) const {
    return p.row >= low.row && p.row <= high.row && p.column >= low.column && p.column <= high.column;
  }
};

class ElementPlanner {
 public:
  static constexpr std::size_t kMostGivenUp = 2;
  /// Whether these elements change nothing on a wafer with just these paths, which do not conflict.
  using Harmless = std::function<bool(std::span<const CompensationPath>, std::span<const std::size_t> elements)>;

  /// Elements are known by their place in the list.
  ElementPlanner(const WaferGrid& grid, ConflictRule rule, std::vector<Surroundings> elements, Harmless harmless)
      : grid_(grid),
        rule_(rule),
        exact_(grid, rule),
        elements_(std::move(elements)),
        known_(elements_.size()),
        harmless_(std::move(harmless)) {}

  /// Whether a plan was found; then paths() are it.
  bool plan(std::span<const SiteId> defects);
  /// Of the last plan() that succeeded: one for each faulty core PE, in the order of the defects, then those of the
  /// healthy PEs that are given up.
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
  std::vector<std::map<std::vector<CompensationPath>, bool>> known_;  // for each element: what harmless_ said
  Harmless harmless_;
  std::vector<SiteId> defects_;
  std::size_t faults_ = 0;
  std::vector<Subject> subjects_;
  std::vector<CompensationPath> near_;  // the paths that touch the element at hand
};

}  // namespace kintsugi
