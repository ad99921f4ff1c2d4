#include "models/routing/routed_network.hpp"

#include "models/network/network.hpp"

namespace kintsugi {

namespace {

/// The finalizer of SplitMix64, which spreads every bit over all others.
std::uint64_t spread_bits(std::uint64_t value) {
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}

std::uint64_t number_of_end(PortRef end) {
  return spread_bits((std::uint64_t{end.node.value} << 32U | end.port.value) + 1);
}

}  // namespace

RoutedNetwork routed_network(const Network& network) {
  RoutedNetwork of{network.name(), network.nodes()};
  for (const Link& link : network.links()) of.wiring += spread_bits(number_of_end(link.a) + number_of_end(link.b));
  return of;
}

}  // namespace kintsugi
