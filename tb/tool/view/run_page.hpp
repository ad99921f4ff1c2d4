/// The page of a run: the data that tb/tool/page/README.md describes, from the result of the run.
///
/// Packets   with their way: all that are lost, the slowest, and an even sample of the others, up to limits
/// Sections  the measurement window, cut where reconfigurations begin and end
/// Bytes     depend on the scenario only, not on the schedule, nor on the number of threads
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::view {

/// The result must have a history, and a packet log with routes.
nlohmann::ordered_json run_page(const RunResult& result, const Setup& setup);

}  // namespace kintsugi::view
