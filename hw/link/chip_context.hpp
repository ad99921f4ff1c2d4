/// The context that the modules of a chip share: the clock, the tables, and the state of the thread that evaluates
/// them.
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

/// Shared by the modules that one thread evaluates.
struct alignas(kCacheLine) ThreadState {
  FlitCounters counters;
  Candidates candidates;  ///< of the head that is being routed: one at a time
};

/// The context of one router or PE: shared by all modules, and by those of its thread.
struct ChipContext {
  ClockDomain* clock = nullptr;
  PacketTable* packets = nullptr;
  std::span<ThreadState> threads;               ///< as many as the clock has
  std::pmr::memory_resource* memory = nullptr;  ///< for the state of modules, so that it is contiguous; never released
  MulticastTable* multicasts = nullptr;         ///< null: no packet is a copy
  bool drops_unroutable = false;  ///< drop packets without a candidate at the local PE; otherwise they block

  /// @name The thread that evaluates the module
  /// @{
  unsigned thread = 0;
  ThreadState* own = threads.data();
  /// Sets the thread of a module. Call it once all modules have been added.
  void join_thread_of(ModuleIndex module) {
    thread = clock->thread_of(module);
    own = &threads[thread];
  }
  /// @}
};

}  // namespace kintsugi
