#include "models/network/text.hpp"
#include "tb/tool/diff/rows.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::diff {

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
