/// What testbench modules tell each other about packets, by TLM analysis ports.
#pragma once

#include <cstdint>
#include <optional>

#include "hw/link/packet_table.hpp"
#include "hw/pe/packet_observer.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A source has handed a packet to its PE.
struct PacketSent {
  Cycle cycle = 0;
  PacketName name;
  NodeId destination;
  std::uint16_t flits = 0;
};

/// The tail of a packet has reached the PE of a node.
struct PacketReceived {
  Cycle cycle = 0;
  PacketName name;
  NodeId at;
  std::uint16_t flits = 0;
  std::uint16_t hops = 0;
  Cycle created = 0;
  Cycle injected = 0;
};

/// A packet has been dropped with a PE, or for want of a way.
struct PacketDropped {
  Cycle cycle = 0;
  PacketName name;
  DropReason reason = DropReason::kQueued;
};

}  // namespace kintsugi
