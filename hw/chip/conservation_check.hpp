/// The audit: looks at every buffer, wire and credit of a chip and holds them against each other and against the
/// flit counters. Takes time proportional to the chip; run at the end, at a reconfiguration, and after every cycle in
/// debug builds.
///
/// For every link and virtual channel: credits at the sender + flits in the receiver's buffer + flits on the wire +
/// credits on the way back = buffer depth. Over the chip: flits found = flits the counters say are under way.
#pragma once

#include <optional>
#include <string>

#include "hw/chip/chip.hpp"

namespace kintsugi {

/// Call between cycles. Nothing when all is in order; else the first thing that is not, in words.
std::optional<std::string> audit(const Chip& chip);

}  // namespace kintsugi
