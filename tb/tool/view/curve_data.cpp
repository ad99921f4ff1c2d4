#include "tb/tool/view/curve_data.hpp"

#include <algorithm>

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

ordered_json end_of_axis(const std::optional<double>& end) {
  return end ? ordered_json(*end) : ordered_json();
}

ordered_json axis_data(const plot::Axis& axis) {
  return {{"label", axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]"},
          {"log", axis.scale != plot::Scale::kLinear},
          {"low", end_of_axis(axis.low)},
          {"high", end_of_axis(axis.high)}};
}

ordered_json ring_data(const plot::Series& series) {
  if (!series.ring) return nullptr;
  const auto at = std::ranges::find(series.points, series.ring->x, &plot::Point::x);
  return at == series.points.end() ? ordered_json() : ordered_json(at - series.points.begin());
}

ordered_json series_data(const plot::Series& series) {
  ordered_json data = {{"name", series.name}};
  for (const char* list : {"x", "y", "notes", "low", "high", "crossed"}) data[list] = ordered_json::array();
  for (const plot::Point& point : series.points) {
    data["x"].push_back(point.x);
    data["y"].push_back(point.y);
    if (point.is_crossed) data["crossed"].push_back(data["y"].size() - 1);
  }
  for (const plot::Span& span : series.band) {
    data["low"].push_back(span.low);
    data["high"].push_back(span.high);
  }
  data["notes"] = series.notes;
  data["ring"] = ring_data(series);
  return data;
}

std::string cell_of(const ordered_json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// The cells of an object, by column; a column is a key, or the keys of an object and of an object in it.
ordered_json cells_of(const ordered_json& object) {
  ordered_json cells = ordered_json::object();
  for (const auto& [key, value] : object.items()) {
    if (!value.is_object()) {
      cells['/' + key] = cell_of(value);
      continue;
    }
    for (const auto& [inner, each] : value.items()) cells[key + '/' + inner] = cell_of(each);
  }
  return cells;
}

/// Returns the columns of all rows, in the order in which they come.
std::vector<std::string> columns_of_rows(const std::vector<ordered_json>& rows) {
  ordered_json seen = ordered_json::object();
  for (const ordered_json& cells : rows) {
    for (const auto& [column, cell] : cells.items()) seen[column] = true;
  }
  std::vector<std::string> columns;
  for (const auto& [column, is_there] : seen.items()) columns.push_back(column);
  return columns;
}

/// Returns the key that heads a column: that of the inner object.
std::string head_of_column(const std::string& column) {
  return column.substr(column.find('/') + 1);
}

/// Leaves out each column that has the head and the cells of an earlier one: a report says some things twice.
void erase_repeated(std::vector<std::string>& columns, const std::vector<ordered_json>& rows) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::erase_if(columns, [&, first = columns[i]](const std::string& column) {
      return column != first && head_of_column(column) == head_of_column(first) &&
             std::ranges::all_of(
                 rows, [&](const ordered_json& cells) { return cells.value(column, "") == cells.value(first, ""); });
    });
  }
}

}  // namespace

ordered_json plot_data(const plot::Plot& plot) {
  ordered_json data = {{"title", plot.title},    {"x", axis_data(plot.x)}, {"y", axis_data(plot.y)},
                       {"ring", plot.ring_name}, {"band", plot.band_name}, {"cross", plot.cross_name}};
  data["series"] = ordered_json::array();
  for (const plot::Series& series : plot.series) data["series"].push_back(series_data(series));
  return data;
}

ordered_json table_data(const std::string& title, const ordered_json& objects) {
  std::vector<ordered_json> rows;
  for (const ordered_json& object : objects) rows.push_back(cells_of(object));
  std::vector<std::string> columns = columns_of_rows(rows);
  erase_repeated(columns, rows);
  ordered_json table = {{"title", title}, {"columns", ordered_json::array()}, {"rows", ordered_json::array()}};
  for (const std::string& column : columns) table["columns"].push_back(head_of_column(column));
  for (const ordered_json& cells : rows) {
    ordered_json row = ordered_json::array();
    for (const std::string& column : columns) row.push_back(cells.value(column, ""));
    table["rows"].push_back(std::move(row));
  }
  return table;
}

ordered_json facts_of_report(const ordered_json& report) {
  ordered_json facts = ordered_json::array();
  for (const auto& [key, value] : report.items()) {
    const bool is_list_of_objects = value.is_array() && !value.empty() && value.front().is_object();
    if (!is_list_of_objects && !value.is_object()) facts.push_back({key, cell_of(value)});
  }
  return facts;
}

}  // namespace kintsugi::view
