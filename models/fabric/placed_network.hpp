/// A network placed on a fabric: at which router port of a site each port of a node is. Ports of the network and of the
/// routers correspond by name.
#pragma once

#include <optional>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

class PlacedNetwork {
 public:
  /// All three must outlive it. A node can be without a site.
  PlacedNetwork(const Network& network, const Placement& placement, const Fabric& fabric);

  const Network& network() const { return *network_; }
  const Fabric& fabric() const { return *fabric_; }
  /// Returns where the port of a node is, or nullopt: the node has no site, or the routers have no such port.
  std::optional<SitePort> at(PortRef port) const;
  /// Returns the port of a node that is at a router port, or nullopt if there is none.
  std::optional<PortRef> port_at(SitePort at) const;
  /// Returns the port of the network that the link of this port leads to, or nullopt: no port, or no link.
  std::optional<PortRef> wanted(SitePort at) const;

 private:
  const Network* network_;
  const Placement* placement_;
  const Fabric* fabric_;
};

}  // namespace kintsugi
