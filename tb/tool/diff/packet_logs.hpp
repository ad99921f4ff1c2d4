/// Compares two packet logs, packet by packet.
///
/// Packet    by its source and its number. A packet that differs is one difference: that of its events and properties
///           with the lowest cycle, whose kind says which: created, injected, route, delivered, lost, or the key of the
///           log. Two that differ in several of one cycle count by the first of these
/// Position  the cycle: of an event the earlier one of the two logs, of a property that of the creation
/// Head      `nodes`, `cycles`, `names`, `faults` and `phases` of the first lines, without a position
/// Routes    are compared if both logs have them; else a note says so
#pragma once

#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/packets/log.hpp"

namespace kintsugi::diff {

/// Reads the rest of a file. Throws InputError if it cannot be read to its end, is too large, or is no packet log.
packets::Log read_packet_log(OpenedFile& file);

Comparison compare_packets(const packets::Log& a, const packets::Log& b, std::size_t most_listed);

}  // namespace kintsugi::diff
