/// What every planner of compensation paths offers, and the planners and objectives by name.
///
/// A planner may keep its memory from one defect map to the next: use one for many maps, and one per thread.
/// Defects are sites of the grid, each at most once. A plan that is returned is sound whoever made it: one path for
/// every faulty core PE, none of which meets another defect, and no two of which conflict.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/wafer/compensation.hpp"

namespace kintsugi {

class PathPlanner {
 public:
  virtual ~PathPlanner() = default;
  /// Whether a plan was found; then paths() are the plan.
  virtual bool plan(std::span<const SiteId> defects) = 0;
  /// The same, online: faults are new beside those whose paths are in force. The planner says how far it leaves these
  /// alone. Paths of what is not among the defects mean nothing.
  virtual bool replan(std::span<const SiteId> defects, std::span<const CompensationPath> in_force) = 0;
  /// Of the last plan that was found: one per faulty core PE, in the order of the defects.
  std::span<const CompensationPath> paths() const { return paths_; }

 protected:
  std::vector<CompensationPath> paths_;
};

/// A name of the scenario and what it stands for.
struct PlanTerm {
  std::string name;
  std::string summary;
};
std::span<const PlanTerm> path_planners();
std::span<const PlanTerm> plan_objectives();
std::vector<std::string_view> names_of(std::span<const PlanTerm> terms);

/// Objective "short" is a rule of its own, in place of the one given. std::invalid_argument, with the valid names in
/// its text, for a planner or an objective that does not exist; and for a greedy planner that is to move the fewest
/// nodes.
std::unique_ptr<PathPlanner> make_planner(const WaferGrid& grid, ConflictRule rule, std::string_view planner = "exact",
                                          std::string_view objective = "any");

}  // namespace kintsugi
