/// Judges rows of wires and links in a list of states: what they say follows from the states and the placement.
///
/// A wire   its length; the link of the network that each lane carries, before the repair and after it
/// A link   its lengths before the repair and after it
/// Ends     in either order; names are the same in upper and lower case
#pragma once

#include <vector>

#include "tb/tool/setup/setup.hpp"
#include "tb/tool/states/state_entry.hpp"
#include "tb/tool/states/states_check.hpp"

namespace kintsugi::states {

/// Reports the rows that contradict the states, at their places. States that make another network have their
/// differences already, and no row is judged by them. `options` are those of the repair.
void judge_derived(const std::vector<DerivedRow>& rows, const Setup& setup, const RepairOptions& options,
                   const CheckedStates& checked, Diagnostics& errors);

}  // namespace kintsugi::states
