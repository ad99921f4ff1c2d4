#include "tb/tool/diff/state_rows.hpp"

#include <algorithm>
#include <optional>

#include "models/network/cells.hpp"
#include "models/network/text.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/scenario/nearest.hpp"
#include "tb/tool/scenario/text_check.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::diff {

namespace {

const std::vector<std::string> kRowKinds = {"fabric", "field", "switch", "pe", "wire", "link"};
const std::string kNumberOfFabric = "fabric number";

std::size_t column_of(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::find(kStateColumns, name) - kStateColumns.begin());
}

StateRow empty_row(std::string kind, std::string name, const Where& where) {
  return {std::move(kind), std::move(name), std::vector<std::string>(kStateColumns.size()),
          std::vector<bool>(kStateColumns.size()), where};
}

void set_cell(StateRow& row, std::string_view column, std::string text) {
  const std::size_t place = column_of(column);
  row.cells[place] = std::move(text);
  row.has[place] = true;
}

/// Reads a table, or lines of a name and a state.
class RowTableReader {
 public:
  RowTableReader(const Source& source, Diagnostics& errors) : source_(source), errors_(errors) {}

  StateRows read() {
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
    StateRow row = empty_row("state", cells[0].text, at(cells[0]));
    set_cell(row, "state", cells[1].text);
    rows_.add(std::move(row), errors_);
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
    StateRow row = empty_row(kind, name_of(cells, kind, name), at(cells.front()));
    for (const std::string& column : kStateColumns) {
      if (has_column(column)) set_cell(row, column, cell(cells, column));
    }
    rows_.add(std::move(row), errors_);
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
  StateRows rows_;
};

/// Reads the lists of a document; keys that are no such lists are skipped.
class RowDocumentReader {
 public:
  explicit RowDocumentReader(Diagnostics& errors) : errors_(errors) {}

  StateRows read(const Value& document) {
    static const std::vector<std::pair<std::string, std::string>> kLists = {
        {"fields", "field"}, {"switches", "switch"}, {"pes", "pe"}, {"wires", "wire"}, {"links", "link"}};
    const bool has_lists = document.find("fields") != nullptr || document.find("switches") != nullptr;
    if (!has_lists) {
      read_list(document, "state");
      return std::move(rows_);
    }
    if (const Value::Entry* number = document.find("fabric_number")) {
      StateRow row = empty_row("fabric", kNumberOfFabric, number->where);
      set_cell(row, "state", text_of_cell(number->value));
      rows_.add(std::move(row), errors_);
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
    StateRow row = empty_row(kind, name, where);
    set_cell(row, kind == "pe" ? "after" : "state", text_of_cell(state));
    rows_.add(std::move(row), errors_);
  }

  void read_row(const Value& row, const std::string& kind) {
    if (row.type == Value::Type::kList && row.items.size() == 2) {
      return add_pair(kind, text_of_cell(row.items[0]), row.items[1], row.where);
    }
    const std::optional<std::string> name = name_of(row, kind);
    if (!name) return errors_.add(row.where, "this row has no name; a row is {name: ..., state: ...}");
    StateRow read = empty_row(kind, *name, row.where);
    for (const std::string& column : kStateColumns) {
      if (const Value::Entry* entry = row.find(column)) set_cell(read, column, text_of_cell(entry->value));
    }
    for (const std::string column : {"before", "after"}) {
      if (const Value::Entry* entry = row.find("pitches_" + column)) {
        set_cell(read, column, text_of_cell(entry->value));
      }
    }
    rows_.add(std::move(read), errors_);
  }

  static std::optional<std::string> name_of(const Value& row, const std::string& kind) {
    if (kind == "link") return ends_of(row, "from", "to");
    if (kind == "wire") {
      const auto ends = ends_of(row, "a", "b");
      const Value::Entry* lane = row.find("lane");
      return ends && lane != nullptr ? std::optional(*ends + " lane " + text_of_cell(lane->value)) : std::nullopt;
    }
    const Value::Entry* name = row.find("name");
    if (name == nullptr && kind == "pe") name = row.find("pe");
    return name != nullptr ? std::optional(text_of_cell(name->value)) : std::nullopt;
  }

  static std::optional<std::string> ends_of(const Value& row, const char* from, const char* to) {
    const Value::Entry* first = row.find(from);
    const Value::Entry* second = row.find(to);
    if (first == nullptr || second == nullptr) return std::nullopt;
    return text_of_cell(first->value) + " > " + text_of_cell(second->value);
  }

  /// The two ends of a link are written as a table has them; null is an empty cell.
  static std::string text_of_cell(const Value& value) {
    if (value.type == Value::Type::kScalar) return value.text;
    std::string text;
    for (const Value& each : value.items) text += (text.empty() ? "" : " > ") + each.text;
    return text;
  }

  Diagnostics& errors_;
  StateRows rows_;
};

bool is_row_document(const Source& source) {
  return begins_as_json(source.text) || source.text.starts_with("fields:") || source.text.starts_with("switches:") ||
         source.text.find("\nfields:") != std::string::npos || source.text.find("\nswitches:") != std::string::npos;
}

}  // namespace

void StateRows::add(StateRow row, Diagnostics& errors) {
  const auto [other, is_new] = by_name_.try_emplace(row.kind + '\n' + row.name, rows_.size());
  if (!is_new) {
    const int line = rows_[other->second].where.line;
    return errors.add(row.where, row.kind + " '" + row.name + "' is there twice, before in line " +
                                     std::to_string(line) + "; leave one out");
  }
  rows_.push_back(std::move(row));
}

const StateRow* StateRows::find(const std::string& kind, const std::string& name) const {
  const auto found = by_name_.find(kind + '\n' + name);
  return found == by_name_.end() ? nullptr : &rows_[found->second];
}

StateRows read_state_rows(const Source& source, Diagnostics& errors) {
  if (!is_row_document(source)) return RowTableReader(source, errors).read();
  const auto document = parse_document(source.text, source.name, errors);
  return document ? RowDocumentReader(errors).read(*document) : StateRows{};
}

}  // namespace kintsugi::diff
