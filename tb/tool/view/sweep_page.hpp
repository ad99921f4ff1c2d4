/// The page of a sweep: its plots, accepted over offered load beside them, and the report as tables.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/sweep/runner.hpp"

namespace kintsugi::view {

/// Returns the data. `report` is the JSON report of the same sweep, whose numbers the tables have. A sweep over the
/// rate that names no plot has that of the mean latency all the same.
nlohmann::ordered_json sweep_page(const sweep::Sweep& sweep, const std::vector<sweep::Result>& results,
                                  const nlohmann::ordered_json& report);

}  // namespace kintsugi::view
