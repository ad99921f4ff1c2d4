#include "models/network/metrics.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "models/network/adjacency.hpp"
#include "models/network/distance_sums.hpp"
#include "models/random/sample.hpp"

namespace kintsugi {

namespace {

void count_links(const Network& network, Metrics& metrics) {
  std::vector<std::size_t> links_of(network.kinds().size());  // a search for the name would take longer than the rest
  for (const Link& link : network.links()) ++links_of[link.kind.value];
  metrics.links = network.links().size();
  for (std::size_t kind = 0; kind < links_of.size(); ++kind)
    metrics.links_by_kind[network.kinds()[kind]] += links_of[kind];
}

Metrics count(const Network& network, const Adjacency& adjacency) {
  Metrics metrics;
  metrics.nodes = network.nodes();
  count_links(network, metrics);
  metrics.degree_max = largest_degree(network);
  metrics.neighbours_max = adjacency.most_neighbours();
  return metrics;
}

std::vector<NodeId> sources_of(const Network& network) {
  if (!network.representatives().empty()) return {network.representatives().begin(), network.representatives().end()};
  std::vector<NodeId> all(network.nodes());
  for (std::uint32_t node = 0; node < all.size(); ++node) all[node] = NodeId{node};
  return all;
}

double mean(std::uint64_t sum, std::uint64_t pairs) {
  return pairs == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(pairs);
}

void take_known(const KnownDistances& known, Metrics& metrics) {
  metrics.connected = true;
  metrics.diameter = known.largest;
  metrics.average_distance = mean(known.sum, std::uint64_t{metrics.nodes} * (metrics.nodes - 1));
}

/// Draws some of the sources if all are too many.
void draw_from(std::vector<NodeId>& sources, std::uint64_t most_pairs, Metrics& metrics) {
  if (sources.size() <= kDrawnNodes || sources.size() * std::uint64_t{metrics.nodes} <= most_pairs) return;
  std::vector<NodeId> drawn;
  for (const std::uint32_t i : sample(narrow<std::uint32_t>(sources.size()), kDrawnNodes, 1)) {
    drawn.push_back(sources[i]);
  }
  sources = std::move(drawn);
  metrics.drawn_nodes = sources.size();
}

/// Searches from one node of each class, and counts it as often as its class has nodes. Classes of one size are
/// searched together.
DistanceSums sum_over_classes(const Network& network, const Adjacency& adjacency, const Progress& progress) {
  std::map<std::uint32_t, std::vector<NodeId>> of_size;
  const std::span<const NodeId> nodes = network.representatives();
  for (std::size_t i = 0; i < nodes.size(); ++i) of_size[network.class_sizes()[i]].push_back(nodes[i]);
  DistanceSums all;
  std::size_t before = 0;
  for (const auto& [size, sources] : of_size) {
    const Progress part = [&](std::size_t done, std::size_t) { progress(before + done, nodes.size()); };
    DistanceSums found = sum_distances(adjacency, sources, progress ? part : Progress());
    found.pairs *= size;
    found.sum *= size;
    all += found;
    before += sources.size();
  }
  return all;
}

void measure_distances(const Network& network, const Adjacency& adjacency, const Progress& progress,
                       std::uint64_t most_pairs, Metrics& metrics) {
  DistanceSums found;
  if (network.class_sizes().empty()) {
    std::vector<NodeId> sources = sources_of(network);
    draw_from(sources, most_pairs, metrics);
    found = sum_distances(adjacency, sources, progress);
  } else {
    found = sum_over_classes(network, adjacency, progress);
  }
  metrics.connected = found.connected;
  metrics.diameter = found.largest;
  metrics.average_distance = mean(found.sum, found.pairs);
}

}  // namespace

unsigned largest_degree(const Network& network) {
  std::vector<unsigned> degrees(network.nodes());
  for (const Link& link : network.links()) {
    for (const PortRef end : {link.a, link.b}) ++degrees[end.node.index()];
  }
  return degrees.empty() ? 0 : std::ranges::max(degrees);
}

std::vector<std::uint32_t> distances_from(const Network& network, NodeId source) {
  const Adjacency adjacency(network);
  SourceSearch search(adjacency);
  search.run(source.value);
  return search.distances();
}

Metrics count(const Network& network) {
  return count(network, Adjacency(network));
}

Metrics measure(const Network& network, const Progress& progress, std::uint64_t most_pairs) {
  const Adjacency adjacency(network);
  Metrics metrics = count(network, adjacency);
  if (const auto& known = network.known_distances()) {
    take_known(*known, metrics);
  } else {
    measure_distances(network, adjacency, progress, most_pairs, metrics);
  }
  return metrics;
}

}  // namespace kintsugi
