#include "models/general/live_graph.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace kintsugi::general {

namespace {

constexpr std::uint32_t kUnseen = 0xfffffffe;  // a live node that belongs to no part yet

LinkDefect ends_of(NodeId a, NodeId b) {
  return {SiteId{std::min(a.value, b.value)}, SiteId{std::max(a.value, b.value)}};
}

std::vector<LinkDefect> with_lower_end_first(std::vector<LinkDefect> links) {
  for (LinkDefect& link : links) link = ends_of(NodeId{link.a.value}, NodeId{link.b.value});
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
  for (NodeId node{0}; node.value < nodes(); ++node.value) {
    first_.push_back(arcs());
    first_port_.push_back(static_cast<std::uint32_t>(arc_at_.size()));
    const auto peers = network_->peers(node);
    for (std::size_t port = 0; port < peers.size(); ++port) {
      const NodeId far = peers[port].node;
      const bool live = far != kNoNode && far != node && is_alive(node) && is_alive(far) &&
                        !std::ranges::binary_search(dead_links, ends_of(node, far));
      arc_at_.push_back(live ? arcs() : kNoArc);
      if (live) arcs_.push_back({node, PortId::from(port), far});
    }
  }
  first_.push_back(arcs());
  for (const Arc& arc : arcs_) reverse_.push_back(at(*network_->peer({arc.from, arc.port})));
}

void LiveGraph::find_parts() {
  for (std::uint32_t start = 0; start < nodes(); ++start) {
    if (part_of_[start] != kUnseen) continue;
    std::vector<std::uint32_t>& found = members_.emplace_back(1, start);
    part_of_[start] = parts() - 1;
    for (std::size_t next = 0; next < found.size(); ++next) {
      const std::uint32_t node = found[next];
      for (ArcId arc = first_[node]; arc < first_[node + 1]; ++arc) {
        std::uint32_t& part_of_far = part_of_[arcs_[arc].to.value];
        if (part_of_far == kUnseen) found.push_back(arcs_[arc].to.value);
        part_of_far = parts() - 1;
      }
    }
    std::ranges::sort(found);
  }
}

std::vector<std::uint32_t> LiveGraph::distances(NodeId from) const {
  std::vector<std::uint32_t> distance(nodes(), kFar);
  std::vector<std::uint32_t> reached{from.value};
  distance[from.value] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const std::uint32_t node = reached[next];
    for (ArcId arc = first_[node]; arc < first_[node + 1]; ++arc) {
      const std::uint32_t far = arcs_[arc].to.value;
      if (distance[far] != kFar) continue;
      distance[far] = distance[node] + 1;
      reached.push_back(far);
    }
  }
  return distance;
}

NodeId LiveGraph::centre(std::uint32_t part) const {
  std::uint32_t best = kFar;
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
