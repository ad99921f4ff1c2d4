/// The packet table: all data of a packet but its flits. Slots are used again once a packet has been delivered.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "hw/clock/memory.hpp"
#include "hw/link/flit.hpp"
#include "models/network/types.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

enum class PacketKind : std::uint8_t {
  kUnicast,
  kCopy,             ///< of a multicast; a fork ends it and makes new ones
  kAcknowledgement,  ///< of all copies beyond a fork, to the node of the fork before
  kTracked,          ///< to one destination; its source keeps it until it is acknowledged, and sends copies of it
  kReceipt           ///< acknowledges a tracked packet
};

/// Returns whether it is a packet of the traffic to one destination.
inline bool has_one_destination(PacketKind kind) {
  return kind == PacketKind::kUnicast || kind == PacketKind::kTracked;
}

/// Acknowledgements are numbered from here on, the packets of the node's traffic from 0.
inline constexpr std::uint32_t kFirstAcknowledgement = 0x80000000;

/// How a packet is known for good, while its slot in the table is used again: its source, and its number among the
/// packets of that source, from 0.
struct PacketName {
  NodeId source;
  std::uint32_t serial = 0;
  friend auto operator<=>(const PacketName&, const PacketName&) = default;
};

/// A packet, alone in one cache line.
struct alignas(kCacheLine) Packet {
  NodeId source;
  NodeId destination;         ///< of a copy: kNoNode until it is on its way to the PE
  RoutingState state = 0;     ///< in the header, for the routing relation
  std::uint16_t flits = 1;    ///< length, 1 .. 65535
  std::uint16_t hops = 0;     ///< links that its head has been granted so far
  Cycle created = 0;          ///< cycle in which it entered the source queue
  Cycle injected = 0;         ///< cycle in which its head left the source queue
  std::uint32_t serial = 0;   ///< its number among those of its source, for reports; copies have that of the first
  PacketId next = kNoPacket;  ///< the packet behind it in the source queue
  std::uint32_t record = 0;   ///< of a copy: its CopyId; of an acknowledgement: the ForkId it is for; of a receipt: the
                              ///< serial of the packet that it acknowledges; else the note of its order
  std::uint16_t arrived = 0;  ///< flits that have reached the destination, or kCut
  PacketKind kind = PacketKind::kUnicast;
  bool unroutable = false;   ///< a router has no candidate for it, and sends it to its PE
  std::uint8_t damage = 0;   ///< kErased, kMarked and kWrong, or'ed: what faulty links have done to its flits
  std::uint32_t number = 0;  ///< of a tracked packet and its receipt: the sequence number; 0: not sent yet. Of a copy:
                             ///< the note of its order
  std::uint32_t floor = 0;   ///< of a tracked packet: all numbers below are settled at its source
  std::uint32_t syndrome = 0;  ///< of all its flits, if packets have a checksum

  /// As `arrived`: a dead PE has dropped a flit, so that the rest is dropped even if the PE works again. No flit has
  /// this number.
  static constexpr std::uint16_t kCut = 0xffff;
  static constexpr std::uint8_t kErased = 1;  ///< a dead link has let nothing of a flit through
  static constexpr std::uint8_t kMarked = 2;  ///< a link has found a flit to be corrupted
  static constexpr std::uint8_t kWrong = 4;   ///< a flit is corrupted, and no link has found it
};
static_assert(sizeof(Packet) == 64);

/// Returns the note of the order of a packet, which is no acknowledgement or receipt.
inline std::uint32_t note_of(const Packet& packet) {
  return packet.kind == PacketKind::kCopy ? packet.number : packet.record;
}

/// Access while several threads evaluate: only the router that has the head writes state and hops, only the PE that the
/// flits reach writes arrived; damage and syndrome are written between cycles (link_faults.hpp), which needs a single
/// thread; the rest does not change after the cycle in which the packet leaves its source queue.
///
/// Packets do not move, so that one thread can create some while others read theirs. Each thread takes slots from its
/// own stack; surplus slots go through a store that all threads share.
class PacketTable {
 public:
  explicit PacketTable(unsigned threads = 1);

  Packet& operator[](PacketId id) { return *place_of(id); }
  const Packet& operator[](PacketId id) const { return *place_of(id); }

  PacketId create(unsigned thread = 0) {
    Stack& own = stacks_[thread];
    if (own.top == kNoPacket) refill(own);
    const PacketId id = own.top;
    Packet& packet = (*this)[id];
    own.top = packet.next;
    --own.height;
    ++own.live;
    packet = Packet{};
    return id;
  }
  void release(PacketId id, unsigned thread = 0) {
    Stack& own = stacks_[thread];
    if (own.height == kBatch) put_aside(own);
    (*this)[id].next = own.top;
    own.top = id;
    ++own.height;
    --own.live;
  }
  /// Returns whether there is, or was, a packet of this number. Do not call it while threads create and release.
  bool has(PacketId id) const { return id < made_; }
  /// Returns the number of packets created and not yet released. Do not call it while threads create and release.
  std::size_t live() const {
    std::size_t live = 0;
    for (const Stack& each : stacks_) live += each.live;
    return live;
  }

 private:
  static constexpr std::uint32_t kBatch = 64;  // slots moved to or from the store at a time
  /// Segment k holds twice as many packets as the one before it, the first one this many: a power of two.
  static constexpr std::uint32_t kFirstSegment = 1024;
  static constexpr unsigned kSegments = 22;

  /// Free slots, linked by Packet::next.
  struct alignas(kCacheLine) Stack {
    PacketId top = kNoPacket;
    std::uint32_t height = 0;
    PacketId aside = kNoPacket;  // a whole batch, or none: keeps a thread from alternating between take and give
    std::size_t live = 0;        // created by this thread less released by it, modulo 2^64
  };

  static unsigned segment_of(PacketId id) { return static_cast<unsigned>(std::bit_width(id / kFirstSegment + 1)) - 1; }
  Packet* place_of(PacketId id) const {
    const unsigned segment = segment_of(id);
    // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): no id has a segment below 0
    return segments_[segment].get() + (id + kFirstSegment - (kFirstSegment << segment));
  }

  void refill(Stack& own);
  void put_aside(Stack& own);

  /// Makes a batch of new slots.
  void make_batch(Stack& own);

  /// Deleter for segments that were never constructed: unwritten memory costs nothing, so packets are made on creation.
  struct Unwritten {
    void operator()(Packet* segment) const;
  };
  std::array<std::unique_ptr<Packet[], Unwritten>, kSegments> segments_;
  std::vector<Stack> stacks_;  // by thread
  std::mutex store_mutex_;     // guards the members below and the making of segments
  std::vector<PacketId> store_;
  std::uint32_t made_ = 0;  // slots so far, used or free
};

}  // namespace kintsugi
