/// The packet table: everything about a packet but its flits. Slots are used again once a packet has been delivered.
#pragma once

#include <cstdint>
#include <vector>

#include "hw/link/flit.hpp"
#include "models/network/types.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

enum class PacketKind : std::uint8_t {
  kUnicast,
  kCopy,            ///< of a multicast; a fork ends it and makes new ones
  kAcknowledgement  ///< of all copies beyond a fork, to the node of the fork before
};

struct Packet {
  NodeId source;
  NodeId destination;         ///< of a copy: kNoNode until it is on its way to the PE
  RoutingState state = 0;     ///< what the header carries for the routing relation
  std::uint16_t flits = 1;    ///< length, 1 .. 65535
  std::uint16_t hops = 0;     ///< links its head has been given so far
  Cycle created = 0;          ///< when it entered the source queue
  Cycle injected = 0;         ///< when its head left the source queue
  std::uint32_t serial = 0;   ///< its number among those of its source, for reports; copies have that of the first
  PacketId next = kNoPacket;  ///< the packet behind it in the source queue
  std::uint32_t record = 0;   ///< of a copy: its CopyId; of an acknowledgement: the ForkId it is for
  std::uint16_t arrived = 0;  ///< flits that have reached the destination
  PacketKind kind = PacketKind::kUnicast;
  bool stranded = false;  ///< a router on its way knows no way on, and hands it to the PE beside it
};
static_assert(sizeof(Packet) == 48);

class PacketTable {
 public:
  Packet& operator[](PacketId id) { return packets_[id]; }
  const Packet& operator[](PacketId id) const { return packets_[id]; }

  PacketId create() {
    PacketId id = free_;
    if (id == kNoPacket) {
      id = static_cast<PacketId>(packets_.size());
      packets_.emplace_back();
    } else {
      free_ = packets_[id].next;
      packets_[id] = Packet{};
    }
    ++live_;
    return id;
  }
  void release(PacketId id) {
    packets_[id].next = free_;
    free_ = id;
    --live_;
  }
  /// Packets created and not yet released.
  std::size_t live() const { return live_; }

 private:
  std::vector<Packet> packets_;
  PacketId free_ = kNoPacket;
  std::size_t live_ = 0;
};

}  // namespace kintsugi
