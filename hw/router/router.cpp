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
    : sc_module(name),
      counters_(&chip.own->counters),
      vcs_(parameters.vcs),
      ring_mask_(std::bit_ceil(parameters.buffer) - 1),
      index_(chip.clock->add(*this)),
      depth_(static_cast<std::uint8_t>(parameters.buffer)),
      local_(static_cast<std::uint8_t>(layout.size())),
      receiver_(static_cast<unsigned>(layout.size() + 1), parameters.vcs, static_cast<unsigned>(layout.size()),
                chip.memory),
      chip_(chip),
      parameters_(parameters),
      layout_(&layout) {
  const std::size_t ports = layout.size() + 1;
  credits_ = place<std::uint8_t>(*chip.memory, receiver_.credit_bytes() + vcs_, kCacheLine);
  inputs_ = place<InputVc>(*chip.memory, ports * vcs_);
  ports_ = place<Port>(*chip.memory, ports);
  outputs_ = place<OutputVc>(*chip.memory, ports * vcs_);
  sets_ = place<ChannelSets>(*chip.memory, ports);
  buffers_ = place<Flit>(*chip.memory, ports * vcs_ * (ring_mask_ + 1));
  for (std::size_t channel = 0; channel < ports * vcs_; ++channel) {
    inputs_[channel].buffer = static_cast<std::uint16_t>(channel * (ring_mask_ + 1));
  }
  for (std::size_t port = 0; port < ports; ++port) {
    sets_[port].free = all_vcs(vcs_);
    ports_[port].last_channel = static_cast<std::uint16_t>(ports * vcs_ - 1);
  }
  candidates_.resize(ports * vcs_);
  far_.resize(ports);
  requests_.resize(ports);
  if (chip.multicasts != nullptr) {
    forks_.resize(ports * vcs_);
    forking_.resize(ports);
  }
  for (std::size_t port = 0; port < ports; ++port) {
    path_ports_.push_back(std::make_unique<PathPort>(port < local_ ? layout[port].c_str() : "local"));
    const Endpoint here{&receiver_, index_, static_cast<std::uint16_t>(port),
                        static_cast<std::uint16_t>(parameters.latency)};
    path_ends_.push_back(std::make_unique<PathEnd>(here));
  }
}

void Router::end_of_elaboration() {
  for (auto& path_port : path_ports_) path_port->resolve();
  time_wheel_resized();
}

void Router::time_wheel_resized() {
  ClockDomain& clock = *chip_.clock;
  chip_.join_thread_of(index_);
  counters_ = &chip_.own->counters;
  receiver_.require_delay(clock.slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), credits_);
  own_activity_ = clock.activity_of(index_);
  for (std::size_t port = 0; port <= local_; ++port) {
    if (!ports_[port].link.open()) ports_[port].link.take_pointers(far_[port], clock);
  }
}

void Router::connect(PortId port, const Endpoint& far, unsigned latency) {
  Endpoint& old = far_.at(port.value);
  LinkTransmitter& link = ports_[port.value].link;
  if (!link.open() && old == far && link.latency() == latency) return;
  disconnect(port);
  old = far;
  link.connect(far, latency, *chip_.clock);
  std::fill_n(credits_ + port.value * vcs_, vcs_, port == local_port() ? kUnlimited : depth_);
}

void Router::disconnect(PortId port) {
  if (port.value > local_) throw std::out_of_range(std::string(name()) + " has no such port");
  LinkTransmitter& link = ports_[port.value].link;
  if (link.open()) return;
  if (!is_idle(port)) {
    throw std::logic_error(std::string(name()) + "." + path_ports_[port.value]->port.basename() +
                           ": the switches of its path move while a packet is on it; drain the network first");
  }
  link.disconnect();
}

bool Router::is_idle(PortId port) const {
  if (link(port).open()) return true;
  const bool to_pe = port == local_port();  // credits without limit
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (!to_pe && credits(port, vc) != parameters_.buffer) return false;
    if (!output_free(port, vc) || occupancy(port, vc) != 0) return false;
  }
  return true;
}

void Router::become(NodeId node, const RoutingRelation* relation) {
  if ((sendable_ports_ | waiting_ports_) != 0) fail("its node changes while flits are in it; drain the network first");
  node_ = node;
  relation_ = relation;
  adaptive_ = relation != nullptr && relation->is_adaptive();
  adaptive_vcs_.assign(adaptive_ ? local_ + 1u : 0u, 0);
  for (std::uint16_t port = 0; adaptive_ && port < local_; ++port) {
    adaptive_vcs_[port] = relation->adaptive_vcs(node, PortId{port});
  }
}

PacketId Router::front_packet(PortId port, unsigned vc) const {
  const InputVc& in = input(port.value, vc);
  if (in.empty()) return kNoPacket;
  return front(in).packet;
}

PortId Router::granted(PortId port, unsigned vc) const {
  const InputVc& in = input(port.value, vc);
  return in.has_output() ? PortId{in.out_port} : kNoPort;
}

/// Inlined into evaluate_all<Router>, which is instantiated in this file; other callers use the virtual function.
[[gnu::always_inline]] inline void Router::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  take_credits(arrivals.credits);
  if (!passes_straight(arrivals, now)) run_stages(arrivals, now);
  receiver_.clear_marks(arrivals);
}

/// Returns whether an arriving flit can leave at once: its packet has an output channel with a credit, and its buffer
/// is empty.
[[gnu::always_inline]] inline bool Router::can_pass(const InputVc& in) const {
  return in.has_output() && in.empty() && credits_[in.out_channel] != 0;
}

/// The common case: all arriving flits pass straight, each to another output port, and the router has no other work.
[[gnu::always_inline]] inline bool Router::passes_straight(const LinkReceiver::Arrivals& arrivals, Cycle now) {
  if ((sendable_ports_ | waiting_ports_) != 0) return false;
  if (arrivals.flits == 0) return true;
  if (is_single(arrivals.flits)) {
    const unsigned port = lowest(arrivals.flits);
    const std::size_t vc = arrivals.flit_vc(port);
    if (!can_pass(input(port, vc))) return false;
    pass_straight(now, port, vc, arrivals.flit(port));
    return true;
  }
  std::uint64_t taken = 0;
  for (const unsigned port : set_bits(arrivals.flits)) {
    const InputVc& in = input(port, arrivals.flit_vc(port));
    if (!can_pass(in) || (taken >> in.out_port & 1) != 0) return false;
    taken |= std::uint64_t{1} << in.out_port;
  }
  for (const unsigned port : set_bits(arrivals.flits)) {
    pass_straight(now, port, arrivals.flit_vc(port), arrivals.flit(port));
  }
  return true;
}

[[gnu::always_inline]] inline void Router::pass_straight(Cycle now, unsigned port, std::size_t vc, Flit flit) {
  const InputVc& in = input(port, vc);
  pass_on(now, port, vc, in, flit);
  if (flit.tail()) end_packet(port, static_cast<unsigned>(vc));
  ++counters_->moves;
}

/// Not inlined: the common case is faster when it has all registers.
[[gnu::noinline]] void Router::run_stages(const LinkReceiver::Arrivals& arrivals, Cycle now) {
  for (const unsigned port : set_bits(arrivals.flits)) {
    take_flit(port, static_cast<unsigned>(arrivals.flit_vc(port)), arrivals.flit(port));
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
  if (out.owner_port < kMaxPorts && !input(out.owner_port, out.owner_vc).empty()) {
    set_sendable(out.owner_port, out.owner_vc);
  }
}

/// Traversal: the flit leaves by the channel its packet holds, a credit goes back. Inlined where it is called: the
/// call would cost as much as what it does.
[[gnu::always_inline]] inline void Router::pass_on(Cycle now, unsigned in_port, std::size_t in_vc, const InputVc& in,
                                                   Flit flit) {
  const std::uint8_t out_mark = in.out_mark;
  Port& from = ports_[in_port];
  Port& to = ports_[in.out_port];
  spend_credit(in.out_port, in.out_channel);
  to.last_in = static_cast<std::uint8_t>(in_port);
  to.link.send(now, flit, out_mark);
  from.last_vc = static_cast<std::uint8_t>(in_vc);
  from.link.return_credit(now, Vc{static_cast<std::uint8_t>(in_vc)});
}

[[gnu::always_inline]] inline void Router::take_flit(unsigned port, unsigned vc, Flit flit) {
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

/// The channel an input port offers to the switch; it has one.
inline unsigned Router::offered_channel(unsigned in_port) const {
  return first_after(sets_[in_port].sendable, ports_[in_port].last_vc);
}

/// Switch allocation, input first: every input port offers one channel, every output port takes one input port.
/// Returns the number of flits that left.
[[gnu::always_inline]] inline std::uint64_t Router::allocate_switch_and_traverse(Cycle now) {
  std::array<std::uint8_t, kMaxPorts> offered;  // channels and their state, by input port; written before they are read
  Offers inputs;
  std::uint64_t asked = 0, contested = 0;
  for (const unsigned in_port : set_bits(sendable_ports_)) {
    const unsigned in_vc = offered_channel(in_port);
    InputVc& in = input(in_port, in_vc);
    offered[in_port] = static_cast<std::uint8_t>(in_vc);
    inputs[in_port] = &in;
    const std::uint64_t out = std::uint64_t{1} << in.out_port;
    contested |= asked & out;
    asked |= out;
  }
  const std::uint64_t winners = contested == 0 ? sendable_ports_ : settle_rivals(contested, inputs);
  for (const unsigned in_port : set_bits(winners)) send(now, in_port, offered[in_port], *inputs[in_port]);
  return size(winners);
}

/// Where some output ports are asked for by several input ports: the input ports that get theirs.
std::uint64_t Router::settle_rivals(std::uint64_t contested, const Offers& offers) const {
  std::array<std::uint64_t, kMaxPorts> rivals;  // input ports, by contested output port
  for (const unsigned out : set_bits(contested)) rivals[out] = 0;
  std::uint64_t winners = 0;
  for (const unsigned in_port : set_bits(sendable_ports_)) {
    const unsigned out = offers[in_port]->out_port;
    const std::uint64_t bit = std::uint64_t{1} << in_port;
    ((contested >> out & 1) != 0 ? rivals[out] : winners) |= bit;
  }
  for (const unsigned out : set_bits(contested)) {
    winners |= std::uint64_t{1} << first_after(rivals[out], ports_[out].last_in);
  }
  return winners;
}

[[gnu::always_inline]] inline void Router::send(Cycle now, unsigned in_port, unsigned in_vc, InputVc& in) {
  const Flit flit = buffered(in, in.left++);
  clear_sendable_if(in.empty() | (credits_[in.out_channel] == 1) | flit.tail(), in_port, in_vc);
  pass_on(now, in_port, in_vc, in, flit);
  if (flit.tail()) end_packet(in_port, in_vc);
}

void Router::send_front(Cycle now, unsigned in_port, unsigned in_vc) {
  send(now, in_port, in_vc, input(in_port, in_vc));
}

void Router::end_packet(unsigned in_port, unsigned in_vc) {
  InputVc& in = input(in_port, in_vc);
  outputs_[in.out_channel].owner_port = kNone;
  sets_[in.out_port].free |= vc_bit(static_cast<unsigned>(LinkReceiver::vc_of(in.out_mark)));
  allocation_due_ = Due::kNow;
  in.out_port = kNone;
  if (!in.empty()) set_waiting(in_port, in_vc);
}

void Router::fail(const char* what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

}  // namespace kintsugi
