/// What the modules of a chip know of it: the clock, the tables they share, and what belongs to the thread that
/// evaluates them.
#pragma once

#include <memory_resource>
#include <span>

#include "hw/clock/clock_domain.hpp"
#include "hw/clock/memory.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/link/packet_table.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Limits: models/network/limits.hpp
struct RouterParameters {
  unsigned vcs = 1;      ///< virtual channels per link
  unsigned buffer = 4;   ///< flits per virtual channel
  unsigned latency = 1;  ///< r, cycles beyond the wire
};

/// What the modules share that the same thread evaluates.
struct alignas(kCacheLine) ThreadState {
  FlitCounters counters;
  Candidates candidates;  ///< what the relation says to the head that is being routed: one at a time
};

/// What a router or PE knows of its chip: what all share, and what those share that its thread evaluates.
struct ChipContext {
  ClockDomain* clock = nullptr;
  PacketTable* packets = nullptr;
  std::span<ThreadState> threads;               ///< as many as the clock has
  std::pmr::memory_resource* memory = nullptr;  ///< for the state of modules, so that it lies together; kept to the end
  MulticastTable* multicasts = nullptr;         ///< null: no packet is a copy
  bool drops_unroutable =
      false;  ///< a packet without a way on goes to the PE beside it, which loses it; else it stays for ever

  /// @name Of the thread that evaluates the module that has this context
  /// @{
  unsigned thread = 0;
  ThreadState* own = threads.data();
  /// The modules have all been added: it is known which thread it is.
  void join_thread_of(ModuleIndex module) {
    thread = clock->thread_of(module);
    own = &threads[thread];
  }
  /// @}
};

}  // namespace kintsugi
