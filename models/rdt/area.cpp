#include "models/rdt/area.hpp"

namespace kintsugi::rdt {

namespace {

/// 2^9 nodes along a side: a path that wraps is at least three times as long as one across the area. A side of 2^10
/// gives the same distances.
constexpr unsigned kPlaneExponent = 9;
static_assert(1u << kPlaneExponent <= kMostPlaneSide);
constexpr unsigned kFar = 0xffffffff;

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

}  // namespace

std::vector<double> area_averages(Assignment assignment, unsigned node_class, std::span<const unsigned> areas) {
  const Rdt plane{kPlaneExponent, assignment};
  const NodeId source = plane.node(node_class % 4, node_class / 4);
  const std::vector<unsigned> distance = distances(plane, source);
  std::vector<double> averages;
  for (const unsigned k : areas) {
    std::uint64_t sum = 0;
    for (unsigned y = 0; y < k; ++y) {
      for (unsigned x = 0; x < k; ++x) sum += distance[plane.node(plane.x(source) + x, plane.y(source) + y).value];
    }
    averages.push_back(static_cast<double>(sum) / (k * k - 1.0));
  }
  return averages;
}

}  // namespace kintsugi::rdt
