#include "hw/pe/pe.hpp"

#include <stdexcept>
#include <string>

namespace kintsugi {

Pe::Pe(sc_core::sc_module_name name, const ChipContext& chip, const RouterParameters& parameters,
       PacketObserver& observer)
    : sc_module(name),
      chip_(chip),
      inbox_(1, chip.memory),
      index_(chip.clock->add(*this)),
      credits_(parameters.vcs, static_cast<std::uint16_t>(parameters.buffer)),
      observer_(&observer),
      pin_("local"),
      entry_(Endpoint{&inbox_, index_, 0, 0}) {}

void Pe::connect(const Endpoint& router, unsigned latency) {
  far_ = router;
  link_.connect(router, latency, *chip_.clock);
}

void Pe::end_of_elaboration() {
  pin_.resolve();
  horizon_grown();
}

void Pe::horizon_grown() {
  inbox_.require_delay(chip_.clock->slots() - 1);
  lies_at(inbox_.records(), inbox_.slots(), inbox_.record_words() * sizeof(std::uint64_t), credits_.data());
  if (!link_.open()) link_.take_pointers(far_, *chip_.clock);
}

void Pe::become(NodeId node) {
  if (sending()) throw std::logic_error(std::string(name()) + " changes its node in the middle of a packet");
  node_ = node;
  traffic_ = nullptr;
  due_ = GeometricGaps::kNever;
}

void Pe::start(NodeTraffic& traffic, Cycle from) {
  traffic_ = &traffic;
  due_ = from;
  chip_.clock->set_alarm(index_, from);
}

void Pe::evaluate(Cycle now) {
  const Inbox::Arrivals arrivals = inbox_.take(now);
  if (arrivals.credits != 0) ++credits_[arrivals.credit(0)];
  if (arrivals.flits != 0) receive(arrivals.flit(0), now);
  if (now >= due_) create(now);
  if (current_ != kNoPacket || (traffic_ != nullptr && traffic_->first != kNoPacket)) inject(now);
}

[[gnu::always_inline]] inline void Pe::receive(Flit flit, Cycle now) {
  Packet& packet = (*chip_.packets)[flit.packet];
  if (packet.destination != node_ || flit.sequence != packet.arrived) refuse(flit);
  ++packet.arrived;
  ++delivered_;
  --chip_.accounts->on_wires;
  ++chip_.accounts->delivered;
  observer_->arrived(packet, now);
  if (!flit.tail()) return;
  observer_->delivered(packet, now);
  chip_.packets->release(flit.packet);
}

void Pe::refuse(Flit flit) const {
  throw std::logic_error(std::string(name()) + ": flit " + std::to_string(flit.sequence) + " of packet " +
                         std::to_string((*chip_.packets)[flit.packet].serial) +
                         " arrives at the wrong node or out of order");
}

void Pe::create(Cycle now) {
  PacketSource& source = *traffic_->source;
  while (source.due() <= now) enqueue(source.take(), now);
  due_ = source.due();
  if (due_ != GeometricGaps::kNever) chip_.clock->set_alarm(index_, due_);
}

void Pe::enqueue(PacketOrder order, Cycle now) {
  const PacketId id = chip_.packets->create();
  Packet& packet = (*chip_.packets)[id];
  packet.source = node_;
  packet.destination = order.destination;
  packet.flits = order.flits;
  packet.created = now;
  packet.serial = traffic_->created++;
  if (traffic_->last == kNoPacket) {
    traffic_->first = id;
  } else {
    (*chip_.packets)[traffic_->last].next = id;
  }
  traffic_->last = id;
  ++traffic_->queued;
  observer_->created(packet, now);
}

/// Takes the next packet off the queue if some channel has room for its head.
bool Pe::choose_packet(Cycle now) {
  const auto vcs = static_cast<unsigned>(credits_.size());
  for (unsigned i = 0; i < vcs; ++i) {
    const unsigned vc = (turn_ + i) % vcs;
    if (credits_[vc] == 0) continue;
    vc_ = static_cast<std::uint8_t>(vc);
    turn_ = (vc + 1) % vcs;
    current_ = traffic_->first;
    Packet& packet = (*chip_.packets)[current_];
    traffic_->first = packet.next;
    if (traffic_->first == kNoPacket) traffic_->last = kNoPacket;
    --traffic_->queued;
    sent_ = 0;
    packet.injected = now;
    observer_->injected(packet, now);
    return true;
  }
  return false;
}

/// Sends one flit, of the packet being sent or of the next in the queue.
[[gnu::always_inline]] inline void Pe::inject(Cycle now) {
  if (current_ == kNoPacket && !choose_packet(now)) return;
  if (credits_[vc_] == 0) return;
  const Packet& packet = (*chip_.packets)[current_];
  Flit flit{current_, sent_, vc_, 0};
  if (sent_ == 0) flit.kind |= Flit::kHead;
  ++sent_;
  if (sent_ == packet.flits) flit.kind |= Flit::kTail;
  --credits_[vc_];
  ++injected_;
  ++chip_.accounts->injected;
  ++chip_.accounts->on_wires;
  ++chip_.accounts->moves;
  link_.send(now, flit, vc_);
  if (flit.tail()) current_ = kNoPacket;
  if (current_ != kNoPacket || traffic_->first != kNoPacket) chip_.clock->wake(index_, now + 1);
}

}  // namespace kintsugi
