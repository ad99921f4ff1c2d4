/// The page of `kintsugi yield`: repair probability by defective PEs with its confidence, and the report as tables.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/yield/result.hpp"

namespace kintsugi::view {

/// Returns the data. `report` is the JSON report of the same request and result, whose numbers the tables have.
nlohmann::ordered_json yield_page(const yield::YieldRequest& request, const yield::YieldResult& result,
                                  const nlohmann::ordered_json& report);

}  // namespace kintsugi::view
