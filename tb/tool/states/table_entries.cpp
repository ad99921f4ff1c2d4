#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <span>

#include "models/network/cells.hpp"
#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::states {

namespace {

using Kind = StateEntry::Kind;

/// The columns that count; the last four are of wires and links.
const std::vector<std::string> kColumns = {"kind", "name", "value", "state",   "after",
                                           "node", "far",  "lane",  "pitches", "before"};

class TableReader {
 public:
  TableReader(const std::string& source, Diagnostics& errors) : source_(source), errors_(errors) {}

  ListEntries read(std::string_view text) {
    take_lines(text, [this](std::string_view line, int number) {
      line_ = number;
      read_line(line);
      return true;
    });
    return std::move(read_);
  }

 private:
  void read_line(std::string_view line) {
    const auto [cells, by_blanks] = cells_of(line, Separator::kFound);
    if (cells.empty() || is_useless_) return;
    for (const Cell& each : cells) {
      if (each.mistake != nullptr) return errors_.add(at(each), each.mistake);
    }
    if (!begun_) {
      begun_ = true;
      if (read_header(cells)) return;
    }
    if (columns_.empty()) return read_pair(cells);
    if (fits_header(cells, by_blanks)) read_row(cells);
  }

  /// Cells at the end of a row can be left out between commas; between blanks the others would be taken for them.
  bool fits_header(const std::vector<Cell>& cells, bool by_blanks) {
    const auto is_empty = [](const Cell& cell) { return cell.text.empty(); };
    const std::size_t least = std::min(header_, cells.size());
    const bool fits = by_blanks
                          ? cells.size() == header_
                          : std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(least), cells.end(), is_empty);
    if (fits) return true;
    errors_.add(at(cells[cells.size() > header_ ? header_ : 0]),
                "this row has " + counted(cells.size(), "cell") + ", and the header " + std::to_string(header_) +
                    (by_blanks ? "; separate the cells by commas if some are empty" : "; leave out what is too much"));
    return false;
  }

  bool read_header(const std::vector<Cell>& cells) {
    std::vector<const Cell*> twice;
    std::map<std::string, std::size_t, std::less<>> columns;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string name = lower_case(cells[i].text);
      if (std::ranges::find(kColumns, name) == kColumns.end()) continue;
      if (!columns.emplace(name, i).second) twice.push_back(&cells[i]);
    }
    if (!columns.contains("name")) return false;
    for (const Cell* each : twice)
      errors_.add(at(*each), "the column '" + each->text + "' is there twice; leave one out");
    columns_ = std::move(columns);
    header_ = cells.size();
    if (!columns_.contains("value") && !columns_.contains("state") && !columns_.contains("after")) {
      is_useless_ = true;
      errors_.add(at(cells[columns_.at("name")]), "the header has no column for the state: value, state or after");
    }
    return true;
  }

  Where at(const Cell& cell) const { return {source_, line_, cell.column}; }

  /// A line without header.
  void read_pair(std::vector<Cell> cells) {
    while (cells.size() > 2 && cells.back().text.empty()) cells.pop_back();
    if (cells.size() == 2) return add({Kind::kFieldOrSwitch, given(cells[0]), {given(cells[1])}});
    errors_.add(at(cells.front()), "a line is a name and a state, not " + counted(cells.size(), "cell") +
                                       "; a table with more columns begins with a header that has name");
  }

  void read_row(const std::vector<Cell>& cells) {
    if (has_kind(cells, "wire") || has_kind(cells, "link")) return read_derived(cells);
    std::optional<Kind> kind = kind_of(cells);
    if (!kind) return;
    if (*kind == Kind::kFieldOrSwitch && has_node_alone(cells)) kind = Kind::kPe;
    const Cell* name = cell(cells, "name");
    if (name == nullptr) return errors_.add(at(cells.front()), "this row has no name");
    StateEntry entry{*kind, given(*name), {}};
    static constexpr std::array kOfSwitch = {"value", "state", "after"};
    static constexpr std::array kOfPe = {"after", "node"};
    for (const char* column : *kind == Kind::kPe ? std::span<const char* const>(kOfPe) : kOfSwitch) {
      if (const Cell* state = cell(cells, column)) entry.states.push_back(given(*state));
    }
    if (entry.states.empty() && *kind != Kind::kPe) {
      const bool can_be_pe = *kind == Kind::kFieldOrSwitch && columns_.contains("node");
      return errors_.add(at(*name), "the row of '" + name->text + "' has no state: value, state or after" +
                                        (can_be_pe ? "; a PE without node has pe in a column kind" : ""));
    }
    add(std::move(entry));
  }

  /// Such a row is of a PE: no switch has a node.
  bool has_node_alone(const std::vector<Cell>& cells) const {
    const auto has = [&](const char* column) { return cell(cells, column) != nullptr; };
    return has("node") && !has("value") && !has("state") && !has("after");
  }

  bool has_kind(const std::vector<Cell>& cells, std::string_view name) const {
    const Cell* kind = cell(cells, "kind");
    return kind != nullptr && lower_case(kind->text) == name;
  }

  /// Skips a row of another program, which does not have the ends.
  void read_derived(const std::vector<Cell>& cells) {
    const Cell* const name = cell(cells, "name");
    const Cell* const far = cell(cells, "far");
    const Cell* const lane = cell(cells, "lane");
    const bool wire = has_kind(cells, "wire");
    if (name == nullptr || far == nullptr || (wire && lane == nullptr)) return;
    DerivedRow row{wire, at(*name), name->text, far->text};
    const auto text = [&](std::string_view column) {
      if (!columns_.contains(column)) return std::optional<std::string>();
      const Cell* const found = cell(cells, column);
      return std::optional(found == nullptr ? "" : found->text);
    };
    if (wire) row.lane = lane->text;
    if (wire) row.pitches = text("pitches");
    row.before = text("before");
    row.after = text("after");
    read_.derived.push_back(std::move(row));
  }

  /// Returns the kind of a row, or nullopt if it is skipped.
  std::optional<Kind> kind_of(const std::vector<Cell>& cells) {
    static const std::vector<std::string> kKinds = {"fabric", "field", "switch", "pe", "wire", "link"};
    const Cell* kind = cell(cells, "kind");
    if (kind == nullptr) return Kind::kFieldOrSwitch;
    const std::string text = lower_case(kind->text);
    if (text == "field") return Kind::kField;
    if (text == "switch") return Kind::kSwitch;
    if (text == "pe") return Kind::kPe;
    if (text == "fabric") return Kind::kFabric;
    if (std::ranges::find(kKinds, text) == kKinds.end()) {
      errors_.add(at(*kind), "unknown kind '" + kind->text + "'" + suggestion(kind->text, kKinds));
    }
    return std::nullopt;
  }

  /// Returns the cell of a column if it is there and not empty, else nullptr.
  const Cell* cell(const std::vector<Cell>& cells, std::string_view column) const {
    const auto found = columns_.find(column);
    if (found == columns_.end() || found->second >= cells.size()) return nullptr;
    return cells[found->second].text.empty() ? nullptr : &cells[found->second];
  }
  Given given(const Cell& cell) const { return {cell.text, at(cell)}; }
  void add(StateEntry entry) { read_.entries.push_back(std::move(entry)); }

  const std::string& source_;
  Diagnostics& errors_;
  int line_ = 1;
  bool begun_ = false;
  bool is_useless_ = false;                                  ///< the header has no states: one message is enough
  std::map<std::string, std::size_t, std::less<>> columns_;  ///< of the header, by name
  std::size_t header_ = 0;                                   ///< its cells
  ListEntries read_;
};

}  // namespace

ListEntries read_table_entries(std::string_view text, const std::string& source, Diagnostics& errors) {
  return TableReader(source, errors).read(text);
}

}  // namespace kintsugi::states
