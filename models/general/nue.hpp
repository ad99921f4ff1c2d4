/// Routes to destinations without a cycle of dependencies: `nue`, complete for any graph and any number of channels
/// from 1 on. At each node the port depends on the destination alone.
///
/// Layers     one for each channel. The nodes of a part are dealt to the layers in blocks of equal size, in the order
///            of their numbers; a packet takes the channel of its destination's layer on all its way
/// Tree       of each layer: shortest ways to the node with the smallest sum of distances to the destinations of the
///            layer. The routes along it to these are there before all others, as an escape that is always open
/// Route      a destination's routes grow from it like shortest paths: of the arcs that lead to a node with a route,
///            the one with the smallest distance (live_graph.hpp) comes next, of several the one whose route is used
///            least so far, in all layers. It is taken if the dependency on the route's first arc closes no cycle in
///            the layer (arc_order.hpp)
/// Dead end   if nodes are left that no arc can be taken from, the one nearest to the destination on the tree is bound
///            to the tree, with all nodes on its way there, and the destination starts again. In the end all nodes are
///            bound, and the routes are those of the tree: so every node has one
/// Tables     one port for each destination, and the destination's layer
/// Source     Domke, Hoefler and Matsuoka, "Routing on the Dependency Graph: A New Approach to Deadlock-Free
///            High-Performance Routing", HPDC 2016. There the dead end is left by changing single routes first; the
///            tree is marked in the same way. The search of a cycle differs: see arc_order.hpp
#pragma once

#include <vector>

#include "models/general/arc_order.hpp"
#include "models/general/port_table.hpp"
#include "models/general/routes.hpp"
#include "models/general/table_steps.hpp"

namespace kintsugi::general {

/// The routes of a graph in so many layers.
struct NueTable {
  PortTable ports;
  std::vector<std::uint8_t> layer;  ///< by destination
  std::vector<ArcOrder> orders;     ///< by layer: the dependencies of all its routes, and of its trees
  std::vector<std::uint64_t> use;   ///< by arc: the routes that take it, of all layers
  std::uint64_t bound = 0;          ///< pairs of a node bound to the tree and a destination
};
/// Reports kStepsOfNue steps for each node. Throws std::invalid_argument if there is no layer.
NueTable make_nue_table(const LiveGraph& graph, unsigned layers, const StepDone& step = {});
inline constexpr std::size_t kStepsOfNue = 3;

class NueRoutes final : public Routes {
 public:
  /// `vcs` is 1 to 32.
  NueRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;

 private:
  const Network* network_;
  unsigned vcs_;
  PortTable ports_;
  std::vector<std::uint8_t> layer_;
};

}  // namespace kintsugi::general
