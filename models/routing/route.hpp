/// Walking a route hop by hop, and the hop counts of a relation over all pairs.
///
/// A walk always takes the first candidate and its lowest channel: the route of an idle network. It ends at the
/// destination, or where the relation has no answer or a wrong one, or where it would repeat itself for ever.
#pragma once

#include <cstdint>
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

/// The nodes a packet passes, source first; ends at the destination when it is delivered.
std::vector<NodeId> route(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination);

/// The ports it leaves them by: one for each hop.
std::vector<PortRef> route_ports(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination);

/// `progress` is told after each source.
RouteStatistics route_all_pairs(const Network& network, const RoutingRelation& relation, const Progress& progress = {});

}  // namespace kintsugi
