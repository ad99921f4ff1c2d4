#include "hw/router/router.hpp"

#include <bit>
#include <stdexcept>
#include <string>
#include <utility>

namespace kintsugi {

namespace {

/// The first member of a non-empty set at or after `turn`, going round; turn is below 64.
unsigned first_from(std::uint64_t set, unsigned turn) {
  const std::uint64_t later = set & (~std::uint64_t{0} << turn);
  return static_cast<unsigned>(std::countr_zero(later != 0 ? later : set));
}

template <class Visit>
void for_each_bit(std::uint64_t set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(static_cast<unsigned>(std::countr_zero(set)));
}

constexpr std::uint16_t kUnlimited = 0xffff;

}  // namespace

Router::Router(sc_core::sc_module_name name, const ChipContext& chip, const PortLayout& layout,
               const RouterParameters& parameters)
    : sc_module(name),
      chip_(chip),
      inbox_(static_cast<unsigned>(layout.size() + 1)),
      index_(chip.clock->add(*this)),
      local_(static_cast<unsigned>(layout.size())),
      vcs_(parameters.vcs),
      ring_log2_(static_cast<unsigned>(std::bit_width(parameters.buffer - 1))),
      parameters_(parameters),
      layout_(&layout) {
  const std::size_t ports = local_ + 1;
  ports_.resize(ports);
  for (Port& port : ports_) port.free_vcs = all_vcs(vcs_);
  ports_[local_].credit_cost = 0;
  inputs_.resize(ports * vcs_);
  outputs_.resize(ports * vcs_);
  buffers_.resize(ports * vcs_ << ring_log2_);
  candidates_.resize(ports * vcs_);
  requests_.resize(ports);
  for (std::size_t port = 0; port < ports; ++port) {
    pins_.push_back(std::make_unique<Pin>(port < local_ ? layout[port].c_str() : "local"));
    const Endpoint here{&inbox_, index_, static_cast<std::uint16_t>(port),
                        static_cast<std::uint16_t>(parameters.latency)};
    entries_.push_back(std::make_unique<EndEntry>(here));
  }
}

void Router::end_of_elaboration() {
  for (auto& pin : pins_) pin->resolve();
}

void Router::horizon_grown() {
  for (Port& port : ports_) port.link.take_pointers(*chip_.clock);
}

void Router::connect(PortId port, const Endpoint& far, unsigned latency) {
  LinkEnd& link = ports_.at(port.value).link;
  if (link.far() == far && link.latency() == latency) return;
  disconnect(port);
  link.connect(far, latency, *chip_.clock);
  const std::uint16_t credits = port == local_port() ? kUnlimited : static_cast<std::uint16_t>(parameters_.buffer);
  for (unsigned vc = 0; vc < vcs_; ++vc) outputs_[port.value * vcs_ + vc].credits = credits;
}

void Router::disconnect(PortId port) {
  LinkEnd& link = ports_.at(port.value).link;
  if (link.open()) return;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    if (credits(port, vc) != parameters_.buffer || !output_free(port, vc) || occupancy(port, vc) != 0) {
      throw std::logic_error(std::string(name()) + "." + pins_[port.value]->port.basename() +
                             ": the switches of its path move while a packet is on it; drain the network first");
    }
  }
  link.disconnect();
}

PacketId Router::front_packet(PortId port, unsigned vc) const {
  const InputVc& in = input(port.value, vc);
  if (in.count == 0) return kNoPacket;
  return buffers_[((port.value * vcs_ + vc) << ring_log2_) + in.first].packet;
}

PortId Router::granted(PortId port, unsigned vc) const {
  const std::uint8_t out = input(port.value, vc).out_port;
  return out == kNone ? kNoPort : PortId{out};
}

void Router::run_stages(std::uint64_t arrived, Cycle now) {
  std::uint64_t taken = 0;
  for_each_bit(arrived, [&](unsigned port) {
    take_flit(port, inbox_.flit(now, port));
    ++taken;
  });
  bool moved = false;
  if (waiting_ports_ != 0) {
    route_heads();
    moved = allocate_channels();
  }
  std::uint64_t sent = 0;
  if (sendable_ports_ != 0) sent = allocate_switch_and_traverse(now);
  chip_.accounts->on_wires += sent - taken;
  chip_.accounts->buffered += taken - sent;
  chip_.accounts->moves += sent;
  // A blocked head can go on by itself only if a channel was given or set free just now.
  if (sendable_ports_ != 0 || (waiting_ports_ != 0 && (moved || sent != 0))) chip_.clock->wake(index_, now + 1);
}

inline void Router::take_credit(unsigned port, unsigned vc) {
  OutputVc& out = outputs_[port * vcs_ + vc];
  if (++out.credits == 1 && out.owner_port != kNone && input(out.owner_port, out.owner_vc).count != 0) {
    set_sendable(out.owner_port, out.owner_vc);
  }
}

/// Traversal: the flit leaves by the channel its packet holds, a credit goes back. Inlined where it is called: the
/// call would cost as much as what it does.
[[gnu::always_inline]] inline void Router::pass_on(Cycle now, unsigned in_port, unsigned in_vc, InputVc in,
                                                   OutputVc& out, Flit flit) {
  Port& from = ports_[in_port];
  Port& to = ports_[in.out_port];
  from.vc_turn = static_cast<std::uint8_t>((in_vc + 1) & 63);
  to.in_turn = static_cast<std::uint8_t>((in_port + 1) & 63);
  out.credits = static_cast<std::uint16_t>(out.credits - to.credit_cost);
  flit.vc = in.out_vc;
  to.link.send(now, flit);
  from.link.return_credit(now, in_vc);
  if (flit.head() && in.out_port != local_) ++(*chip_.packets)[flit.packet].hops;
}

/// The common case, made short: the only thing to do in this cycle is to pass on one flit of a packet that has its
/// output channel and a credit. It would enter its empty buffer and leave it again; all else is as on the long way.
[[gnu::always_inline]] inline bool Router::passes_straight(std::uint64_t arrived, Cycle now) {
  if ((sendable_ports_ | waiting_ports_) != 0 || arrived == 0 || (arrived & (arrived - 1)) != 0) return false;
  const auto in_port = static_cast<unsigned>(std::countr_zero(arrived));
  const Flit flit = inbox_.flit(now, in_port);
  const InputVc& in = input(in_port, flit.vc);
  if (in.out_port == kNone || in.count != 0) return false;
  OutputVc& out = outputs_[in.out_channel];
  if (out.credits == 0) return false;
  pass_on(now, in_port, flit.vc, in, out, flit);
  if (flit.tail()) end_packet(in_port, flit.vc);
  ++chip_.accounts->moves;
  return true;
}

void Router::evaluate(Cycle now) {
  const Inbox::Arrivals arrivals = inbox_.take(now);
  for_each_bit(arrivals.credits, [&](unsigned port) { take_credit(port, inbox_.credit(now, port)); });
  if (!passes_straight(arrivals.flits, now)) run_stages(arrivals.flits, now);
}

inline void Router::take_flit(unsigned port, Flit flit) {
  const unsigned channel = port * vcs_ + flit.vc;
  InputVc& in = inputs_[channel];
  if (in.count >= parameters_.buffer) throw std::logic_error(std::string(name()) + ": a flit arrives at a full buffer");
  const unsigned slot = (in.first + in.count) & ((1u << ring_log2_) - 1);
  buffers_[(channel << ring_log2_) + slot] = flit;
  if (in.count++ != 0) return;
  if (in.out_port == kNone) {
    if (!flit.head()) throw std::logic_error(std::string(name()) + ": a body flit arrives without its head");
    set_waiting(port, flit.vc);
  } else if (outputs_[in.out_channel].credits != 0) {
    set_sendable(port, flit.vc);
  }
}

void Router::route_heads() {
  for_each_bit(waiting_ports_, [&](unsigned port) {
    const VcSet fresh = ports_[port].waiting & ~ports_[port].routed;
    for_each_bit(fresh, [&](unsigned vc) { route_head(port, vc); });
    ports_[port].routed |= fresh;
  });
}

void Router::route_head(unsigned port, unsigned vc) {
  const Packet& packet = (*chip_.packets)[front_packet(PortId{static_cast<std::uint16_t>(port)}, vc)];
  Candidates& candidates = candidates_[port * vcs_ + vc];
  candidates.clear();
  if (packet.destination == node_) {
    candidates.push_back({local_port(), all_vcs(vcs_), packet.state});
    return;
  }
  const PortId arrival = port == local_ ? kNoPort : PortId{static_cast<std::uint16_t>(port)};
  relation_->route({node_, arrival, Vc{static_cast<std::uint8_t>(vc)}, packet.source, packet.destination, packet.state},
                   candidates);
}

bool Router::allocate_channels() {
  const auto first = static_cast<unsigned>(std::countr_zero(waiting_ports_));
  const VcSet waiting = ports_[first].waiting;
  if ((waiting_ports_ & (waiting_ports_ - 1)) == 0 && (waiting & (waiting - 1)) == 0) {  // a lone head has no rival
    const auto request = request_of(first, static_cast<unsigned>(std::countr_zero(waiting)));
    if (request) grant_channel(*request);
    return request.has_value();
  }
  collect_requests();
  bool granted = false;
  for_each_bit(requested_ports_, [&](unsigned port) { granted |= grant_channels(port); });
  return granted;
}

/// A waiting head asks for the first of its candidates that has a free channel.
inline std::optional<Router::Request> Router::request_of(unsigned in_port, unsigned in_vc) const {
  for (const Candidate& wish : candidates_[in_port * vcs_ + in_vc]) {
    if ((ports_[wish.port.value].free_vcs & wish.vcs) == 0) continue;
    return Request{static_cast<std::uint8_t>(in_port), static_cast<std::uint8_t>(in_vc), &wish};
  }
  return std::nullopt;
}

void Router::collect_requests() {
  requested_ports_ = 0;
  for_each_bit(waiting_ports_, [&](unsigned in_port) {
    for_each_bit(ports_[in_port].waiting, [&](unsigned in_vc) {
      const auto request = request_of(in_port, in_vc);
      if (!request) return;
      const unsigned port = request->wish->port.value;
      requests_[port].push_back(*request);
      requested_ports_ |= std::uint64_t{1} << port;
    });
  });
}

bool Router::grant_channels(unsigned port) {
  std::vector<Request>& requests = requests_[port];
  bool granted = false;
  while (!requests.empty()) {
    const std::size_t first = next_in_turn(requests, port);
    if ((ports_[port].free_vcs & requests[first].wish->vcs) != 0) {
      grant_channel(requests[first]);
      granted = true;
    }
    requests[first] = requests.back();
    requests.pop_back();
  }
  return granted;
}

std::size_t Router::next_in_turn(const std::vector<Request>& requests, unsigned port) const {
  const unsigned all = (local_ + 1) * vcs_;
  std::size_t best = 0;
  unsigned best_distance = all;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const unsigned channel = requests[i].in_port * vcs_ + requests[i].in_vc;
    const unsigned distance = (channel + all - ports_[port].channel_turn) % all;
    if (distance < best_distance) {
      best = i;
      best_distance = distance;
    }
  }
  return best;
}

void Router::grant_channel(const Request& request) {
  const Candidate& wish = *request.wish;
  const unsigned port = wish.port.value;
  unsigned best = kMaxVcs;
  for_each_bit(ports_[port].free_vcs & wish.vcs, [&](unsigned vc) {
    if (best == kMaxVcs || outputs_[port * vcs_ + vc].credits > outputs_[port * vcs_ + best].credits) best = vc;
  });
  OutputVc& out = outputs_[port * vcs_ + best];
  out.owner_port = request.in_port;
  out.owner_vc = request.in_vc;
  ports_[port].free_vcs &= ~vc_bit(best);
  InputVc& in = input(request.in_port, request.in_vc);
  in.out_port = static_cast<std::uint8_t>(port);
  in.out_vc = static_cast<std::uint8_t>(best);
  in.out_channel = static_cast<std::uint16_t>(port * vcs_ + best);
  const unsigned channel = request.in_port * vcs_ + request.in_vc;
  ports_[port].channel_turn = static_cast<std::uint16_t>((channel + 1) % ((local_ + 1) * vcs_));
  const PacketId head = front_packet(PortId{request.in_port}, request.in_vc);
  (*chip_.packets)[head].state = wish.state;
  clear_waiting(request.in_port, request.in_vc);
  ports_[request.in_port].routed &= ~vc_bit(request.in_vc);
  if (out.credits != 0) set_sendable(request.in_port, request.in_vc);
}

/// The channel an input port offers to the switch; it has one.
inline unsigned Router::offered_channel(unsigned in_port) const {
  return first_from(ports_[in_port].sendable, ports_[in_port].vc_turn);
}

/// Switch allocation, input first: every input port offers one channel, every output port takes one input port.
/// Returns the number of flits that left.
inline std::uint64_t Router::allocate_switch_and_traverse(Cycle now) {
  if ((sendable_ports_ & (sendable_ports_ - 1)) == 0) {  // one input port alone has whatever it wants
    const auto in_port = static_cast<unsigned>(std::countr_zero(sendable_ports_));
    send(now, in_port, offered_channel(in_port));
    return 1;
  }
  std::uint64_t asked = 0;
  for_each_bit(sendable_ports_, [&](unsigned in_port) {
    const unsigned out = input(in_port, offered_channel(in_port)).out_port;
    ports_[out].asking |= std::uint64_t{1} << in_port;
    asked |= std::uint64_t{1} << out;
  });
  std::uint64_t sent = 0;
  for_each_bit(asked, [&](unsigned out) {
    const unsigned in_port = first_from(std::exchange(ports_[out].asking, 0), ports_[out].in_turn);
    send(now, in_port, offered_channel(in_port));
    ++sent;
  });
  return sent;
}

inline void Router::send(Cycle now, unsigned in_port, unsigned in_vc) {
  const unsigned channel = in_port * vcs_ + in_vc;
  InputVc& in = inputs_[channel];
  const Flit flit = buffers_[(channel << ring_log2_) + in.first];
  in.first = static_cast<std::uint8_t>((in.first + 1u) & ((1u << ring_log2_) - 1));
  --in.count;
  OutputVc& out = outputs_[in.out_channel];
  pass_on(now, in_port, in_vc, in, out, flit);
  if (flit.tail()) {
    end_packet(in_port, in_vc);
  } else if (in.count == 0 || out.credits == 0) {
    clear_sendable(in_port, in_vc);
  }
}

void Router::end_packet(unsigned in_port, unsigned in_vc) {
  InputVc& in = input(in_port, in_vc);
  outputs_[in.out_channel].owner_port = kNone;
  ports_[in.out_port].free_vcs |= vc_bit(in.out_vc);
  in.out_port = kNone;
  clear_sendable(in_port, in_vc);
  if (in.count != 0) set_waiting(in_port, in_vc);
}

}  // namespace kintsugi
