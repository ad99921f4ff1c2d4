#include "tb/tool/features/detection/delivery_record.hpp"

#include <algorithm>

namespace kintsugi {

DeliveryRecord::State& DeliveryRecord::state_of(PacketName name) {
  if (states_.size() <= name.source.value) states_.resize(name.source.value + std::size_t{1});
  std::vector<State>& of_source = states_[name.source.value];
  if (of_source.size() <= name.serial) of_source.resize(name.serial + std::size_t{1});
  return of_source[name.serial];
}

DeliveryRecord::State DeliveryRecord::state_of(PacketName name) const {
  if (states_.size() <= name.source.value || states_[name.source.value].size() <= name.serial) return kUnknown;
  return states_[name.source.value][name.serial];
}

void DeliveryRecord::created(const Packet& packet) {
  if (packet.kind == PacketKind::kTracked) state_of({packet.source, packet.serial}) = kCreated;
}

void DeliveryRecord::delivered(const Packet& packet) {
  if (packet.kind != PacketKind::kTracked) return;
  State& state = state_of({packet.source, packet.serial});
  if (state != kCreated && complaint_.empty()) {
    complaint_ = "packet " + std::to_string(packet.serial) + " of node " + std::to_string(packet.source.value) +
                 (state == kDelivered ? " was delivered twice" : " was delivered and never created");
  }
  state = kDelivered;
}

void DeliveryRecord::dropped(const Packet& packet, DropReason reason, SiteId site, Cycle now, bool to_the_dead) {
  if (state_of(PacketName{packet.source, packet.serial}) == kDelivered) return;
  Drops& drops = drops_.try_emplace({packet.source, packet.serial}, Drops{now, {}}).first->second;
  drops.last = {packet.source, packet.destination, packet.serial, packet.flits, packet.created, now, site,
                reason,        to_the_dead};
}

std::vector<LostPacket> DeliveryRecord::lost() const {
  std::vector<LostPacket> lost;
  for (const PacketName name : given_up_) {
    const auto drop = drops_.find(name);
    if (state_of(name) == kCreated && drop != drops_.end()) lost.push_back(drop->second.last);
  }
  std::ranges::sort(lost, {}, [](const LostPacket& packet) { return std::pair(packet.source, packet.number); });
  return lost;
}

}  // namespace kintsugi
