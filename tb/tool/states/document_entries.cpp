#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "models/network/text.hpp"
#include "tb/tool/scenario/defects_reader.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::states {

namespace {

using Kind = StateEntry::Kind;

constexpr const char* kLists = "; a list of states is {fields: [{name: ..., value: ...}]}, or {NAME: STATE}";

class DocumentReader {
 public:
  explicit DocumentReader(Diagnostics& errors) : errors_(errors) {}

  ListEntries read(const Value& document) {
    report_duplicate_keys(document, errors_);
    const bool is_map = document.type == Value::Type::kMap;
    const Value::Entry* pes = document.find("pes");
    const bool has_lists = document.find("fields") != nullptr || document.find("switches") != nullptr;
    if (is_map && !has_lists && pes != nullptr) {
      errors_.add(pes->where, "there are PEs and no states: add fields, {fields: [{name: ..., value: ...}], pes: ...}");
    } else if (is_map && has_lists) {
      read_number(document);
      read_list(document, "fields", Kind::kField);
      read_list(document, "switches", Kind::kSwitch);
      read_list(document, "pes", Kind::kPe);
      read_derived(document, "wires", {.from = "a", .to = "b", .before = "before", .after = "after"});
      read_derived(document, "links",
                   {.from = "from", .to = "to", .before = "pitches_before", .after = "pitches_after"});
    } else if (is_map || document.type == Value::Type::kList) {
      read_rows(document, Kind::kFieldOrSwitch);
    } else {
      errors_.add(document.where, "this is " + describe(document) + kLists);
    }
    return {std::move(entries_), std::move(derived_)};
  }

 private:
  void read_list(const Value& document, const char* key, Kind kind) {
    const Value::Entry* entry = document.find(key);
    if (entry == nullptr) return;
    if (entry->value.type == Value::Type::kMap || entry->value.type == Value::Type::kList) {
      return read_rows(entry->value, kind);
    }
    errors_.add(entry->value.where,
                std::string(key) + " must be a list of rows or a mapping, not " + describe(entry->value) + kLists);
  }

  void read_number(const Value& document) {
    const Value::Entry* entry = document.find("fabric_number");
    if (entry == nullptr) return;
    if (entry->value.type != Value::Type::kScalar) {
      return errors_.add(entry->value.where, "fabric_number must be eight hexadecimal digits, not " +
                                                 describe(entry->value) + "; leave it out, or take it from a report");
    }
    entries_.push_back({Kind::kFabric, {entry->key, entry->where}, {{entry->value.text, entry->value.where}}});
  }

  /// The keys of a row of a wire or a link.
  struct DerivedKeys {
    const char* from;
    const char* to;
    const char* before;
    const char* after;
  };

  /// Skips what another program has under this key.
  void read_derived(const Value& document, const char* key, const DerivedKeys& keys) {
    const Value::Entry* const entry = document.find(key);
    if (entry == nullptr) return;
    const bool is_wire = std::string_view(key) == "wires";
    for (const Value& row : entry->value.items) {
      const auto from = cell_of(row, keys.from), to = cell_of(row, keys.to), lane = cell_of(row, "lane");
      if (!from || !to || (is_wire && !lane)) continue;
      DerivedRow read{is_wire, row.where, *from, *to};
      if (is_wire) read.lane = *lane;
      if (is_wire) read.pitches = cell_of(row, "pitches");
      read.before = cell_of(row, keys.before);
      read.after = cell_of(row, keys.after);
      derived_.push_back(std::move(read));
    }
  }

  /// Returns nullopt without the key.
  static std::optional<std::string> cell_of(const Value& row, const char* key) {
    const Value::Entry* const entry = row.find(key);
    if (entry == nullptr) return std::nullopt;
    return text_of_cell(entry->value);
  }

  void read_rows(const Value& rows, Kind kind) {
    for (const Value::Entry& entry : rows.entries) {
      StateEntry read{kind, {entry.key, entry.where}, {}};
      if (add_state(entry.value, kind, read)) entries_.push_back(std::move(read));
    }
    for (const Value& row : rows.items) read_row(row, kind);
  }

  void read_row(const Value& row, Kind kind) {
    if (row.type == Value::Type::kList && row.items.size() == 2 && row.items[0].type == Value::Type::kScalar) {
      StateEntry pair{kind, {row.items[0].text, row.items[0].where}, {}};
      if (add_state(row.items[1], kind, pair)) entries_.push_back(std::move(pair));
      return;
    }
    if (row.type != Value::Type::kMap) {
      return errors_.add(row.where, "a row must be a mapping, {name: ..., state: ...}, not " + describe(row));
    }
    const std::optional<Given> name = name_of(row, kind);
    if (!name) return errors_.add(row.where, "this row has no name; a row is {name: ..., state: ...}");
    StateEntry read{kind, *name, {}, kind == Kind::kPe ? address_of(row) : std::nullopt};
    if (add_states(row, kind, read)) entries_.push_back(std::move(read));
  }

  /// A PE can be named by its address.
  static std::optional<Given> name_of(const Value& row, Kind kind) {
    const Value::Entry* name = row.find("name");
    if (name != nullptr && name->value.type == Value::Type::kScalar) return Given{name->value.text, name->value.where};
    return kind == Kind::kPe ? address_of(row) : std::nullopt;
  }

  /// Some programs write the name of a PE there.
  static std::optional<Given> address_of(const Value& row) {
    const Value::Entry* pe = row.find("pe");
    if (pe == nullptr) return std::nullopt;
    if (const auto address = read_address(pe->value)) return Given{describe_address(*address), pe->value.where};
    const bool is_text = pe->value.type == Value::Type::kScalar;
    return is_text ? std::optional(Given{pe->value.text, pe->value.where}) : std::nullopt;
  }

  bool add_states(const Value& row, Kind kind, StateEntry& read) {
    static constexpr std::array kOfSwitch = {"value", "state", "after"};
    static constexpr std::array kOfPe = {"after", "node"};
    const std::span<const char* const> keys = kind == Kind::kPe ? std::span<const char* const>(kOfPe) : kOfSwitch;
    bool found = false;
    for (const char* key : keys) {
      const Value::Entry* state = row.find(key);
      if (state == nullptr) continue;
      found = true;
      if (!add_state(state->value, kind, read)) return false;
    }
    if (!found) {
      errors_.add(row.where,
                  "the row of '" + read.name.text + "' has no " +
                      (kind == Kind::kPe ? "node: give after or node" : "state: give value, state or after"));
    }
    return found;
  }

  /// Adds a state; a PE can have none.
  bool add_state(const Value& value, Kind kind, StateEntry& read) {
    if (value.type == Value::Type::kEmpty && kind == Kind::kPe) return true;
    if (value.type == Value::Type::kScalar) {
      read.states.push_back({value.text, value.where});
      return true;
    }
    errors_.add(value.where, "'" + read.name.text + "' must have " +
                                 (kind == Kind::kPe ? "the name of a node" : "a number or the name of a state") +
                                 ", not " + describe(value));
    return false;
  }

  Diagnostics& errors_;
  std::vector<StateEntry> entries_;
  std::vector<DerivedRow> derived_;
};

}  // namespace

std::string text_of_cell(const Value& value) {
  return value.type == Value::Type::kScalar ? value.text : with_between(" > ", value.items, &Value::text);
}

void report_duplicate_keys(const Value& value, Diagnostics& errors) {
  std::unordered_map<std::string_view, const Value::Entry*> first;
  for (const Value::Entry& entry : value.entries) {
    const auto [earlier, is_new] = first.try_emplace(entry.key, &entry);
    if (!is_new) {
      errors.add(entry.where, "duplicate key '" + entry.key + "'; the first is in line " +
                                  std::to_string(earlier->second->where.line));
    }
    report_duplicate_keys(entry.value, errors);
  }
  for (const Value& item : value.items) report_duplicate_keys(item, errors);
}

ListEntries read_document_entries(const std::string& text, const std::string& source, Diagnostics& errors) {
  constexpr std::size_t kLarge = std::size_t{8} << 20U;
  const auto document = parse_document(text, source, errors);
  if (!document && text.size() > kLarge) {
    errors.add(Where{source, 0, 0}, "a document as large as this is better handed in as CSV, or as the bitstream");
  }
  return document ? DocumentReader(errors).read(*document) : ListEntries{};
}

}  // namespace kintsugi::states
