/// The interface of routes in a network with holes: what all nodes do once they know of the same defects.
#pragma once

#include "models/routing/relation.hpp"

namespace kintsugi::general {

/// Immutable; several threads may call route() at the same time.
class Routes {
 public:
  virtual ~Routes() = default;
  /// As RoutingRelation::route().
  virtual void route(const RouteQuery& query, Candidates& out) const = 0;
  /// Returns the bits of the tables that the router of a node holds.
  virtual std::uint64_t table_bits(NodeId node) const = 0;
  /// Returns how many layers share the channels equally where a node is; a packet has the channels of one.
  virtual unsigned layers(NodeId) const { return 1; }
};

}  // namespace kintsugi::general
