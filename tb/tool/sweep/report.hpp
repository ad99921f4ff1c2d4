/// The report of a sweep in three forms: a JSON document, text tables, CSV tables.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/runner.hpp"

namespace kintsugi::sweep {

/// {points, axes, results: [{point, values, network, ..., status, file, figures}], failed, curves}; with `plot.over` no
/// curves, but quantiles: [{values, runs, failed, silent, min, q10, q50, q90, max, mean}].
nlohmann::ordered_json to_json(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// Returns a table of the points, then one of the curves, if there are any; with `plot.over` one of the quantiles.
std::string to_text(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// Returns a line for each point, a column for each axis and each number of any report: RFC 4180 with LF line ends.
std::string to_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// Returns a line for each sample, a column for each axis but `plot.over` and for each number of the quantiles, whose
/// cell is empty where there is none. Only with `plot.over`.
std::string quantiles_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// @name Parts of the report: the value of a point on an axis, and on all by name; its result; the table of points
/// @{
std::string label_of(const Sweep& sweep, const Point& point, std::size_t axis);
nlohmann::ordered_json values_json(const Sweep& sweep, const Point& point);
nlohmann::ordered_json result_json(const Sweep& sweep, const Point& point, const Result& result);
std::string points_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results);
/// @}

}  // namespace kintsugi::sweep
