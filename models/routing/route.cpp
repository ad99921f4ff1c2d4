#include "models/routing/route.hpp"

#include <algorithm>
#include <bit>

namespace kintsugi {

namespace {

/// One packet on its way, one hop at a time.
class RouteCursor {
 public:
  RouteCursor(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination)
      : network_(&network), relation_(&relation) {
    query_.at = query_.source = source;
    query_.destination = destination;
  }

  NodeId at() const { return query_.at; }
  /// Returns the hop of the last step.
  const RouteHop& last() const { return last_; }
  bool arrived() const { return query_.at == query_.destination; }
  /// Takes one hop. Returns false if there is none to take.
  bool step() {
    if (arrived()) return false;
    const std::optional<Candidate> choice = first_choice();
    if (!choice || repeats()) return false;
    const std::optional<PortRef> far = network_->peer({query_.at, choice->port});
    if (!far) return false;
    last_ = {.out = {query_.at, choice->port},
             .in = *far,
             .vc = Vc{static_cast<std::uint8_t>(std::countr_zero(choice->vcs))},
             .state = choice->state};
    query_.at = far->node;
    query_.arrival_port = far->port;
    query_.arrival_vc = last_.vc;
    query_.state = choice->state;
    return true;
  }

 private:
  std::optional<Candidate> first_choice() const {
    Candidates candidates;
    relation_->route(query_, candidates);
    if (candidates.empty()) return std::nullopt;
    const Candidate& first = candidates.front();
    const bool possible = first.port.value < network_->ports(query_.at).size() &&
                          static_cast<unsigned>(std::countr_zero(first.vcs)) < relation_->vcs();
    return possible ? std::optional(first) : std::nullopt;
  }

  /// Returns whether the packet is where it was at the last mark. Marks are set at hops 1, 2, 4, 8 ... (Brent), so a
  /// loop is found without a list of all places.
  bool repeats() {
    if (hop_ > 0 && query_.at == mark_.at && query_.arrival_port == mark_.arrival_port &&
        query_.arrival_vc == mark_.arrival_vc && query_.state == mark_.state) {
      return true;
    }
    if (std::has_single_bit(++hop_)) mark_ = query_;
    return false;
  }

  const Network* network_;
  const RoutingRelation* relation_;
  RouteQuery query_;
  RouteQuery mark_;
  RouteHop last_{};
  std::uint64_t hop_ = 0;
};

}  // namespace

std::vector<RouteHop> route_hops(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination) {
  RouteCursor cursor(network, relation, source, destination);
  std::vector<RouteHop> hops;
  while (cursor.step()) hops.push_back(cursor.last());
  return hops;
}

std::optional<unsigned> count_hops(const Network& network, const RoutingRelation& relation, NodeId source,
                                   NodeId destination) {
  RouteCursor cursor(network, relation, source, destination);
  unsigned hops = 0;
  while (cursor.step()) ++hops;
  return cursor.arrived() ? std::optional(hops) : std::nullopt;
}

std::vector<NodeId> route(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination) {
  RouteCursor cursor(network, relation, source, destination);
  std::vector<NodeId> nodes{source};
  while (cursor.step()) nodes.push_back(cursor.at());
  return nodes;
}

std::vector<PortRef> route_ports(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination) {
  RouteCursor cursor(network, relation, source, destination);
  std::vector<PortRef> ports;
  while (cursor.step()) ports.push_back(cursor.last().out);
  return ports;
}

RouteStatistics route_from(std::span<const NodeId> sources, const Network& network, const RoutingRelation& relation,
                           const Progress& progress) {
  RouteStatistics statistics;
  std::uint64_t all_hops = 0;
  std::size_t done = 0;
  for (const NodeId source : sources) {
    for (const NodeId destination : ids<NodeId>(network.nodes())) {
      if (source == destination) continue;
      ++statistics.pairs;
      const std::optional<unsigned> hops = count_hops(network, relation, source, destination);
      if (!hops) continue;
      ++statistics.delivered_pairs;
      all_hops += *hops;
      statistics.max_hops = std::max(statistics.max_hops, *hops);
    }
    if (progress) progress(++done, sources.size());
  }
  const auto delivered = static_cast<double>(statistics.delivered_pairs);
  statistics.average_hops = delivered == 0 ? 0 : static_cast<double>(all_hops) / delivered;
  return statistics;
}

RouteStatistics route_all_pairs(const Network& network, const RoutingRelation& relation, const Progress& progress) {
  std::vector<NodeId> all;
  for (const NodeId node : ids<NodeId>(network.nodes())) all.push_back(node);
  return route_from(all, network, relation, progress);
}

}  // namespace kintsugi
