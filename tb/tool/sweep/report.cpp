#include "tb/tool/sweep/report.hpp"

#include <algorithm>

#include "tb/tool/console/table.hpp"
#include "tb/tool/sweep/curves.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

ordered_json axes_json(const Sweep& sweep) {
  ordered_json json = ordered_json::array();
  for (const Axis& axis : sweep.axes) {
    ordered_json values = ordered_json::array();
    for (const AxisValue& value : axis.values) values.push_back(value.label);
    json.push_back({{"name", axis.name}, {"values", std::move(values)}});
  }
  return json;
}

struct CurveRow {
  Curve curve;
  const Built* built;
  std::vector<std::size_t> numbers;  // of the points
  std::optional<Saturation> saturation;
  std::optional<double> latency;      // at the lowest rate
  std::optional<double> at_accepted;  // at saturation

  std::optional<double> rate() const {
    return saturation && saturation->at ? std::optional(curve.x[*saturation->at]) : std::nullopt;
  }
  std::string rate_text() const {
    if (!saturation) return "-";
    if (!saturation->at) return "below " + fixed(curve.x.front(), 4);
    return (saturation->beyond ? "above " : "") + fixed(curve.x[*saturation->at], 4);
  }
};

std::vector<CurveRow> curve_rows(const Sweep& sweep, const std::vector<Point>& points,
                                 const std::vector<Result>& results) {
  std::vector<CurveRow> rows;
  for (Curve& curve : curves_of(sweep)) {
    CurveRow row{.curve = {},
                 .built = points[curve.points.front()].built.get(),
                 .numbers = {},
                 .saturation = saturation_of(sweep, curve, results),
                 .latency = results[curve.points.front()].number("latency.mean"),
                 .at_accepted = {}};
    for (const std::size_t point : curve.points) row.numbers.push_back(points[point].number);
    if (row.saturation && row.saturation->at)
      row.at_accepted = results[curve.points[*row.saturation->at]].number("throughput.accepted");
    row.curve = std::move(curve);
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Returns the columns of curves; `of_rates`: with those of saturation.
Table<CurveRow> curve_table(const Sweep& sweep, bool of_rates) {
  using Row = const CurveRow&;
  Table<CurveRow> table = {};
  if (sweep.plot && sweep.plot->panels) {
    const auto panel = [](Row row) { return row.curve.panel.empty() ? std::nullopt : std::optional(row.curve.panel); };
    table.add({"panel", panel, {.heading = *sweep.plot->panels, .null_in_json = false}});
  }
  table.add({"name", [](Row row) { return row.curve.name; }, {.heading = "curve"}});
  table.add({"network", [](Row row) { return row.built->network; }, {.text = false}});
  table.add({"nodes", [](Row row) { return row.built->nodes; }});
  table.add({"degree", [](Row row) { return row.built->degree; }});
  table.add({"routing", [](Row row) { return row.built->routing; }});
  table.add({"vcs", [](Row row) { return row.built->vcs; }});
  table.add({"points", &CurveRow::numbers, {.text = false}});
  table.add({"low_load_latency", &CurveRow::latency, {.digits = 2, .heading = "latency", .json = of_rates}});
  if (!of_rates) return table;
  table.add({"saturation", &CurveRow::rate, &CurveRow::rate_text});
  table.add({"saturation_beyond", [](Row row) { return row.saturation && row.saturation->beyond; }, {.text = false}});
  table.add({"accepted_at_saturation", &CurveRow::at_accepted, {.digits = 4, .heading = "accepted there"}});
  table.add({"most_accepted",
             [](Row row) { return row.saturation ? row.saturation->most_accepted : std::nullopt; },
             {.digits = 4, .heading = "most accepted"}});
  return table;
}

void add_curves(ordered_json& json, const Sweep& sweep, const std::vector<Point>& points,
                const std::vector<Result>& results) {
  const std::vector<CurveRow> rows = curve_rows(sweep, points, results);
  if (rows.empty()) return;
  json["saturation_is"] = kSaturationMeaning;
  json["curves"] = ordered_json::array();
  for (const CurveRow& row : rows) json["curves"].push_back(curve_table(sweep, row.saturation.has_value()).object(row));
}

std::string curves_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  const std::vector<CurveRow> rows = curve_rows(sweep, points, results);
  if (rows.empty()) return "";
  const bool of_rates = std::ranges::any_of(rows, [](const CurveRow& row) { return row.saturation.has_value(); });
  std::string text = '\n' + curve_table(sweep, of_rates).text(rows).text() + "latency: mean at the lowest " +
                     sweep.axes[*axis_of_curves(sweep)].name;
  if (of_rates) text += std::string("; saturation: ") + kSaturationMeaning;
  return text + '\n';
}

struct SampleRow {
  const Point* first;
  Quantiles sample;
};

std::vector<SampleRow> sample_rows(const Sweep& sweep, const std::vector<Point>& points,
                                   const std::vector<Result>& results) {
  std::vector<SampleRow> rows;
  for (const std::size_t first : first_points(sweep))
    rows.push_back({&points[first], quantiles_from(sweep, first, results)});
  return rows;
}

Table<SampleRow> sample_table(const Sweep& sweep) {
  Table<SampleRow> table = {{"values",
                             [&sweep](const SampleRow& row) {
                               ordered_json values = values_json(sweep, *row.first);
                               values.erase(*sweep.plot->over);
                               return values;
                             },
                             {.csv = false, .text = false}}};
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    if (axis == axis_of_samples(sweep)) continue;
    const auto label = [&sweep, axis](const SampleRow& row) { return label_of(sweep, *row.first, axis); };
    table.add({sweep.axes[axis].name, label, {.json = false}});
  }
  table.add({"runs", [](const SampleRow& row) { return row.sample.runs; }});
  table.add({"failed", [](const SampleRow& row) { return row.sample.failed; }});
  table.add({"silent", [](const SampleRow& row) { return row.sample.silent; }});
  const auto add = [&table](const char* name, auto of, const char* heading) {
    const auto value = [of](const SampleRow& row) { return ordered_json(row.sample.*of); };
    const auto text = [value](const SampleRow& row) -> std::string {
      const ordered_json number = value(row);
      return number.is_null() ? "-" : short_text(number);
    };
    table.add({name, value, text, {.heading = heading}});
  };
  add("min", &Quantiles::min, "min");
  add("q10", &Quantiles::q10, "10 %");
  add("q50", &Quantiles::q50, "median");
  add("q90", &Quantiles::q90, "90 %");
  add("max", &Quantiles::max, "max");
  add("mean", &Quantiles::mean, "mean");
  return table;
}

void add_quantiles(ordered_json& json, const Sweep& sweep, const std::vector<Point>& points,
                   const std::vector<Result>& results) {
  json["quantiles_of"] = sweep.plot->y;
  json["quantiles_over"] = *sweep.plot->over;
  json["quantiles_are"] = kQuantilesMeaning;
  json["quantiles"] = sample_table(sweep).json(sample_rows(sweep, points, results));
}

std::string quantiles_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  return '\n' + sample_table(sweep).text(sample_rows(sweep, points, results)).text() + sweep.plot->y + " over " +
         *sweep.plot->over + ", " + kQuantilesMeaning + "\nsilent: runs that neither fail nor report it\n";
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

std::string to_text(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  const auto summary_text = axis_of_samples(sweep) ? quantiles_text : curves_text;
  return points_text(sweep, points, outcome.results) + summary_text(sweep, points, outcome.results);
}

std::string quantiles_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  return sample_table(sweep).csv(sample_rows(sweep, points, outcome.results));
}

}  // namespace kintsugi::sweep
