#include <algorithm>
#include <optional>

#include "models/network/cells.hpp"
#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/diff/rows.hpp"
#include "tb/tool/scenario/value.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::diff {

namespace {

const std::vector<std::string> kRowKinds = {"fabric", "field", "switch", "pe", "wire", "link"};
const std::string kNumberOfFabric = "fabric number";

/// The cells of a row: the most telling column first.
const std::vector<std::string> kStateColumns = {"state",  "after", "node",   "value",
                                                "before", "bits",  "offset", "pitches"};

/// Of a wire or link the name has both its ends, "x0.y0.e > x1.y0.w".
Row empty_row(const std::string& kind, const std::string& name, const Where& where) {
  return {kind, name, kind + ' ' + name, where, std::vector<std::optional<std::string>>(kStateColumns.size())};
}

void set_cell(Row& row, std::string_view column, std::string text) {
  row.cells[static_cast<std::size_t>(std::ranges::find(kStateColumns, column) - kStateColumns.begin())] =
      std::move(text);
}

void add_row(Rows& rows, const Row& row, Diagnostics& errors) {
  if (const Row* other = rows.add(row)) {
    errors.add(row.where, row.kind + " '" + row.name + "' is there twice, before in line " +
                              std::to_string(other->where.line) + "; leave one out");
  }
}

/// Reads a table, or lines of a name and a state.
class RowTableReader {
 public:
  RowTableReader(const Source& source, Diagnostics& errors) : source_(source), errors_(errors) {}

  Rows read() {
    if (const auto mistake = check_text(source_.text)) {
      errors_.add({source_.name, mistake->line, mistake->column}, mistake->message);
      return {};
    }
    take_lines(source_.text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(cells_of(line, Separator::kFound).all);
      return !errors_.full();
    });
    return std::move(rows_);
  }

 private:
  Where at(const Cell& cell) const { return {source_.name, line_, cell.column}; }

  void read_line(std::vector<Cell> cells) {
    if (cells.empty()) return;
    for (const Cell& each : cells) {
      if (each.mistake != nullptr) return errors_.add(at(each), each.mistake);
    }
    const bool is_first = !begun_;
    begun_ = true;
    if (is_first && std::ranges::find(cells, "name", &Cell::text) != cells.end()) return read_header(cells);
    header_.empty() ? read_pair(std::move(cells)) : read_row(cells);
  }

  void read_header(const std::vector<Cell>& cells) {
    for (const Cell& each : cells) {
      if (std::ranges::find(header_, each.text) != header_.end() && !each.text.empty()) {
        errors_.add(at(each), "the column '" + each.text + "' is there twice; leave one out");
      }
      header_.push_back(each.text);
    }
    // bitstream.txt has fields alone, and no column for the kind
    const bool is_stream = has_column("offset") && has_column("bits") && !has_column("kind");
    kind_ = is_stream ? "field" : "state";
  }

  bool has_column(std::string_view name) const { return std::ranges::find(header_, name) != header_.end(); }

  void read_pair(std::vector<Cell> cells) {
    while (cells.size() > 2 && cells.back().text.empty()) cells.pop_back();
    if (cells.size() != 2) {
      return errors_.add(at(cells.front()), "a line is a name and a state, not " + counted(cells.size(), "cell") +
                                                "; a table begins with a header that has name");
    }
    Row row = empty_row("state", cells[0].text, at(cells[0]));
    set_cell(row, "state", cells[1].text);
    add_row(rows_, row, errors_);
  }

  std::string cell(const std::vector<Cell>& cells, std::string_view column) const {
    const auto place = static_cast<std::size_t>(std::ranges::find(header_, column) - header_.begin());
    return place < cells.size() && place < header_.size() ? cells[place].text : std::string();
  }

  void read_row(const std::vector<Cell>& cells) {
    const auto is_full = [](const Cell& each) { return !each.text.empty(); };
    const auto behind = cells.begin() + static_cast<std::ptrdiff_t>(std::min(header_.size(), cells.size()));
    if (const auto found = std::find_if(behind, cells.end(), is_full); found != cells.end()) {
      return errors_.add(at(*found), "this row has " + counted(cells.size(), "cell") + ", and the header " +
                                         std::to_string(header_.size()));
    }
    const std::string kind = has_column("kind") ? cell(cells, "kind") : kind_;
    if (has_column("kind") && std::ranges::find(kRowKinds, kind) == kRowKinds.end()) {
      return errors_.add(at(cells.front()), "unknown kind '" + kind + "'" + suggestion(kind, kRowKinds));
    }
    const std::string name = cell(cells, "name");
    if (name.empty()) return errors_.add(at(cells.front()), "this row has no name");
    Row row = empty_row(kind, name_of(cells, kind, name), at(cells.front()));
    for (const std::string& column : kStateColumns) {
      if (has_column(column)) set_cell(row, column, cell(cells, column));
    }
    add_row(rows_, row, errors_);
  }

  std::string name_of(const std::vector<Cell>& cells, const std::string& kind, const std::string& name) const {
    if (kind == "fabric") return kNumberOfFabric;
    if (kind == "link") return name + " > " + cell(cells, "far");
    return kind == "wire" ? name + " > " + cell(cells, "far") + " lane " + cell(cells, "lane") : name;
  }

  const Source& source_;
  Diagnostics& errors_;
  int line_ = 1;
  bool begun_ = false;
  std::vector<std::string> header_;
  std::string kind_;
  Rows rows_;
};

/// Reads the lists of a document; keys that are no such lists are skipped.
class RowDocumentReader {
 public:
  explicit RowDocumentReader(Diagnostics& errors) : errors_(errors) {}

  Rows read(const Value& document) {
    static const std::vector<std::pair<std::string, std::string>> kLists = {
        {"fields", "field"}, {"switches", "switch"}, {"pes", "pe"}, {"wires", "wire"}, {"links", "link"}};
    const bool has_lists = document.find("fields") != nullptr || document.find("switches") != nullptr;
    if (!has_lists) {
      read_list(document, "state");
      return std::move(rows_);
    }
    if (const Value::Entry* number = document.find("fabric_number")) {
      Row row = empty_row("fabric", kNumberOfFabric, number->where);
      set_cell(row, "state", states::text_of_cell(number->value));
      add_row(rows_, row, errors_);
    }
    for (const auto& [key, kind] : kLists) {
      if (const Value::Entry* entry = document.find(key)) read_list(entry->value, kind);
    }
    return std::move(rows_);
  }

 private:
  void read_list(const Value& list, const std::string& kind) {
    if (list.type != Value::Type::kList && list.type != Value::Type::kMap) {
      return errors_.add(list.where, "this is " + kintsugi::describe(list) +
                                         "; a list of states is {fields: [{name: ..., state: ...}]}, or {NAME: STATE}");
    }
    for (const Value::Entry& entry : list.entries) add_pair(kind, entry.key, entry.value, entry.where);
    for (const Value& row : list.items) read_row(row, kind);
  }

  void add_pair(const std::string& kind, const std::string& name, const Value& state, const Where& where) {
    Row row = empty_row(kind, name, where);
    set_cell(row, kind == "pe" ? "after" : "state", states::text_of_cell(state));
    add_row(rows_, row, errors_);
  }

  void read_row(const Value& row, const std::string& kind) {
    if (row.type == Value::Type::kList && row.items.size() == 2) {
      return add_pair(kind, states::text_of_cell(row.items[0]), row.items[1], row.where);
    }
    const std::optional<std::string> name = name_of(row, kind);
    if (!name) return errors_.add(row.where, "this row has no name; a row is {name: ..., state: ...}");
    Row read = empty_row(kind, *name, row.where);
    for (const std::string& column : kStateColumns) {
      if (const Value::Entry* entry = row.find(column)) set_cell(read, column, states::text_of_cell(entry->value));
    }
    for (const std::string column : {"before", "after"}) {
      if (const Value::Entry* entry = row.find("pitches_" + column)) {
        set_cell(read, column, states::text_of_cell(entry->value));
      }
    }
    add_row(rows_, read, errors_);
  }

  static std::optional<std::string> name_of(const Value& row, const std::string& kind) {
    if (kind == "link") return ends_of(row, "from", "to");
    if (kind == "wire") {
      const auto ends = ends_of(row, "a", "b");
      const Value::Entry* lane = row.find("lane");
      return ends && lane != nullptr ? std::optional(*ends + " lane " + states::text_of_cell(lane->value))
                                     : std::nullopt;
    }
    const Value::Entry* name = row.find("name");
    if (name == nullptr && kind == "pe") name = row.find("pe");
    return name != nullptr ? std::optional(states::text_of_cell(name->value)) : std::nullopt;
  }

  static std::optional<std::string> ends_of(const Value& row, const char* from, const char* to) {
    const Value::Entry* first = row.find(from);
    const Value::Entry* second = row.find(to);
    if (first == nullptr || second == nullptr) return std::nullopt;
    return states::text_of_cell(first->value) + " > " + states::text_of_cell(second->value);
  }

  Diagnostics& errors_;
  Rows rows_;
};

/// Reads a document if the text begins with { or [ or has the keys of one, else a table or lines.
Rows read_state_rows(const Source& source, Diagnostics& errors) {
  if (!begins_as_json(source.text) && !has_key_of(source.text, {"fields", "switches"})) {
    return RowTableReader(source, errors).read();
  }
  const auto document = parse_document(source.text, source.name, errors);
  return document ? RowDocumentReader(errors).read(*document) : Rows{};
}

/// What stands behind the name of a row if it differs in a column; nothing behind those that are its state.
std::vector<std::string> state_suffixes() {
  std::vector<std::string> suffixes;
  for (const std::string& column : kStateColumns) suffixes.push_back(suffixes.size() < 4 ? "" : ", " + column);
  return suffixes;
}

}  // namespace

Comparison compare_states(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors) {
  static const RowForm kStates = {state_suffixes(), "row",
                                  "compare two lists of fields or switches, or two plain lists of names and states",
                                  "without a state"};
  const Rows rows_a = read_state_rows(a, errors), rows_b = read_state_rows(b, errors);
  return errors.empty() ? compare_rows(rows_a, rows_b, b.name, kStates, most_listed) : Comparison{};
}

}  // namespace kintsugi::diff
