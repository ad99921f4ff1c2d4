/// Routes up and down a tree: `updown`, for any graph and any number of channels from 1 on.
///
/// Tree       of shortest ways, in each part of the graph from its centre: the node whose farthest node is nearest, the
///            lowest of several. A node has the level of its distance to there (live_graph.hpp); without weights the
///            tree is breadth-first
/// Up         an arc to a node of a lower level, or of the same level and a lower number; all others lead down. All
///            live links are used, not those of the tree alone
/// Route      first up, then down; never up again. Of these routes a shortest one; of several, at each node the arc
///            that the fewest nodes and destinations use so far, then the lowest port
/// State      1 after a hop down, else 0
/// Channels   all, whichever is free
/// Deadlock   arcs up come in the order of the nodes that they leave, highest level first, before all arcs down, lowest
///            level first: every hop goes up in that order
/// Tables     two ports for each destination, for packets that may still go up and for those that may not, and for each
///            port whether it leads down
/// Source     Schroeder et al., "Autonet: A High-Speed, Self-Configuring Local Area Network Using Point-to-Point
///            Links", 1991
#pragma once

#include <vector>

#include "models/general/port_table.hpp"
#include "models/general/routes.hpp"
#include "models/network/progress.hpp"

namespace kintsugi::general {

class UpDownRoutes final : public Routes {
 public:
  /// `vcs` is 1 to 32. The network must outlive the routes.
  UpDownRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;

 private:
  void order_part(const LiveGraph& graph, std::uint32_t part);
  void find_routes(const LiveGraph& graph, NodeId destination);
  bool leads_up(const Arc& arc) const { return height_[arc.to.value] < height_[arc.from.value]; }

  const Network* network_;
  VcSet vcs_;
  std::vector<std::uint32_t> height_;  // by node: its place among the nodes of its part, the root at 0
  std::vector<std::uint32_t> by_height_;
  std::vector<std::uint64_t> use_;  // by arc
  PortTable any_;                   // of packets that may still go up
  PortTable down_;
};

}  // namespace kintsugi::general
