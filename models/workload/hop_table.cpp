#include "models/workload/hop_table.hpp"

#include <stdexcept>
#include <string>

#include "models/network/source_search.hpp"

namespace kintsugi::workload {

Adjacency live_adjacency(const Network& network, std::span<const NodeId> dead) {
  std::vector<bool> is_dead(network.nodes(), false);
  for (const NodeId node : dead) is_dead.at(node.index()) = true;
  std::vector<std::vector<std::uint32_t>> lists(network.nodes());
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (is_dead[node.index()]) continue;
    for (const PortRef far : network.peers(node)) {
      if (far.node != kNoNode && !is_dead[far.node.index()]) lists[node.index()].push_back(far.node.value);
    }
  }
  return Adjacency(lists);
}

HopTable::HopTable(std::size_t nodes) : nodes_(static_cast<std::uint32_t>(nodes)) {
  if (nodes > kMostTabled) {
    throw std::length_error("a table of distances is for at most " + std::to_string(kMostTabled) +
                            " nodes, and the network has " + std::to_string(nodes) +
                            "; place the ranks by a list or a file");
  }
  hops_.resize(nodes * nodes);
}

HopTable::HopTable(const Network& network, std::span<const NodeId> dead) : HopTable(network.nodes()) {
  const Adjacency adjacency = live_adjacency(network, dead);
  SourceSearch search(adjacency);
  for (std::uint32_t from = 0; from < nodes_; ++from) {
    search.run(from);
    for (std::uint32_t to = 0; to < nodes_; ++to) {
      const std::uint32_t hops = search.distances()[to];
      hops_[std::size_t{from} * nodes_ + to] = static_cast<std::uint16_t>(hops == kUnreachable ? nodes_ : hops);
    }
  }
}

HopTable::HopTable(std::uint32_t nodes, const std::function<std::uint32_t(NodeId, NodeId)>& hops)
    : HopTable(std::size_t{nodes}) {
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      hops_[std::size_t{from} * nodes + to] = narrow<std::uint16_t>(hops(NodeId{from}, NodeId{to}));
    }
  }
}

}  // namespace kintsugi::workload
