#include "hw/router/open_router.hpp"

#include <stdexcept>

#include "hw/clock/bit_set.hpp"
#include "hw/link/conservation_check.hpp"
#include "hw/link/link_probes.hpp"
#include "hw/link/thread_state.hpp"

namespace kintsugi {

OpenRouter::OpenRouter(sc_core::sc_module_name name, const RouterSite& site)
    : SiteRouter(name, *site.chip.clock),
      chip_(site.chip),
      layout_(&site.layout),
      parameters_(site.parameters),
      network_ports_(narrow<unsigned>(site.layout.size())),
      index_(site.chip.clock->add(*this)),
      receiver_(network_ports_ + 1, site.parameters.vcs, network_ports_, site.chip.memory),
      channels_(std::size_t{network_ports_ + 1} * site.parameters.vcs) {
  if (chip_.multicasts != nullptr || chip_.drops_unroutable) {
    throw std::invalid_argument(std::string(this->name()) + ": a router of the user supports no " +
                                (chip_.multicasts != nullptr ? "multicasts" : "fault-aware routing"));
  }
  for (const PortId port : ports()) {
    const char* const label = port == local_port() ? "local" : site.layout[port.index()].c_str();
    ports_.push_back({PathPort(label, chip_.shown_ports), {}, {}});
  }
}

Endpoint OpenRouter::endpoint(PortId port) {
  check(port);
  return {&receiver_, index_, port, narrow<std::uint16_t>(parameters_.latency)};
}

void OpenRouter::end_of_elaboration() {
  time_wheel_resized();
}

void OpenRouter::thread_changed() {
  chip_.join_thread_of(index_);
}

void OpenRouter::time_wheel_resized() {
  thread_changed();
  receiver_.require_delay(chip_.clock->slots() - 1);
  set_hot_state(receiver_.records(), receiver_.slots(), receiver_.record_bytes(), ports_.data());
  for (Port& port : ports_) {
    if (!port.link.open()) port.link.take_pointers(port.far, *chip_.clock);
  }
}

void OpenRouter::connect(PortId port, const Endpoint& far, unsigned latency) {
  check(port);
  Port& own = ports_[port.index()];
  if (!own.link.open() && own.far == far && own.link.latency() == latency) return;
  disconnect(port);
  own.far = far;
  own.link.connect(far, latency, *chip_.clock);
  for (const Vc vc : vcs()) at(port, vc).credits = parameters_.buffer;
}

void OpenRouter::disconnect(PortId port) {
  check(port);
  if (!is_idle(port)) fail(port_name(port) + " has another path while a packet is on it; drain the network first");
  ports_[port.index()].link.disconnect();
}

void OpenRouter::become(NodeId node, const RoutingRelation* relation) {
  if (held_flits_ != 0) fail("its node changes while flits are in it; drain the network first");
  node_ = node;
  relation_ = relation;
}

unsigned OpenRouter::credits(PortId port, Vc vc) const {
  return port == local_port() ? parameters_.buffer : at(port, vc).credits;
}

bool OpenRouter::is_idle(PortId port) const {
  if (link(port).open()) return true;
  for (const Vc vc : vcs()) {
    if (credits(port, vc) != parameters_.buffer || at(port, vc).owner || !at(port, vc).buffer.empty()) return false;
  }
  return true;
}

bool OpenRouter::is_idle() const {
  for (const PortId port : ports()) {
    if (!is_idle(port)) return false;
  }
  return true;
}

bool OpenRouter::uses(VcSet channels) const {
  for (const PortId port : ids<PortId>(network_ports_)) {
    for (const Vc vc : set_bits<Vc>(channels)) {
      const ChannelState& channel = at(port, vc);
      const bool is_held = channel.owner || channel.credits != parameters_.buffer;
      if (!channel.buffer.empty() || (!link(port).open() && is_held)) return true;
    }
  }
  return false;
}

void OpenRouter::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = receiver_.arrivals_in(registers_of(now));
  for (const PortId port : ids<PortId>(network_ports_)) {
    for (const Vc vc : vcs()) {
      if (arrivals.credits[port.index() * parameters_.vcs + vc.index()] != 0) ++at(port, vc).credits;
    }
  }
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    Flit flit = arrivals.flit(port);
    flit.vc = arrivals.flit_vc(port);
    take_flit(port, flit);
  }
  receiver_.clear(arrivals);
  if (held_flits_ == 0) return;
  step(now);
  if (held_flits_ != 0) chip_.clock->wake(index_, now + 1);
}

void OpenRouter::take_flit(PortId port, Flit flit) {
  std::deque<Flit>& buffer = at(port, flit.vc).buffer;
  if (buffer.size() >= parameters_.buffer) fail("a flit arrives at a full buffer");
  buffer.push_back(flit);
  ++held_flits_;
  --chip_.own->counters.on_wires;
  ++chip_.own->counters.buffered;
}

const Candidates& OpenRouter::candidates(PortId port, Vc vc) const {
  Candidates& candidates = chip_.own->candidates;
  candidates.clear();
  const Packet& packet = packet_of(at(port, vc).buffer.at(0));
  if (packet.destination == node_) {
    const unsigned of_class = parameters_.vcs / parameters_.classes;
    candidates.push_back({local_port(), all_vcs(of_class) << (vc.value / of_class * of_class), packet.state});
  } else if (relation_ != nullptr) {
    const PortId arrival = port == local_port() ? kNoPort : port;
    relation_->route({node_, arrival, vc, packet.source, packet.destination, packet.state}, candidates);
  }
  return candidates;
}

bool OpenRouter::is_adaptive(PortId port, Vc vc) const {
  return port != local_port() && relation_ != nullptr && relation_->is_adaptive() &&
         (relation_->adaptive_vcs(node_, port) & vc_bit(vc)) != 0;
}

bool OpenRouter::can_send(PortId in, Vc in_vc, PortId out, Vc out_vc) const {
  check(in);
  check(out);
  const ChannelState& from = at(in, in_vc);
  const ChannelState& to = at(out, out_vc);
  const Cycle now = chip_.clock->now();
  if (from.buffer.empty() || ports_[in.index()].offers == now) return false;
  if (ports_[out.index()].sends == now || link(out).open() || credits(out, out_vc) == 0) return false;
  if (!from.buffer.front().head()) return from.held == Channel{out, out_vc};
  return !to.owner && (!is_adaptive(out, out_vc) || to.credits == parameters_.buffer);
}

void OpenRouter::send(PortId in, Vc in_vc, PortId out, Vc out_vc, RoutingState state) {
  if (!can_send(in, in_vc, out, out_vc)) {
    fail("may not send from " + port_name(in) + " channel " + std::to_string(in_vc.value) + " to " + port_name(out) +
         " channel " + std::to_string(out_vc.value) + " in this cycle");
  }
  const Cycle now = chip_.clock->now();
  ChannelState& from = at(in, in_vc);
  ChannelState& to = at(out, out_vc);
  const Flit flit = from.buffer.front();
  from.buffer.pop_front();
  --held_flits_;
  if (flit.head()) {
    from.held = Channel{out, out_vc};
    to.owner = Channel{in, in_vc};
    Packet& packet = packet_of(flit);
    packet.state = state;
    packet.hops += out != local_port();
  }
  if (flit.tail()) from.held = to.owner = std::nullopt;
  if (out != local_port()) --to.credits;
  ports_[in.index()].offers = ports_[out.index()].sends = now;
  link(out).send(now, flit, LinkReceiver::mark(out_vc));
  link(in).return_credit(now, in_vc);
  FlitCounters& counters = chip_.own->counters;
  --counters.buffered;
  ++counters.on_wires;
  ++counters.moves;
}

void OpenRouter::list_probes(wave::ModuleProbes& probes) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      const auto occupancy = [](const OpenRouter& router, std::uint64_t channel) {
        return std::uint64_t{router.channels_[channel].buffer.size()};
      };
      probes.add("in_" + port_name(port) + ".vc" + std::to_string(vc.value) + ".occupancy",
                 bits_for(parameters_.buffer),
                 wave::reader<occupancy>(*this, port.index() * parameters_.vcs + vc.index()));
    }
    add_link_probes(probes, "out_" + port_name(port), *this, port);
  }
}

void OpenRouter::add_to(ConservationCheck& check) const {
  for (const PortId port : ports()) {
    for (const Vc vc : vcs()) {
      check.add_buffer(*this, receiver_, port, vc, narrow<unsigned>(at(port, vc).buffer.size()));
      if (port == local_port() || link(port).open()) continue;
      check.add_credits(receiver_, port, far(port), vc, at(port, vc).credits, parameters_.buffer);
    }
  }
}

void OpenRouter::check(PortId port) const {
  if (port > local_port()) throw std::out_of_range(std::string(name()) + " has no such port");
}

void OpenRouter::fail(const std::string& what) const {
  throw std::logic_error(std::string(name()) + ": " + what);
}

}  // namespace kintsugi
