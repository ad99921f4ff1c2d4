/// The state that the modules of one thread share (hw/link/chip_context.hpp).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "hw/clock/memory.hpp"
#include "hw/link/detection_counters.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/link/hop_log.hpp"
#include "models/allocation/channel_allocator.hpp"
#include "models/network/types.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

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
  std::vector<HeadRequest> heads;  ///< of that router, for its allocator
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

}  // namespace kintsugi
