/// The context of the modules of a chip: the clock and tables that all modules share, and the state that the modules of
/// one thread share.
#pragma once

#include <array>
#include <memory_resource>
#include <span>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/clock/memory.hpp"
#include "hw/link/detection_counters.hpp"
#include "hw/link/event_log.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/link/hop_log.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/link/path_port.hpp"
#include "models/detection/parameters.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Limits: models/network/limits.hpp
struct RouterParameters {
  unsigned vcs = 1;      ///< virtual channels per link
  unsigned buffer = 4;   ///< flits per virtual channel
  unsigned latency = 1;  ///< cycles that a flit spends in the router beyond its wire; r in hw/README.md
  /// Cycles that a head waits before it requests a deferred candidate. With 0 the routing `redirect` accepts half as
  /// much as it can: scenarios have 1024 by default.
  unsigned patience = 0;
  /// Priority classes, class 0 first. The channels of every link, to and from PEs too, are divided evenly among them:
  /// class k has k * vcs / classes and those above, and the routing relation keeps packets to theirs
  /// (models/routing/message_classes.hpp): it must have as many. A PE has a source queue for each. 1: none
  unsigned classes = 1;
  /// Whether a flit of a class goes before those of classes with higher numbers, wherever they compete. If not, the
  /// arbiters take channels in turn, whatever their class.
  bool strict = false;
};

struct ForkBranch;

/// A head that requests a channel of one output port of its router.
struct ChannelRequest {
  PortId in_port;
  Vc in_vc;
  const Candidate* candidate = nullptr;
  ForkBranch* branch = nullptr;  ///< of a copy
};

/// The state that the modules evaluated by one thread share.
struct alignas(kCacheLine) ThreadState {
  FlitCounters counters;
  HopLog* hops = nullptr;  ///< nullptr: routers log no hops
  Candidates candidates;   ///< of the head that the thread is routing; it routes one at a time
  /// Of the router that the thread is evaluating, by output port; empty between the routers.
  std::array<std::vector<ChannelRequest>, kMaxPorts> requests = {};
  DetectionCounters detection;
};

inline FlitCounters sum_of(std::span<const ThreadState> threads) {
  FlitCounters all;
  for (const ThreadState& thread : threads) all += thread.counters;
  return all;
}

inline DetectionCounters detection_of(std::span<const ThreadState> threads) {
  DetectionCounters all;
  for (const ThreadState& thread : threads) all += thread.detection;
  return all;
}

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
  void join_thread_of(ModuleIndex module) {
    thread = clock->thread_of(module);
    own = &threads[thread];
  }
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
  void join_thread_of(ModuleIndex module) {
    thread = clock->thread_of(module);
    own = &chip->threads[thread];
  }

  const ChipContext* chip;
  ClockDomain* clock;
  PacketTable* packets;
  MulticastTable* multicasts;
  ThreadState* own;
  unsigned thread;
  bool drops_unroutable;
};

}  // namespace kintsugi
