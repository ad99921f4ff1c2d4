#include "models/fabric/network_check.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

constexpr SitePort kNowhere{kNoSite, kNoPort};

}  // namespace

NetworkCheck::NetworkCheck(const Network& wanted, const Fabric& fabric)
    : ports_(fabric.layout.size()), wanted_(wanted.nodes() * ports_), far_(fabric.sites.size() * ports_) {
  for (NodeId node{0}; node.value < wanted.nodes(); ++node.value) {
    const PortLayout& ports = wanted.ports(node);
    for (std::uint16_t port = 0; port < ports.size(); ++port) {
      const auto peer = wanted.peer({node, PortId{port}});
      if (!peer) continue;
      const PortId near = fabric.port_named(ports[port]);
      const PortId far = fabric.port_named(wanted.ports(peer->node)[peer->port.value]);
      has_all_ports_ = has_all_ports_ && near != kNoPort && far != kNoPort;
      if (has_all_ports_) wanted_[node.value * ports_ + near.value] = {peer->node, far};
    }
  }
}

bool NetworkCheck::holds_all_nodes(const ExtractedNetwork& extracted, const Placement& placement) const {
  const auto holds_node = [&](SiteId site) {
    const NodeId node = placement.node_at[site.value];
    return node != kNoNode && placement.site_of[node.value] == site;
  };
  return extracted.attached.size() == placement.site_of.size() && std::ranges::all_of(extracted.attached, holds_node);
}

bool NetworkCheck::same(const ExtractedNetwork& extracted, const Placement& placement) {
  if (!has_all_ports_ || !holds_all_nodes(extracted, placement)) return false;
  std::ranges::fill(far_, kNowhere);
  for (const Join& join : extracted.joins) {
    far(join.a) = join.b;
    far(join.b) = join.a;
  }
  for (std::size_t node = 0; node < placement.site_of.size(); ++node) {
    for (std::uint16_t port = 0; port < ports_; ++port) {
      const Far& wanted = wanted_[node * ports_ + port];
      const SitePort right =
          wanted.node == kNoNode ? kNowhere : SitePort{placement.site_of[wanted.node.value], wanted.port};
      if (far({placement.site_of[node], PortId{port}}) != right) return false;
    }
  }
  return true;
}

}  // namespace kintsugi
