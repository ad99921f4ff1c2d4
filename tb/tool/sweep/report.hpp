/// What a sweep reports, in three forms: a document, a table for the eye, a table for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/runner.hpp"

namespace kintsugi::sweep {

/// {points, axes, results: [{point, values, network, ..., status, file, figures}], curves, failed}.
nlohmann::ordered_json to_json(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// The points; then the curves, when there are any.
std::string to_text(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

/// A line for each point, a column for each axis and each figure of any report: RFC 4180 but for the ends of lines.
std::string to_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome);

}  // namespace kintsugi::sweep
