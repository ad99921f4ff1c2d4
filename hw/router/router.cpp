#include "hw/router/router.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "hw/clock/bit_set.hpp"
#include "hw/clock/memory.hpp"

namespace kintsugi {

Router::Router(sc_core::sc_module_name name, const ChipContext& chip, const PortLayout& layout,
               const RouterParameters& parameters)
    : SiteRouter(name, *chip.clock),
      counters_(&chip.own->counters),
      vcs_(parameters.vcs),
      class_vcs_(parameters.vcs / parameters.classes),
      ring_mask_(std::bit_ceil(parameters.buffer) - 1),
      index_(chip.clock->add(*this)),
      depth_(narrow<std::uint8_t>(parameters.buffer)),
      local_(PortByte::from(layout.size())),
      receiver_(network_ports() + 1, parameters.vcs, network_ports(), chip.memory),
      chip_(chip),
      parameters_(parameters),
      layout_(&layout) {
  const std::size_t port_count = ports().size();
  const std::size_t channel_count = port_count * vcs_;
  credits_ = place<std::uint8_t>(*chip.memory, receiver_.credit_bytes() + vcs_, kCacheLine);
  inputs_ = place<InputVc>(*chip.memory, channel_count);
  ports_ = place<Port>(*chip.memory, port_count);
  outputs_ = place<OutputVc>(*chip.memory, channel_count);
  sets_ = place<ChannelSets>(*chip.memory, port_count);
  buffers_ = place<Flit>(*chip.memory, channel_count * (ring_mask_ + 1));
  for (std::size_t channel = 0; channel < channel_count; ++channel) {
    inputs_[channel].buffer = narrow<std::uint16_t>(channel * (ring_mask_ + 1));
  }
  for (const PortId port : ports()) {
    sets_[port.index()].free = all_vcs(vcs_);
    ports_[port.index()].last_channel = narrow<std::uint16_t>(channel_count - 1);
  }
  if (parameters.strict) {
    const std::size_t turns = port_count * parameters.classes;
    turns_ = place<ClassTurn>(*chip.memory, turns);
    for (std::size_t i = 0; i < turns; ++i) turns_[i].last_channel = narrow<std::uint16_t>(channel_count - 1);
  }
  allocator_ = make_channel_allocator(parameters.allocator,
                                      {narrow<unsigned>(port_count), vcs_, parameters.strict ? parameters.classes : 1});
  keeps_turns_ = turns_ != nullptr || allocator_ != nullptr;
  candidates_ = std::make_unique<std::unique_ptr<CandidateList>[]>(channel_count);
  far_ = place<Endpoint>(*chip.memory, port_count);
  if (chip.counts_flits) flits_sent_ = place<std::uint64_t>(*chip.memory, port_count);
  if (chip.counts_passages) passages_ = place<std::uint64_t>(*chip.memory, port_count * channel_count);
  if (chip.multicasts != nullptr) {
    forks_ = std::make_unique<ForkingPacket[]>(channel_count);
    forking_ = place<VcSet>(*chip.memory, port_count);
  }
  path_ports_.reserve(port_count);
  for (const PortId port : ports()) {
    path_ports_.emplace_back(port == local_port() ? "local" : layout[port.index()].c_str(), chip.shown_ports);
  }
}

Endpoint Router::endpoint(PortId port) {
  check(port);
  return {&receiver_, index_, port, narrow<std::uint16_t>(parameters_.latency)};
}

void Router::end_of_elaboration() {
  time_wheel_resized();
}

void Router::thread_changed() {
  chip_.join_thread_of(index_);
  counters_ = &chip_.own->counters;
  hops_ = chip_.own->hops;
  observes_bodies_ = flits_sent_ != nullptr || turns_ != nullptr;
  is_observed_ = hops_ != nullptr || passages_ != nullptr || observes_bodies_;
}

void Router::time_wheel_resized() {
  ClockDomain& clock = *chip_.clock;
  thread_changed();
  if (hops_ != nullptr && open_hops_ == nullptr) {
    open_hops_ = place<LoggedHop*>(*chip_.chip->memory, ports().size() * vcs_);
  }
  receiver_.require_delay(clock.slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), credits_);
  own_activity_ = clock.activity_of(index_);
  for (const PortId port : ports()) {
    LinkTransmitter& link = ports_[port.index()].link;
    if (!link.open()) link.take_pointers(far_[port.index()], clock);
  }
}

void Router::connect(PortId port, const Endpoint& far, unsigned latency) {
  check(port);
  Endpoint& old = far_[port.index()];
  LinkTransmitter& link = ports_[port.index()].link;
  if (!link.open() && old == far && link.latency() == latency) return;
  disconnect(port);
  old = far;
  link.connect(far, latency, *chip_.clock);
  std::fill_n(credits_ + channel(port, Vc{0}), vcs_, port == local_port() ? kUnlimited : depth_);
}

void Router::disconnect(PortId port) {
  check(port);
  LinkTransmitter& link = ports_[port.index()].link;
  if (link.open()) return;
  if (!is_idle(port)) {
    throw std::logic_error(std::string(name()) + "." + port_name(port) +
                           ": the switches of its path move while a packet is on it; drain the network first");
  }
  link.disconnect();
  std::fill_n(credits_ + channel(port, Vc{0}), vcs_, 0);  // nothing is sent by an open port
}

bool Router::is_idle(PortId port) const {
  if (link(port).open()) return true;
  const bool to_pe = port == local_port();  // credits without limit
  for (const Vc vc : vcs()) {
    if (!to_pe && credits(port, vc) != parameters_.buffer) return false;
    if (!output_free(port, vc) || occupancy(port, vc) != 0) return false;
  }
  return true;
}

bool Router::is_idle() const {
  for (const PortId port : ports()) {
    if (!is_idle(port)) return false;
  }
  return true;
}

bool Router::uses(VcSet channels) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      const bool is_one = port != local_port() && (channels & vc_bit(vc)) != 0;
      if (is_one && occupancy(port, vc) != 0) return true;
      if (is_one && !link(port).open() && (!output_free(port, vc) || credits(port, vc) != parameters_.buffer))
        return true;
      const bool asks = input(port, vc).out_port == kAsked;
      const auto is_asked = [&](const Candidate& candidate) { return (candidate.vcs & channels) != 0; };
      if (asks && std::ranges::any_of(candidates(port, vc), is_asked)) return true;
    }
  }
  return false;
}

void Router::become(NodeId node, const RoutingRelation* relation) {
  if ((sendable_ports_ | waiting_ports_) != 0) fail("its node changes while flits are in it; drain the network first");
  node_ = node;
  relation_ = relation;
  const bool is_adaptive = relation != nullptr && relation->is_adaptive();
  restrictions_ = narrow<std::uint8_t>((is_adaptive ? kAdaptive : 0) | (parameters_.patience != 0 ? kPatient : 0));
  std::pmr::memory_resource& memory = *chip_.chip->memory;
  if (is_patient() && waiting_since_ == nullptr) waiting_since_ = place<Cycle>(memory, ports().size() * vcs_);
  if (!is_adaptive) return;
  if (adaptive_vcs_ == nullptr) adaptive_vcs_ = place<VcSet>(memory, ports().size());  // none of the local port
  for (const PortId port : ids<PortId>(network_ports())) {
    adaptive_vcs_[port.index()] = relation->adaptive_vcs(node, port);
  }
}

PacketId Router::front_packet(PortId port, Vc vc) const {
  const InputVc& in = input(port, vc);
  if (in.empty()) return kNoPacket;
  return front(in).packet;
}

PortId Router::granted(PortId port, Vc vc) const {
  const InputVc& in = input(port, vc);
  return in.has_output() ? port_of(in.out_port) : kNoPort;
}

/// Inlined into evaluate_all<Router>, which is instantiated in this file; other callers use the virtual function.
[[gnu::always_inline]] inline void Router::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  take_credits(arrivals.credits);
  if (!bypasses(arrivals, now)) run_stages(arrivals, now);
  receiver_.clear_marks(arrivals);
}

/// Returns whether an arriving flit can leave at once: its packet has an output channel with a credit. Then its buffer
/// is empty, since a flit in it would be sendable.
[[gnu::always_inline]] inline bool Router::can_pass(const InputVc& in) const {
  return in.has_output() && credits_[in.out_channel] != 0;
}

/// Returns whether no flit could leave but those that arrive, and no head but those among them could get a channel: the
/// candidates of a head that waits have no free channel while no allocation is due.
[[gnu::always_inline]] inline bool Router::is_calm() const {
  if (sendable_ports_ != 0) return false;
  return waiting_ports_ == 0 || (allocation_due_ == Due::kNo && forking_ports_ == 0);
}

/// The common case: the router has no other work, and all arriving flits leave at once, each by another output port.
[[gnu::always_inline]] inline bool Router::bypasses(const LinkReceiver::Arrivals& arrivals, Cycle now) {
  if (!is_calm()) return false;
  if (arrivals.flits == 0) return true;
  if (is_single(arrivals.flits)) {
    const PortId port = lowest<PortId>(arrivals.flits);
    const Vc vc = arrivals.flit_vc(port);
    const InputVc& in = input(port, vc);
    if (in.out_port == kNone) return bypasses_as_lone_head(now, port, vc, arrivals.flit(port));
    if (!can_pass(in)) return false;
    pass_on_held_channel(now, port, vc, arrivals.flit(port));
    return true;
  }
  PortSet heads = 0, taken = 0;
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    const InputVc& in = input(port, arrivals.flit_vc(port));
    if (in.out_port == kNone) {
      heads |= port_bit(port);
      continue;
    }
    if (!can_pass(in) || (taken >> in.out_port.value & 1) != 0) return false;
    taken |= port_bit(port_of(in.out_port));
  }
  if (heads != 0) return bypass_with_heads(arrivals, heads, taken, now);
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    pass_on_held_channel(now, port, arrivals.flit_vc(port), arrivals.flit(port));
  }
  return true;
}

[[gnu::always_inline]] inline void Router::pass_on_held_channel(Cycle now, PortId port, Vc vc, Flit flit) {
  const InputVc& in = input(port, vc);
  send_on(now, port, vc, in, flit);
  ++counters_->moves;
  if (!flit.tail()) return;
  end_packet(port, vc);
  if (waiting_ports_ != 0) wake_next(now);
}

/// Passes a head that is the only arrival, if it gets a channel with a credit at once. Where it returns false, the head
/// goes through the stages. Not inlined, as run_stages().
[[gnu::noinline]] bool Router::bypasses_as_lone_head(Cycle now, PortId port, Vc vc, Flit flit) {
  if (!flit.head()) return false;
  const Passage passage = passage_of(port, vc, flit.packet, now);
  if (passage.packet == nullptr) return false;
  pass_head(now, port, vc, flit, passage);
  return true;
}

/// Passes several flits, heads at these input ports among them, if each head gets a channel with a credit at once and
/// no two flits leave by one port; `taken` are the output ports of the other flits. Heads for different ports are no
/// rivals. A channel that is released in this cycle is not free before the next one, so all channels are chosen before
/// the first flit leaves.
[[gnu::noinline]] bool Router::bypass_with_heads(const LinkReceiver::Arrivals& arrivals, PortSet heads, PortSet taken,
                                                 Cycle now) {
  boost::container::static_vector<Passage, kMaxPorts> passages;
  for (const PortId port : set_bits<PortId>(heads)) {
    const Flit flit = arrivals.flit(port);
    if (!flit.head()) return false;
    const Passage passage = passage_of(port, arrivals.flit_vc(port), flit.packet, now);
    if (passage.packet == nullptr || (taken >> passage.port.value & 1) != 0) return false;
    taken |= port_bit(passage.port);
    passages.push_back(passage);
  }
  auto passage = passages.begin();
  for (const PortId port : set_bits<PortId>(heads)) {
    pass_head(now, port, arrivals.flit_vc(port), arrivals.flit(port), *passage++);
  }
  for (const PortId port : set_bits<PortId>(arrivals.flits & ~heads)) {
    pass_on_held_channel(now, port, arrivals.flit_vc(port), arrivals.flit(port));
  }
  return true;
}

/// A packet of one flit releases its channel in the cycle in which it gets it: nothing is noted of it, and the heads
/// that wait, which do not request this channel, need not request again.
[[gnu::always_inline]] inline void Router::pass_head(Cycle now, PortId port, Vc vc, Flit flit, const Passage& passage) {
  InputVc& in = input(port, vc);
  move_turn(passage.port, port, vc);
  give_channel(in, passage.port, passage.vc);
  write_header(*passage.packet, passage.port, passage.state);
  send_on(now, port, vc, in, flit);
  if (flit.tail()) {
    in.out_port = kNone;
  } else {
    hold_channel(passage.port, passage.vc, {byte_of(port), vc});
  }
  ++counters_->moves;
}

/// Returns the channel that an input port offers to the switch; it must have one.
template <bool kStrict>
inline Vc Router::offered_channel(PortId in_port) const {
  const VcSet sendable = sets_[in_port.index()].sendable;
  if constexpr (!kStrict) return first_after<Vc>(sendable, ports_[in_port.index()].last_vc);
  const unsigned first = class_of(lowest<Vc>(sendable));
  return first_after<Vc>(sendable & vcs_of_class(first), turn_of(in_port, first).last_vc);
}

[[gnu::always_inline]] inline std::uint64_t Router::allocate_switch_and_traverse(Cycle now) {
  if (turns_ != nullptr) [[unlikely]]
    return allocate_switch_strictly(now);
  return allocate_switch<false>(now);
}

std::uint64_t Router::allocate_switch_strictly(Cycle now) {
  return allocate_switch<true>(now);
}

/// Switch allocation, input first: every input port offers one channel, every output port takes one input port.
/// Returns the number of flits that left.
template <bool kStrict>
[[gnu::always_inline]] inline std::uint64_t Router::allocate_switch(Cycle now) {
  // By input port, written before they are read: the channels as plain numbers, since a Vc is 0 from the beginning.
  std::array<std::uint8_t, kMaxPorts> offered;
  Offers inputs;
  PortSet asked = 0, contested = 0;
  for (const PortId in_port : set_bits<PortId>(sendable_ports_)) {
    const Vc in_vc = offered_channel<kStrict>(in_port);
    InputVc& in = input(in_port, in_vc);
    offered[in_port.index()] = in_vc.value;
    inputs[in_port.index()] = &in;
    const PortSet out = port_bit(port_of(in.out_port));
    contested |= asked & out;
    asked |= out;
  }
  const PortSet winners = contested == 0 ? sendable_ports_ : settle_rivals<kStrict>(contested, inputs, offered.data());
  for (const PortId in_port : set_bits<PortId>(winners)) {
    send(now, in_port, Vc{offered[in_port.index()]}, *inputs[in_port.index()]);
  }
  return size(winners);
}

/// Arbitrates output ports that several input ports request; returns the input ports that win.
template <bool kStrict>
PortSet Router::settle_rivals(PortSet contested, const Offers& offers, const std::uint8_t* offered) const {
  std::array<PortSet, kMaxPorts> rivals;  // input ports, by contested output port
  for (const PortId out : set_bits<PortId>(contested)) rivals[out.index()] = 0;
  PortSet winners = 0;
  for (const PortId in_port : set_bits<PortId>(sendable_ports_)) {
    const PortByte out = offers[in_port.index()]->out_port;
    ((contested >> out.value & 1) != 0 ? rivals[out.index()] : winners) |= port_bit(in_port);
  }
  for (const PortId out : set_bits<PortId>(contested)) {
    winners |= port_bit(kStrict ? first_of_class(rivals[out.index()], offered, out)
                                : first_after<PortId>(rivals[out.index()], ports_[out.index()].last_in));
  }
  return winners;
}

/// Returns the input port next in turn among those that offer a channel of the lowest class.
PortId Router::first_of_class(PortSet rivals, const std::uint8_t* offered, PortId out) const {
  unsigned lowest_class = parameters_.classes;
  PortSet first = 0;
  for (const PortId in_port : set_bits<PortId>(rivals)) {
    const unsigned number = class_of(Vc{offered[in_port.index()]});
    if (number > lowest_class) continue;
    first = (number < lowest_class ? 0 : first) | port_bit(in_port);
    lowest_class = number;
  }
  return first_after<PortId>(first, turn_of(out, lowest_class).last_in);
}

/// Not inlined: the common case is faster when it has all registers.
[[gnu::noinline]] void Router::run_stages(const LinkReceiver::Arrivals& arrivals, Cycle now) {
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    take_flit(port, arrivals.flit_vc(port), arrivals.flit(port));
  }
  const std::uint64_t taken = size(arrivals.flits);
  if (waiting_ports_ != 0 && allocation_due_ != Due::kNo) allocate_channels(now);
  std::uint64_t sent = 0;
  if (forking_ports_ != 0) [[unlikely]] {
    sent = traverse_with_forks(now);
  } else if (sendable_ports_ != 0) {
    sent = allocate_switch_and_traverse(now);
  }
  counters_->on_wires += sent - taken;
  counters_->buffered += taken - sent;
  counters_->moves += sent;
  if (sendable_ports_ != 0 ||
      (waiting_ports_ != 0 && (allocation_due_ == Due::kNow || (forking_ports_ != 0 && any_fork_ready()))))
    wake_next(now);
}

[[gnu::always_inline]] inline void Router::take_credits(std::uint8_t* arriving) {
  take_credits_of(0, arriving);
  for (unsigned first = kCreditsAtATime; first < receiver_.credit_bytes(); first += kCreditsAtATime) {
    take_credits_of(first, arriving + first);
  }
}

/// Takes the credits of 16 channels, from `first` on.
[[gnu::always_inline]] inline void Router::take_credits_of(unsigned first, std::uint8_t* arriving) {
  const unsigned revived = add_credits(credits_ + first, arriving);
  for (const unsigned channel : set_bits(revived)) revive(outputs_[first + channel]);
}

/// Called when an output channel has a credit again: the packet that holds it continues if it has a flit here.
inline void Router::revive(const OutputVc& out) {
  if (!is_port(out.owner_port)) return;
  const PortId in_port = port_of(out.owner_port);
  if (!input(in_port, out.owner_vc).empty()) set_sendable(in_port, out.owner_vc);
}

/// Traversal: the flit leaves by the channel that its packet holds, and a credit returns. Inlined, because a call would
/// cost as much as the work.
[[gnu::always_inline]] inline void Router::send_on(Cycle now, PortId in_port, Vc in_vc, const InputVc& in, Flit flit) {
  const std::uint8_t out_mark = in.out_mark;
  Port& from = ports_[in_port.index()];
  Port& to = ports_[in.out_port.index()];
  spend_credit(in.out_port, in.out_channel);
  to.last_in = byte_of(in_port);
  to.link.send(now, flit, out_mark);
  from.last_vc = in_vc;
  from.link.return_credit(now, in_vc);
  if (observes(flit)) [[unlikely]]
    observe(now, in_port, in_vc, in, flit);
}

[[gnu::always_inline]] inline void Router::take_flit(PortId port, Vc vc, Flit flit) {
  InputVc& in = input(port, vc);
  const unsigned count = in.count();
  if (count >= depth_) fail("a flit arrives at a full buffer");
  buffered(in, in.entered++) = flit;
  if (in.has_output()) [[likely]] {
    set_sendable_if_any(credits_[in.out_channel], port, vc);
  } else if (count == 0 && in.out_port != kForked) {
    if (!flit.head()) fail("a body flit arrives without its head");
    set_waiting(port, vc);
  }
}

[[gnu::always_inline]] inline void Router::send(Cycle now, PortId in_port, Vc in_vc, InputVc& in) {
  const Flit flit = buffered(in, in.left++);
  clear_sendable_if(in.empty() | (credits_[in.out_channel] == 1) | flit.tail(), in_port, in_vc);
  send_on(now, in_port, in_vc, in, flit);
  if (flit.tail()) end_packet(in_port, in_vc);
}

void Router::send_front(Cycle now, PortId in_port, Vc in_vc) {
  send(now, in_port, in_vc, input(in_port, in_vc));
}

void Router::end_packet(PortId in_port, Vc in_vc) {
  InputVc& in = input(in_port, in_vc);
  outputs_[in.out_channel].owner_port = kNone;
  sets_[in.out_port.index()].free |= vc_bit(LinkReceiver::vc_of(in.out_mark));
  allocation_due_ = Due::kNow;
  in.out_port = kNone;
  if (!in.empty()) set_waiting(in_port, in_vc);
}

/// Not inlined: without counters, a log and strict classes it is not called.
[[gnu::noinline]] void Router::observe(Cycle now, PortId in_port, Vc in_vc, const InputVc& held, Flit flit) {
  if (turns_ != nullptr) {
    turn_of(in_port, class_of(in_vc)).last_vc = in_vc;
    turn_of(port_of(held.out_port), class_of(in_vc)).last_in = byte_of(in_port);
  }
  if (flits_sent_ != nullptr) ++flits_sent_[port_of(held.out_port).index()];
  if (passages_ != nullptr && flit.head()) {
    ++passages_[std::size_t{in_port.value} * (network_ports() + 1) * vcs_ + held.out_channel];
  }
  if (hops_ != nullptr && flit.kind != 0) log_hop(now, in_port, in_vc, held, flit);
}

/// `held` says by which channel the packet leaves. Not inlined: without a log it is not called. A packet of one flit
/// needs no place for its tail.
[[gnu::noinline]] void Router::log_hop(Cycle now, PortId in_port, Vc in_vc, const InputVc& held, Flit flit) {
  if (!flit.head()) {
    if (LoggedHop* const open = open_hops_[held.out_channel]; open != nullptr) open->tail = now;
    return;
  }
  const Packet& packet = (*chip_.packets)[flit.packet];
  const bool is_logged = hops_->takes(packet);
  if (!flit.tail()) open_hops_[held.out_channel] = is_logged ? hops_->place() : nullptr;
  if (!is_logged) return;
  LoggedHop& hop = *hops_->place();
  hop.head = now;
  hop.tail = flit.tail() ? now : LoggedHop::kNotYet;
  hop.packet = {packet.source, packet.serial};
  hop.router = index_;
  hop.in = byte_of(in_port).value;
  hop.out = held.out_port.value;
  hop.in_vc = in_vc;
  hop.out_vc = LinkReceiver::vc_of(held.out_mark);
  hops_->keep();
}

void Router::check(PortId port) const {
  if (port > local_port()) throw std::out_of_range(std::string(name()) + " has no such port");
}

void Router::fail(const char* what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

}  // namespace kintsugi
