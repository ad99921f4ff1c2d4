/// The interface of all planners of compensation paths, and the planners and objectives by name.
///
/// A planner may reuse its memory from one defect map to the next: use one for many maps, and one per thread. Defects
/// are sites of the grid, each at most once. The plan of every planner is correct: it has one path for every defective
/// core PE, no path meets another defect, and no two paths conflict.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "models/family/parameters.hpp"
#include "models/wafer/compensation.hpp"

namespace kintsugi {

class PathPlanner {
 public:
  virtual ~PathPlanner() = default;
  /// Returns whether it found a plan, which paths() then are.
  virtual bool plan(std::span<const SiteId> defects) = 0;
  /// Returns whether plan() finds a plan, in less time if it can. paths() then are any plan.
  virtual bool repairable(std::span<const SiteId> defects) { return plan(defects); }
  /// Plans online: `in_force` has the paths of the defects that have been repaired already. Each planner says how many
  /// of these it keeps. Paths of PEs that are not among the defects are ignored.
  virtual bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) = 0;
  /// Returns the paths of the last plan that was found: one per defective core PE, in the order of the defects.
  std::span<const CompensationPath> paths() const { return paths_; }

 protected:
  std::vector<CompensationPath> paths_;
};

/// The planners that are no PathPlanner: ring_planner.hpp, the default of a wafer, and fabric_planner.hpp.
/// @{
inline constexpr std::string_view kRingsPlanner = "rings";
inline constexpr std::string_view kFabricPlanner = "fabric";
/// @}
/// The planner of straight paths that misses none.
inline constexpr std::string_view kStraightPlanner = "straight";

/// The plans for which these three are complete: the words of a report.
/// @{
inline constexpr const char* kStraightPaths = "straight paths";
inline constexpr const char* kRings = "rings that pass every line once";
inline constexpr const char* kRingsOfTwoTracks = "rings that pass every line once and change once between two tracks";
inline constexpr const char* kPasses = "nodes that move one row and one column at most";
/// @}

/// The names of the scenario.
/// @{
std::span<const Term> path_planners();
const Term& rings_planner();
const Term& fabric_planner();
std::span<const Term> conflict_rules();
std::span<const Term> plan_objectives();
/// @}

/// Makes a planner. Objective "short" replaces `rule` by ConflictRule::kShort. Throws std::invalid_argument if the
/// planner or objective is unknown (the message lists the valid names), or for objective "moved" with a greedy planner.
std::unique_ptr<PathPlanner> make_planner(const WaferGrid& grid, ConflictRule rule,
                                          std::string_view planner = kStraightPlanner,
                                          std::string_view objective = "any");

}  // namespace kintsugi
