/// Judges states or a plan that were made elsewhere: sets the switches, extracts the network that they make, compares
/// it with the wanted one, and reports what it finds.
///
/// Placement   given with the states or by the plan, or found from the states (models/fabric/placement_search.hpp)
/// Right       the states with which the differences are explained: those that the fabric's rule completes for the
///             placement. If it completes none, those of the scenario's own repair if that has the same placement
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/closed_rings.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/states/comparison.hpp"
#include "tb/tool/states/plan_reader.hpp"
#include "tb/tool/states/state_list.hpp"

namespace kintsugi::states {

/// Where the placement is from.
enum class PlacementFrom { kNone, kGiven, kRepair, kFound };

struct CheckedStates {
  std::vector<Difference> differences;
  std::vector<ClosedRing> rings;
  std::vector<Blame> wrong;  ///< switches whose states are not those that are right for the placement; many can be idle
  bool right_known = false;
  PlacementFrom from = PlacementFrom::kNone;
  std::optional<Placement> placement;
  ExtractedNetwork extracted;  ///< the network that the states make; empty if a plan has conflicts
  SwitchStates states;         ///< that were judged; none if a plan has conflicts
  /// The states and their placement as a repair: completed from the placement if the rule makes these states of it,
  /// else that of the scenario if it has these states. Without it no paths or rings are known that lead to the states.
  std::optional<Repair> repair;
  std::size_t moved = 0;  ///< nodes that are elsewhere than without defects
  bool verified() const { return differences.empty(); }
};

/// The scenario must have a fabric.
CheckedStates check_states(const Scenario& scenario, const Setup& setup, StateList list);
/// Completes a plan and checks its states. Conflicts are differences; nothing is extracted then. Throws InputError if
/// the fabric takes no plan.
CheckedStates check_plan(const Scenario& scenario, const Setup& setup, const FilePlan& plan);

/// Returns `verified`, `differences`, `placement`, `moved`, `switches_not_as_planned` and `closed_rings`; without a
/// placement, because a plan has conflicts, only the first two. The page of this room describes them.
nlohmann::ordered_json to_json(const CheckedStates& checked, const Fabric& fabric);

/// Names the first differences only; `input` describes what was read: "states      list.csv: 552 switches".
TextTable table_of(const CheckedStates& checked, const Fabric& fabric, const std::string& what,
                   const std::string& input);

}  // namespace kintsugi::states
