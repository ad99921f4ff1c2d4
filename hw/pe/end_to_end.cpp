#include "hw/pe/end_to_end.hpp"

#include "hw/pe/node_traffic.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kintsugi {

namespace {

/// Appends to a ring, which doubles its room when it is full.
template <class Entry>
void append(boost::circular_buffer<Entry>& ring, const Entry& entry) {
  if (ring.full()) ring.set_capacity(std::max<std::size_t>(16, 2 * ring.capacity()));
  ring.push_back(entry);
}

}  // namespace

bool EndToEnd::has_room(NodeId destination) const {
  const auto found = sending_.find(destination.value);
  return found == sending_.end() || found->second.window.has_room(found->second.next);
}

void EndToEnd::keep(PacketId id, Packet& packet) {
  if (kept_.empty()) first_ = packet.serial;
  if (packet.serial - first_ != kept_.size()) throw std::logic_error("a packet is kept out of the order of its source");
  packet.number = sending_[packet.destination.value].next++;
  append(kept_, Kept{id, packet.destination, packet.number, 0});
  ++open_;
}

void EndToEnd::leave(Packet& copy, Cycle now) {
  Kept* const kept = find(copy.serial);
  if (kept == nullptr) throw std::logic_error("a copy leaves of a packet that is not kept");
  ++kept->sent;
  copy.floor = sending_.at(copy.destination.value).window.base();
  append(timers_, Timer{now + parameters_->timeout, copy.serial});
}

/// A packet has at most one timer: the next copy leaves only after the timer of the one before has ended.
EndToEnd::Expired EndToEnd::end_timer() {
  const std::uint32_t serial = timers_.front().serial;
  timers_.pop_front();
  Kept* const kept = find(serial);
  if (kept == nullptr) return {};
  const PacketId id = kept->packet;
  if (kept->sent <= parameters_->retries) return {Expiry::kSendAgain, id};
  settle(*kept);
  return {Expiry::kGiveUp, id};
}

PacketId EndToEnd::acknowledge(NodeId destination, std::uint32_t serial, std::uint32_t number) {
  Kept* const kept = find(serial);
  if (kept == nullptr) return kNoPacket;
  if (kept->destination != destination || kept->number != number) {
    throw std::logic_error("an acknowledgement is for another packet than its numbers say");
  }
  const PacketId id = kept->packet;
  settle(*kept);
  return id;
}

bool EndToEnd::accept(const Packet& packet) {
  SequenceWindow& window = delivered_[packet.source.value];
  window.advance(packet.floor);
  return window.settle(packet.number);
}

const EndToEnd::Kept* EndToEnd::find(std::uint32_t serial) const {
  const std::uint32_t place = serial - first_;
  if (place >= kept_.size() || kept_[place].packet == kNoPacket) return nullptr;
  return &kept_[place];
}

void EndToEnd::settle(Kept& kept) {
  sending_.at(kept.destination.value).window.settle(kept.number);
  kept.packet = kNoPacket;
  --open_;
  while (!kept_.empty() && kept_.front().packet == kNoPacket) {
    kept_.pop_front();
    ++first_;
  }
}

void DeleteEndToEnd::operator()(EndToEnd* protocol) const {
  delete protocol;
}

}  // namespace kintsugi
