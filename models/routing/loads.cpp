#include "models/routing/loads.hpp"

#include <algorithm>

#include "models/routing/route.hpp"

namespace kintsugi {

Loads count_loads(const Network& network, const RoutingRelation& relation) {
  const auto nodes = static_cast<std::uint32_t>(network.nodes());
  Loads loads;
  for (NodeId node{0}; node.value < nodes; ++node.value) loads.ports.emplace_back(network.ports(node).size());
  for (NodeId source{0}; source.value < nodes; ++source.value) {
    for (NodeId destination{0}; destination.value < nodes; ++destination.value) {
      if (source == destination) continue;
      const std::vector<PortRef> ports = route_ports(network, relation, source, destination);
      if (ports.empty() || network.peer(ports.back())->node != destination) continue;
      ++loads.delivered_pairs;
      loads.hops += ports.size();
      for (const PortRef port : ports) {
        PortLoad& load = loads.ports[port.node.value][port.port.value];
        ++load.packets;
        if (port.node != source) ++load.packets_of_others;
      }
    }
  }
  return loads;
}

std::uint64_t largest_load_of_a_link(const Network& network, const Loads& loads) {
  std::uint64_t largest = 0;
  for (const Link& link : network.links()) {
    largest = std::max(largest, loads.at(link.a).packets + loads.at(link.b).packets);
  }
  return largest;
}

}  // namespace kintsugi
