/// Routes around holes on every shortest way: `around`, adaptive, for any graph and any number of channels from 1 on.
///
/// Escape     channel 0 of every link. Routes on it are those of nue in one layer (nue.hpp)
/// Adaptive   the other channels. A packet may take an arc of a shortest way to its destination in the live graph, if
///            the rule allows it; at most 31 of them are offered. The shortest way is the one with the smallest sum of
///            weights (live_graph.hpp)
/// Level      of an arc: its place in the order of the dependencies of the escape routes. Along an escape route levels
///            rise. The routing state is the level of the last escape channel of the packet, 0 before the first
/// Rule       at every node the escape route must begin with a higher level than the state: a packet takes an adaptive
///            channel to a node only if that holds there, or the node is its destination
/// Deadlock   so escape channels are taken in the order of their levels, with any number of adaptive ones in between
///            (proof.hpp)
/// Livelock   an adaptive hop comes nearer and an escape hop raises the state. With L levels and diameter D no packet
///            takes more than L escape hops, and at most D adaptive ones before, between and after them; with weights D
///            is the largest distance
/// Order      adaptive candidates first; the first of them is a way that balances the links (shortest_ways.hpp)
/// One channel  is all escape: the routes are those of nue
/// Tables     for each destination the escape port and the port to begin with, and for each port the highest state with
///            which packets may take it, or that it leads no nearer
/// Source     the escape after Duato, "A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks", 1993; the
///            rule is not in the papers
#pragma once

#include <vector>

#include "models/general/port_table.hpp"
#include "models/general/routes.hpp"
#include "models/general/shortest_ways.hpp"

namespace kintsugi::general {

class AroundRoutes final : public Routes {
 public:
  /// `vcs` is 1 to 32. The network must outlive the routes.
  AroundRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;

 private:
  AroundRoutes(const LiveGraph& graph, unsigned vcs, const StepDone& step);
  /// Returns the level of the first arc of the escape route; 0 if there is no route.
  std::uint32_t escape_level(NodeId at, NodeId destination) const {
    const PortId port = escape_.port(at, destination);
    return port == kNoPort ? 0 : level_[first_port_[at.value] + port.value];
  }
  void add_adaptive(const RouteQuery& query, Candidates& out) const;

  const Network* network_;
  VcSet adaptive_;
  PortTable escape_;
  ShortestWays ways_;
  std::uint32_t highest_level_ = 0;
  std::vector<std::uint32_t> first_port_;  // by node
  std::vector<std::uint32_t> level_;       // by port; 0: the link is dead or open
  std::vector<std::uint16_t> weight_;      // by port
};

}  // namespace kintsugi::general
