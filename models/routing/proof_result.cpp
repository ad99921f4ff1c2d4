#include "models/routing/proof_result.hpp"

#include <bit>
#include <stdexcept>

namespace kintsugi {

void require_possible_vcs(const RoutingRelation& relation) {
  if (relation.vcs() >= 1 && relation.vcs() <= kMaxVcs) return;
  throw std::invalid_argument("routing '" + relation.name() + "' wants " + std::to_string(relation.vcs()) +
                              " virtual channels; a link has 1 to " + std::to_string(kMaxVcs));
}

std::vector<bool> nodes_in_use(std::uint32_t nodes, std::span<const NodeId> out_of_use) {
  std::vector<bool> in_use(nodes, true);
  for (const NodeId node : out_of_use) in_use.at(node.value) = false;
  return in_use;
}

std::vector<NodeId> list_of_nodes_in_use(std::uint32_t nodes, std::span<const NodeId> out_of_use) {
  const std::vector<bool> in_use = nodes_in_use(nodes, out_of_use);
  std::vector<NodeId> list;
  for (const NodeId node : ids<NodeId>(nodes)) {
    if (in_use[node.value]) list.push_back(node);
  }
  return list;
}

void enter_network(const Network& network, const RoutingRelation& relation, ProofResult& result) {
  result.channels = 2 * network.links().size() * relation.vcs();
  for (const Link& link : network.links()) {
    for (const PortRef end : {link.a, link.b}) {
      const VcSet escapes = all_vcs(relation.vcs()) & ~relation.adaptive_vcs(end.node, end.port);
      result.escape_channels += static_cast<std::uint64_t>(std::popcount(escapes));
    }
  }
}

void enter_cycle(const DependencyGraph& dependencies, ProofResult& result) {
  result.dependencies = dependencies.size();
  result.cycle = dependencies.find_cycle();
  result.acyclic = result.cycle.empty();
}

void enter_cycle(const EscapeOrder& escapes, const ChannelNumbers& numbers, ProofResult& result) {
  result.dependencies = escapes.size();
  for (const std::uint32_t channel : escapes.find_cycle()) result.cycle.push_back(numbers.channel(channel));
  result.acyclic = !escapes.has_cycle();
}

}  // namespace kintsugi
