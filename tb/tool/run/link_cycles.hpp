/// The latencies of the links of a directly wired network.
#pragma once

#include <vector>

#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns the cycles on each link, in the order of the network's links, as its chip has them.
std::vector<unsigned> link_cycles(const Scenario& scenario, const Setup& setup);

}  // namespace kintsugi
