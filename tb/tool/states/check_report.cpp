#include "tb/tool/states/states_check.hpp"

#include <algorithm>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::states {

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
  for (std::size_t i = 0; i < std::min(checked.wrong.size(), kMostNamed); ++i) {
    const Blame& each = checked.wrong[i];
    text += (i == 0 ? "" : ", ") + each.switch_name + " (" + each.state + ", not " + each.expected + ")";
  }
  if (checked.wrong.size() > kMostNamed) {
    text += " and " + std::to_string(checked.wrong.size() - kMostNamed) + " more (--json names all)";
  }
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
