// What a router has decided, for an explanation of a cycle. Nothing here runs in a cycle.
#include "hw/clock/bit_set.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

std::optional<Flit> Router::front_flit(PortId port, Vc vc) const {
  const InputVc& in = input(port, vc);
  return in.empty() ? std::nullopt : std::optional(front(in));
}

/// As route_head(), which writes to what the routers of a thread share.
void Router::add_candidates(const Packet& packet, RoutingState state, PortId port, Vc vc, Candidates& into) const {
  if (packet.destination == node_) {
    into.push_back({local_port(), vcs_to_pe(vc), state});
    return;
  }
  if (relation_ == nullptr) return;
  const PortId arrival = port == local_port() ? kNoPort : port;
  relation_->route({node_, arrival, vc, packet.source, packet.destination, state}, into);
}

std::optional<Router::Channel> Router::holder(PortId port, Vc vc) const {
  if (output_free(port, vc)) return std::nullopt;
  const OutputVc& held = outputs_[channel(port, vc)];
  return is_port(held.owner_port) ? std::optional(Channel{port_of(held.owner_port), held.owner_vc}) : std::nullopt;
}

PortId Router::last_in(PortId port) const {
  const PortId last = port_of(ports_[port.index()].last_in);
  return last <= local_port() ? last : kNoPort;
}

std::optional<Vc> Router::offered(PortId port) const {
  const VcSet sendable = sets_[port.index()].sendable;
  if (sendable == 0) return std::nullopt;
  if (turns_ == nullptr) return first_after<Vc>(sendable, ports_[port.index()].last_vc);
  const unsigned first = class_of(lowest<Vc>(sendable));
  return first_after<Vc>(sendable & vcs_of_class(first), turn_of(port, first).last_vc);
}

bool Router::is_adaptive(PortId port, Vc vc) const {
  const bool has_some = (restrictions_ & kAdaptive) != 0 && port != local_port();
  return has_some && (adaptive_vcs_[port.index()] & vc_bit(vc)) != 0;
}

}  // namespace kintsugi
