#include "tb/tool/features/expect/followed_packets.hpp"

#include <map>

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Getter = ordered_json (*)(const FollowedPacket&);

bool is_delivered(const FollowedPacket& packet) {
  return packet.progress == PacketProgress::kDelivered;
}

/// One for each of packet_facts(), of a packet that was created.
const std::map<std::string, Getter>& getters() {
  using Packet = FollowedPacket;
  static const std::map<std::string, Getter> kGetters = {
      {"delivered", [](const Packet& packet) -> ordered_json { return is_delivered(packet); }},
      {"lost", [](const Packet& packet) -> ordered_json { return packet.progress == PacketProgress::kLost; }},
      {"destination", [](const Packet& packet) -> ordered_json { return packet.destination.value; }},
      {"flits", [](const Packet& packet) -> ordered_json { return packet.flits; }},
      {"created", [](const Packet& packet) -> ordered_json { return packet.created; }},
      {"injected",
       [](const Packet& packet) { return packet.injected ? ordered_json(*packet.injected) : ordered_json(); }},
      {"latency",
       [](const Packet& packet) {
         return is_delivered(packet) ? ordered_json(packet.last - packet.created) : ordered_json();
       }},
      {"network_latency",
       [](const Packet& packet) {
         return is_delivered(packet) ? ordered_json(packet.last - *packet.injected) : ordered_json();
       }},
      {"hops", [](const Packet& packet) { return is_delivered(packet) ? ordered_json(packet.hops) : ordered_json(); }},
  };
  return kGetters;
}

}  // namespace

const char* whereabouts(PacketProgress progress) {
  switch (progress) {
    case PacketProgress::kNotCreated:
      return "there was no such packet";
    case PacketProgress::kQueued:
      return "the packet is in its source queue";
    case PacketProgress::kInFlight:
      return "the packet is in flight";
    case PacketProgress::kLost:
      return "the packet was dropped";
    case PacketProgress::kMulticast:
      return "it is a multicast";
    case PacketProgress::kDelivered:
      break;
  }
  return "";
}

ordered_json FollowedPacket::fact(const std::string& name) const {
  const auto& get = getters().at(name);
  const bool is_one = progress != PacketProgress::kNotCreated && progress != PacketProgress::kMulticast;
  return is_one ? get(*this) : ordered_json();
}

FollowedPackets::FollowedPackets(std::span<const ExpectedPacket> packets, std::span<const NodeId> sources) {
  for (std::size_t i = 0; i < packets.size(); ++i) packets_.try_emplace(key_of(sources[i].value, packets[i].number));
}

FollowedPackets& FollowedPackets::operator+=(const FollowedPackets& other) {
  for (const auto& [key, packet] : other.packets_) {
    FollowedPacket& own = packets_.at(key);
    if (own.progress < packet.progress) own = packet;
  }
  return *this;
}

void FollowedPackets::lost(std::uint32_t source, std::uint32_t number, Cycle now) {
  const auto found = packets_.find(key_of(source, number));
  if (found == packets_.end()) return;
  found->second.progress = PacketProgress::kLost;
  found->second.last = now;
}

void FollowedPackets::note(const Packet& packet, PacketProgress progress, bool has_left, Cycle now) {
  const auto found = packets_.find(key_of(packet.source.value, packet.serial));
  if (found == packets_.end()) return;
  FollowedPacket& followed = found->second;
  const bool is_multicast = !has_one_destination(packet.kind);
  followed.progress = is_multicast ? PacketProgress::kMulticast : progress;
  followed.destination = packet.destination;
  followed.flits = packet.flits;
  followed.hops = packet.hops;
  followed.created = packet.created;
  if (has_left) followed.injected = packet.injected;
  followed.last = now;
}

}  // namespace kintsugi
