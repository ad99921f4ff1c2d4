/// The traffic of a logical node: its packet source, and the packets that wait to be sent.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/link/packet_table.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

class EndToEnd;

/// The packets that wait to be sent: first in, first out.
struct PacketQueue {
  PacketId first = kNoPacket;
  PacketId last = kNoPacket;
  std::uint64_t size = 0;

  void push(PacketId id, PacketTable& packets) {
    (last == kNoPacket ? first : packets[last].next) = id;
    last = id;
    ++size;
  }
  void push_front(PacketId id, PacketTable& packets) {
    packets[id].next = first;
    first = id;
    if (last == kNoPacket) last = id;
    ++size;
  }
  PacketId pop(const PacketTable& packets) {
    const PacketId id = first;
    first = packets[id].next;
    if (first == kNoPacket) last = kNoPacket;
    --size;
    return id;
  }
  bool empty() const { return first == kNoPacket; }
};

/// Deletes what this header only declares.
struct DeleteEndToEnd {
  void operator()(EndToEnd* protocol) const;
};

/// The traffic of a logical node; it moves with the node when the array is repaired.
struct NodeTraffic {
  std::unique_ptr<PacketSource> source;
  PacketQueue queue;
  std::vector<PacketQueue> by_class;                     ///< take its place on a chip with priority classes
  std::uint32_t created = 0;                             ///< packets so far
  std::unique_ptr<EndToEnd, DeleteEndToEnd> end_to_end;  ///< its PE makes it, on a chip with detection

  /// Returns the packets that wait in all queues.
  std::uint64_t waiting() const {
    std::uint64_t all = queue.size;
    for (const PacketQueue& each : by_class) all += each.size;
    return all;
  }
};

}  // namespace kintsugi
