/// The probes of a chip: the signals that a waveform can show. The writer reads the modules when it samples, at the end
/// of a cycle; a probe that is not chosen costs nothing. A test compares this table, the one in hw/README.md and the
/// probes of two chips.
///
/// Router  <router>.in_<port>.vc<v>.occupancy     flits in the buffer
///                          .destination          logical node of the packet at the front, x when empty
///                          .granted              output port and channel it holds ("e.0"), "-" for none, "fork"
///                                                for a copy of a multicast
///         <router>.out_<port>.valid              a flit leaves in this cycle
///                          .packet               its packet: number among those of its source (from 0), times the
///                                                number of nodes, plus the source node
///                          .kind .vc             head / body / tail / single; the flit's channel
/// PE      <pe>.logical                           the logical node placed there, "idle" for none
///         <pe>.queue                             packets in its source queue
///         <pe>.injected, <pe>.delivered          flits so far
///         <pe>.out.valid .packet .kind .vc       the flit that it sends to its router
/// Switch  <switch>.state, <switch>.shadow        by name: in force, and as shifted in so far
/// Chain   <chain>.phase .bits .word .crc         phase by name (kPhaseNames); bits so far; bits of this cycle;
///                                                checksum so far
/// Control <fabric>.controller.phase              of a reconfiguration, by name (kReconfigurationPhaseNames)
///         net.controller.phase                   the same without a fabric
///         net.<node>.fault_flooding.messages     fault messages that the node has forwarded so far
#pragma once

#include <functional>
#include <string_view>

#include "hw/chip/chip.hpp"
#include "hw/wave/vcd_writer.hpp"

namespace kintsugi {

/// Adds every probe whose full name is chosen; returns how many.
std::size_t add_probes(const Chip& chip, wave::VcdWriter& writer, const std::function<bool(std::string_view)>& chosen);

}  // namespace kintsugi
