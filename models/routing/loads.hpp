/// Counts what the ports of a network carry when every node sends one packet to every other one, each on its first
/// candidates as in route.hpp. The counts show the order of magnitude of what a routing can carry.
#pragma once

#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct PortLoad {
  std::uint64_t packets = 0;            ///< packets that leave by the port
  std::uint64_t packets_of_others = 0;  ///< those of them that the node only forwards
};

struct Loads {
  std::uint64_t delivered_pairs = 0;
  std::uint64_t hops = 0;                    ///< of the delivered packets
  std::vector<std::vector<PortLoad>> ports;  ///< by node and port

  const PortLoad& at(PortRef port) const { return ports.at(port.node.value).at(port.port.value); }
};
/// Counts the packets that are delivered.
Loads count_loads(const Network& network, const RoutingRelation& relation);

/// Returns the load of the most loaded link, packets of both directions together.
std::uint64_t largest_load_of_a_link(const Network& network, const Loads& loads);

}  // namespace kintsugi
