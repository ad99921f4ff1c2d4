/// How messages become packets, and nanoseconds become cycles.
///
/// Packets     a message of b bytes becomes ceil(b / packet_bytes) packets, at least one; all but the last carry
///             packet_bytes. A packet of c bytes has ceil(c / flit_bytes) flits, at least one. Requests and answers are
///             packets of one flit
/// Eager       a message of at most eager_bytes is sent at once; its send ends in the cycle after its last flit has
///             left
/// Rendezvous  a longer message sends a request first. When the receive is posted and matched, the receiver sends an
///             answer; when that has arrived, the data are sent. The send ends in the cycle after their last flit has
///             left
/// Multicast   sends that say so leave together, as packets that the network copies, if `multicasts` is set and they
///             are eager; else one after the other
/// Calc        takes the nearest whole number of cycles to nanoseconds * cycles_per_ns; a half counts up. More than
///             kMaxCycles are cut to these; check() (validation.hpp) refuses a program with such a calc
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "models/network/limits.hpp"

namespace kintsugi::workload {

struct Protocol {
  std::uint32_t flit_bytes = 16;
  std::uint32_t packet_bytes = 256;
  std::uint64_t eager_bytes = std::numeric_limits<std::uint64_t>::max();  ///< of the longest eager message
  double cycles_per_ns = 1;
  bool multicasts = false;  ///< sends of one multicast leave together (casts.hpp)

  /// Throws std::invalid_argument if a size is 0, a packet has more flits than kFlitsRange, or the factor is not a
  /// number from 0 to 10^6.
  void require_valid() const;

  bool is_eager(std::uint64_t bytes) const { return bytes <= eager_bytes; }
  std::uint64_t packets(std::uint64_t bytes) const { return bytes == 0 ? 1 : (bytes - 1) / packet_bytes + 1; }
  /// Returns the flits of packet `piece` of a message, from 0.
  std::uint16_t flits(std::uint64_t bytes, std::uint64_t piece) const {
    return flits_for(std::min<std::uint64_t>(bytes - piece * packet_bytes, packet_bytes));
  }
  /// Returns the flits of all packets of a message.
  std::uint64_t flits(std::uint64_t bytes) const {
    const std::uint64_t last = packets(bytes) - 1;
    return last * flits_for(packet_bytes) + flits(bytes, last);
  }
  Cycle cycles(std::uint64_t nanoseconds) const {
    return static_cast<Cycle>(std::min(uncut_cycles(nanoseconds), static_cast<double>(kMaxCycles)));
  }
  /// Returns whether a calculation takes at most kMaxCycles cycles.
  bool fits(std::uint64_t nanoseconds) const { return uncut_cycles(nanoseconds) < static_cast<double>(kMaxCycles) + 1; }

 private:
  double uncut_cycles(std::uint64_t nanoseconds) const {
    return static_cast<double>(nanoseconds) * cycles_per_ns + 0.5;
  }
  std::uint16_t flits_for(std::uint64_t bytes) const {
    return static_cast<std::uint16_t>(bytes == 0 ? 1 : (bytes - 1) / flit_bytes + 1);
  }
};

}  // namespace kintsugi::workload
