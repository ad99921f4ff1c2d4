#include "tb/tool/states/states_check.hpp"

#include <stdexcept>
#include <utility>

#include "models/fabric/network_check.hpp"
#include "tb/tool/states/field_table.hpp"
#include "tb/tool/states/placement_search.hpp"

namespace kintsugi::states {

namespace {

class StatesCheck {
 public:
  StatesCheck(const Input& input, StateList list)
      : setup_(input.setup), options_(input.scenario.repair), list_(std::move(list)) {
    options_.explain = false;
  }

  CheckedStates run() {
    const Fabric& built = setup_.built_fabric();
    ExtractedNetwork extracted = NetworkExtractor(built).extract(list_.states);
    choose_placement(extracted);
    const std::optional<SwitchStates> right = right_states();
    checked_.right_known = right.has_value();
    if (right) list_wrong(*right);
    checked_.differences =
        differences({&setup_, &list_.states, &extracted, &*checked_.placement, right ? &*right : nullptr});
    checked_.rings = closed_rings(built, list_.states);
    checked_.extracted = std::move(extracted);
    if (plain().repairable) checked_.moved = count_moved(plain().placement, *checked_.placement);
    return std::move(checked_);
  }

 private:
  void choose_placement(const ExtractedNetwork& extracted) {
    checked_.from = PlacementFrom::kGiven;
    if (list_.placement) {
      checked_.placement = std::move(list_.placement);
      return;
    }
    std::vector<Placement> guesses;
    if (own().repairable) guesses.push_back(own().placement);
    if (plain().repairable) guesses.push_back(plain().placement);
    if (guesses.empty()) guesses.push_back(nothing_placed());
    checked_.placement = find_placement(extracted, setup_.network(), setup_.built_fabric(), guesses);
    const bool is_own = own().repairable && *checked_.placement == own().placement;
    checked_.from = is_own ? PlacementFrom::kRepair : PlacementFrom::kFound;
  }

  Placement nothing_placed() const {
    return {std::vector<SiteId>(setup_.network().nodes(), kNoSite),
            std::vector<NodeId>(setup_.built_fabric().sites.size(), kNoNode)};
  }

  /// Returns the repair of the scenario.
  const Repair& own() {
    if (!own_) own_ = setup_.fabric->repair(setup_.defects, options_);
    return *own_;
  }
  /// Returns the repair for no defects.
  const Repair& plain() {
    if (!plain_) plain_ = setup_.fabric->repair({}, options_);
    return *plain_;
  }

  std::optional<SwitchStates> right_states() {
    const Fabric& sound = setup_.fabric->fabric();
    for (const NodeId node : checked_.placement->node_at) placed_ += node != kNoNode;
    if (placed_ == setup_.network().nodes()) {
      if (auto completed = complete(); completed && makes_the_network(completed->configuration)) {
        return switch_states(sound, completed->configuration);
      }
    }
    if (own().repairable && own().placement == *checked_.placement) return switch_states(sound, own().configuration);
    return std::nullopt;
  }

  std::optional<Repair> complete() const {
    try {
      CompletedPlan completed = setup_.fabric->complete({.placement = checked_.placement});
      if (completed.conflicts.empty()) return std::move(completed.repair);
    } catch (const std::invalid_argument&) {  // the fabric takes no plan: no states are known to be right
    }
    return std::nullopt;
  }

  bool makes_the_network(const Configuration& configuration) const {
    const Fabric& sound = setup_.fabric->fabric();
    const ExtractedNetwork extracted = NetworkExtractor(sound).extract(switch_states(sound, configuration));
    return NetworkCheck(setup_.network(), sound).same(extracted, *checked_.placement);
  }

  void list_wrong(const SwitchStates& right) {
    const FieldTable table(setup_.fabric->fabric());
    for (const SwitchId id : ids<SwitchId>(right.size())) {
      if (right[id.value] == list_.states[id.value]) continue;
      const FabricSwitch& each = table.fabric().switches[id.value];
      checked_.wrong.push_back({each.name, table.fabric().fields[each.field].name,
                                table.state_name(id, list_.states[id.value]), table.state_name(id, right[id.value]),
                                ""});
    }
  }

  const Setup& setup_;
  RepairOptions options_;
  StateList list_;
  CheckedStates checked_;
  std::size_t placed_ = 0;
  std::optional<Repair> own_;
  std::optional<Repair> plain_;
};

}  // namespace

CheckedStates check_states(const Input& input, StateList list) {
  return StatesCheck(input, std::move(list)).run();
}

namespace {

CheckedStates check_completed(const Input& input, const FilePlan& plan) {
  CompletedPlan completed;
  try {
    completed = input.setup.fabric->complete(plan);
  } catch (const UnknownRing& error) {
    throw InputError({{plan.ring_places.at(error.ring()), error.what()}});
  } catch (const std::invalid_argument& error) {
    throw InputError({{plan.where, error.what()}});
  }
  if (completed.conflicts.empty()) {
    return check_states(input, {switch_states(input.setup.fabric->fabric(), completed.repair.configuration),
                                std::move(completed.repair.placement)});
  }
  CheckedStates checked;
  for (std::string& conflict : completed.conflicts) {
    checked.differences.push_back({Difference::Kind::kConflict, std::move(conflict)});
  }
  return checked;
}

}  // namespace

/// A placement does not say how the links pass the defective elements: if the states that the rule has without them do
/// not make the network, others can.
CheckedStates check_plan(const Input& input, const FilePlan& plan) {
  FilePlan around = plan;
  around.elements = input.setup.defects.elements;
  if (!plan.placement || around.elements.empty()) return check_completed(input, around);
  CheckedStates checked = check_completed(input, plan);
  if (checked.verified()) return checked;
  CheckedStates other = check_completed(input, around);
  return other.verified() ? other : checked;
}

}  // namespace kintsugi::states
