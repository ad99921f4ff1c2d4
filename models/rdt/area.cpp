#include "models/rdt/area.hpp"

namespace kintsugi::rdt {

namespace {

/// 2^9 nodes along a side: a path that wraps is at least three times as long as one across the area. A side of 2^10
/// gives the same distances.
constexpr unsigned kPlaneExponent = 9;
static_assert(1u << kPlaneExponent <= kMostPlaneSide);
constexpr unsigned kFar = 0xffffffff;

/// A plan depends on the difference and on the ranks alone, and all four exist here: with differences below half of
/// this side the hops are those on any larger side.
constexpr unsigned kRoutedExponent = 8;
static_assert(1u << kRoutedExponent >= 2 * kLargestArea);

/// Breadth-first search on coordinates, without a Network: 2^18 named nodes would cost too much for a few distances.
std::vector<unsigned> distances(const Rdt& plane, NodeId source) {
  std::vector<unsigned> distance(plane.nodes(), kFar);
  std::vector<NodeId> reached{source};
  reached.reserve(plane.nodes());
  distance[source.value] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const NodeId node = reached[i];
    for (const unsigned rank : {0u, assigned_rank(plane.assignment, class_of(plane, node))}) {
      for (const Way way : kAllWays) {
        const NodeId far = plane.neighbour(node, rank, way);
        if (distance[far.value] != kFar) continue;
        distance[far.value] = distance[node.value] + 1;
        reached.push_back(far);
      }
    }
  }
  return distance;
}

/// Returns the hops of a route, without a Network as above.
unsigned hops(const Rdt& rdt, const RoutingRelation& relation, NodeId from, NodeId to) {
  RouteQuery query{from, kNoPort, Vc{}, from, to, 0};
  unsigned hops = 0;
  for (Candidates candidates; query.at != to; candidates.clear(), ++hops) {
    relation.route(query, candidates);
    const Candidate& next = candidates.front();
    const unsigned port = next.port.value;
    const unsigned rank = port < kWays ? 0 : assigned_rank(rdt.assignment, class_of(rdt, query.at));
    query.at = rdt.neighbour(query.at, rank, static_cast<Way>(port % kWays));
    query.arrival_port = next.port;  // any: the relation asks only whether the packet is new
    query.state = next.state;
  }
  return hops;
}

/// Returns the mean over each area of a value, which is 0 at the source.
template <class Value>
std::vector<double> means(std::span<const unsigned> areas, Value value) {
  std::vector<double> means;
  for (const unsigned k : areas) {
    std::uint64_t sum = 0;
    for (unsigned y = 0; y < k; ++y) {
      for (unsigned x = 0; x < k; ++x) sum += value(x, y);
    }
    means.push_back(static_cast<double>(sum) / (k * k - 1.0));
  }
  return means;
}

}  // namespace

std::vector<double> area_averages(Assignment assignment, unsigned node_class, std::span<const unsigned> areas) {
  const Rdt plane{kPlaneExponent, assignment};
  const NodeId source = plane.node(node_class % 4, node_class / 4);
  const std::vector<unsigned> distance = distances(plane, source);
  return means(areas, [&](unsigned x, unsigned y) {
    return distance[plane.node(plane.x(source) + x, plane.y(source) + y).value];
  });
}

std::vector<double> area_hops(Assignment assignment, RankChoice choice, std::span<const unsigned> areas) {
  const Rdt rdt{kRoutedExponent, assignment};
  const FloatingRelation relation(rdt, 1, choice);
  std::vector<std::uint64_t> sums(kLargestArea * kLargestArea);
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    const NodeId source = rdt.node_of_class(node_class);
    for (unsigned i = 0; i < sums.size(); ++i) {
      const Vector to{static_cast<int>(i % kLargestArea), static_cast<int>(i / kLargestArea)};
      sums[i] += hops(rdt, relation, source, rdt.moved(source, to));
    }
  }
  std::vector<double> all = means(areas, [&sums](unsigned x, unsigned y) { return sums[y * kLargestArea + x]; });
  for (double& mean : all) mean /= kClasses;
  return all;
}

}  // namespace kintsugi::rdt
