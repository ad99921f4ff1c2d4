#include "models/routing/routed_network.hpp"

#include "models/network/network.hpp"
#include "models/random/random.hpp"

namespace kintsugi {

namespace {

std::uint64_t number_of_end(PortRef end) {
  return mix64((std::uint64_t{end.node.value} << 32U | end.port.value) + 1);
}

}  // namespace

RoutedNetwork routed_network(const Network& network) {
  RoutedNetwork of{network.name(), network.nodes()};
  for (const Link& link : network.links()) of.wiring += mix64(number_of_end(link.a) + number_of_end(link.b));
  return of;
}

}  // namespace kintsugi
