/// A table whose columns are declared once, by name and value, and which is written as JSON, as CSV and as text.
///
///     const Table<Row> table = {{"faults", &Row::faults},
///                               {"wires", &Row::wires},                     // std::optional: null, an empty cell, "-"
///                               {"probability", &Row::share, {.digits = 4}},
///                               {"maps", &Row::maps, maps_text},            // in the text "15 of 20"
///                               {"state", [](const Row& row) { return row.code ? "on" : "off"; }}};
///
/// Value   a member, or a function of a row; any type that JSON takes, or std::optional of one
/// JSON    a list of objects, the keys in the order of the columns
/// CSV     a header and a line a row: a text as it is and null as nothing, anything else as in JSON, by csv_cell()
/// Text    headings and a line a row: a text as it is, "yes" or "no", a number with its digits, or as the column says
#pragma once

#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tb/tool/console/csv.hpp"
#include "tb/tool/console/json_optional.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

/// How a column is written, and where.
struct ColumnForm {
  int digits = -1;           ///< of numbers in the text, after the point; negative: as in JSON
  std::string heading = {};  ///< in the text; empty: the name
  std::string in_csv = {};   ///< the name in CSV; empty: the same
  std::string none = "-";    ///< in the text where the value is null
  bool null_in_json = true;  ///< false: an object has no such key where the value is null
  bool json = true;          ///< whether each form has the column
  bool csv = true;
  bool text = true;
};

/// Returns a list of what `of` makes of each item.
template <class Items, class Of>
nlohmann::ordered_json json_list(const Items& items, Of of) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& item : items) list.push_back(std::invoke(of, item));
  return list;
}

/// Returns the keys of the objects that `of` returns of items, in the order in which they first occur.
template <class Items, class Of = std::identity>
std::vector<std::string> keys_of(const Items& items, Of of = {}) {
  auto seen = nlohmann::ordered_json::object();
  for (const auto& item : items) {
    for (const auto& [key, value] : std::invoke(of, item).items()) seen[key] = true;
  }
  std::vector<std::string> keys;
  for (const auto& [key, value] : seen.items()) keys.push_back(key);
  return keys;
}

/// Returns a cell of CSV: nothing for null, a text without the quotes of JSON.
inline std::string csv_value(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "";
  return csv_cell(value.is_string() ? value.get_ref<const std::string&>() : value.dump());
}

/// Returns a line of CSV.
inline std::string csv_line(std::initializer_list<nlohmann::ordered_json> cells) {
  std::string line;
  for (const nlohmann::ordered_json& cell : cells) line += (&cell == cells.begin() ? "" : ",") + csv_value(cell);
  return line + '\n';
}

/// Returns a cell of a text table.
inline std::string text_value(const nlohmann::ordered_json& value, const ColumnForm& form) {
  if (value.is_null()) return form.none;
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return yes_no(value.get<bool>());
  return value.is_number() && form.digits >= 0 ? fixed(value.get<double>(), form.digits) : value.dump();
}

template <class Row>
class Table {
 public:
  struct Column {
    template <class Value>
    Column(std::string column, Value of, ColumnForm how = {}) : name(std::move(column)), form(std::move(how)) {
      value = [of](const Row& row) { return nlohmann::ordered_json(std::invoke(of, row)); };
    }
    /// `written` returns the cell of the text.
    template <class Value, class Text>
    requires std::is_invocable_r_v<std::string, Text, const Row&> Column(std::string column, Value of, Text written,
                                                                         ColumnForm how = {})
        : Column(std::move(column), std::move(of), std::move(how)) {
      text = written;
    }

    std::string name;
    std::function<nlohmann::ordered_json(const Row&)> value;
    std::function<std::string(const Row&)> text = {};  ///< empty: text_value()
    ColumnForm form;
    const std::string& csv_name() const { return form.in_csv.empty() ? name : form.in_csv; }
  };

  Table(std::initializer_list<Column> columns) : columns_(columns) {}
  void add(Column column) { columns_.push_back(std::move(column)); }

  nlohmann::ordered_json object(const Row& row) const {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const Column& column : columns_) {
      if (!column.form.json) continue;
      nlohmann::ordered_json value = column.value(row);
      if (!value.is_null() || column.form.null_in_json) json[column.name] = std::move(value);
    }
    return json;
  }

  /// Each takes a range of rows.
  template <class Rows>
  nlohmann::ordered_json json(const Rows& rows) const {
    return json_list(rows, [this](const Row& row) { return object(row); });
  }

  template <class Rows>
  std::string csv(const Rows& rows) const {
    std::string text = csv_header();
    for (const Row& row : rows) text += csv_line(row);
    return text;
  }

  template <class Rows>
  TextTable text(const Rows& rows) const {
    TextTable table;
    table.add(headings());
    for (const Row& row : rows) table.add(cells(row));
    return table;
  }

  /// The lines of csv(), for rows of several tables below one header.
  std::string csv_header() const {
    return line([](const Column& column) { return csv_cell(column.csv_name()); });
  }
  std::string csv_line(const Row& row) const {
    return line([&row](const Column& column) { return csv_value(column.value(row)); });
  }
  /// Returns a line of the columns with these names, in their order: an empty cell where this table has none.
  std::string csv_line(const Row& row, const std::vector<std::string>& names) const {
    std::string text;
    for (const std::string& name : names) {
      if (&name != &names.front()) text += ',';
      for (const Column& column : columns_) {
        if (column.form.csv && column.csv_name() == name) text += csv_value(column.value(row));
      }
    }
    return text + '\n';
  }

  /// The rows of text(), for tables that have more cells.
  std::vector<std::string> headings() const {
    std::vector<std::string> cells;
    for (const Column& column : columns_) {
      if (column.form.text) cells.push_back(column.form.heading.empty() ? column.name : column.form.heading);
    }
    return cells;
  }
  std::vector<std::string> cells(const Row& row) const {
    std::vector<std::string> cells;
    for (const Column& column : columns_) {
      if (!column.form.text) continue;
      cells.push_back(column.text ? column.text(row) : text_value(column.value(row), column.form));
    }
    return cells;
  }

 private:
  template <class Cell>
  std::string line(const Cell& cell) const {
    std::string text;
    bool is_first = true;
    for (const Column& column : columns_) {
      if (!column.form.csv) continue;
      text += (std::exchange(is_first, false) ? "" : ",") + cell(column);
    }
    return text + '\n';
  }

  std::vector<Column> columns_;
};

}  // namespace kintsugi
