// The PE's part of detection: packets that are kept, sent again, acknowledged, dropped and discarded.
#include <algorithm>

#include "hw/link/thread_state.hpp"
#include "hw/pe/end_to_end.hpp"
#include "hw/pe/traffic_pe.hpp"

namespace kintsugi {

/// Returns whether the packet at the front of the queue may leave. Releases copies whose packet is settled meanwhile.
bool TrafficPe::head_may_leave() {
  while (packets_wait()) {
    const PacketId id = traffic_->queue.first;
    const Packet& head = (*chip_.packets)[id];
    if (head.number == 0) return end_to_end()->has_room(head.destination);
    if (end_to_end()->is_open(head.serial)) return true;
    ++chip_.own->detection.ended;
    traffic_->queue.pop(*chip_.packets);
    chip_.packets->release(id, chip_.thread);
  }
  return false;
}

/// Sends a copy of the packet that was taken from the queue: the packet itself is kept if it is a new one.
void TrafficPe::send_tracked(Cycle now) {
  Packet& packet = (*chip_.packets)[current_];
  if (packet.number == 0) {
    packet.injected = now;
    end_to_end()->keep(current_, packet);
    ++chip_.own->detection.kept;
    observer_->injected(packet, now);
    current_ = make_copy(current_);
  } else {
    ++resent_;
    ++chip_.own->detection.resent;
  }
  end_to_end()->leave((*chip_.packets)[current_], now);
  const Cycle deadline = end_to_end()->next_deadline();
  if (deadline >= due_) return;
  due_ = deadline;
  chip_.clock->set_alarm(index_, due_);
}

PacketId TrafficPe::make_copy(PacketId kept) {
  const PacketId id = chip_.packets->create(chip_.thread);
  (*chip_.packets)[id] = (*chip_.packets)[kept];
  ++chip_.own->detection.copies;
  return id;
}

/// Ends the timers that are due: puts copies in front of the queue, or gives packets up.
void TrafficPe::end_timers(Cycle now) {
  EndToEnd& protocol = *end_to_end();
  while (protocol.next_deadline() <= now) {
    const auto [what, kept] = protocol.end_timer();
    if (what == EndToEnd::Expiry::kSendAgain) traffic_->queue.push_front(make_copy(kept), *chip_.packets);
    if (what == EndToEnd::Expiry::kGiveUp) give_up(kept, now);
  }
  due_ = std::min(due_, protocol.next_deadline());
}

void TrafficPe::give_up(PacketId kept, Cycle now) {
  ++chip_.own->detection.given_up;
  observer_->given_up((*chip_.packets)[kept], now);
  chip_.packets->release(kept, chip_.thread);
}

void TrafficPe::give_up_all(Cycle now) {
  if (end_to_end() == nullptr) return;
  end_to_end()->give_up_all([this, now](PacketId kept) { give_up(kept, now); });
}

void TrafficPe::end_tracked(PacketId id, Cycle now) {
  if (!passes_checks(id, now)) return;
  const Packet& packet = (*chip_.packets)[id];
  DetectionCounters& detection = chip_.own->detection;
  ++detection.ended;
  send_receipt(packet, now);
  if (end_to_end()->accept(packet)) {
    if ((packet.damage & Packet::kWrong) != 0) ++detection.wrong;
    observer_->delivered(packet, now);
    if (listens_) hand_over(packet, now);
  } else {
    ++duplicates_;
    ++detection.duplicates;
    count_as_dropped(packet);
    observer_->dropped(packet, DropReason::kLate, *this, now);
    report_drop(*chip_.chip, chip_.thread, packet, DropReason::kLate, now);
  }
  chip_.packets->release(id, chip_.thread);
}

/// Drops the packet if it is found to be damaged. Returns whether it is not.
bool TrafficPe::passes_checks(PacketId id, Cycle now) {
  const Packet& packet = (*chip_.packets)[id];
  DetectionCounters& detection = chip_.own->detection;
  const bool marked = (packet.damage & (Packet::kErased | Packet::kMarked)) != 0;
  if (!marked && packet.syndrome == 0) return true;
  if (packet.kind == PacketKind::kTracked) ++(marked ? detection.damaged : detection.found);
  count_as_dropped(packet);
  const bool erased = (packet.damage & Packet::kErased) != 0;
  drop_packet(id, erased ? DropReason::kErased : DropReason::kCorrupted, now);
  return false;
}

/// Its flits were counted as delivered when they arrived.
void TrafficPe::count_as_dropped(const Packet& packet) {
  chip_.own->counters.delivered -= packet.flits;
  chip_.own->counters.dropped += packet.flits;
}

/// An acknowledgement of a packet that is settled changes nothing: a copy was acknowledged before.
void TrafficPe::end_receipt(const Packet& receipt) {
  ++chip_.own->detection.receipts_ended;
  const PacketId kept = end_to_end()->acknowledge(receipt.source, receipt.record, receipt.number);
  if (kept == kNoPacket) return;
  ++chip_.own->detection.acknowledged;
  chip_.packets->release(kept, chip_.thread);
}

void TrafficPe::send_receipt(const Packet& packet, Cycle now) {
  const PacketId id = chip_.packets->create(chip_.thread);
  Packet& receipt = (*chip_.packets)[id];
  receipt.kind = PacketKind::kReceipt;
  receipt.source = node_;
  receipt.destination = packet.source;
  receipt.created = now;
  receipt.serial = kFirstAcknowledgement + acknowledgements_sent_++;
  receipt.number = packet.number;
  receipt.record = packet.serial;
  acknowledgements_.push(id, *chip_.packets);
  ++chip_.own->detection.receipts;
}

}  // namespace kintsugi
