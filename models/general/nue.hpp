/// Routes to destinations without a cycle of dependencies: `nue`, complete for any graph and any number of channels
/// from 1 on. At each node the port depends on the destination alone.
///
/// Layers     The nodes of a part are dealt to its layers in blocks of equal size, in the order of their numbers: those
///            with a PE, to which packets go, and apart from them the routers without one. Of L layers and V channels
///            each layer has V / L channels, rounded down: layer l has l, l + L, l + 2 L, and so on. A packet takes
///            channels of its destination's layer on all its way. What is left over stays idle: if a layer had a
///            channel more than another one, its packets would take the larger share of the links, and those of the
///            other layer would hold up all that wait behind them in their sources
/// Load       of a link: the routes over it from nodes with a PE to nodes with a PE
/// Injection  a PE injects on V / L channels, as many as a packet has on each link: with more of them its packets would
///            have a larger share of the links than those that come from other nodes, and keep these from arriving
/// Choice     More layers make the largest load of a link smaller, and leave a packet fewer channels, so that one that
///            waits holds up more others. The price of L layers is the largest load of a link of the part, times
///            1 + 2 / (5 c^2) if a layer has c channels. The only link of a node does not count: its load is the same
///            with every number of layers. One channel has one layer. With each channel more the number stays, unless
///            another one has a price below 19 / 20 of its price, or a lower one and fewer idle channels; of these the
///            one with the smallest price is taken, of several the smallest. Two kinds of change are refused: to a load
///            above 11 / 10 of the smallest that fewer channels have, and from layers of several channels to layers of
///            one, unless the load falls to 3 / 5. So with the channels the price never rises, and the load by no more
///            than a tenth. Each part has its own number, which follows from the links of the part alone: nodes of one
///            part decide alike, whatever they know of others. The numbers are measured: two channels in the place of
///            one let networks accept 1.1 to 1.4 times as much, with long packets 1.6 times, and four in the place of
///            two 1.0 to 1.1 times
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
/// Cost       of two or more channels: a table for each number of layers that is tried, and the one that is taken anew.
///            In memory is one at a time
/// Source     Domke, Hoefler and Matsuoka, "Routing on the Dependency Graph: A New Approach to Deadlock-Free
///            High-Performance Routing", HPDC 2016. There the dead end is left by changing single routes first; the
///            tree is marked in the same way. The search of a cycle differs: see arc_order.hpp
#pragma once

#include <cstdint>
#include <span>
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
  std::vector<std::uint64_t> use;   ///< by arc: the routes between nodes with a PE that take it, of all layers
  std::uint64_t bound = 0;          ///< pairs of a node bound to the tree and a destination
};
/// Makes a table with so many layers of each part, or the same number of all. Reports kStepsOfNue steps for each live
/// node. Throws std::invalid_argument if a part has no layer.
/// @{
NueTable make_nue_table(const LiveGraph& graph, std::span<const unsigned> layers, const StepDone& step = {});
NueTable make_nue_table(const LiveGraph& graph, unsigned layers, const StepDone& step = {});
/// @}
inline constexpr std::size_t kStepsOfNue = 3;

/// Returns by part the largest number of routes over one of its arcs, without the only link of a node; 0 for a part
/// that has no other arcs.
std::vector<std::uint64_t> largest_loads(const LiveGraph& graph, const NueTable& table);

/// Returns the numbers of layers that are tried, ascending: the same for any number of channels, up to it.
std::vector<unsigned> layers_to_try(unsigned vcs);
/// Returns the number of layers of a part. `loads` has its largest load for each number that is tried.
unsigned choose_layers(std::span<const std::uint64_t> loads, unsigned vcs);
/// Returns by part the number of its layers. Reports kStepsOfNue steps for each live node and each number that is
/// tried, none if there is one number only.
std::vector<unsigned> choose_layers(const LiveGraph& graph, unsigned vcs, const StepDone& step = {});

class NueRoutes final : public Routes {
 public:
  /// `vcs` is 1 to 32.
  NueRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress = {});
  void route(const RouteQuery& query, Candidates& out) const override;
  std::uint64_t table_bits(NodeId node) const override;
  unsigned layers(NodeId node) const override { return layers_[node.value]; }

 private:
  const Network* network_;
  PortTable ports_;
  std::vector<VcSet> channels_;       // by destination
  std::vector<std::uint8_t> layers_;  // by node: of its part
  std::size_t most_layers_ = 1;
};

}  // namespace kintsugi::general
