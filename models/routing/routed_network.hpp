/// Identifies the network of a relation, so that a chip can refuse a relation of another network.
///
/// Wiring  a sum over the ends of links, which does not depend on the order of links; names, kinds and places of nodes
///         are not in it. Of 2^64 pairs of networks with as many nodes and different links, one has equal sums on
///         average
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace kintsugi {

class Network;

struct RoutedNetwork {
  std::string name;  ///< for messages: networks of other names with the same links are the same
  std::size_t nodes = 0;
  std::uint64_t wiring = 0;

  bool is_wired_as(const RoutedNetwork& other) const { return nodes == other.nodes && wiring == other.wiring; }
};

RoutedNetwork routed_network(const Network& network);

/// What a relation, of routes or of multicasts, says of its network.
class OfNetwork {
 public:
  /// Says of which network the nodes and ports of queries and answers are. A chip of a network with other links refuses
  /// the relation; nullopt: it does not say, and no chip can tell.
  void set_network(std::optional<RoutedNetwork> network) { network_ = std::move(network); }
  const std::optional<RoutedNetwork>& network() const { return network_; }

 protected:
  ~OfNetwork() = default;

 private:
  std::optional<RoutedNetwork> network_;
};

}  // namespace kintsugi
