/// Lists the points that a run of a scenario can reach, with count 0, and names its chip.
#pragma once

#include <string>

#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

coverage::ChipName chip_name(const Setup& setup, unsigned vcs);
/// Returns network, fabric and routing, with all that its routes follow from, as the text of a scenario that has the
/// same chip. Files are named as from the working directory.
std::string chip_scenario(const Scenario& scenario, const Setup& setup, unsigned vcs);

/// Adds the points of all groups. `root` is the name of the chip, and the first part of those of its modules.
void add_goals(coverage::Groups& groups, const Setup& setup, const std::string& root);

}  // namespace kintsugi
