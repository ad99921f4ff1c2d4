#include "tb/tool/sweep/report.hpp"

#include <algorithm>

#include "tb/tool/console/csv.hpp"
#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/quantiles.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

ordered_json values_json(const Sweep& sweep, const Point& point) {
  ordered_json json;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    json[sweep.axes[axis].name] = sweep.axes[axis].values[point.choice[axis]].label;
  }
  return json;
}

ordered_json axes_json(const Sweep& sweep) {
  ordered_json json = ordered_json::array();
  for (const Axis& axis : sweep.axes) {
    ordered_json values = ordered_json::array();
    for (const AxisValue& value : axis.values) values.push_back(value.label);
    json.push_back({{"name", axis.name}, {"values", std::move(values)}});
  }
  return json;
}

void add_built(ordered_json& json, const Built& built) {
  json["network"] = built.network;
  json["nodes"] = built.nodes;
  json["degree"] = built.degree;
  json["routing"] = built.routing;
  json["vcs"] = built.vcs;
}

ordered_json result_json(const Sweep& sweep, const Point& point, const Result& result) {
  ordered_json json = {{"point", point.number}, {"values", values_json(sweep, point)}};
  add_built(json, *point.built);
  json["status"] = result.signal != 0 ? ordered_json() : ordered_json(result.status);
  if (result.signal != 0) json["signal"] = result.signal;
  if (result.failed()) json["failure"] = result.failure;
  json["figures"] = result.numbers;
  return json;
}

ordered_json number_or_null(const std::optional<double>& number) {
  return number ? ordered_json(*number) : ordered_json();
}

ordered_json curve_json(const Sweep& sweep, const Curve& curve, const std::vector<Point>& points,
                        const std::vector<Result>& results) {
  ordered_json json;
  if (!curve.panel.empty()) json["panel"] = curve.panel;
  json["name"] = curve.name;
  add_built(json, *points[curve.points.front()].built);
  json["points"] = ordered_json::array();
  for (const std::size_t point : curve.points) json["points"].push_back(points[point].number);
  const auto saturation = saturation_of(sweep, curve, results);
  if (!saturation) return json;
  const Result* at = saturation->at ? &results[curve.points[*saturation->at]] : nullptr;
  json["low_load_latency"] = number_or_null(results[curve.points.front()].number("latency.mean"));
  json["saturation"] = at != nullptr ? ordered_json(curve.x[*saturation->at]) : ordered_json();
  json["saturation_beyond"] = saturation->beyond;
  json["accepted_at_saturation"] = number_or_null(at != nullptr ? at->number("throughput.accepted") : std::nullopt);
  json["most_accepted"] = number_or_null(saturation->most_accepted);
  return json;
}

ordered_json quantiles_json(const Sweep& sweep, const Point& first, const Quantiles& sample) {
  ordered_json values = values_json(sweep, first);
  values.erase(*sweep.plot->over);
  return {{"values", std::move(values)}, {"runs", sample.runs},
          {"failed", sample.failed},     {"silent", sample.silent},
          {"min", sample.min},           {"q10", sample.q10},
          {"q50", sample.q50},           {"q90", sample.q90},
          {"max", sample.max},           {"mean", number_or_null(sample.mean)}};
}

void add_quantiles(ordered_json& json, const Sweep& sweep, const std::vector<Point>& points,
                   const std::vector<Result>& results) {
  json["quantiles_of"] = sweep.plot->y;
  json["quantiles_over"] = *sweep.plot->over;
  json["quantiles_are"] = kQuantilesMeaning;
  json["quantiles"] = ordered_json::array();
  for (const std::size_t first : first_points(sweep)) {
    json["quantiles"].push_back(quantiles_json(sweep, points[first], quantiles_from(sweep, first, results)));
  }
}

void add_curves(ordered_json& json, const Sweep& sweep, const std::vector<Point>& points,
                const std::vector<Result>& results) {
  const std::vector<Curve> curves = curves_of(sweep);
  if (curves.empty()) return;
  json["saturation_is"] = kSaturationMeaning;
  json["curves"] = ordered_json::array();
  for (const Curve& curve : curves) json["curves"].push_back(curve_json(sweep, curve, points, results));
}

std::string cell(const ordered_json& value) {
  return csv_cell(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Returns the names of the columns of a sample: the axes, then the keys of its numbers.
std::vector<std::string> keys_of(const ordered_json& sample) {
  std::vector<std::string> keys;
  for (const auto& [axis, label] : sample.at("values").items()) keys.push_back(csv_cell(axis));
  for (const auto& [key, number] : sample.items()) {
    if (!number.is_object()) keys.push_back(key);
  }
  return keys;
}

std::vector<std::string> cells_of_sample(const ordered_json& sample) {
  std::vector<std::string> cells;
  for (const auto& [axis, label] : sample.at("values").items()) cells.push_back(cell(label));
  for (const auto& [key, number] : sample.items()) {
    if (!number.is_object()) cells.push_back(number.is_null() ? "" : cell(number));
  }
  return cells;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = cells.front();
  for (std::size_t i = 1; i < cells.size(); ++i) line += ',' + cells[i];
  return line + '\n';
}

/// Returns the paths of all report numbers, in the order in which they first occur.
std::vector<std::string> columns_of(const std::vector<Result>& results) {
  ordered_json seen = ordered_json::object();
  for (const Result& result : results) {
    for (const auto& [path, value] : result.numbers.items()) seen[path] = true;
  }
  std::vector<std::string> columns;
  for (const auto& [path, value] : seen.items()) columns.push_back(path);
  return columns;
}

}  // namespace

ordered_json to_json(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  ordered_json json = {{"points", points.size()}, {"axes", axes_json(sweep)}};
  json["results"] = ordered_json::array();
  json["failed"] = ordered_json::array();
  for (const Point& point : points) {
    const Result& result = outcome.results[point.number - 1];
    ordered_json entry = result_json(sweep, point, result);
    if (!outcome.files.empty()) entry["file"] = outcome.files[point.number - 1];
    json["results"].push_back(std::move(entry));
    if (result.failed()) json["failed"].push_back(point.number);
  }
  (axis_of_samples(sweep) ? add_quantiles : add_curves)(json, sweep, points, outcome.results);
  return json;
}

std::string to_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  const std::vector<std::string> columns = columns_of(outcome.results);
  std::vector<std::string> head = {"point"};
  for (const Axis& axis : sweep.axes) head.push_back(axis.name);
  head.insert(head.end(), {"degree", "vcs", "status", "signal"});
  for (const std::string& column : columns) {
    const bool is_taken = std::ranges::find(head, column) != head.end();  // an axis can be called "network"
    head.push_back(is_taken ? "report." + column : column);
  }
  for (std::string& name : head) name = csv_cell(name);
  std::string text = line_of(head);
  for (const Point& point : points) {
    const Result& result = outcome.results[point.number - 1];
    text += std::to_string(point.number);
    for (std::size_t i = 0; i < sweep.axes.size(); ++i)
      text += ',' + csv_cell(sweep.axes[i].values[point.choice[i]].label);
    text += ',' + std::to_string(point.built->degree) + ',' + std::to_string(point.built->vcs) + ',' +
            std::to_string(result.status) + ',' + std::to_string(result.signal);
    for (const std::string& column : columns) {
      const auto found = result.numbers.find(column);
      text += ',' + (found == result.numbers.end() ? "" : cell(*found));
    }
    text += '\n';
  }
  return text;
}

std::string quantiles_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  ordered_json json;
  add_quantiles(json, sweep, points, outcome.results);
  std::string text = line_of(keys_of(json["quantiles"].front()));
  for (const ordered_json& sample : json["quantiles"]) text += line_of(cells_of_sample(sample));
  return text;
}

}  // namespace kintsugi::sweep
