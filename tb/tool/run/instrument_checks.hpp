/// What commands ask of the instruments before a run. It knows no hardware.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "tb/tool/console/output.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Call InstrumentInfo::check or check_names of all instruments. They are a FurtherCheck of load_scenario().
/// @{
void check_instruments(const Scenario& scenario, const Setup& setup, Diagnostics& errors);
void check_names_of_instruments(const Scenario& scenario, const Setup& setup, Diagnostics& errors);
/// @}

/// Returns the files that all instruments write for a scenario; nullopt: in the working directory.
std::vector<OutputFile> files_of_instruments(const Scenario& scenario,
                                             const std::optional<std::filesystem::path>& directory);

}  // namespace kintsugi
