#include "tb/tool/cli/topo_parts.hpp"

#include <algorithm>
#include <cmath>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/written_parameters.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;
using Curves = std::vector<PaperFigure::Curve>;

ordered_json to_json(const PaperTable& table) {
  ordered_json json = {{"title", table.title}, {"source", table.source}, {"columns", table.columns}};
  if (!table.note.empty()) json["note"] = table.note;
  json["rows"] = ordered_json::array();
  for (const PaperTable::Row& row : table.rows) {
    json["rows"].push_back({{"label", row.label}, {"computed", row.computed}, {"published", row.published}});
  }
  return json;
}

bool has_text(const std::vector<std::string>& cells) {
  return std::ranges::any_of(cells, [](const std::string& cell) { return !cell.empty(); });
}

bool has_both(const PaperTable::Row& row) {
  return has_text(row.computed) && has_text(row.published);
}

/// Returns a cell: "17 | 17", computed, then published; in a row with only one of them, that one.
std::string cell(const PaperTable::Row& row, std::size_t column) {
  auto text = [&](const std::vector<std::string>& cells) { return column < cells.size() ? cells[column] : ""; };
  const std::string computed = text(row.computed);
  const std::string published = text(row.published);
  if (!has_both(row) || (computed.empty() && published.empty())) return computed + published;
  return (computed.empty() ? "-" : computed) + " | " + (published.empty() ? "-" : published);
}

std::string to_text(const PaperTable& paper) {
  TextTable table;
  std::vector<std::string> head = {""};
  head.insert(head.end(), paper.columns.begin(), paper.columns.end());
  table.add(head);
  for (const PaperTable::Row& row : paper.rows) {
    std::vector<std::string> cells = {row.label};
    for (std::size_t column = 0; column < paper.columns.size(); ++column) cells.push_back(cell(row, column));
    table.add(cells);
  }
  std::string text = paper.title + "\n" + paper.source;
  if (std::ranges::any_of(paper.rows, has_both)) text += "; each cell: computed | published";
  if (!paper.note.empty()) text += "; " + paper.note;
  return text + "\n" + table.text();
}

std::string with_unit(const PaperFigure::Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

ordered_json to_json(const PaperFigure::Axis& axis) {
  return {{"label", axis.label}, {"unit", axis.unit}};
}

ordered_json to_json(const PaperFigure& figure) {
  ordered_json json = {{"title", figure.title},
                       {"source", figure.source},
                       {"x_axis", to_json(figure.x_axis)},
                       {"y_axis", to_json(figure.y_axis)},
                       {"x", figure.x}};
  json["curves"] = ordered_json::array();
  for (const PaperFigure::Mean& mean : figure.curves) {
    ordered_json curve = {{"name", mean.name}, {"y", mean.y}};
    for (const PaperFigure::Curve& part : mean.of) curve["of"].push_back({{"name", part.name}, {"y", part.y}});
    json["curves"].push_back(std::move(curve));
  }
  return json;
}

/// Returns a table with a row for each x and a column for each curve.
std::string columns_of(const PaperFigure& figure, const Curves& curves) {
  TextTable table;
  std::vector<std::string> head = {with_unit(figure.x_axis)};
  for (const PaperFigure::Curve& curve : curves) head.push_back(curve.name);
  table.add(head);
  for (std::size_t i = 0; i < figure.x.size(); ++i) {
    std::vector<std::string> cells = {fixed(figure.x[i], figure.x[i] == std::floor(figure.x[i]) ? 0 : 4)};
    for (const PaperFigure::Curve& curve : curves) cells.push_back(fixed(curve.y[i], 4));
    table.add(cells);
  }
  return table.text();
}

std::string to_text(const PaperFigure& figure) {
  std::string text = figure.title + "\n" + figure.source + ", which prints no numbers; computed " +
                     with_unit(figure.y_axis) + "\n" + columns_of(figure, {figure.curves.begin(), figure.curves.end()});
  for (const PaperFigure::Mean& mean : figure.curves) {
    if (!mean.of.empty()) text += "\n" + mean.of_name + "\n" + columns_of(figure, mean.of);
  }
  return text;
}

plot::Axis axis_of(const PaperFigure::Axis& axis) {
  return {axis.label, axis.unit, axis.doubling ? plot::Scale::kLog2 : plot::Scale::kLinear};
}

plot::Points points_of(const PaperFigure& figure, const PaperFigure::Curve& curve) {
  plot::Points points;
  for (std::size_t i = 0; i < figure.x.size(); ++i) points.push_back({figure.x[i], curve.y[i]});
  return points;
}

constexpr std::size_t kBestValues = 5;
constexpr std::size_t kAlikeNamed = 8;  // equivalent values that a line has room for

ordered_json to_json(const SearchResult::Row& row) {
  ordered_json json = {{"value", parameter_json(row.value)}};
  if (!row.label.empty()) json["label"] = row.label;
  json["diameter"] = row.diameter;
  json["average_distance"] = row.average_distance;
  for (const ParameterValue& value : row.alike) json["alike"].push_back(parameter_json(value));
  return json;
}

std::string alike_text(const std::vector<ParameterValue>& values) {
  return with_between(
      " ", values, [](const ParameterValue& value) { return kintsugi::to_text(value); }, kAlikeNamed);
}

std::string to_text(const SearchResult& result) {
  TextTable table;
  table.add({result.parameter, "diameter", "average distance", "", "alike"});
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const SearchResult::Row& row = result.rows[i];
    if (i >= kBestValues && row.label.empty()) continue;
    table.add({kintsugi::to_text(row.value), std::to_string(row.diameter), fixed(row.average_distance, 4), row.label,
               alike_text(row.alike)});
  }
  return "search for the " + result.parameter + " of " + result.network + ", best first; the best of " +
         std::to_string(result.tried) + " that are not alike\n" + table.text();
}

}  // namespace

void add_paper(const std::vector<PaperTable>& tables, const std::optional<PaperFigure>& figure, Report& report) {
  report.json["paper"] = ordered_json::array();
  for (const PaperTable& table : tables) {
    report.json["paper"].push_back(to_json(table));
    report.text += '\n' + to_text(table);
  }
  if (!figure) return;
  report.json["paper_figure"] = to_json(*figure);
  report.text += '\n' + to_text(*figure);
}

plot::Plot plot_of(const PaperFigure& figure) {
  plot::Plot plot{figure.title, axis_of(figure.x_axis), axis_of(figure.y_axis), {}};
  for (const PaperFigure::Mean& mean : figure.curves) {
    plot::Series series{mean.name, points_of(figure, mean)};
    for (const PaperFigure::Curve& part : mean.of) series.around.push_back(points_of(figure, part));
    series.around_name = mean.of_name;
    plot.series.push_back(std::move(series));
  }
  return plot;
}

void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report) {
  report.json["search"] = {{"parameter", result.parameter}, {"network", result.network}};
  if (result.rows.size() < result.tried) report.json["search"]["tried"] = result.tried;
  for (const SearchResult::Row& row : result.rows) report.json["search"]["rows"].push_back(to_json(row));
  report.text += '\n' + to_text(result);
  if (!result.file) return;
  report.json["search"]["file"] = result.file->text;
  report.text += "the best " + result.parameter +
                 (out ? " is in " + (*out / result.file->name).string() : " as a file: --out DIR writes it") + '\n';
}

}  // namespace kintsugi::cli
