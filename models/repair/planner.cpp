#include "models/repair/planner.hpp"

#include "models/repair/exact_planner.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

std::span<const PlanTerm> path_planners() {
  static const std::vector<PlanTerm> terms = {
      {"exact", "finds a repair whenever there is one"},
  };
  return terms;
}

std::span<const PlanTerm> plan_objectives() {
  static const std::vector<PlanTerm> terms = {
      {"any", "the first repair found"},
  };
  return terms;
}

std::unique_ptr<PathPlanner> make_planner(const WaferGrid& grid, ConflictRule rule, std::string_view planner,
                                          std::string_view objective) {
  check_repair_name("planner", planner, names_of(path_planners()));
  check_repair_name("objective", objective, names_of(plan_objectives()));
  return std::make_unique<ExactPlanner>(grid, rule);
}

std::vector<std::string_view> names_of(std::span<const PlanTerm> terms) {
  std::vector<std::string_view> names;
  for (const PlanTerm& term : terms) names.push_back(term.name);
  return names;
}

}  // namespace kintsugi
