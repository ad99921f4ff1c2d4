#include "tb/tool/states/states_check.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "models/fabric/network_check.hpp"
#include "models/fabric/placement_search.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/states/field_table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::states {

namespace {

class StatesCheck {
 public:
  StatesCheck(const Scenario& scenario, const Setup& setup, StateList list)
      : setup_(setup), options_(scenario.repair), list_(std::move(list)) {
    options_.explain = false;
  }

  CheckedStates run() {
    const Fabric& built = setup_.built_fabric();
    ExtractedNetwork extracted = NetworkExtractor(built).extract(list_.states);
    choose_placement(extracted);
    std::optional<Repair> right = right_repair();
    checked_.right_known = right.has_value();
    const SwitchStates right_states = right ? states_of(*right) : SwitchStates();
    if (right) list_wrong(right_states);
    checked_.differences =
        differences({&setup_, &list_.states, &extracted, &*checked_.placement, right ? &right_states : nullptr});
    checked_.rings = closed_rings(built, list_.states);
    checked_.extracted = std::move(extracted);
    if (plain().repairable) checked_.moved = count_moved(plain().placement, *checked_.placement);
    if (checked_.verified()) checked_.repair = same_repair(std::move(right));
    checked_.states = std::move(list_.states);
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
    if (guesses.empty()) guesses.push_back(nothing_placed(setup_.network().nodes(), setup_.built_fabric()));
    checked_.placement = find_placement(extracted, setup_.network(), setup_.built_fabric(), guesses);
    const bool is_own = own().repairable && *checked_.placement == own().placement;
    checked_.from = is_own ? PlacementFrom::kRepair : PlacementFrom::kFound;
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

  SwitchStates states_of(const Repair& repair) const {
    return switch_states(setup_.fabric->fabric(), repair.configuration);
  }

  /// Returns a repair whose states are right for the placement, defects left aside; nullopt if none is known.
  std::optional<Repair> right_repair() {
    for (const NodeId node : checked_.placement->node_at) placed_ += node != kNoNode;
    if (placed_ == setup_.network().nodes()) {
      if (auto completed = complete({}); completed && makes_the_network(*completed)) return completed;
    }
    if (own().repairable && own().placement == *checked_.placement) return own();
    return std::nullopt;
  }

  /// Returns the repair that has the states to be judged. The rule can have others for the same placement, around
  /// defective elements; and only the scenario's own repair says what it has isolated, without paths or rings.
  std::optional<Repair> same_repair(std::optional<Repair> right) {
    const auto is_same = [this](const Repair& repair) { return states_of(repair) == list_.states; };
    const auto own_is_same = [&] {
      return own_ && own_->repairable && own_->placement == *checked_.placement && is_same(*own_);
    };
    if (right && is_same(*right)) {
      const bool says_how = !right->paths.empty() || !right->rings.empty();
      if (!setup_.defects.elements.empty() || (!says_how && !setup_.defects.empty())) own();
      return own_is_same() ? own_ : right;
    }
    if (!setup_.defects.elements.empty()) {
      if (auto around = complete(setup_.defects.elements); around && is_same(*around)) return around;
    }
    return own_is_same() ? own_ : std::nullopt;
  }

  /// Returns what the rule makes of the placement.
  std::optional<Repair> complete(const std::vector<ElementDefect>& around) const {
    try {
      CompletedPlan completed = setup_.fabric->complete(
          {.placement = checked_.placement, .elements = around, .segments = setup_.defects.segments});
      if (completed.conflicts.empty()) return std::move(completed.repair);
    } catch (const std::invalid_argument&) {  // the fabric takes no plan: no states are known to be right
    }
    return std::nullopt;
  }

  bool makes_the_network(const Repair& repair) const {
    const Fabric& sound = setup_.fabric->fabric();
    const ExtractedNetwork extracted = NetworkExtractor(sound).extract(states_of(repair));
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

CheckedStates check_completed(const Scenario& scenario, const Setup& setup, const FilePlan& plan) {
  CompletedPlan completed;
  try {
    completed = setup.fabric->complete(plan);
  } catch (const UnknownRing& error) {
    throw InputError({{plan.ring_places.at(error.ring()), error.what()}});
  } catch (const std::invalid_argument& error) {
    throw InputError({{plan.where, error.what()}});
  }
  CheckedStates checked;
  if (!completed.conflicts.empty()) {
    for (std::string& conflict : completed.conflicts) {
      checked.differences.push_back({Difference::Kind::kConflict, std::move(conflict)});
    }
    return checked;
  }
  checked =
      check_states(scenario, setup,
                   {switch_states(setup.fabric->fabric(), completed.repair.configuration), completed.repair.placement});
  const bool says_how = !completed.repair.paths.empty() || !completed.repair.rings.empty();
  if (checked.verified() && (says_how || !checked.repair)) checked.repair = std::move(completed.repair);
  return checked;
}

}  // namespace

CheckedStates check_states(const Scenario& scenario, const Setup& setup, StateList list) {
  return StatesCheck(scenario, setup, std::move(list)).run();
}

/// A placement does not say how the links pass the defective elements: if the states that the rule has without them do
/// not make the network, others can.
CheckedStates check_plan(const Scenario& scenario, const Setup& setup, const FilePlan& plan) {
  FilePlan sound = plan;
  sound.segments = setup.defects.segments;
  FilePlan around = sound;
  around.elements = setup.defects.elements;
  if (!plan.placement || around.elements.empty()) return check_completed(scenario, setup, around);
  CheckedStates checked = check_completed(scenario, setup, sound);
  if (checked.verified()) return checked;
  CheckedStates other = check_completed(scenario, setup, around);
  return other.verified() ? other : checked;
}

namespace {

using nlohmann::ordered_json;

Table<Blame> blame_columns() {
  return {{"switch", &Blame::switch_name},
          {"field", &Blame::field},
          {"state", &Blame::state},
          {"expected", &Blame::expected},
          {"defect", [](const Blame& blame) { return text_or_null(blame.defect); }, {.null_in_json = false}}};
}

ordered_json to_json(const Difference& difference) {
  ordered_json json = {{"kind", name(difference.kind)}, {"message", difference.message}};
  if (!difference.pe.empty()) json["pe"] = difference.pe;
  if (!difference.from.empty()) {
    json["from"] = difference.from;
    json["to"] = difference.to;
  }
  if (!difference.node_from.empty()) {
    json["link"] = {difference.node_from, difference.node_to};
    json["from_meets"] = text_or_null(difference.from_meets);
    json["to_meets"] = text_or_null(difference.to_meets);
  }
  if (!difference.blame.empty()) json["at"] = blame_columns().json(difference.blame);
  if (difference.unused) json["unused"] = true;
  return json;
}

/// The name and the words of each PlacementFrom.
constexpr std::pair<const char*, const char*> kPlacementsFrom[] = {{"", ""},
                                                                   {"given", "as given"},
                                                                   {"repair", "that of the repair of the scenario"},
                                                                   {"found", "found from the states"}};

void add_differences(TextTable& table, const CheckedStates& checked) {
  constexpr std::size_t kMostNamed = 20;
  if (checked.verified()) {
    table.add(
        {"verified", checked.from == PlacementFrom::kNone ? "yes" : "yes: the extracted network is the one wanted"});
    return;
  }
  table.add({"verified", "no: " + counted(checked.differences.size(), "difference")});
  for (std::size_t i = 0; i < checked.differences.size(); ++i) {
    if (i == kMostNamed) {
      table.add({"", std::to_string(checked.differences.size() - i) + " more (--json names all)"});
      return;
    }
    table.add({"", checked.differences[i].message});
  }
}

/// Names the first switches that are not in the states that the rule gives.
void add_wrong(TextTable& table, const CheckedStates& checked) {
  constexpr std::size_t kMostNamed = 5;
  if (!checked.right_known) return;
  if (checked.wrong.empty()) return table.add({"switches", "as the rule of the fabric sets them for this placement"});
  std::string text = counted_are(checked.wrong.size(), "state") + " not as the rule of the fabric has " +
                     (checked.wrong.size() == 1 ? "it" : "them") + " for this placement: ";
  const auto wrong = [](const Blame& each) {
    return each.switch_name + " (" + each.state + ", not " + each.expected + ")";
  };
  text += with_commas(checked.wrong, wrong, kMostNamed);
  if (checked.wrong.size() > kMostNamed) text += " (--json names all)";
  table.add({"switches", text + (checked.verified() ? "; that changes no link" : "")});
}

}  // namespace

ordered_json to_json(const CheckedStates& checked, const Fabric& fabric) {
  ordered_json json = {{"verified", checked.verified()}, {"differences", ordered_json::array()}};
  for (const Difference& each : checked.differences) json["differences"].push_back(to_json(each));
  if (checked.from == PlacementFrom::kNone) return json;
  json["placement"] = kPlacementsFrom[static_cast<std::size_t>(checked.from)].first;
  json["moved"] = checked.moved;
  json["switches_not_as_planned"] = checked.right_known ? blame_columns().json(checked.wrong) : ordered_json();
  json["closed_rings"] = rings_json(checked.rings, fabric);
  return json;
}

TextTable table_of(const CheckedStates& checked, const Fabric& fabric, const std::string& what,
                   const std::string& input) {
  TextTable table;
  table.add({what, input});
  if (checked.from != PlacementFrom::kNone) {
    const std::string words = kPlacementsFrom[static_cast<std::size_t>(checked.from)].second;
    table.add({"placement", words + ", " + counted(checked.moved, "node") + " moved"});
  }
  add_differences(table, checked);
  if (checked.from == PlacementFrom::kNone) return table;
  add_wrong(table, checked);
  add_rings(table, checked.rings, fabric);
  return table;
}

}  // namespace kintsugi::states
