#include "models/general/shortest_ways.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

/// Returns for each arc the pairs whose ways take it, by following every way.
std::vector<std::uint64_t> loads(const LiveGraph& graph, const auto& port_of) {
  std::vector<std::uint64_t> load(graph.arcs(), 0);
  for (NodeId source{0}; source.value < graph.nodes(); ++source.value) {
    for (NodeId destination{0}; destination.value < graph.nodes(); ++destination.value) {
      for (NodeId at = source; at != destination;) {
        const PortId port = port_of(at, destination);
        if (port == kNoPort) break;
        const ArcId arc = graph.at({at, port});
        ++load[arc];
        at = graph.arc(arc).to;
      }
    }
  }
  return load;
}

TEST(ShortestWays, every_way_is_shortest_and_ends_at_its_destination) {
  const Network network = random_graph(40, 70, 2);
  const Defects dead = random_holes(network, 0.05, 2);
  const LiveGraph graph(network, dead);
  const ShortestWays ways(graph);
  for (NodeId destination{0}; destination.value < graph.nodes(); ++destination.value) {
    const auto hops = graph.distances(destination);
    for (NodeId at{0}; at.value < graph.nodes(); ++at.value) {
      const PortId port = ways.port(at, destination);
      const bool has_way = at != destination && hops[at.value] != kUnreachable;
      ASSERT_EQ(port != kNoPort, has_way && graph.is_alive(at) && graph.is_alive(destination));
      if (port == kNoPort) continue;
      const ArcId arc = graph.at({at, port});
      ASSERT_NE(arc, kNoArc);
      EXPECT_EQ(hops[graph.arc(arc).to.value] + 1, hops[at.value]);
      EXPECT_TRUE(ways.leads_nearer(at, graph.arc(arc).to, 1, destination));
      EXPECT_FALSE(ways.leads_nearer(graph.arc(arc).to, at, 1, destination));
    }
  }
}

TEST(ShortestWays, the_busiest_link_carries_less_than_with_the_lowest_ports) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{8, 8}}});
  for (unsigned seed = 0; seed < 5; ++seed) {
    const LiveGraph graph(mesh, random_holes(mesh, 0.05, seed));
    const ShortestWays ways(graph);
    const auto balanced = loads(graph, [&](NodeId at, NodeId to) { return ways.port(at, to); });
    const auto lowest = loads(graph, [&](NodeId at, NodeId to) {
      for (ArcId arc = graph.first_leaving(at.value); arc < graph.first_leaving(at.value + 1); ++arc) {
        if (ways.leads_nearer(at, graph.arc(arc).to, 1, to)) return graph.arc(arc).port;
      }
      return kNoPort;
    });
    EXPECT_LT(std::ranges::max(balanced), std::ranges::max(lowest)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace kintsugi::general::test
