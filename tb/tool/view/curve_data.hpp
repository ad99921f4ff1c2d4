/// The data of a page of curves, as tb/tool/view/README.md describes them: plots and tables.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/plot/plot.hpp"

namespace kintsugi::view {

/// Returns the entry of `plots` for a plot.
nlohmann::ordered_json plot_data(const plot::Plot& plot);

/// Returns the entry of `tables` for objects of a report: a row for each, a column for each key of any of them, in the
/// order in which they come. The keys of an object in an object have a column each. A cell is the text of the value in
/// the report, or empty. A column that repeats an earlier one of the same name is left out.
nlohmann::ordered_json table_data(const std::string& title, const nlohmann::ordered_json& objects);

/// Returns the pairs of name and value of a report that are no lists of objects.
nlohmann::ordered_json facts_of_report(const nlohmann::ordered_json& report);

}  // namespace kintsugi::view
