/// The report of a check of states or of a plan.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::states {

/// Returns `verified`, `differences`, `placement`, `moved`, `switches_not_as_planned` and `closed_rings`; without a
/// placement, because a plan has conflicts, only the first two. The page of this room describes them.
nlohmann::ordered_json to_json(const CheckedStates& checked, const Fabric& fabric);

/// Names the first differences only; `input` describes what was read: "states      list.csv: 552 switches".
TextTable table_of(const CheckedStates& checked, const Fabric& fabric, const std::string& what,
                   const std::string& input);

}  // namespace kintsugi::states
