/// The ports at the ends of a link of a directly wired network, and beside a node.
#pragma once

#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

/// Returns the ports by which one node is wired to another.
inline std::vector<PortRef> ports_between(const Network& network, NodeId from, NodeId to) {
  std::vector<PortRef> ports;
  const auto peers = network.peers(from);
  for (std::size_t port = 0; port < peers.size(); ++port) {
    if (peers[port].node == to) ports.push_back({from, PortId::from(port)});
  }
  return ports;
}

/// Returns the ports from which a link is sent on, those of its end a first. A link of a node to itself has two.
inline std::vector<PortRef> directions_of(const Network& network, LinkDefect link) {
  std::vector<PortRef> from = ports_between(network, NodeId{link.a.value}, NodeId{link.b.value});
  if (link.a == link.b) return from;
  for (const PortRef port : ports_between(network, NodeId{link.b.value}, NodeId{link.a.value})) from.push_back(port);
  return from;
}

/// Returns the ports of other nodes that are wired to a node.
inline std::vector<PortRef> ports_towards(const Network& network, NodeId node) {
  std::vector<PortRef> ports;
  for (const PortRef far : network.peers(node)) {
    if (far.node != kNoNode && far.node != node) ports.push_back(far);
  }
  return ports;
}

}  // namespace kintsugi
