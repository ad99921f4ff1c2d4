// All allowed routes, beside a search that walks every choice of every packet.
#include "models/routing/allowed_routes.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/registry/families.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kForth{0};
constexpr PortId kBack{1};

/// The channels of every hop, by the ports of the route.
using Routes = std::map<std::vector<PortRef>, std::vector<VcSet>>;

/// Walks all packets from a query on; `ports` and `vcs` are behind it.
void walk(const Network& network, const RoutingRelation& relation, const RouteQuery& query, std::vector<PortRef>& ports,
          std::vector<unsigned>& vcs, Routes& found) {
  if (query.at == query.destination) {
    std::vector<VcSet>& sets = found[ports];
    sets.resize(vcs.size());
    for (std::size_t hop = 0; hop < vcs.size(); ++hop) sets[hop] |= vc_bit(vcs[hop]);
    return;
  }
  Candidates candidates;
  relation.route(query, candidates);
  for (const Candidate& candidate : candidates) {
    for (unsigned vc = 0; vc < relation.vcs(); ++vc) {
      if ((candidate.vcs & vc_bit(vc)) == 0) continue;
      const PortRef out{query.at, candidate.port};
      const PortRef far = *network.peer(out);
      RouteQuery next = query;
      next.at = far.node;
      next.arrival_port = relation.is_adaptive() ? kNoPort : far.port;
      next.arrival_vc = relation.is_adaptive() ? Vc{} : Vc::from(vc);
      next.state = candidate.state;
      ports.push_back(out);
      vcs.push_back(vc);
      walk(network, relation, next, ports, vcs, found);
      ports.pop_back();
      vcs.pop_back();
    }
  }
}

void expect_the_routes_of_every_packet(const std::string& kind, const Parameters& parameters) {
  const auto design = find_family(kind)->build(parameters);
  const Network& network = design->network();
  for (const RoutingInfo& info : design->routings()) {
    const auto relation = design->routing(info.name, info.default_vcs);
    for (const NodeId destination : ids<NodeId>(network.nodes())) {
      const NodeId source{network.nodes() > 8 ? 5u : 1u};
      if (source == destination) continue;
      Routes expected;
      std::vector<PortRef> ports;
      std::vector<unsigned> vcs;
      walk(network, *relation, {.at = source, .source = source, .destination = destination}, ports, vcs, expected);
      const AllowedRoutes routes = allowed_routes(network, *relation, source, destination, 1'000'000);
      Routes found;
      for (const AllowedRoute& route : routes.listed) {
        std::vector<PortRef> way;
        std::vector<VcSet> sets;
        for (const AllowedHop& hop : route.hops) {
          way.push_back(hop.out);
          sets.push_back(hop.vcs);
        }
        EXPECT_TRUE(found.emplace(way, sets).second) << "each route is listed once";
      }
      ASSERT_EQ(found.size(), expected.size()) << kind << ' ' << info.name;
      EXPECT_EQ(routes.count, expected.size());
      EXPECT_EQ(routes.delivered, expected.size());
      for (const auto& [way, sets] : expected) {
        ASSERT_TRUE(found.contains(way)) << kind << ' ' << info.name;
        for (std::size_t hop = 0; hop < sets.size(); ++hop) {
          EXPECT_EQ(sets[hop] & ~found[way][hop], 0u) << "no channel of a packet is missing";
        }
      }
      std::vector<PortRef> first;
      for (const AllowedHop& hop : routes.listed.front().hops) first.push_back(hop.out);
      EXPECT_EQ(first, route_ports(network, *relation, source, destination));
    }
  }
}

TEST(AllowedRoutes, are_those_that_packets_can_take) {
  expect_the_routes_of_every_packet("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  expect_the_routes_of_every_packet("torus", {{"sides", std::vector<std::int64_t>{4, 3}}});
  expect_the_routes_of_every_packet("srt1d", {{"n", std::int64_t{3}}});
  expect_the_routes_of_every_packet("hypercube", {{"n", std::int64_t{3}}});
}

TEST(AllowedRoutesSlow, of_adaptive_routings_are_those_that_packets_can_take) {
  expect_the_routes_of_every_packet("srt2d", {{"n", std::int64_t{2}}});
}

TEST(AllowedRoutes, beyond_the_limit_are_counted_but_not_listed) {
  const Network ring = make_plain_ring(30);
  // each hop on one of two channels, which the next hop asks for: one route for all of them
  const FunctionRelation one(2, [](const RouteQuery&, Candidates& out) {
    out.push_back({kForth, vc_bit(0), 0});
    out.push_back({kForth, vc_bit(1), 1});
  });
  const AllowedRoutes routes = allowed_routes(ring, one, NodeId{0}, NodeId{20}, 5);
  EXPECT_EQ(routes.count, 1u);
  EXPECT_EQ(routes.shortest, 20u);
  EXPECT_EQ(routes.listed.front().hops.back().vcs, 3u);
  // both ways round at the start
  const FunctionRelation both(1, [](const RouteQuery& query, Candidates& out) {
    if (query.arrival_port != kForth) out.push_back({kForth, 1, 0});
    if (query.arrival_port != kBack) out.push_back({kBack, 1, 0});
  });
  const AllowedRoutes two = allowed_routes(ring, both, NodeId{0}, NodeId{20}, 1);
  EXPECT_EQ(two.count, 2u);
  EXPECT_EQ(two.shortest, 10u);
  EXPECT_EQ(two.longest, 20u);
  EXPECT_EQ(two.listed.size(), 1u);
}

TEST(AllowedRoutes, that_end_on_the_way_are_not_delivered) {
  const Network ring = make_plain_ring(6);
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.arrival_port == kNoPort) out.push_back({kForth, 1, 0});
    if (query.arrival_port != kForth && query.at != NodeId{4}) out.push_back({kBack, 1, 0});
  });
  const AllowedRoutes routes = allowed_routes(ring, relation, NodeId{0}, NodeId{3}, 9);
  EXPECT_EQ(routes.count, 2u);
  EXPECT_EQ(routes.delivered, 0u);
  ASSERT_EQ(routes.listed.size(), 2u);
  EXPECT_FALSE(routes.listed.front().delivered);
}

TEST(AllowedRoutes, without_end_are_not_counted) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation bounce(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.at.value % 2 == 0 ? kForth : kBack, 1, 0});
  });
  const AllowedRoutes routes = allowed_routes(ring, bounce, NodeId{0}, NodeId{3}, 9);
  EXPECT_TRUE(routes.endless);
  EXPECT_TRUE(routes.listed.empty());
}

TEST(AllowedRoutes, through_too_many_places_are_refused) {
  const Network ring = make_plain_ring(3);
  const FunctionRelation counting(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.at.value == 0 ? kForth : kBack, 1, query.state + 1});
  });
  EXPECT_THROW(allowed_routes(ring, counting, NodeId{0}, NodeId{2}, 1), std::length_error);
}

}  // namespace
}  // namespace kintsugi
