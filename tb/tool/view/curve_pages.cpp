#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/drawing.hpp"
#include "tb/tool/view/page.hpp"
#include "tb/tool/yield/result.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

ordered_json axis_data(const plot::Axis& axis) {
  return {{"label", axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]"},
          {"log", axis.scale != plot::Scale::kLinear},
          {"low", axis.low},
          {"high", axis.high}};
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

constexpr const char* kAccepted = "throughput.accepted";

void add_drawings(ordered_json& plots, const sweep::Sweep& sweep, const std::vector<sweep::Result>& results) {
  for (const sweep::Drawing& drawing : sweep::drawings_of(sweep, results)) plots.push_back(plot_data(drawing.plot));
}

/// The plot of a sweep that names none; its x axis is that of the curves.
sweep::PlotSection plot_for(const sweep::Sweep& sweep) {
  if (sweep.plot) return *sweep.plot;
  sweep::PlotSection plot;
  plot.title = "Mean latency over load";
  return plot;
}

/// The plot of the accepted load, which shows where a network saturates.
sweep::PlotSection accepted_load(const sweep::PlotSection& plot) {
  sweep::PlotSection accepted = plot;
  accepted.title = "Accepted load over offered load";
  accepted.y = kAccepted;
  accepted.log_y = false;
  accepted.y_high.reset();
  return accepted;
}

ordered_json plots_of(sweep::Sweep sweep, const std::vector<sweep::Result>& results) {
  ordered_json plots = ordered_json::array();
  if (!sweep::axis_of_curves(sweep)) return plots;
  const sweep::PlotSection plot = plot_for(sweep);
  sweep.plot = plot;
  add_drawings(plots, sweep, results);
  if (plot.x != sweep::kRate || plot.y == kAccepted) return plots;
  sweep.plot = accepted_load(plot);
  add_drawings(plots, sweep, results);
  return plots;
}

ordered_json facts_of_sweep(const sweep::Sweep& sweep, const ordered_json& report) {
  ordered_json facts = ordered_json::array({{"sweep", sweep.source}, {"base", sweep.base_source}});
  for (const sweep::Axis& axis : sweep.axes) {
    facts.push_back({axis.name, with_commas(axis.values, &sweep::AxisValue::label)});
  }
  for (const ordered_json& fact : facts_of_report(report)) facts.push_back(fact);
  return facts;
}

/// Adds the counts of each point, and its confidence interval. A series of counts of all maps has none.
void add_counts(ordered_json& series, const std::vector<yield::Row>& rows, bool is_exhaustive) {
  for (const yield::Row& row : rows) {
    series["notes"].push_back(std::to_string(row.count.repairable) + " of " + std::to_string(row.count.maps) + " maps");
    if (is_exhaustive) continue;
    series["low"].push_back(row.confidence.low);
    series["high"].push_back(row.confidence.high);
  }
}

/// Returns the objects of a list of each curve, with the name of the curve in front: the only one has none there.
ordered_json of_all_curves(const ordered_json& curves, const char* list, const yield::YieldRequest& request) {
  ordered_json all = ordered_json::array();
  for (const ordered_json& curve : curves) {
    if (!curve.contains(list)) continue;
    for (const ordered_json& object : curve.at(list)) {
      all.push_back({{"curve", curve.value("name", request.curves.front().name)}});
      all.back().update(object);
    }
  }
  return all;
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
  std::vector<ordered_json> rows = each_of(objects, cells_of);
  std::vector<std::string> columns = keys_of(rows);
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

ordered_json sweep_page(const sweep::Sweep& sweep, const std::vector<sweep::Result>& results,
                        const ordered_json& report) {
  const bool has_title = sweep.plot && !sweep.plot->title.empty();
  ordered_json data = head_of("curves", has_title ? sweep.plot->title : "Sweep");
  data["facts"] = facts_of_sweep(sweep, report);
  data["plots"] = plots_of(sweep, results);
  data["tables"] = ordered_json::array();
  if (report.contains("quantiles")) data["tables"].push_back(table_data("Quantiles", report.at("quantiles")));
  if (report.contains("curves")) data["tables"].push_back(table_data("Curves", report.at("curves")));
  data["tables"].push_back(table_data("Points", report.at("results")));
  return data;
}

ordered_json yield_page(const yield::YieldRequest& request, const yield::YieldResult& result,
                        const ordered_json& report) {
  const plot::Plot plot = yield::plot_of(request, result);
  ordered_json data = head_of("curves", plot.title);
  data["facts"] = facts_of_report(report);
  data["plots"] = ordered_json::array({plot_data(plot)});
  ordered_json& series = data["plots"].front()["series"];
  for (std::size_t i = 0; i < series.size(); ++i) add_counts(series[i], result.rows[i], request.options.exhaustive);
  const ordered_json curves = report.contains("curves") ? report.at("curves") : ordered_json::array({report});
  data["tables"] = ordered_json::array({table_data("Maps", of_all_curves(curves, "rows", request))});
  const ordered_json yields = of_all_curves(curves, "array_yield", request);
  if (!yields.empty()) data["tables"].push_back(table_data("Yield of arrays", yields));
  return data;
}

}  // namespace kintsugi::view
