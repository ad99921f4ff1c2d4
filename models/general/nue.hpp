/// Routes to destinations without a cycle of dependencies: `nue`, complete for any graph and any number of channels
/// from 1 on. At each node the port depends on the destination alone.
///
/// Layers     their number divides that of the channels. The nodes of a part are dealt to the layers in blocks of equal
///            size, in the order of their numbers. The channels are dealt in turn: of L layers, layer l has l, l + L,
///            l + 2 L, and so on. A packet takes channels of its destination's layer on all its way
/// Choice     more layers make the largest load of a link smaller and leave a packet fewer channels, so that one that
///            waits holds up more others. The routing takes the divisor with the smallest price (layer_price()), of
///            several the smallest. If the channels are multiplied, the price never rises: each divisor is there
///            still, with more channels for each layer
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
/// Cost       a table for each divisor, of which the best so far is kept: 3 with 4 channels, at most 8 (24 and 30)
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

  unsigned layers() const { return static_cast<unsigned>(orders.size()); }
  std::uint64_t largest_load() const;  ///< the largest `use`; 0 without arcs
};
/// Reports kStepsOfNue steps for each node. Throws std::invalid_argument if there is no layer.
NueTable make_nue_table(const LiveGraph& graph, unsigned layers, const StepDone& step = {});
inline constexpr std::size_t kStepsOfNue = 3;

/// Returns the divisors of the number of channels, which is the number of layers that are tried, ascending.
std::vector<unsigned> layers_to_try(unsigned vcs);
/// Returns the price of so many layers, which divide the channels: the largest load of a link, times 1 + 0.8 / c if a
/// layer has c channels. With two channels in the place of one, networks accept 1.2 to 1.4 times as much.
double layer_price(const NueTable& table, unsigned vcs);
/// Returns the table with the smallest price; of several, that with the fewest layers. Reports kStepsOfNue steps for
/// each node and each number of layers to try.
NueTable choose_nue_table(const LiveGraph& graph, unsigned vcs, const StepDone& step = {});

class NueRoutes final : public Routes {
 public:
  /// `vcs` is 1 to 32.
  NueRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;

 private:
  const Network* network_;
  PortTable ports_;
  std::vector<std::uint8_t> layer_;  // by destination
  std::vector<VcSet> channels_;      // by layer
};

}  // namespace kintsugi::general
