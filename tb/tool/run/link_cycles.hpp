/// The latencies of links, as the chip of a scenario has them: of a directly wired network, or of a repaired fabric.
#pragma once

#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the cycles on each link of a directly wired network, in the order of its links.
std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup);

/// Returns the cycles on the link at each port of each site of the fabric, which there must be, in the states of a
/// repair: by site, then port; 1 where a port leads nowhere.
std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup, const Repair& repair);

}  // namespace kintsugi
