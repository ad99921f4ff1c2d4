#include "tb/tool/features/expect/followed_packets.hpp"

#include <array>
#include <map>

#include "tb/tool/console/json_optional.hpp"

namespace kintsugi {

const char* whereabouts(PacketProgress progress) {
  static constexpr std::array kTexts = {"there was no such packet", "the packet is in its source queue",
                                        "the packet is in flight",  "",
                                        "the packet was dropped",   "it is a multicast"};
  return kTexts.at(static_cast<std::size_t>(progress));
}

nlohmann::ordered_json FollowedPacket::fact(const std::string& name) const {
  using nlohmann::ordered_json;
  if (progress == PacketProgress::kNotCreated || progress == PacketProgress::kMulticast) return nullptr;
  const bool is_delivered = progress == PacketProgress::kDelivered;
  const auto if_delivered = [&](Cycle number) { return is_delivered ? ordered_json(number) : ordered_json(); };
  // one for each of packet_facts()
  const std::map<std::string, ordered_json> facts = {{"delivered", is_delivered},
                                                     {"lost", progress == PacketProgress::kLost},
                                                     {"destination", destination.value},
                                                     {"flits", flits},
                                                     {"created", created},
                                                     {"injected", injected},
                                                     {"latency", if_delivered(last - created)},
                                                     {"network_latency", if_delivered(last - injected.value_or(0))},
                                                     {"hops", if_delivered(hops)}};
  return facts.at(name);
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
