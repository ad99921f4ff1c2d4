/// Orders configurations of a fabric so that its switches make all wanted transitions.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "models/fabric/fabric.hpp"

namespace kintsugi {

struct StateChange {
  std::size_t at = 0;  ///< number of the switch
  SwitchState from = 0;
  SwitchState to = 0;
};

/// The numbers of the configurations of a run, in their order; the first one is loaded after power-up.
using StateWalk = std::vector<std::size_t>;

/// Orders legal configurations so that the switches make all wanted transitions. A run begins with the states after
/// power-up, takes a first configuration, and then one after the other. Returns as few runs as it finds, greedily, each
/// of at most `most` configurations. A transition that no two of the configurations make, and none makes from power-up,
/// is left out. `power_up`: the states before the first load.
std::vector<StateWalk> walks_for(std::span<const SwitchStates> configurations, const SwitchStates& power_up,
                                 std::vector<StateChange> wanted, std::size_t most);

}  // namespace kintsugi
