/// Follows routes hop by hop, and counts the hops of a relation over all pairs.
///
/// A route takes the first candidate and its lowest channel at every node: what a packet does in an idle network. It
/// ends at the destination, at a node where the relation offers no candidate or an impossible one, or where it would
/// repeat itself for ever.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct RouteStatistics {
  std::uint64_t pairs = 0;  ///< ordered pairs of distinct nodes
  std::uint64_t delivered_pairs = 0;
  double average_hops = 0;  ///< over the delivered pairs
  unsigned max_hops = 0;
};

/// One hop of a route: a node is left by a port on a channel.
struct RouteHop {
  PortRef out;
  PortRef in;  ///< the far end of the link
  Vc vc;
  RoutingState state;  ///< of the header when it arrives at the far end
  friend bool operator==(const RouteHop&, const RouteHop&) = default;
};

/// Returns the hops of a packet; the last ends at the destination if the packet is delivered.
std::vector<RouteHop> route_hops(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination);

/// Returns the number of hops of a packet; nullopt if it is not delivered.
std::optional<unsigned> count_hops(const Network& network, const RoutingRelation& relation, NodeId source,
                                   NodeId destination);

/// Returns the nodes that a packet passes, source first; the last is the destination if the packet is delivered.
std::vector<NodeId> route(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination);

/// Returns the ports by which it leaves these nodes: one for each hop.
std::vector<PortRef> route_ports(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination);

/// Follows the routes from some nodes to all others. Calls `progress` after each source.
RouteStatistics route_from(std::span<const NodeId> sources, const Network& network, const RoutingRelation& relation,
                           const Progress& progress = {});

/// Follows the routes of all pairs. Calls `progress` after each source.
RouteStatistics route_all_pairs(const Network& network, const RoutingRelation& relation, const Progress& progress = {});

}  // namespace kintsugi
