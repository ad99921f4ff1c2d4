#include "models/general/shortest_ways.hpp"

#include <algorithm>

namespace kintsugi::general {

namespace {

constexpr int kRounds = 2;  // a third changes saturation by less than it scatters
static_assert(ShortestWays::kSteps == kRounds + 1);

}  // namespace

ShortestWays::ShortestWays(const LiveGraph& graph, const StepDone& step)
    : nodes_(graph.nodes()), ports_(graph.nodes()), use_(graph.arcs(), 0) {
  distances_.reserve(std::size_t{nodes_} * nodes_);
  for (NodeId destination{0}; destination.value < nodes_; ++destination.value) {
    for (const std::uint32_t far : graph.distances(destination)) distances_.push_back(static_cast<std::uint16_t>(far));
    count(step);
  }
  for (int round = 0; round < kRounds; ++round) {
    for (std::uint32_t part = 0; part < graph.parts(); ++part) {
      for (const std::uint32_t destination : graph.members(part)) {
        choose(graph, NodeId{destination});
        count(step);
      }
    }
  }
}

void ShortestWays::choose(const LiveGraph& graph, NodeId destination) {
  const std::vector<std::uint32_t> distance = graph.distances(destination);
  const auto members = graph.members(graph.part(destination));
  std::vector<std::uint32_t> nearest_first(members.begin(), members.end());
  std::ranges::stable_sort(nearest_first, {}, [&](std::uint32_t node) { return distance[node]; });
  std::vector<std::uint64_t> use_of_way(nodes_, 0);
  std::vector<ArcId> next(nodes_, kNoArc);
  for (const std::uint32_t node : nearest_first) {
    for (ArcId arc = graph.first_leaving(node); arc < graph.first_leaving(node + 1); ++arc) {
      const std::uint32_t far = graph.arc(arc).to.value;
      if (distance[far] + graph.weight(arc) != distance[node]) continue;
      const std::uint64_t use = use_of_way[far] + use_[arc];
      if (next[node] != kNoArc && use >= use_of_way[node]) continue;
      next[node] = arc;
      use_of_way[node] = use;
    }
    if (next[node] != kNoArc) ports_.set(NodeId{node}, destination, graph.arc(next[node]).port);
  }
  std::vector<std::uint64_t> through(nodes_, 1);
  for (auto node = nearest_first.rbegin(); node != nearest_first.rend(); ++node) {
    if (next[*node] == kNoArc) continue;
    use_[next[*node]] += through[*node];
    through[graph.arc(next[*node]).to.value] += through[*node];
  }
}

}  // namespace kintsugi::general
