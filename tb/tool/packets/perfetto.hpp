/// A packet log as a time line for Perfetto (ui.perfetto.dev) and chrome://tracing: JSON in the Trace Event Format.
///
/// Time      one cycle is one microsecond
/// links     a process with a track for each channel of each link that packets take, named "router out vc 0": a slice
///           for each packet, from the cycle of its head to that of its tail, both included. A channel belongs to one
///           packet at a time, so slices do not overlap. A slice without a tail ends with the run
/// load      counters: packets in source queues, packets in the network, and for each link the channels in use
/// events    an instant for each fault and each end of a fault; a slice for each phase of a reconfiguration
/// Order     of the slices of a track and the values of a counter: by time
/// Source    "Trace Event Format", Google, 2016: phases M, X, C and i
#pragma once

#include <string>
#include <vector>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

/// Returns the document, of these packets of the log. Faults and phases are always in it.
std::string to_perfetto(const Log& log, const std::vector<const Packet*>& packets);

}  // namespace kintsugi::packets
