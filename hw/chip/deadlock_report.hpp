/// Deadlock report: the wait-for relation of all blocked packets.
#pragma once

#include <string>
#include <vector>

#include "hw/chip/chip.hpp"

namespace kintsugi {

/// Returns one line per input channel that holds flits, in order of sites and ports: the channel, the packet, and what
/// it waits for (an output channel held by another packet, a credit from the router with the full buffer, or a path
/// from an open port).
std::vector<std::string> deadlock_report(const Chip& chip);

}  // namespace kintsugi
