#include "models/fabric/placed_network.hpp"

namespace kintsugi {

PlacedNetwork::PlacedNetwork(const Network& network, const Placement& placement, const Fabric& fabric)
    : network_(&network), placement_(&placement), fabric_(&fabric) {}

std::optional<SitePort> PlacedNetwork::at(PortRef port) const {
  const SiteId site = placement_->site_of[port.node.value];
  if (site == kNoSite) return std::nullopt;
  const PortId at = fabric_->port_named(network_->ports(port.node)[port.port.value]);
  return at == kNoPort ? std::nullopt : std::optional(SitePort{site, at});
}

std::optional<PortRef> PlacedNetwork::port_at(SitePort at) const {
  const NodeId node = placement_->node_at[at.site.value];
  if (node == kNoNode) return std::nullopt;
  const PortId port = network_->port_named(node, fabric_->layout[at.port.value]);
  if (port == kNoPort) return std::nullopt;
  return PortRef{node, port};
}

std::optional<PortRef> PlacedNetwork::wanted(SitePort at) const {
  const std::optional<PortRef> port = port_at(at);
  return port ? network_->peer(*port) : std::nullopt;
}

}  // namespace kintsugi
