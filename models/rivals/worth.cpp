#include "models/rivals/worth.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "models/general/live_graph.hpp"

namespace kintsugi::rivals {

namespace {

std::vector<NodeId> all_nodes(std::size_t count) {
  std::vector<NodeId> nodes;
  for (std::uint32_t node = 0; node < count; ++node) nodes.push_back(NodeId{node});
  return nodes;
}

}  // namespace

Worth worth_of(const Delivered& delivered, const Network& network) {
  Defects dead;
  for (const NodeId node : delivered.dead) dead.sites.push_back(SiteId{node.value});
  const general::LiveGraph graph(network, dead);
  const std::vector<NodeId> users = delivered.users.empty() ? all_nodes(network.nodes()) : delivered.users;
  Worth worth{delivered.repaired, users.size(), 0, 0};
  std::uint64_t sum = 0;
  for (const NodeId from : users) {
    const std::vector<std::uint32_t> distances = graph.distances(from);
    for (const NodeId to : users) {
      sum += distances[to.value];
      worth.diameter = std::max(worth.diameter, distances[to.value]);
    }
  }
  const double pairs = static_cast<double>(users.size()) * static_cast<double>(users.size() - 1);
  if (users.size() > 1) worth.average_distance = static_cast<double>(sum) / pairs;
  return worth;
}

double quantile(const std::vector<double>& values, double share) {
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1];
}

}  // namespace kintsugi::rivals
