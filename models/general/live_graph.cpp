#include "models/general/live_graph.hpp"

#include <algorithm>
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

}  // namespace

LiveGraph::LiveGraph(const Network& network, const Defects& dead)
    : network_(&network), part_of_(network.nodes(), kUnseen) {
  mark_dead(dead);
  add_arcs(dead);
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

std::vector<std::uint32_t> LiveGraph::distances(NodeId from) const {
  SourceSearch search(neighbours_);
  search.run(from.value);
  return search.distances();
}

NodeId LiveGraph::centre(std::uint32_t part) const {
  SourceSearch search(neighbours_);
  std::uint32_t best = kUnreachable;
  NodeId centre = kNoNode;
  for (const std::uint32_t node : members(part)) {
    search.run(node);
    const std::uint32_t farthest = search.distances()[search.reached().back()];
    if (farthest >= best) continue;
    best = farthest;
    centre = NodeId{node};
  }
  return centre;
}

}  // namespace kintsugi::general
