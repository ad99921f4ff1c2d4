#include "models/wafer/planner.hpp"

#include <optional>
#include <stdexcept>

#include "models/repair/reconfigurable.hpp"
#include "models/wafer/exact_planner.hpp"
#include "models/wafer/greedy_planner.hpp"

namespace kintsugi {

namespace {

std::optional<GreedyPlanner::Order> greedy_order(std::string_view planner) {
  using enum GreedyPlanner::Order;
  if (planner == "fixed") return kFixed;
  if (planner == "nearest") return kNearest;
  if (planner == "local") return kLocal;
  return std::nullopt;
}

}  // namespace

std::span<const Term> path_planners() {
  static const std::vector<Term> terms = {
      {std::string(kStraightPlanner), "straight compensation paths alone; finds a repair by them whenever there is one",
       "exact"},
      {"fixed", "greedy: defects row by row, the first of north, east, south, west that is left"},
      {"nearest", "greedy: defects row by row, the nearest border that is left"},
      {"local", "greedy: the defect with the fewest choices first, the path that takes the fewest from others"},
  };
  return terms;
}

const Term& rings_planner() {
  static const Term term{
      std::string(kRingsPlanner),
      "straight compensation paths, else an exact search of plans of rings: each row and column of nodes passes every "
      "line of PEs once"};
  return term;
}

const Term& fabric_planner() {
  static const Term term{
      std::string(kFabricPlanner),
      "what rings finds, else an exact search of plans in which a node moves one row and one column at most and a ring "
      "may pass a line of the core three times; it can end undecided, after repair.conflicts"};
  return term;
}

std::span<const Term> conflict_rules() {
  static const std::vector<Term> terms = {
      {"exact", "only what no switch setting can carry is a conflict"},
      {"strict", "an overlap of one position is a conflict too"},
  };
  return terms;
}

std::span<const Term> plan_objectives() {
  static const std::vector<Term> terms = {
      {"any", "by straight paths as few moved nodes as a short search finds; else the first repair found"},
      {"moved", "as few logical nodes as possible change their site"},
      {"short", "all base links but the return wires have at most repair.longest pitches"},
  };
  return terms;
}

std::unique_ptr<PathPlanner> make_planner(const WaferGrid& grid, ConflictRule rule, std::string_view planner,
                                          std::string_view objective) {
  check_repair_name("planner", planner, path_planners());
  check_repair_name("objective", objective, plan_objectives());
  if (objective == "short") rule = ConflictRule::kShort;
  if (const auto order = greedy_order(planner)) {
    if (objective != "moved") return std::make_unique<GreedyPlanner>(grid, rule, *order);
    throw std::invalid_argument("objective 'moved' needs planner 'straight', not '" + std::string(planner) + "'");
  }
  using enum ExactPlanner::Aim;
  return std::make_unique<ExactPlanner>(grid, rule, objective == "moved" ? kMoved : kAny);
}

}  // namespace kintsugi
