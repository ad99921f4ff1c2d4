#include "models/general/detour.hpp"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace kintsugi::general {

namespace {

/// Finds out whether own routes to one destination are whole, and remembers what it has found.
class WholeRoutes {
 public:
  WholeRoutes(const LiveGraph& graph, const RoutingRelation& own, NodeId destination)
      : graph_(&graph), own_(&own), destination_(destination) {}

  bool from(NodeId node) {
    if (own_->uses_source()) known_.clear();
    return continues({node, kNoPort, {}, node, destination_, 0});
  }

 private:
  struct Place {
    NodeId at;
    PortId port;
    Vc vc;
    RoutingState state;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct HashPlace {
    std::size_t operator()(const Place& place) const {
      const std::uint64_t where = std::uint64_t{place.at.value} << 32 | place.state;
      const std::uint64_t arrival = std::uint64_t{place.port.value} << 8 | place.vc.value;
      return std::hash<std::uint64_t>{}((where ^ arrival * 0x9e3779b97f4a7c15u) * 0xff51afd7ed558ccdu >> 7);
    }
  };

  bool continues(const RouteQuery& query) {
    if (query.at == destination_) return true;
    const Place place{query.at, query.arrival_port, query.arrival_vc, query.state};
    const auto [entry, is_new] = known_.emplace(place, false);  // a route that comes back here is not whole
    if (!is_new) return entry->second;
    const bool whole = all_continue(query);
    known_[place] = whole;
    return whole;
  }
  bool all_continue(const RouteQuery& query) {
    Candidates candidates;
    own_->route(query, candidates);
    for (const Candidate& candidate : candidates) {
      if (graph_->at({query.at, candidate.port}) == kNoArc) return false;
      const PortRef far = *graph_->network().peer({query.at, candidate.port});
      for (VcSet vcs = candidate.vcs; vcs != 0; vcs &= vcs - 1) {
        const Vc vc = Vc::from(std::countr_zero(vcs));
        if (!continues({far.node, far.port, vc, query.source, destination_, candidate.state})) return false;
      }
    }
    return !candidates.empty();
  }

  const LiveGraph* graph_;
  const RoutingRelation* own_;
  NodeId destination_;
  std::unordered_map<Place, bool, HashPlace> known_;
};

}  // namespace

DetourRoutes::DetourRoutes(const LiveGraph& graph, const RoutingRelation& own, const Progress& progress)
    : DetourRoutes(graph, own, steps_of(progress, (kStepsOfNue + 1) * graph.nodes())) {}

DetourRoutes::DetourRoutes(const LiveGraph& graph, const RoutingRelation& own, const StepDone& step)
    : network_(&graph.network()),
      own_(&own),
      detour_vc_{narrow<std::uint8_t>(own.vcs())},
      detour_(make_nue_table(graph, 1, step).ports),
      whole_(std::size_t{graph.nodes()} * graph.nodes()) {
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    for (const std::uint32_t destination : graph.members(part)) {
      WholeRoutes whole(graph, own, NodeId{destination});
      // The nearest first: what is known of them ends the search from the others soon.
      const std::vector<std::uint32_t> hops = graph.distances(NodeId{destination});
      std::vector<std::uint32_t> nodes(graph.members(part).begin(), graph.members(part).end());
      std::ranges::stable_sort(nodes, {}, [&](std::uint32_t node) { return hops[node]; });
      for (const std::uint32_t node : nodes) {
        const bool is_whole = node == destination || whole.from(NodeId{node});
        whole_[std::size_t{destination} * graph.nodes() + node] = is_whole;
        if (!is_whole) ++broken_;
      }
      count(step);
    }
  }
}

/// Own routes that depend on the source begin there only.
bool DetourRoutes::is_detour(const RouteQuery& query) const {
  const bool is_new = query.arrival_port == kNoPort;
  if (!is_new && query.arrival_vc != detour_vc_) return false;
  return !is_whole(query.at, query.destination) || (!is_new && own_->uses_source());
}

void DetourRoutes::route(const RouteQuery& query, Candidates& out) const {
  if (is_detour(query)) {
    const PortId port = detour_.port(query.at, query.destination);
    if (port != kNoPort) out.push_back({port, vc_bit(detour_vc_), 0});
    return;
  }
  RouteQuery own = query;
  if (query.arrival_port != kNoPort && query.arrival_vc == detour_vc_) {
    own.arrival_port = kNoPort;
    own.arrival_vc = {};
  }
  own_->route(own, out);
}

std::uint64_t DetourRoutes::table_bits(NodeId node) const {
  const std::uint64_t destinations = network_->nodes() - 1;
  return destinations * (1 + bits_of_entry(*network_, node));
}

}  // namespace kintsugi::general
