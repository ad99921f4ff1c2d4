#include "hw/pe/traffic_pe.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/clock/memory.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/link/thread_state.hpp"
#include "hw/pe/end_to_end.hpp"
#include "models/network/network.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr PortId kOnlyPort{0};  // of a PE's receiver

bool is_strictly_ascending(const std::vector<NodeId>& list) {
  return std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end();
}

/// Returns a node that is in the list more than once; kNoNode if there is none.
NodeId node_that_comes_twice(std::vector<NodeId> list) {
  std::ranges::sort(list);
  const auto twice = std::ranges::adjacent_find(list);
  return twice == list.end() ? kNoNode : *twice;
}

}  // namespace

TrafficPe::TrafficPe(sc_core::sc_module_name name, const ChipContext& chip, const RouterParameters& parameters,
                     PacketObserver& observer)
    : Pe(name, *chip.clock),
      index_(chip.clock->add(*this)),
      chip_(chip),
      receiver_(1, parameters.vcs, 1, chip.memory),
      all_threads_(&observer),
      parameters_(parameters),
      vcs_(parameters.vcs),
      used_(parameters.vcs),
      lanes_(parameters.classes > 1 ? parameters.classes : 0),
      path_port_("local", chip.shown_ports),
      entry_(Endpoint{&receiver_, index_, kOnlyPort, 0}) {
  has_classes_ = !lanes_.empty();
  credits_ = place<std::uint8_t>(*chip.memory, receiver_.credit_bytes(), kCacheLine);
  std::fill_n(credits_, vcs_, narrow<std::uint8_t>(parameters.buffer));
}

void TrafficPe::connect(const Endpoint& router, unsigned latency) {
  far_ = router;
  link_.connect(router, latency, *chip_.clock);
}

void TrafficPe::end_of_elaboration() {
  thread_changed();
  time_wheel_resized();
}

void TrafficPe::thread_changed() {
  chip_.join_thread_of(index_);
  observer_ = &all_threads_->of_thread(chip_.thread);
}

void TrafficPe::time_wheel_resized() {
  receiver_.require_delay(chip_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), credits_);
  if (!link_.open()) link_.take_pointers(far_, *chip_.clock);
}

void TrafficPe::become(NodeId node) {
  if (sending()) throw std::logic_error(std::string(name()) + " changes its node in the middle of a packet");
  node_ = node;
  takes_ = dead_ ? kNoNode : node;
  retire();
}

void TrafficPe::use_channels(unsigned count) {
  if (count == 0 || count > vcs_) {
    throw std::invalid_argument(std::string(name()) + " has " + std::to_string(vcs_) + " channels, and cannot use " +
                                std::to_string(count));
  }
  used_ = count;
  if (may_begin_ && something_waits()) chip_.clock->set_alarm(index_, chip_.clock->next());
}

void TrafficPe::start(NodeTraffic& traffic, Cycle from) {
  traffic_ = &traffic;
  if (chip_.chip->detection != nullptr && traffic.end_to_end == nullptr) {
    traffic.end_to_end.reset(new EndToEnd(*chip_.chip->detection));
  }
  traffic.by_class.resize(lanes_.size());
  listens_ = traffic.source->listens();
  if (listens_ && has_classes_) {
    throw std::invalid_argument(std::string(name()) + ": a source that listens cannot have priority classes");
  }
  due_ = from;
  chip_.clock->set_alarm(index_, from);
}

void TrafficPe::source_changed() {
  if (traffic_ == nullptr) return;
  // A packet that is due in the present cycle stays so: the PE may not have been evaluated in it yet.
  const Cycle due = std::max(traffic_->source->due(), chip_.clock->next());
  if (due >= due_) return;
  due_ = due;
  chip_.clock->set_alarm(index_, due_);
}

bool TrafficPe::is_quiescent() const {
  if (sending()) return false;
  return std::all_of(credits_, credits_ + vcs_, [this](std::uint8_t credits) { return credits == parameters_.buffer; });
}

void TrafficPe::resume() {
  may_begin_ = !dead_;
  if (may_begin_ && something_waits()) chip_.clock->set_alarm(index_, chip_.clock->next());
}

void TrafficPe::die() {
  if (chip_.multicasts != nullptr) throw std::logic_error(std::string(name()) + " dies where there are multicasts");
  dead_ = true;
  may_begin_ = false;
  takes_ = kNoNode;
  const Cycle now = chip_.clock->now();
  give_up_all(now);
  drop_queues_of_classes(now);
  while (packets_wait()) drop_packet(traffic_->queue.pop(*chip_.packets), DropReason::kQueued, now);
  while (!acknowledgements_.empty()) drop_packet(acknowledgements_.pop(*chip_.packets), DropReason::kQueued, now);
}

void TrafficPe::revive() {
  dead_ = false;
  takes_ = node_;
}

/// Inlined into evaluate_all<TrafficPe>, which is instantiated in this file; other callers use the virtual function.
[[gnu::always_inline]] inline void TrafficPe::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  take_credits(arrivals.credits);
  if (arrivals.flits != 0) receive(arrivals.flit(kOnlyPort), now);
  receiver_.clear_marks(arrivals);
  if (now >= due_) create(now);
  if (current_ != kNoPacket || something_waits()) inject(now);
}

[[gnu::always_inline]] inline void TrafficPe::take_credits(std::uint8_t* arriving) {
  for (unsigned first = 0; first < receiver_.credit_bytes(); first += kCreditsAtATime) {
    add_credits(credits_ + first, arriving + first);
  }
}

void TrafficPe::retire() {
  if (tells_ && sending() && traffic_ != nullptr) tell_left(chip_.clock->now());
  tells_ = false;
  traffic_ = nullptr;
  listens_ = false;
  due_ = GeometricGaps::kNever;
}

[[gnu::always_inline]] inline void TrafficPe::receive(Flit flit, Cycle now) {
  Packet& packet = (*chip_.packets)[flit.packet];
  if (packet.destination != takes_ || flit.sequence != packet.arrived) return drop(flit, now);
  ++packet.arrived;
  ++delivered_;
  --chip_.own->counters.on_wires;
  ++chip_.own->counters.delivered;
  observer_->arrived(packet, now);
  if (!flit.tail()) return;
  if (packet.kind != PacketKind::kUnicast) return end_other(flit.packet, now);
  observer_->delivered(packet, now);
  if (listens_) hand_over(packet, now);
  chip_.packets->release(flit.packet, chip_.thread);
}

/// Ends a packet of a multicast, a tracked packet or a receipt.
[[gnu::noinline]] void TrafficPe::end_other(PacketId id, Cycle now) {
  const Packet& packet = (*chip_.packets)[id];
  if (packet.kind == PacketKind::kTracked) return end_tracked(id, now);
  if (packet.kind == PacketKind::kReceipt) {
    if (!passes_checks(id, now)) return;
    end_receipt(packet);
  } else {
    observer_->delivered(packet, now);
    if (listens_) hand_over(packet, now);
    end_copy(packet, now);
  }
  chip_.packets->release(id, chip_.thread);
}

/// The source may have a packet in return; create() runs after this in the same cycle.
[[gnu::noinline]] void TrafficPe::hand_over(const Packet& packet, Cycle now) {
  if (packet.kind == PacketKind::kAcknowledgement) return;
  PacketSource& source = *traffic_->source;
  source.received(
      {packet.source, packet.serial, packet.flits, packet.hops, packet.created, packet.injected, note_of(packet)}, now);
  const Cycle due = source.due();
  if (due >= due_) return;
  due_ = due;
  if (due > now) chip_.clock->set_alarm(index_, due);
}

/// Tells the source that a packet has left, or will leave in any case. It may have the next one for the next cycle.
[[gnu::noinline]] void TrafficPe::tell_left(Cycle now) {
  PacketSource& source = *traffic_->source;
  source.left(note_of((*chip_.packets)[current_]), now);
  const Cycle due = std::max(source.due(), now + 1);
  if (due >= due_) return;
  due_ = due;
  chip_.clock->set_alarm(index_, due);
}

/// Drops flits that reach a dead PE, the rest of their packets, and those of unroutable packets; no others may come
/// here.
void TrafficPe::drop(Flit flit, Cycle now) {
  Packet& packet = (*chip_.packets)[flit.packet];
  const bool is_cut = packet.arrived == Packet::kCut;
  const bool meant_for_the_dead = is_cut || (dead_ && packet.destination == node_);
  if (!(meant_for_the_dead || packet.unroutable) || (!is_cut && flit.sequence != packet.arrived)) refuse(flit);
  packet.arrived = meant_for_the_dead ? Packet::kCut : static_cast<std::uint16_t>(packet.arrived + 1);
  --chip_.own->counters.on_wires;
  ++chip_.own->counters.dropped;
  if (flit.tail()) drop_packet(flit.packet, packet.unroutable ? DropReason::kNoWay : DropReason::kReached, now);
}

void TrafficPe::drop_packet(PacketId id, DropReason reason, Cycle now) {
  const Packet& packet = (*chip_.packets)[id];
  DetectionCounters& detection = chip_.own->detection;
  if (packet.kind == PacketKind::kReceipt) {
    ++detection.receipts_lost;
    ++detection.receipts_ended;
  } else {
    if (PacketObserver::is_copy(packet)) ++detection.ended;
    observer_->dropped(packet, reason, *this, now);
    report_drop(*chip_.chip, chip_.thread, packet, reason, now);
  }
  chip_.packets->release(id, chip_.thread);
}

/// Counts a copy for its multicast and acknowledges it; counts an acknowledgement for the fork to which it was sent.
void TrafficPe::end_copy(const Packet& packet, Cycle now) {
  if (packet.kind == PacketKind::kAcknowledgement) return acknowledge(packet.record, now);
  MulticastTable& table = *chip_.multicasts;
  const Copy copy = table.copy(packet.record);
  if (!table.reach(copy, node_)) {
    throw std::logic_error(std::string(name()) + ": a copy of multicast " + std::to_string(packet.serial) +
                           " arrives at a PE that is not a member or has its copy already");
  }
  table.release_copy(packet.record);
  const Multicast& multicast = table.multicast(copy.multicast);
  if (multicast.reached == multicast.size) observer_->reached_all(multicast, now);
  acknowledge(copy.fork, now);
}

/// Acknowledges one branch of a fork, of which all copies have arrived: at once for a fork of this node, else by a
/// packet.
void TrafficPe::acknowledge(ForkId id, Cycle now) {
  MulticastTable& table = *chip_.multicasts;
  while (table.fork(id).node == node_) {
    if (!table.acknowledge(id)) return;
    const AwaitingFork done = table.fork(id);
    table.release_fork(id, now);
    if (done.before == kNoFork) {
      const Multicast& multicast = table.multicast(done.multicast);
      if (multicast.reached != multicast.size) {
        throw std::logic_error(std::string(name()) +
                               ": a multicast is acknowledged before all its members have a copy");
      }
      observer_->acknowledged(multicast, now);
      return table.release_multicast(done.multicast);
    }
    id = done.before;
  }
  send_acknowledgement(id, now);
}

void TrafficPe::send_acknowledgement(ForkId fork, Cycle now) {
  const PacketId id = chip_.packets->create(chip_.thread);
  Packet& packet = (*chip_.packets)[id];
  packet.kind = PacketKind::kAcknowledgement;
  packet.source = node_;
  packet.destination = chip_.multicasts->fork(fork).node;
  packet.created = now;
  packet.serial = kFirstAcknowledgement + acknowledgements_sent_++;
  packet.record = fork;
  acknowledgements_.push(id, *chip_.packets);
  observer_->created(packet, now);
}

void TrafficPe::refuse(Flit flit) const {
  throw std::logic_error(std::string(name()) + ": flit " + std::to_string(flit.sequence) + " of packet " +
                         std::to_string((*chip_.packets)[flit.packet].serial) +
                         " arrives at the wrong node or out of order");
}

void TrafficPe::create(Cycle now) {
  PacketSource& source = *traffic_->source;
  if (listens_ && source.due() <= now) source.prepare(now);
  while (source.due() <= now) enqueue(source.take(), now);
  due_ = source.due();
  if (chip_.chip->detection != nullptr) end_timers(now);
  if (due_ != GeometricGaps::kNever) chip_.clock->set_alarm(index_, due_);
}

PacketQueue& TrafficPe::queue_of(const Packet& packet) {
  return has_classes_ ? traffic_->by_class[packet.state % lanes_.size()] : traffic_->queue;
}

/// A packet that no chip can deliver would wait, or send flits, for ever.
void TrafficPe::check(const PacketOrder& order) const {
  const auto refuse_it = [this](const std::string& why) {
    throw std::invalid_argument(std::string(name()) + " is to send " + why);
  };
  if (order.flits == 0) refuse_it("a packet without flits; it needs 1 or more");
  const Network* const network = chip_.chip->network;
  const auto check_node = [&](NodeId to, const char* packet) {
    if (network == nullptr || to.value < network->nodes()) return;
    refuse_it(std::string(packet) + " to node " + std::to_string(to.value) + ", and the last node is " +
              std::to_string(network->nodes() - 1));
  };
  if (order.set == nullptr) return check_node(order.destination, "a packet");
  if (chip_.multicasts == nullptr) {
    refuse_it("a multicast, and the chip has no relation of multicasts: set ChipPlan::multicast");
  }
  const std::vector<NodeId>& members = order.set->members;
  if (members.empty()) refuse_it("a multicast to no node; it needs 1 member or more");
  for (const NodeId member : members) check_node(member, "a multicast");
  if (!is_strictly_ascending(members)) {  // any order will do
    const NodeId twice = node_that_comes_twice(members);
    if (twice != kNoNode) {
      refuse_it("a multicast that names node " + std::to_string(twice.value) + " twice; name each member once");
    }
  }
  if (order.flits <= parameters_.buffer) return;
  refuse_it("a multicast of " + counted(order.flits, "flit") + ", and a router forwards it only into a buffer for " +
            "all of it, which has " + counted(parameters_.buffer, "flit") + ": it would wait for ever");
}

void TrafficPe::enqueue(PacketOrder order, Cycle now) {
  check(order);
  const PacketId id = chip_.packets->create(chip_.thread);
  Packet& packet = (*chip_.packets)[id];
  packet.source = node_;
  packet.destination = order.destination;
  packet.state = order.state;
  packet.flits = order.flits;
  packet.created = now;
  packet.serial = traffic_->created++;
  packet.record = order.note;
  if (chip_.chip->detection != nullptr) packet.kind = PacketKind::kTracked;
  if (order.set != nullptr) {
    packet.kind = PacketKind::kCopy;
    packet.state = order.set->state;
    packet.record = chip_.multicasts->start({node_, packet.serial}, *order.set, now);
    packet.number = order.note;
  }
  queue_of(packet).push(id, *chip_.packets);
  observer_->created(packet, now);
}

/// Takes the next packet from its queue if a channel has room for its head; a copy needs room for the whole packet.
bool TrafficPe::choose_packet(Cycle now) {
  if (!may_begin_) return false;
  const bool sends = chip_.chip->detection == nullptr ? packets_wait() : head_may_leave();
  const bool acknowledges = !acknowledgements_.empty() && (acknowledges_next_ || !sends);
  if (!acknowledges && !sends) return false;
  PacketQueue& queue = acknowledges ? acknowledgements_ : traffic_->queue;
  const Packet& next = (*chip_.packets)[queue.first];
  const unsigned room = next.kind == PacketKind::kCopy ? next.flits : 1;
  for (unsigned i = 0; i < used_; ++i) {
    const auto vc = Vc::from((turn_.value + i) % used_);
    if (credits(vc) < room) continue;
    vc_ = vc;
    turn_ = Vc::from((vc.value + 1) % used_);
    current_ = queue.pop(*chip_.packets);
    Packet& packet = (*chip_.packets)[current_];
    sent_ = 0;
    flits_ = packet.flits;
    acknowledges_next_ = !acknowledges;
    tells_ = listens_ && !acknowledges && (packet.kind != PacketKind::kTracked || packet.number == 0);
    if (packet.kind == PacketKind::kTracked) {
      send_tracked(now);
      return true;
    }
    packet.injected = now;
    if (packet.kind == PacketKind::kCopy) chip_.multicasts->leave_source(packet.record, now);
    observer_->injected(packet, now);
    return true;
  }
  return false;
}

[[gnu::always_inline]] inline void TrafficPe::send_flit(PacketId packet, std::uint16_t sequence, bool is_last, Vc vc,
                                                        Cycle now) {
  Flit flit{packet, sequence, vc, 0};
  if (sequence == 0) flit.kind |= Flit::kHead;
  if (is_last) flit.kind |= Flit::kTail;
  --credits_[vc.index()];
  ++injected_;
  ++chip_.own->counters.injected;
  ++chip_.own->counters.on_wires;
  ++chip_.own->counters.moves;
  link_.send(now, flit, LinkReceiver::mark(vc));
}

/// Sends one flit of the packet being sent, or of the next one in the queue.
[[gnu::always_inline]] inline void TrafficPe::inject(Cycle now) {
  if (has_classes_) [[unlikely]]
    return inject_by_class(now);
  if (current_ == kNoPacket && !choose_packet(now)) return;
  if (credits(vc_) == 0) return;
  const bool is_last = sent_ + 1 == flits_;
  send_flit(current_, sent_++, is_last, vc_, now);
  if (is_last) {
    if (tells_) tell_left(now);
    current_ = kNoPacket;
  }
  if (current_ != kNoPacket || something_waits()) chip_.clock->wake(index_, now + 1);
}

/// Sends one flit of the first class in its turn that has one and a credit.
[[gnu::noinline]] void TrafficPe::inject_by_class(Cycle now) {
  const auto classes = static_cast<unsigned>(lanes_.size());
  bool has_sent = false;
  for (unsigned i = 0; i < classes && !has_sent; ++i) {
    const unsigned number = parameters_.strict ? i : (next_class_ + i) % classes;
    has_sent = sends_of(number, now);
    if (has_sent) next_class_ = (number + 1) % classes;
  }
  const auto sending = std::ranges::find_if(lanes_, [](const Lane& lane) { return lane.packet != kNoPacket; });
  current_ = sending == lanes_.end() ? kNoPacket : sending->packet;
  if (has_sent && (current_ != kNoPacket || something_waits())) chip_.clock->wake(index_, now + 1);
}

/// Sends a flit of the packet that the class sends, or of the next one in its queue; returns whether it could.
bool TrafficPe::sends_of(unsigned number, Cycle now) {
  Lane& lane = lanes_[number];
  if (lane.packet == kNoPacket && !begins_of(number, now)) return false;
  if (credits(lane.vc) == 0) return false;
  const bool is_last = lane.sent + 1 == lane.flits;
  send_flit(lane.packet, lane.sent++, is_last, lane.vc, now);
  if (is_last) lane.packet = kNoPacket;
  return true;
}

/// Takes the next packet of the class from its queue if one of its channels has room for the head.
bool TrafficPe::begins_of(unsigned number, Cycle now) {
  if (!may_begin_ || traffic_ == nullptr || traffic_->by_class[number].empty()) return false;
  Lane& lane = lanes_[number];
  const auto classes = static_cast<unsigned>(lanes_.size());
  const unsigned first = number * (vcs_ / classes), used = std::max(used_ / classes, 1U);
  for (unsigned i = 0; i < used; ++i) {
    const unsigned own = (lane.turn.value + i) % used;
    if (credits(Vc::from(first + own)) == 0) continue;
    lane.vc = Vc::from(first + own);
    lane.turn = Vc::from((own + 1) % used);
    lane.packet = traffic_->by_class[number].pop(*chip_.packets);
    lane.sent = 0;
    Packet& packet = (*chip_.packets)[lane.packet];
    lane.flits = packet.flits;
    packet.injected = now;
    observer_->injected(packet, now);
    return true;
  }
  return false;
}

/// Drops the packets that wait in the queues of a PE that dies.
void TrafficPe::drop_queues_of_classes(Cycle now) {
  if (traffic_ == nullptr) return;
  for (PacketQueue& queue : traffic_->by_class) {
    while (!queue.empty()) drop_packet(queue.pop(*chip_.packets), DropReason::kQueued, now);
  }
}

std::uint64_t TrafficPe::unacknowledged() const {
  return end_to_end() == nullptr ? 0 : end_to_end()->open();
}

}  // namespace kintsugi
