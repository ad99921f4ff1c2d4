/// Follows single packets, by their source and number: the facts that `expect.single_packets` names.
///
/// Followed   packets with one destination; of a multicast only that it is one
/// Threads    each has an object of its own, and they are added up: what happened last to a packet counts
/// Numbers    those of Packet::serial: packets and multicasts of a source, from 0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/run/instrument.hpp"

namespace kintsugi {

/// How far a packet has come, in the order in which it can.
enum class PacketProgress : std::uint8_t { kNotCreated, kQueued, kInFlight, kDelivered, kLost, kMulticast };

/// Returns where a packet is that has come so far and no further: "the packet is in flight"; "" if it was delivered.
const char* whereabouts(PacketProgress progress);

struct FollowedPacket {
  PacketProgress progress = PacketProgress::kNotCreated;
  NodeId destination;
  unsigned flits = 0;
  unsigned hops = 0;
  Cycle created = 0;
  std::optional<Cycle> injected;
  Cycle last = 0;  ///< cycle of the last event

  /// Returns a fact of packet_facts(), or null if it does not hold of a packet that has come so far.
  nlohmann::ordered_json fact(const std::string& name) const;
};

class alignas(kCacheLine) FollowedPackets final : public PacketWatcher {
 public:
  /// `sources` are those of the packets.
  FollowedPackets(std::span<const ExpectedPacket> packets, std::span<const NodeId> sources);
  FollowedPackets& operator+=(const FollowedPackets& other);

  void created(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kQueued, false, now); }
  void injected(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kInFlight, true, now); }
  void delivered(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kDelivered, true, now); }
  void dropped(const Packet& packet, DropReason reason, const Pe& /*pe*/, Cycle now) override {
    note(packet, PacketProgress::kLost, reason != DropReason::kQueued, now);
  }
  /// Notes that a packet is lost of which copies were sent.
  void lost(std::uint32_t source, std::uint32_t number, Cycle now);

  /// Returns the packet, which must be followed.
  const FollowedPacket& at(std::uint32_t source, std::uint32_t number) const {
    return packets_.at(key_of(source, number));
  }

 private:
  static std::uint64_t key_of(std::uint32_t source, std::uint32_t number) {
    return std::uint64_t{source} << 32U | number;
  }
  void note(const Packet& packet, PacketProgress progress, bool has_left, Cycle now);

  std::unordered_map<std::uint64_t, FollowedPacket> packets_;
};

}  // namespace kintsugi
