/// How much memory the packet log of a run takes, estimated before the run.
///
/// Packets  of a trace are counted. Of a pattern they are the nodes that send, times the rate, times the cycles in
///          which the filter takes packets; a multicast is one
/// Hops     one more than the mean distance from a sample of nodes, but no more than the links can carry; those of
///          multicasts, detours and copies that are sent again are not in it
/// Bytes    130 for a packet and 33 for a hop, at the end of the run: those of packet_log.hpp, and the room of vectors
///          that have grown
#pragma once

#include <cstdint>

#include "hw/link/hop_log.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns 0 without traffic.
std::uint64_t log_bytes(const Scenario& scenario, const Setup& setup, const PacketFilter& filter, bool routes);

}  // namespace kintsugi
