/// Checks the section `expect` of a scenario before the run.
#pragma once

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Adds a mistake for each expectation that no run of the scenario can report: a name that is not a number of the
/// report, a number that needs what the scenario lacks, a packet that no source can send.
void check_expectations(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

/// Checks only the names: for commands that do not build all that a run has.
void check_expected_names(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

}  // namespace kintsugi
