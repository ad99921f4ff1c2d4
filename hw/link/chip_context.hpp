/// The context of the modules of a chip: the clock and tables that all modules share, and the state that the modules of
/// one thread share.
#pragma once

#include <memory_resource>
#include <span>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/link/parameters.hpp"

namespace kintsugi {

class EventLog;
class MulticastTable;
class Network;
struct DetectionParameters;
struct ThreadState;

/// The context of one router or PE. All modules have the same values, except for the last group.
struct ChipContext {
  ClockDomain* clock = nullptr;
  PacketTable* packets = nullptr;
  std::span<ThreadState> threads;               ///< one for each thread of the clock
  std::pmr::memory_resource* memory = nullptr;  ///< one block for the state of all modules; no module releases it
  MulticastTable* multicasts = nullptr;         ///< null if the chip has no multicasts
  /// Whether a router sends a packet without candidates to its PE, which drops it. If not, the packet blocks.
  bool drops_unroutable = false;
  ShownPorts shown_ports = ShownPorts::kAll;
  const Network* network = nullptr;                ///< for the names in probes
  const DetectionParameters* detection = nullptr;  ///< null: sources do not keep packets, and no link has a fault
  bool counts_flits = false;                       ///< whether routers count the flits that leave by each port
  bool counts_passages = false;                    ///< whether routers count the packets by the way they pass
  EventLog* events = nullptr;                      ///< where PEs note packets that they drop; null: nowhere

  /// @name Of the router or PE: the thread that evaluates it
  /// @{
  unsigned thread = 0;
  /// Whether a router stands beside another one to be compared with it: what it holds is no flit of the chip.
  bool is_beside = false;
  ThreadState* own = threads.data();
  /// Sets `thread` and `own` to those of the module. Call it after all modules have been added to the clock.
  void join_thread_of(ModuleIndex module);
  /// @}
};

/// What a module that uses its chip in most cycles keeps of the context, of which there is one for all.
struct ModuleContext {
  /// `context` must outlive the module.
  explicit ModuleContext(const ChipContext& context)
      : chip(&context),
        clock(context.clock),
        packets(context.packets),
        multicasts(context.multicasts),
        own(context.own),
        thread(context.thread),
        drops_unroutable(context.drops_unroutable) {}

  /// As ChipContext::join_thread_of().
  void join_thread_of(ModuleIndex module);

  const ChipContext* chip;
  ClockDomain* clock;
  PacketTable* packets;
  MulticastTable* multicasts;
  ThreadState* own;
  unsigned thread;
  bool drops_unroutable;
};

}  // namespace kintsugi
