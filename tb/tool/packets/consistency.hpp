/// Whether the lines of a packet log contradict themselves or each other.
///
/// Time      nothing happens before the packet is created, injected or moved on, or after the run
/// Counts    as many destinations are reached as its end says; of a unicast, hops are those of the route
/// Route     heads leave in order. A unicast enters and leaves by the port of a PE, its tails leave in order, and a
///           port leads to the same port of the next router each time, if no fault or repair moves links
/// Ends      a route begins at the PE that has injected the packet; that of a unicast ends at the PE at which it was
///           delivered. A node is at the same PE each time, if no fault or repair moves it
/// Order     by cycle of creation, source and number, and the numbers of a source ascend, so that no packet comes twice
/// Not seen  a log from whose end whole lines are missing
#pragma once

#include <functional>
#include <string>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

/// Returns the first contradiction of a packet, the next one of the log, which is on that line; "" if there is none.
using Contradiction = std::function<std::string(const Packet& packet, int line)>;

/// `log` has its head, and outlives what is returned.
Contradiction contradictions_of(const Log& log);

}  // namespace kintsugi::packets
