/// The report of the energy of a run. Its numbers are rows of report_numbers.cpp.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

/// Returns the numbers, with the ends of the worst link; with run.details also the list `links`: from, to, flits,
/// flit_pitches, flit_switches and energy of each direction. The run must have measured energy.
nlohmann::ordered_json energy_json(const RunResult& result, const Setup& setup);
void add_energy(TextTable& table, const RunResult& result, const Setup& setup);

}  // namespace kintsugi
