#include "tb/tool/diff/state_lists.hpp"

#include <optional>

#include "models/network/text.hpp"
#include "tb/tool/diff/common_kinds.hpp"
#include "tb/tool/diff/state_rows.hpp"

namespace kintsugi::diff {

namespace {

/// Returns the first column in which two rows differ.
std::optional<std::size_t> differing_column(const StateRow& a, const StateRow& b) {
  for (std::size_t i = 0; i < kStateColumns.size(); ++i) {
    if (a.has[i] && b.has[i] && a.cells[i] != b.cells[i]) return i;
  }
  return std::nullopt;
}

nlohmann::ordered_json cell_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

/// What stands in a list for a row that the other file does not have.
nlohmann::ordered_json state_of(const StateRow& row) {
  for (const std::string& cell : row.cells) {
    if (!cell.empty()) return cell;
  }
  return "without a state";
}

Difference difference_of(const StateRow& a, const StateRow& b, std::size_t column) {
  const std::string& name = kStateColumns[column];
  const bool is_plain = name == "state" || name == "after" || name == "node" || name == "value";
  return {a.kind,
          a.name + (is_plain ? "" : ", " + name),
          {},
          {cell_or_null(a.cells[column]), cell_or_null(b.cells[column])}};
}

}  // namespace

Comparison compare_states(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors) {
  const StateRows rows_a = read_state_rows(a, errors);
  const StateRows rows_b = read_state_rows(b, errors);
  if (!errors.empty()) return {};
  Differences found(most_listed);
  const Kinds kinds =
      common_kinds(kinds_of(rows_a.all()), kinds_of(rows_b.all()), b.name,
                   "compare two lists of fields or switches, or two plain lists of names and states", found);
  std::size_t compared = 0;
  for (const StateRow& row : rows_a.all()) {
    if (!kinds.contains(row.kind)) continue;
    ++compared;
    const StateRow* other = rows_b.find(row.kind, row.name);
    if (other == nullptr) {
      found.add({kOnlyInA, row.kind + ' ' + row.name, {}, {state_of(row), nullptr}});
    } else if (const auto column = differing_column(row, *other)) {
      found.add(difference_of(row, *other, *column));
    }
  }
  for (const StateRow& row : rows_b.all()) {
    if (!kinds.contains(row.kind) || rows_a.find(row.kind, row.name) != nullptr) continue;
    found.add({kOnlyInB, row.kind + ' ' + row.name, {}, {nullptr, state_of(row)}});
  }
  return found.finish("", counted(compared, "row"));
}

}  // namespace kintsugi::diff
