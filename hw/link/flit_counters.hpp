/// The flit counters of a chip: the modules count flits as they move them. Checked after every cycle.
#pragma once

#include <cstdint>

namespace kintsugi {

/// Every thread has its own counters. Only their sum, modulo 2^64, is meaningful, because one thread may send a flit
/// and another take it.
struct FlitCounters {
  // The counters that a router changes are not neighbours: three additions are faster than assembling a vector.
  std::uint64_t on_wires = 0;   ///< sent and not yet received: on a wire or in the pipeline of the router at its end
  std::uint64_t injected = 0;   ///< flits that left a PE
  std::uint64_t buffered = 0;   ///< received by a router and not yet sent on
  std::uint64_t delivered = 0;  ///< flits that reached their PE
  std::uint64_t moves = 0;      ///< flits sent by routers and PEs so far, for the watchdog
  std::uint64_t dropped = 0;    ///< flits of dropped packets that have reached the PE that drops them
  std::uint64_t copied = 0;     ///< flits that forks added: each arrived once and left by several ports

  FlitCounters& operator+=(const FlitCounters& other) {
    injected += other.injected;
    copied += other.copied;
    delivered += other.delivered;
    dropped += other.dropped;
    on_wires += other.on_wires;
    moves += other.moves;
    buffered += other.buffered;
    return *this;
  }

  std::uint64_t in_network() const { return on_wires + buffered; }
  bool balanced() const { return injected + copied == delivered + dropped + in_network(); }
};

}  // namespace kintsugi
