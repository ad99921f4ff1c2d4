#include "models/general/live_graph.hpp"

#include <algorithm>
#include <queue>
#include <stdexcept>
#include <string>

namespace kintsugi::general {

namespace {

constexpr std::uint32_t kUnseen = 0xfffffffe;  // a live node that belongs to no part yet

std::vector<LinkDefect> with_lower_end_first(std::vector<LinkDefect> links) {
  for (LinkDefect& link : links) link = link_between(NodeId{link.a.value}, NodeId{link.b.value});
  std::ranges::sort(links);
  return links;
}

bool are_joined(const Network& network, LinkDefect link) {
  const NodeId a{link.a.value};
  if (a.value >= network.nodes()) return false;
  return std::ranges::any_of(network.peers(a), [&](PortRef far) { return far.node.value == link.b.value; });
}

/// Searches as Dijkstra does, from the node against the direction of the arcs.
std::vector<std::uint32_t> weighted_distances(const LiveGraph& graph, NodeId to) {
  using Reached = std::pair<std::uint32_t, std::uint32_t>;  // distance, node
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> open;
  std::vector<std::uint32_t> distances(graph.nodes(), kUnreachable);
  distances[to.value] = 0;
  open.emplace(0, to.value);
  while (!open.empty()) {
    const auto [distance, node] = open.top();
    open.pop();
    if (distance != distances[node]) continue;
    for (ArcId arc = graph.first_leaving(node); arc < graph.first_leaving(node + 1); ++arc) {
      const std::uint32_t far = graph.arc(arc).to.value;
      const std::uint32_t from_far = distance + graph.weight(graph.reverse(arc));
      if (from_far >= distances[far]) continue;
      distances[far] = from_far;
      open.emplace(distances[far], far);
    }
  }
  return distances;
}

}  // namespace

LiveGraph::LiveGraph(const Network& network, const Defects& dead, const LinkWeights& weights)
    : network_(&network), part_of_(network.nodes(), kUnseen) {
  mark_dead(dead);
  add_arcs(dead);
  if (!weights.empty()) add_weights(weights);
  find_parts();
}

void LiveGraph::mark_dead(const Defects& dead) {
  if (!dead.elements.empty()) throw std::invalid_argument("a directly wired network has no switches or wires");
  for (const SiteId site : dead.sites) {
    if (site.value >= nodes()) throw std::invalid_argument("there is no node " + std::to_string(site.value));
    part_of_[site.value] = kDead;
  }
  for (const LinkDefect link : dead.links) {
    if (are_joined(*network_, link)) continue;
    throw std::invalid_argument("no link joins nodes " + std::to_string(link.a.value) + " and " +
                                std::to_string(link.b.value));
  }
}

void LiveGraph::add_arcs(const Defects& dead) {
  const std::vector<LinkDefect> dead_links = with_lower_end_first(dead.links);
  std::vector<std::vector<std::uint32_t>> neighbours(nodes());
  for (NodeId node{0}; node.value < nodes(); ++node.value) {
    first_.push_back(arcs());
    first_port_.push_back(static_cast<std::uint32_t>(arc_at_.size()));
    const auto peers = network_->peers(node);
    for (std::size_t port = 0; port < peers.size(); ++port) {
      const NodeId far = peers[port].node;
      const bool live = far != kNoNode && far != node && is_alive(node) && is_alive(far) &&
                        !std::ranges::binary_search(dead_links, link_between(node, far));
      arc_at_.push_back(live ? arcs() : kNoArc);
      if (!live) continue;
      arcs_.push_back({node, PortId::from(port), far});
      neighbours[node.value].push_back(far.value);
    }
  }
  first_.push_back(arcs());
  neighbours_ = Adjacency(neighbours);
  for (const Arc& arc : arcs_) reverse_.push_back(at(*network_->peer({arc.from, arc.port})));
}

void LiveGraph::add_weights(const LinkWeights& weights) {
  if (weights.size() != network_->kinds().size()) throw std::invalid_argument("each kind of links needs a weight");
  for (const LinkLatency weight : weights) {
    if (std::min(weight.there, weight.back) >= 1 && weight.longer() <= kMostWeight) continue;
    throw std::invalid_argument("the weight of a link must be 1 to " + std::to_string(kMostWeight) + ", not " +
                                weight.text());
  }
  for (const Arc& arc : arcs_) {
    const LinkDirection direction = *network_->direction_at({arc.from, arc.port});
    weights_.push_back(weights[direction.kind.value].of(direction.is_back));
  }
}

void LiveGraph::find_parts() {
  SourceSearch search(neighbours_);
  for (std::uint32_t start = 0; start < nodes(); ++start) {
    if (part_of_[start] != kUnseen) continue;
    search.run(start);
    std::vector<std::uint32_t>& found = members_.emplace_back(search.reached().begin(), search.reached().end());
    for (const std::uint32_t node : found) part_of_[node] = parts() - 1;
    std::ranges::sort(found);
  }
}

std::vector<std::uint32_t> LiveGraph::distances(NodeId to) const {
  if (!weights_.empty()) return weighted_distances(*this, to);
  SourceSearch search(neighbours_);
  search.run(to.value);
  return search.distances();
}

NodeId LiveGraph::centre(std::uint32_t part) const {
  std::uint32_t best = kUnreachable;
  NodeId centre = kNoNode;
  for (const std::uint32_t node : members(part)) {
    const std::vector<std::uint32_t> distance = distances(NodeId{node});
    std::uint32_t farthest = 0;
    for (const std::uint32_t other : members(part)) farthest = std::max(farthest, distance[other]);
    if (farthest >= best) continue;
    best = farthest;
    centre = NodeId{node};
  }
  return centre;
}

}  // namespace kintsugi::general
