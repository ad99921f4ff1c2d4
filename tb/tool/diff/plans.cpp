#include "tb/tool/diff/plans.hpp"

#include <map>

#include "models/network/text.hpp"
#include "tb/tool/diff/common_kinds.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::diff {

namespace {

struct PlanEntry {
  std::string kind;
  std::string name;
  std::string text;
};

/// The entries of a plan in their order, and by their names.
struct PlanEntries {
  std::vector<PlanEntry> list;
  std::map<std::pair<std::string, std::string>, std::size_t> by_name;

  const PlanEntry* find(const std::string& kind, const std::string& name) const {
    const auto found = by_name.find({kind, name});
    return found == by_name.end() ? nullptr : &list[found->second];
  }
};

/// "[2, 4]" for a list, "r2.c4" for a name, "" for null.
std::string text_in_plan(const Value& value) {
  if (value.type == Value::Type::kScalar) return value.text;
  if (value.type != Value::Type::kList) return "";
  std::string text;
  for (const Value& each : value.items) text += (text.empty() ? "" : ", ") + text_in_plan(each);
  return '[' + text + ']';
}

class PlanEntryReader {
 public:
  explicit PlanEntryReader(Diagnostics& errors) : errors_(errors) {}

  PlanEntries read(const Value& document) {
    if (document.type != Value::Type::kMap) {
      errors_.add(document.where, "this is " + kintsugi::describe(document) + ", and a plan is a mapping" + kForms);
      return {};
    }
    bool has_plan = false;
    for (const Value::Entry& entry : document.entries) {
      const std::string& key = entry.key;
      has_plan = has_plan || key == "paths" || key == "rings_of_nodes" || key == "placement" || key == "pes";
      if (key == "fabric_number") add("fabric", "fabric number", text_in_plan(entry.value), entry.where);
      if (key == "paths") read_rows(entry.value, "path", "pe", {"direction"});
      if (key == "rings_of_nodes") read_rows(entry.value, "ring", "ring", {"passes"});
      if (key == "placement") read_placement(entry.value);
      if (key == "pes") read_rows(entry.value, "pe", "pe", {"after", "node"});
    }
    if (!has_plan) errors_.add(document.where, std::string("this is no plan") + kForms);
    return std::move(entries_);
  }

 private:
  static constexpr const char* kForms = "; a plan has paths, rings_of_nodes, placement or pes";

  void add(const std::string& kind, const std::string& name, const std::string& text, const Where& where) {
    if (!entries_.by_name.emplace(std::pair(kind, name), entries_.list.size()).second) {
      return errors_.add(where, kind + " " + name + " is there twice; leave one out");
    }
    entries_.list.push_back({kind, name, text});
  }

  void read_rows(const Value& rows, const std::string& kind, const char* named_by,
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
      add(kind, text_in_plan(name->value), text_in_plan(value->value), row.where);
    }
  }

  void read_placement(const Value& placement) {
    for (const Value::Entry& entry : placement.entries) {
      add("node", entry.key, text_in_plan(entry.value), entry.where);
    }
    for (std::size_t i = 0; i < placement.items.size(); ++i) {
      add("node", std::to_string(i), text_in_plan(placement.items[i]), placement.items[i].where);
    }
  }

  Diagnostics& errors_;
  PlanEntries entries_;
};

PlanEntries read_plan_entries(const Source& source, Diagnostics& errors) {
  const auto document = parse_document(source.text, source.name, errors);
  return document ? PlanEntryReader(errors).read(*document) : PlanEntries{};
}

nlohmann::ordered_json entry_json(const PlanEntry& entry) {
  return entry.text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(entry.text);
}

/// "PE [2, 4]", "ring column 4", "node x0.y0"
std::string name_in_plan(const PlanEntry& entry) {
  if (entry.kind == "fabric") return entry.name;
  return (entry.kind == "path" || entry.kind == "pe" ? "PE" : entry.kind) + ' ' + entry.name;
}

}  // namespace

Comparison compare_plans(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors) {
  const PlanEntries plan_a = read_plan_entries(a, errors);
  const PlanEntries plan_b = read_plan_entries(b, errors);
  if (!errors.empty()) return {};
  Differences found(most_listed);
  const Kinds kinds = common_kinds(kinds_of(plan_a.list), kinds_of(plan_b.list), b.name,
                                   "compare paths with paths, rings with rings, and placements with placements", found);
  std::size_t compared = 0;
  for (const PlanEntry& entry : plan_a.list) {
    if (!kinds.contains(entry.kind)) continue;
    ++compared;
    const PlanEntry* other = plan_b.find(entry.kind, entry.name);
    if (other == nullptr) {
      found.add({kOnlyInA, name_in_plan(entry), {}, {entry_json(entry), nullptr}});
    } else if (other->text != entry.text) {
      found.add({entry.kind, name_in_plan(entry), {}, {entry_json(entry), entry_json(*other)}});
    }
  }
  for (const PlanEntry& entry : plan_b.list) {
    if (!kinds.contains(entry.kind) || plan_a.find(entry.kind, entry.name) != nullptr) continue;
    found.add({kOnlyInB, name_in_plan(entry), {}, {nullptr, entry_json(entry)}});
  }
  return found.finish("", counted(compared, "value"));
}

}  // namespace kintsugi::diff
