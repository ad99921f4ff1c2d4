#include "tb/tool/diff/rows.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "models/network/text.hpp"
#include "tb/tool/scenario/value.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::diff {

namespace {

using nlohmann::ordered_json;
using RowKinds = std::set<std::string>;

RowKinds kinds_of(const Rows& rows) {
  RowKinds kinds;
  for (const Row& row : rows.all()) kinds.insert(row.kind);
  return kinds;
}

void note_single_kinds(const char* letter, const RowKinds& kinds, const RowKinds& others, Differences& found) {
  std::vector<std::string> single;
  std::ranges::set_difference(kinds, others, std::back_inserter(single));
  if (single.empty()) return;
  found.note(std::string("only ") + letter + " has rows of the kind " + with_commas(single) + "; they are left out");
}

/// Returns the kinds that both have, and adds a note about the others. The number of a fabric alone is no list.
RowKinds common_kinds(const RowKinds& a, const RowKinds& b, const std::string& source_b, const RowForm& form,
                      Differences& found) {
  RowKinds common;
  std::ranges::set_intersection(a, b, std::inserter(common, common.end()));
  const bool only_number = common == RowKinds{"fabric"} && (a.size() > 1 || b.size() > 1);
  if (common.empty() || only_number) {
    throw InputError(
        {{{source_b, 0, 0}, std::string("it has no kind of row in common with the first file; ") + form.remedy}});
  }
  note_single_kinds("a", a, b, found);
  note_single_kinds("b", b, a, found);
  return common;
}

/// What stands in the list for a row that the other file does not have.
ordered_json single_json(const Row& row, const RowForm& form) {
  for (const auto& cell : row.cells) {
    if (cell && !cell->empty()) return *cell;
  }
  return form.empty == nullptr ? ordered_json() : ordered_json(form.empty);
}

void compare_cells(const Row& a, const Row& b, const RowForm& form, Differences& found) {
  for (std::size_t i = 0; i < form.columns.size(); ++i) {
    if (!a.cells[i] || !b.cells[i] || *a.cells[i] == *b.cells[i]) continue;
    return found.add({a.kind, a.name + form.columns[i], {}, {text_or_null(*a.cells[i]), text_or_null(*b.cells[i])}});
  }
}

}  // namespace

const Row* Rows::add(Row row) {
  const auto [other, is_new] = by_name_.try_emplace(row.kind + '\n' + row.name, rows_.size());
  if (!is_new) return &rows_[other->second];
  rows_.push_back(std::move(row));
  return nullptr;
}

const Row* Rows::find(const std::string& kind, const std::string& name) const {
  const auto found = by_name_.find(kind + '\n' + name);
  return found == by_name_.end() ? nullptr : &rows_[found->second];
}

Comparison compare_rows(const Rows& a, const Rows& b, const std::string& source_b, const RowForm& form,
                        std::size_t most_listed) {
  Differences found(most_listed);
  const RowKinds kinds = common_kinds(kinds_of(a), kinds_of(b), source_b, form, found);
  std::size_t compared = 0;
  for (const Row& row : a.all()) {
    if (!kinds.contains(row.kind)) continue;
    ++compared;
    if (const Row* other = b.find(row.kind, row.name)) {
      compare_cells(row, *other, form, found);
    } else {
      found.add({kOnlyInA, row.single_name, {}, {single_json(row, form), nullptr}});
    }
  }
  for (const Row& row : b.all()) {
    if (!kinds.contains(row.kind) || a.find(row.kind, row.name) != nullptr) continue;
    found.add({kOnlyInB, row.single_name, {}, {nullptr, single_json(row, form)}});
  }
  return found.finish("", counted(compared, form.unit));
}

namespace {

constexpr const char* kPlanForms = "; a plan has paths, rings_of_nodes, placement or pes";

/// "[2, 4]" for a list, "r2.c4" for a name, "" for null.
std::string text_in_plan(const Value& value) {
  if (value.type == Value::Type::kScalar) return value.text;
  return value.type == Value::Type::kList ? '[' + with_commas(value.items, text_in_plan) + ']' : "";
}

class PlanRowReader {
 public:
  explicit PlanRowReader(Diagnostics& errors) : errors_(errors) {}

  Rows read(const Value& document) {
    if (document.type != Value::Type::kMap) {
      errors_.add(document.where, "this is " + kintsugi::describe(document) + ", and a plan is a mapping" + kPlanForms);
      return {};
    }
    bool has_plan = false;
    for (const Value::Entry& entry : document.entries) {
      const std::string& key = entry.key;
      has_plan = has_plan || key == "paths" || key == "rings_of_nodes" || key == "placement" || key == "pes";
      if (key == "fabric_number") add("fabric", "", "fabric number", entry.value, entry.where);
      if (key == "paths") read_rows(entry.value, "path", "PE ", "pe", {"direction"});
      if (key == "rings_of_nodes") read_rows(entry.value, "ring", "ring ", "ring", {"passes"});
      if (key == "placement") read_placement(entry.value);
      if (key == "pes") read_rows(entry.value, "pe", "PE ", "pe", {"after", "node"});
    }
    if (!has_plan) errors_.add(document.where, std::string("this is no plan") + kPlanForms);
    return std::move(rows_);
  }

 private:
  /// `of` stands in front of the name in a difference: "PE [2, 4]", "ring column 4", "node x0.y0".
  void add(const std::string& kind, const std::string& of, const std::string& name, const Value& value,
           const Where& where) {
    const Row* other = rows_.add({kind, of + name, of + name, where, {text_in_plan(value)}});
    if (other != nullptr) errors_.add(where, kind + " " + name + " is there twice; leave one out");
  }

  void read_rows(const Value& rows, const std::string& kind, const std::string& of, const char* named_by,
                 std::initializer_list<const char*> keys) {
    if (rows.type != Value::Type::kList) {
      return errors_.add(rows.where, "this must be a list of mappings, not " + kintsugi::describe(rows));
    }
    for (const Value& row : rows.items) {
      const Value::Entry* name = row.find(named_by);
      const Value::Entry* value = nullptr;
      for (const char* key : keys) {
        if (value == nullptr) value = row.find(key);
      }
      if (name == nullptr || value == nullptr) {
        errors_.add(row.where, std::string("this entry must have ") + named_by + " and " + *keys.begin());
        continue;
      }
      add(kind, of, text_in_plan(name->value), value->value, row.where);
    }
  }

  void read_placement(const Value& placement) {
    for (const Value::Entry& entry : placement.entries) add("node", "node ", entry.key, entry.value, entry.where);
    for (std::size_t i = 0; i < placement.items.size(); ++i) {
      add("node", "node ", std::to_string(i), placement.items[i], placement.items[i].where);
    }
  }

  Diagnostics& errors_;
  Rows rows_;
};

Rows read_plan_rows(const Source& source, Diagnostics& errors) {
  const auto document = parse_document(source.text, source.name, errors);
  return document ? PlanRowReader(errors).read(*document) : Rows{};
}

}  // namespace

Comparison compare_plans(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors) {
  static const RowForm kPlans = {
      {""}, "value", "compare paths with paths, rings with rings, and placements with placements", nullptr};
  const Rows plan_a = read_plan_rows(a, errors), plan_b = read_plan_rows(b, errors);
  return errors.empty() ? compare_rows(plan_a, plan_b, b.name, kPlans, most_listed) : Comparison{};
}

}  // namespace kintsugi::diff
