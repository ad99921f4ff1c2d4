/// Networks with random holes, and what must be true of a routing in them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "models/general/live_graph.hpp"
#include "models/registry/families.hpp"
#include "models/routing/proof.hpp"

namespace kintsugi::general::test {

inline Network family_network(const std::string& kind, const Parameters& parameters) {
  return find_family(kind)->build(parameters)->network();
}

/// A connected graph of random links beside a random tree, with some parallel links.
inline Network random_graph(unsigned nodes, unsigned links, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<unsigned, unsigned>> ends;
  for (unsigned node = 1; node < nodes; ++node) ends.emplace_back(node, random() % node);
  while (ends.size() < links) {
    const unsigned a = random() % nodes;
    const unsigned b = random() % nodes;
    if (a != b) ends.emplace_back(a, b);
  }
  std::vector<unsigned> degree(nodes, 0);
  for (const auto& [a, b] : ends) ++degree[a], ++degree[b];
  Network network("random " + std::to_string(seed));
  const KindId wire = network.add_kind("wire");
  for (unsigned node = 0; node < nodes; ++node) {
    PortLayout layout;
    for (unsigned port = 0; port < degree[node]; ++port) layout.push_back("p" + std::to_string(port));
    network.add_node("n" + std::to_string(node), network.add_layout(layout));
  }
  std::vector<unsigned> used(nodes, 0);
  for (const auto& [a, b] : ends) {
    const PortRef from{NodeId{a}, PortId::from(used[a]++)};
    network.connect(from, {NodeId{b}, PortId::from(used[b]++)}, wire);
  }
  return network;
}

/// Returns dead nodes and links: each a share of all, at least one of them.
inline Defects random_holes(const Network& network, double share, unsigned seed) {
  std::mt19937 random(seed);
  const auto nodes = static_cast<std::uint32_t>(network.nodes());
  const auto links = static_cast<std::uint32_t>(network.links().size());
  Defects dead;
  const auto add = [&](const Fault& fault) {
    if (const SiteId* site = std::get_if<SiteId>(&fault)) {
      if (std::ranges::binary_search(dead.sites, *site)) return;
    } else if (std::ranges::binary_search(dead.links, std::get<LinkDefect>(fault))) {
      return;
    }
    dead.add(fault);
  };
  for (unsigned i = 0; i < std::ceil(share * nodes); ++i) add(SiteId{static_cast<std::uint32_t>(random() % nodes)});
  for (unsigned i = 0; i < std::ceil(share * links); ++i) {
    const Link& link = network.links()[random() % links];
    if (link.a.node == link.b.node) continue;
    add(link_between(link.a.node, link.b.node));
  }
  return dead;
}

/// Returns the ordered pairs of live nodes that live links connect, by union of the links' ends: LiveGraph searches.
inline std::uint64_t connected_pairs(const Network& network, const Defects& dead) {
  std::vector<std::uint32_t> leader(network.nodes());
  for (std::uint32_t node = 0; node < leader.size(); ++node) leader[node] = node;
  const auto find = [&](std::uint32_t node) {
    while (leader[node] != node) node = leader[node];
    return node;
  };
  const auto is_dead = [&](NodeId node) { return std::ranges::binary_search(dead.sites, SiteId{node.value}); };
  for (const Link& link : network.links()) {
    if (is_dead(link.a.node) || is_dead(link.b.node)) continue;
    if (std::ranges::binary_search(dead.links, link_between(link.a.node, link.b.node))) continue;
    leader[find(link.a.node.value)] = find(link.b.node.value);
  }
  std::vector<std::uint64_t> members(network.nodes(), 0);
  for (NodeId node{0}; node.value < network.nodes(); ++node.value) {
    if (!is_dead(node)) ++members[find(node.value)];
  }
  std::uint64_t pairs = 0;
  for (const std::uint64_t count : members) pairs += count == 0 ? 0 : count * (count - 1);
  return pairs;
}

/// Returns "" if the proof finds every connected pair delivered and no cycle, else what is wrong.
inline std::string complaint(const Network& network, const RoutingRelation& relation, const Defects& dead) {
  const ProofResult proof = prove(network, relation, {}, 1, nullptr, nodes_of(dead));
  if (!proof.acyclic) return network.name() + ", " + relation.name() + ": a cycle";
  const std::uint64_t connected = connected_pairs(network, dead);
  if (proof.delivered_pairs == connected) return "";
  return network.name() + ", " + relation.name() + ": " + std::to_string(proof.delivered_pairs) + " of " +
         std::to_string(connected) + " pairs; " + proof.first_undelivered;
}

}  // namespace kintsugi::general::test
