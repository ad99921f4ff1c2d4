/// Explains the state of a switch: what it joins, and which router ports meet through it.
#pragma once

#include "hw/chip/chip.hpp"
#include "tb/tool/features/explain/explanation.hpp"

namespace kintsugi::explain {

/// `since`: the first cycle at whose end the switch had its state. Call it at the end of a cycle.
SwitchMoment switch_moment(const Chip& chip, SwitchId id, Cycle since);

/// Returns nullopt if the network is wired directly.
std::optional<ConfigurationMoment> configuration_moment(const Chip& chip);

}  // namespace kintsugi::explain
