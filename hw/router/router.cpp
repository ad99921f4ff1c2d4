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
      slots_log2_(static_cast<unsigned>(std::bit_width(parameters.buffer - 1))),
      parameters_(parameters),
      layout_(&layout) {
  const std::size_t ports = local_ + 1;
  sendable_.resize(ports);
  waiting_.resize(ports);
  routed_.resize(ports);
  inputs_.resize(ports * vcs_);
  outputs_.resize(ports * vcs_);
  buffers_.resize(ports * vcs_ << slots_log2_);
  links_.resize(ports);
  vc_turn_.resize(ports);
  in_turn_.resize(ports);
  free_vcs_.assign(ports, all_vcs(vcs_));
  asking_.resize(ports);
  chosen_.resize(ports);
  candidates_.resize(ports * vcs_);
  requests_.resize(ports);
  channel_turn_.resize(ports);
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

void Router::connect(PortId port, const Endpoint& far, unsigned latency) {
  LinkEnd& link = links_.at(port.value);
  if (link.far() == far && link.latency() == latency) return;
  disconnect(port);
  link.connect(far, latency, *chip_.clock);
  const std::uint16_t credits = port == local_port() ? kUnlimited : static_cast<std::uint16_t>(parameters_.buffer);
  for (unsigned vc = 0; vc < vcs_; ++vc) outputs_[port.value * vcs_ + vc].credits = credits;
}

void Router::disconnect(PortId port) {
  LinkEnd& link = links_.at(port.value);
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
  return buffers_[((port.value * vcs_ + vc) << slots_log2_) + in.first].packet;
}

PortId Router::granted(PortId port, unsigned vc) const {
  const std::uint8_t out = input(port.value, vc).out_port;
  return out == kNone ? kNoPort : PortId{out};
}

void Router::evaluate(Cycle now) {
  take_credits(now);
  take_flits(now);
  bool moved = false;
  if (waiting_ports_ != 0) {
    route_heads();
    moved = allocate_channels();
  }
  if (sendable_ports_ != 0) {
    traverse(now);
    moved = true;
  }
  // A blocked head can go on by itself only if a channel was given or set free just now.
  if (sendable_ports_ != 0 || (moved && waiting_ports_ != 0)) chip_.clock->wake(index_, now + 1);
}

void Router::take_credits(Cycle now) {
  for_each_bit(inbox_.take_credits(now), [&](unsigned port) {
    OutputVc& out = outputs_[port * vcs_ + inbox_.credit(now, port)];
    if (++out.credits == 1 && out.owner_port != kNone && input(out.owner_port, out.owner_vc).count != 0) {
      set_sendable(out.owner_port, out.owner_vc);
    }
  });
}

void Router::take_flits(Cycle now) {
  unsigned count = 0;
  for_each_bit(inbox_.take_flits(now), [&](unsigned port) {
    store(port, inbox_.flit(now, port));
    ++count;
  });
  chip_.accounts->on_wires -= count;
  chip_.accounts->buffered += count;
}

void Router::store(unsigned port, Flit flit) {
  InputVc& in = input(port, flit.vc);
  if (in.count >= parameters_.buffer) throw std::logic_error(std::string(name()) + ": a flit arrives at a full buffer");
  const unsigned slot = (in.first + in.count) & ((1u << slots_log2_) - 1);
  buffers_[((port * vcs_ + flit.vc) << slots_log2_) + slot] = flit;
  if (in.count++ != 0) return;
  if (in.out_port == kNone) {
    if (!flit.head()) throw std::logic_error(std::string(name()) + ": a body flit arrives without its head");
    set_waiting(port, flit.vc);
  } else if (outputs_[in.out_port * vcs_ + in.out_vc].credits != 0) {
    set_sendable(port, flit.vc);
  }
}

void Router::route_heads() {
  for_each_bit(waiting_ports_, [&](unsigned port) {
    const VcSet fresh = waiting_[port] & ~routed_[port];
    for_each_bit(fresh, [&](unsigned vc) { route_head(port, vc); });
    routed_[port] |= fresh;
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
  collect_requests();
  bool granted = false;
  for_each_bit(requested_ports_, [&](unsigned port) { granted |= grant_channels(port); });
  return granted;
}

/// Every waiting head asks for the first of its candidates that has a free channel.
void Router::collect_requests() {
  requested_ports_ = 0;
  for_each_bit(waiting_ports_, [&](unsigned port) {
    for_each_bit(waiting_[port], [&](unsigned vc) {
      for (const Candidate& wish : candidates_[port * vcs_ + vc]) {
        if ((free_vcs_[wish.port.value] & wish.vcs) == 0) continue;
        requests_[wish.port.value].push_back({static_cast<std::uint8_t>(port), static_cast<std::uint8_t>(vc), &wish});
        requested_ports_ |= std::uint64_t{1} << wish.port.value;
        break;
      }
    });
  });
}

bool Router::grant_channels(unsigned port) {
  std::vector<Request>& requests = requests_[port];
  bool granted = false;
  while (!requests.empty()) {
    const std::size_t first = next_in_turn(requests, port);
    if ((free_vcs_[port] & requests[first].wish->vcs) != 0) {
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
    const unsigned distance = (channel + all - channel_turn_[port]) % all;
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
  for_each_bit(free_vcs_[port] & wish.vcs, [&](unsigned vc) {
    if (best == kMaxVcs || outputs_[port * vcs_ + vc].credits > outputs_[port * vcs_ + best].credits) best = vc;
  });
  OutputVc& out = outputs_[port * vcs_ + best];
  out.owner_port = request.in_port;
  out.owner_vc = request.in_vc;
  free_vcs_[port] &= ~vc_bit(best);
  InputVc& in = input(request.in_port, request.in_vc);
  in.out_port = static_cast<std::uint8_t>(port);
  in.out_vc = static_cast<std::uint8_t>(best);
  channel_turn_[port] =
      static_cast<std::uint16_t>((request.in_port * vcs_ + request.in_vc + 1) % ((local_ + 1) * vcs_));
  const PacketId head = front_packet(PortId{request.in_port}, request.in_vc);
  (*chip_.packets)[head].state = wish.state;
  clear_waiting(request.in_port, request.in_vc);
  routed_[request.in_port] &= ~vc_bit(request.in_vc);
  if (out.credits != 0) set_sendable(request.in_port, request.in_vc);
}

/// Switch allocation, input first: every input port offers one channel, every output port takes one input port.
void Router::traverse(Cycle now) {
  std::uint64_t requested = 0;
  for_each_bit(sendable_ports_, [&](unsigned port) {
    const unsigned vc = first_from(sendable_[port], vc_turn_[port]);
    const unsigned out = input(port, vc).out_port;
    chosen_[port] = static_cast<std::uint8_t>(vc);
    asking_[out] |= std::uint64_t{1} << port;
    requested |= std::uint64_t{1} << out;
  });
  send_granted(now, requested);
}

void Router::send_granted(Cycle now, std::uint64_t requested) {
  unsigned count = 0;
  for_each_bit(requested, [&](unsigned out) {
    const unsigned port = first_from(std::exchange(asking_[out], 0), in_turn_[out]);
    const unsigned vc = chosen_[port];
    in_turn_[out] = static_cast<std::uint8_t>((port + 1) & 63);
    vc_turn_[port] = static_cast<std::uint8_t>((vc + 1) & 63);
    send(now, port, vc);
    ++count;
  });
  chip_.accounts->buffered -= count;
  chip_.accounts->on_wires += count;
  chip_.accounts->moves += count;
}

void Router::send(Cycle now, unsigned in_port, unsigned in_vc) {
  InputVc& in = input(in_port, in_vc);
  const unsigned out_port = in.out_port;
  OutputVc& out = outputs_[out_port * vcs_ + in.out_vc];
  Flit flit = buffers_[((in_port * vcs_ + in_vc) << slots_log2_) + in.first];
  in.first = static_cast<std::uint8_t>((in.first + 1u) & ((1u << slots_log2_) - 1));
  --in.count;
  out.credits = static_cast<std::uint16_t>(out.credits - (out_port != local_));  // unlimited towards the PE
  flit.vc = in.out_vc;
  links_[out_port].send(*chip_.clock, now, flit);
  links_[in_port].return_credit(*chip_.clock, now, in_vc);
  if (flit.head() && out_port != local_) ++(*chip_.packets)[flit.packet].hops;
  if (flit.tail()) {
    end_packet(in_port, in_vc);
  } else if (in.count == 0 || out.credits == 0) {
    clear_sendable(in_port, in_vc);
  }
}

void Router::end_packet(unsigned in_port, unsigned in_vc) {
  InputVc& in = input(in_port, in_vc);
  outputs_[in.out_port * vcs_ + in.out_vc].owner_port = kNone;
  free_vcs_[in.out_port] |= vc_bit(in.out_vc);
  in.out_port = kNone;
  clear_sendable(in_port, in_vc);
  if (in.count != 0) set_waiting(in_port, in_vc);
}

}  // namespace kintsugi
