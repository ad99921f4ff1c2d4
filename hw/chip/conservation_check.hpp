/// The conservation check: compares every buffer, wire and credit of a chip with each other and with the flit counters.
/// Takes time proportional to the chip; runs at the end, at a reconfiguration, and after every cycle in debug builds.
///
/// For every link and virtual channel: credits at the sender + flits in the receiver's buffer + flits on the wire +
/// credits on the way back = buffer depth. Over the chip: flits found = flits the counters say are under way.
#pragma once

#include <optional>
#include <string>

#include "hw/chip/chip.hpp"

namespace kintsugi {

/// Returns nullopt if consistent, else a description of the first violation. Call it between cycles.
std::optional<std::string> check_conservation(const Chip& chip);
/// Compares with these counters instead of those of the chip.
std::optional<std::string> check_conservation(const Chip& chip, const FlitCounters& counters);

}  // namespace kintsugi
