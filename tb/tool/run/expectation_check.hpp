/// Checks the section `expect` of a scenario before the run, for tb/tool/setup/input.hpp.
#pragma once

#include <string>
#include <vector>

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// The number of reconfigurations, which is the length of their list in the report.
inline const std::string kCountOfReconfigurations = "reconfigurations.count";

/// Adds a mistake for each expectation that no run of the scenario can report: a name that is not a number of the
/// report, a number that needs what the scenario lacks, a packet that no source can send.
void check_expectations(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

/// Checks only the names: for commands that do not build all that a run has.
void check_expected_names(const Scenario& scenario, const Setup& setup, Diagnostics& errors);

/// Returns the names that `expect` can use and what they mean, in the order of the report.
std::vector<Term> expectable_numbers();

}  // namespace kintsugi
