/// Gives a routing that knows no faults a detour around them: packets take its own routes where these are whole.
///
/// Whole      the own route from a node to a destination, if every hop that the own routing may choose on it is live
/// Own        a packet whose route is whole takes it to the end, on the own channels
/// Detour     another packet takes nue (nue.hpp) on the last channel of every link, which own routes do not use. As
///            soon as it is at a node whose own route is whole, it goes over to that as if the node had sent it. If own
///            routes depend on the source, it stays on the detour
/// Deadlock   packets go from the detour to own channels and never back. Neither has a cycle, so both together have
///            none
/// Delivers   every pair of live nodes that the live graph connects: rings around convex blocks of faults, which must
///            not touch, are not needed, and no live node is given up
/// Tables     beyond what the own routing needs: a bit for each destination, whether the route is whole, and the port
///            of nue
/// Source     not in the papers: Kawai, Inoguchi and Horiguchi 2000 leave faults to later work. Boppana and Chalasani,
///            "Fault-Tolerant Wormhole Routing Algorithms for Mesh Networks", 1995, route on rings around blocks with
///            four channels
#pragma once

#include <memory>
#include <vector>

#include "models/general/nue.hpp"

namespace kintsugi::general {

class DetourRoutes final : public Routes {
 public:
  /// `own`, which is not adaptive and has fewer than kMaxVcs channels, and the network must outlive the routes.
  DetourRoutes(const LiveGraph& graph, const RoutingRelation& own, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;
  bool is_whole(NodeId at, NodeId destination) const {
    return whole_[std::size_t{destination.value} * network_->nodes() + at.value];
  }
  /// Returns how many ordered pairs of connected live nodes have no whole route.
  std::uint64_t broken() const { return broken_; }

 private:
  DetourRoutes(const LiveGraph& graph, const RoutingRelation& own, const StepDone& step);
  bool is_detour(const RouteQuery& query) const;

  const Network* network_;
  const RoutingRelation* own_;
  Vc detour_vc_;
  PortTable detour_;
  std::vector<bool> whole_;  // by destination, then by node
  std::uint64_t broken_ = 0;
};

}  // namespace kintsugi::general
