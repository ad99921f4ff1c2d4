/// The report of a sweep in three forms: a JSON document, a text table, a CSV table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/runner.hpp"

namespace kintsugi::sweep {

/// {points, axes, results: [{point, values, network, ..., status, file, figures}], curves, failed}.
nlohmann::ordered_json to_json(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// Returns a table of the points, then one of the curves, if there are any.
std::string to_text(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// Returns a line for each point, a column for each axis and each number of any report: RFC 4180 with LF line ends.
std::string to_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

}  // namespace kintsugi::sweep
