/// The packets that the PEs of a packet bench send, and the cycles in which they arrive in the model.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/network/types.hpp"

namespace kintsugi::rtl {

struct BenchPacket {
  std::uint32_t cycle = 0;  ///< in which it enters the queue of its source
  NodeId source;
  NodeId destination;
  unsigned flits = 1;
};

/// The cycle of a packet that never arrives.
inline constexpr std::uint32_t kNeverDelivered = 0xffffffff;

/// Returns for each packet the cycle in which its last flit reaches the PE of its destination in the model, if these
/// packets are the whole traffic; kNeverDelivered if it never does. Packets of a source come in the order of their
/// cycles.
using DeliveryCycles = std::function<std::vector<std::uint32_t>(const std::vector<BenchPacket>&)>;

}  // namespace kintsugi::rtl
