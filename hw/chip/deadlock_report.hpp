/// Deadlock report: the wait-for relation of all blocked packets.
#pragma once

#include <string>
#include <vector>

#include "hw/link/flit.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class Chip;

/// Returns one line per input channel that holds flits, in order of sites and ports: the channel, the packet, and what
/// it waits for (an output channel held by another packet, a credit from the router with the full buffer, or a path
/// from an open port).
std::vector<std::string> deadlock_report(const Chip& chip);

/// Returns the report as one text: since when no flit has moved, how many are in the network, and the first `most`
/// lines.
std::string deadlock_text(const Chip& chip, Cycle last_move, std::size_t most = 40);

/// Returns "packet 5 of x1.y0 to x3.y2"; of a copy "multicast 5 of x1.y0".
std::string name_of_packet(const Chip& chip, PacketId id);

}  // namespace kintsugi
