/// All routes that a relation allows from one node to another, whichever candidates and channels a packet is given.
///
/// A route is a sequence of ports. Packets that leave by the same ports on other channels, or in other states,
/// take the same route; a hop names all channels on which they can take it. The search follows sets of places (port and
/// channel of arrival, routing state) that share the ports so far, so that each route is met once; the number of routes
/// comes from the sets, not from walking the routes.
///
/// Order    of the candidates: the first route is the one of an idle network (route.hpp)
/// Errors   std::length_error if there are more than kMostPlaceSets such sets, which takes a fraction of a second
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

inline constexpr std::size_t kMostPlaceSets = 200'000;

struct AllowedHop {
  PortRef out;
  PortRef in;     ///< the far end of the link
  VcSet vcs = 0;  ///< on which packets can take this hop at this point of the route
  friend bool operator==(const AllowedHop&, const AllowedHop&) = default;
};

struct AllowedRoute {
  std::vector<AllowedHop> hops;
  bool delivered = true;  ///< false: it ends where the relation offers no candidate, or an impossible one
};

struct AllowedRoutes {
  std::uint64_t count = 0;      ///< of all routes, delivered or not; 2^64 - 1 stands for that many or more
  std::uint64_t delivered = 0;  ///< of them
  unsigned shortest = 0;        ///< hops of the shortest delivered route; 0 if there is none
  unsigned longest = 0;         ///< hops of the longest delivered route
  bool endless = false;  ///< a packet can come to the same place again and again: nothing is counted or listed then
  std::vector<AllowedRoute> listed;  ///< the first ones
};

/// Returns the routes between two different nodes; lists at most `most` of them.
AllowedRoutes allowed_routes(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination,
                             std::size_t most);

}  // namespace kintsugi
