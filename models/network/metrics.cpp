#include "models/network/metrics.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi {

namespace {

using NodePair = std::pair<std::uint32_t, std::uint32_t>;  // smaller node first

/// Neighbours of every node, without duplicates and loops, in one flat array.
class Adjacency {
 public:
  explicit Adjacency(const Network& network) {
    first_.reserve(network.nodes() + 1);
    first_.push_back(0);
    for (std::uint32_t node = 0; node < network.nodes(); ++node) append_neighbours(network, NodeId{node});
  }
  std::size_t nodes() const { return first_.size() - 1; }
  std::span<const std::uint32_t> neighbours(std::uint32_t node) const {
    return {neighbour_.data() + first_[node], neighbour_.data() + first_[node + 1]};
  }

 private:
  void append_neighbours(const Network& network, NodeId node) {
    for (const PortRef peer : network.peers(node)) {
      if (peer.node != kNoNode && peer.node != node) neighbour_.push_back(peer.node.value);
    }
    const auto begin = neighbour_.begin() + static_cast<std::ptrdiff_t>(first_.back());
    std::sort(begin, neighbour_.end());
    neighbour_.erase(std::unique(begin, neighbour_.end()), neighbour_.end());
    first_.push_back(neighbour_.size());
  }

  std::vector<std::size_t> first_;
  std::vector<std::uint32_t> neighbour_;
};

/// Breadth-first search that reuses its arrays for one source after another.
class Search {
 public:
  explicit Search(const Adjacency& adjacency)
      : adjacency_(&adjacency), distance_(adjacency.nodes()), reached_(adjacency.nodes()) {}

  void run(std::uint32_t source) {
    std::fill(distance_.begin(), distance_.end(), kUnreachable);
    count_ = 0;
    reach(source, 0);
    for (std::size_t next = 0; next < count_; ++next) {
      const std::uint32_t node = reached_[next];
      for (const std::uint32_t neighbour : adjacency_->neighbours(node)) {
        if (distance_[neighbour] == kUnreachable) reach(neighbour, distance_[node] + 1);
      }
    }
  }
  /// Nodes reached, the source included.
  std::size_t count() const { return count_; }
  unsigned eccentricity() const { return distance_[reached_[count_ - 1]]; }
  std::uint64_t sum() const {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < count_; ++i) total += distance_[reached_[i]];
    return total;
  }
  std::vector<std::uint32_t> take_distances() { return std::move(distance_); }

 private:
  void reach(std::uint32_t node, std::uint32_t distance) {
    distance_[node] = distance;
    reached_[count_++] = node;
  }

  const Adjacency* adjacency_;
  std::vector<std::uint32_t> distance_;
  std::vector<std::uint32_t> reached_;  // in the order they were reached: the queue of the search
  std::size_t count_ = 0;
};

std::size_t count_distinct(std::vector<NodePair>& pairs) {
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

void count_links(const Network& network, Metrics& metrics) {
  std::vector<NodePair> all;
  std::vector<std::vector<NodePair>> of_kind(network.kinds().size());
  for (const Link& link : network.links()) {
    if (link.a.node == link.b.node) continue;
    const NodePair pair = std::minmax(link.a.node.value, link.b.node.value);
    all.push_back(pair);
    of_kind[link.kind.value].push_back(pair);
  }
  metrics.links = count_distinct(all);
  for (std::size_t kind = 0; kind < of_kind.size(); ++kind) {
    metrics.links_by_kind[network.kinds()[kind]] = count_distinct(of_kind[kind]);
  }
}

unsigned highest_degree(const Adjacency& adjacency) {
  std::size_t highest = 0;
  for (std::uint32_t node = 0; node < adjacency.nodes(); ++node) {
    highest = std::max(highest, adjacency.neighbours(node).size());
  }
  return static_cast<unsigned>(highest);
}

std::vector<NodeId> sources_of(const Network& network) {
  if (!network.representatives().empty()) return {network.representatives().begin(), network.representatives().end()};
  std::vector<NodeId> all(network.nodes());
  for (std::uint32_t node = 0; node < all.size(); ++node) all[node] = NodeId{node};
  return all;
}

void measure_distances(const Network& network, const Adjacency& adjacency, const Progress& progress, Metrics& metrics) {
  const std::vector<NodeId> sources = sources_of(network);
  Search search(adjacency);
  std::uint64_t pairs = 0;
  std::uint64_t sum = 0;
  metrics.connected = true;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    search.run(sources[i].value);
    metrics.connected = metrics.connected && search.count() == adjacency.nodes();
    metrics.diameter = std::max(metrics.diameter, search.eccentricity());
    pairs += search.count() - 1;
    sum += search.sum();
    if (progress) progress(i + 1, sources.size());
  }
  metrics.average_distance = pairs == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(pairs);
}

}  // namespace

unsigned largest_degree(const Network& network) {
  return highest_degree(Adjacency(network));
}

std::vector<std::uint32_t> distances_from(const Network& network, NodeId source) {
  const Adjacency adjacency(network);
  Search search(adjacency);
  search.run(source.value);
  return search.take_distances();
}

Metrics measure(const Network& network, const Progress& progress) {
  const Adjacency adjacency(network);
  Metrics metrics;
  metrics.nodes = network.nodes();
  count_links(network, metrics);
  metrics.degree_max = highest_degree(adjacency);
  measure_distances(network, adjacency, progress, metrics);
  return metrics;
}

}  // namespace kintsugi
