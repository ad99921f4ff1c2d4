/// The traffic on the page of a run, as tb/tool/page/README.md says: counts over time, latencies by section.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/run/run_report.hpp"
#include "tb/tool/view/numbered_names.hpp"

namespace kintsugi::view {

/// Adds `load`.
void add_load(nlohmann::ordered_json& data, const RunResult& result, std::size_t nodes);
/// Adds `series`.
void add_series(nlohmann::ordered_json& data, const RunResult& result);
/// Adds `sections`. `pes`: the nodes with a PE.
void add_sections(nlohmann::ordered_json& data, const RunResult& result, std::size_t pes);

}  // namespace kintsugi::view
