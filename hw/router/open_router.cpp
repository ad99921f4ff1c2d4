#include "hw/router/open_router.hpp"

#include <stdexcept>

#include "hw/clock/bit_set.hpp"
#include "hw/link/thread_state.hpp"

namespace kintsugi {

OpenRouter::OpenRouter(sc_core::sc_module_name name, const RouterSite& site)
    : LinkedRouter(name, site, site.parameters.latency),
      turns_(ports().size()),
      channels_(ports().size() * site.parameters.vcs) {
  if (chip().multicasts != nullptr || chip().drops_unroutable) {
    throw std::invalid_argument(std::string(this->name()) + ": a router of the user supports no " +
                                (chip().multicasts != nullptr ? "multicasts" : "fault-aware routing"));
  }
  join(chip().clock->add(*this));
}

void OpenRouter::become(NodeId node, const RoutingRelation* relation) {
  if (held_flits_ != 0) fail("its node changes while flits are in it; drain the network first");
  set_node(node);
  relation_ = relation;
}

void OpenRouter::evaluate(Cycle now) {
  const LinkReceiver::Arrivals arrivals = take_credits(now);
  for (const PortId port : set_bits<PortId>(arrivals.flits)) {
    Flit flit = arrivals.flit(port);
    flit.vc = arrivals.flit_vc(port);
    take_flit(port, flit);
  }
  receiver().clear(arrivals);
  if (held_flits_ == 0) return;
  step(now);
  if (held_flits_ != 0) chip().clock->wake(index(), now + 1);
}

void OpenRouter::take_flit(PortId port, Flit flit) {
  std::deque<Flit>& buffer = at(port, flit.vc).buffer;
  if (buffer.size() >= parameters().buffer) fail("a flit arrives at a full buffer");
  buffer.push_back(flit);
  ++held_flits_;
  count_arrival();
}

const Candidates& OpenRouter::candidates(PortId port, Vc vc) const {
  Candidates& candidates = chip().own->candidates;
  candidates.clear();
  const Packet& packet = packet_of(at(port, vc).buffer.at(0));
  if (packet.destination == node()) {
    const unsigned of_class = parameters().vcs / parameters().classes;
    candidates.push_back({local_port(), all_vcs(of_class) << (vc.value / of_class * of_class), packet.state});
  } else if (relation_ != nullptr) {
    const PortId arrival = port == local_port() ? kNoPort : port;
    relation_->route({node(), arrival, vc, packet.source, packet.destination, packet.state}, candidates);
  }
  return candidates;
}

bool OpenRouter::is_adaptive(PortId port, Vc vc) const {
  return port != local_port() && relation_ != nullptr && relation_->is_adaptive() &&
         (relation_->adaptive_vcs(node(), port) & vc_bit(vc)) != 0;
}

bool OpenRouter::can_send(PortId in, Vc in_vc, PortId out, Vc out_vc) const {
  check(in);
  check(out);
  const ChannelState& from = at(in, in_vc);
  const ChannelState& to = at(out, out_vc);
  const Cycle now = chip().clock->now();
  if (from.buffer.empty() || turns_[in.index()].offers == now) return false;
  if (turns_[out.index()].sends == now || link(out).open() || credits(out, out_vc) == 0) return false;
  if (!from.buffer.front().head()) return from.held == Channel{out, out_vc};
  return !to.owner && (!is_adaptive(out, out_vc) || credits(out, out_vc) == parameters().buffer);
}

void OpenRouter::send(PortId in, Vc in_vc, PortId out, Vc out_vc, RoutingState state) {
  if (!can_send(in, in_vc, out, out_vc)) {
    fail("may not send from " + port_name(in) + " channel " + std::to_string(in_vc.value) + " to " + port_name(out) +
         " channel " + std::to_string(out_vc.value) + " in this cycle");
  }
  const Cycle now = chip().clock->now();
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
  use_credit(out, out_vc);
  turns_[in.index()].offers = turns_[out.index()].sends = now;
  link(out).send(now, flit, LinkReceiver::mark(out_vc));
  link(in).return_credit(now, in_vc);
  count_departure();
}

}  // namespace kintsugi
