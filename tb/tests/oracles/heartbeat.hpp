/// Heartbeats: when a receiver takes a link for dead.
///
/// Rule     every `heartbeat` cycles, in cycles 0, h, 2h, ..., each live end of a link sends a beat, which is there
///          before the next one is sent. In the cycles h, 2h, ... each end counts the beats that have stayed out in a
///          row; the one that makes them `misses` is the cycle in which it notices
/// Fault    at the end of a cycle: the beat of that cycle still comes
#pragma once

#include "models/network/types.hpp"

namespace kintsugi {

/// Returns the cycle in which the ends of a link notice a fault that comes at the end of cycle `fault`: `misses` *
/// `heartbeat` + 1 to (`misses` + 1) * `heartbeat` cycles later.
constexpr Cycle notice_cycle(Cycle fault, Cycle heartbeat, unsigned misses) {
  return (fault / heartbeat + misses + 1) * heartbeat;
}

}  // namespace kintsugi
