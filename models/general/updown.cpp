#include "models/general/updown.hpp"

#include <algorithm>
#include <utility>

#include "models/general/table_steps.hpp"

namespace kintsugi::general {

namespace {

constexpr RoutingState kWentDown = 1;

/// The best arc of a node towards one destination so far.
struct BestArc {
  std::uint32_t distance = kUnreachable;
  ArcId arc = kNoArc;
};

}  // namespace

UpDownRoutes::UpDownRoutes(const LiveGraph& graph, unsigned vcs, const Progress& progress)
    : network_(&graph.network()),
      vcs_(all_vcs(vcs)),
      height_(graph.nodes()),
      use_(graph.arcs()),
      any_(graph.nodes()),
      down_(graph.nodes()) {
  const StepDone step = steps_of(progress, graph.nodes());
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    order_part(graph, part);
    for (const std::uint32_t destination : graph.members(part)) {
      find_routes(graph, NodeId{destination});
      count(step);
    }
  }
}

void UpDownRoutes::order_part(const LiveGraph& graph, std::uint32_t part) {
  const std::vector<std::uint32_t> level = graph.distances(graph.centre(part));
  const auto members = graph.members(part);
  by_height_.assign(members.begin(), members.end());
  std::ranges::sort(by_height_, {}, [&](std::uint32_t node) { return std::pair(level[node], node); });
  for (std::uint32_t height = 0; height < by_height_.size(); ++height) height_[by_height_[height]] = height;
}

/// Nodes are visited from the lowest to the highest for the routes down, then the other way round: so the routes of the
/// nodes that an arc leads to are known.
void UpDownRoutes::find_routes(const LiveGraph& graph, NodeId destination) {
  std::vector<BestArc> down(graph.nodes());
  std::vector<BestArc> any;
  const auto improve = [&](std::vector<BestArc>& best, std::uint32_t node, bool up) {
    for (ArcId arc = graph.first_leaving(node); arc < graph.first_leaving(node + 1); ++arc) {
      if (leads_up(graph.arc(arc)) != up) continue;
      const std::uint32_t from_there = best[graph.arc(arc).to.value].distance;
      if (from_there == kUnreachable) continue;
      const std::uint32_t distance = from_there + graph.weight(arc);
      const bool as_near = distance == best[node].distance && use_[arc] < use_[best[node].arc];
      if (distance < best[node].distance || as_near) best[node] = {distance, arc};
    }
  };
  const auto enter = [&](PortTable& table, std::uint32_t node, ArcId arc) {
    table.set(NodeId{node}, destination, graph.arc(arc).port);
    ++use_[arc];
  };
  down[destination.value].distance = 0;
  for (std::uint32_t height = height_[destination.value]; height-- > 0;) {
    const std::uint32_t node = by_height_[height];
    improve(down, node, false);
    if (down[node].arc != kNoArc) enter(down_, node, down[node].arc);
  }
  any = down;
  for (const std::uint32_t node : by_height_) {
    if (node == destination.value) continue;
    improve(any, node, true);
    enter(any_, node, any[node].arc);
  }
}

void UpDownRoutes::route(const RouteQuery& query, Candidates& out) const {
  const PortTable& table = query.state == kWentDown ? down_ : any_;
  const PortId port = table.port(query.at, query.destination);
  if (port == kNoPort) return;
  const NodeId far = network_->peer({query.at, port})->node;
  const bool up = height_[far.value] < height_[query.at.value];
  out.push_back({port, vcs_, up ? RoutingState{0} : kWentDown});
}

std::uint64_t UpDownRoutes::table_bits(NodeId node) const {
  const std::uint64_t destinations = network_->nodes() - 1;
  return 2 * destinations * bits_of_entry(*network_, node) + network_->ports(node).size();
}

}  // namespace kintsugi::general
