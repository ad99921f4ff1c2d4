#include "models/general/updown.hpp"

#include <gtest/gtest.h>

#include "models/general/routings.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

/// Returns the hops of a shortest route that goes up and then down, found over pairs (node, went down) from the source.
std::uint32_t shortest_up_down(const LiveGraph& graph, const std::vector<std::uint32_t>& level, NodeId source,
                               NodeId destination) {
  const std::uint32_t nodes = graph.nodes();
  const auto is_up = [&](const Arc& arc) {
    return std::pair(level[arc.to.value], arc.to.value) < std::pair(level[arc.from.value], arc.from.value);
  };
  std::vector<std::uint32_t> hops(2 * nodes, kUnreachable);
  std::vector<std::uint32_t> open{source.value};
  hops[source.value] = 0;
  for (std::size_t next = 0; next < open.size(); ++next) {
    const bool went_down = open[next] >= nodes;
    const std::uint32_t node = open[next] % nodes;
    if (node == destination.value) return hops[open[next]];
    for (ArcId arc = graph.first_leaving(node); arc < graph.first_leaving(node + 1); ++arc) {
      const bool up = is_up(graph.arc(arc));
      if (up && went_down) continue;
      const std::uint32_t place = graph.arc(arc).to.value + (up ? 0 : nodes);
      if (hops[place] != kUnreachable) continue;
      hops[place] = hops[open[next]] + 1;
      open.push_back(place);
    }
  }
  return kUnreachable;
}

TEST(UpDown, every_route_is_a_shortest_of_those_that_go_up_and_then_down) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Network network = random_graph(24, 40, seed);
    const Defects dead = random_holes(network, 0.05, seed);
    const LiveGraph graph(network, dead);
    const auto relation = make_routing(network, "updown", 1);
    relation->know(dead);
    for (std::uint32_t part = 0; part < graph.parts(); ++part) {
      const auto level = graph.distances(graph.centre(part));
      for (const std::uint32_t source : graph.members(part)) {
        for (const std::uint32_t destination : graph.members(part)) {
          if (source == destination) continue;
          EXPECT_EQ(route_hops(network, *relation, NodeId{source}, NodeId{destination}).size(),
                    shortest_up_down(graph, level, NodeId{source}, NodeId{destination}));
        }
      }
    }
  }
}

TEST(UpDown, a_tree_is_routed_on_its_only_paths_and_the_middle_is_the_root) {
  Network line("line");
  const KindId wire = line.add_kind("wire");
  const std::size_t layout = line.add_layout({"w", "e"});
  for (unsigned node = 0; node < 5; ++node) line.add_node("n" + std::to_string(node), layout);
  for (std::uint32_t node = 0; node < 4; ++node) {
    line.connect({NodeId{node}, PortId{1}}, {NodeId{node + 1}, PortId{0}}, wire);
  }
  const LiveGraph graph(line);
  EXPECT_EQ(graph.centre(0), NodeId{2});
  const UpDownRoutes routes(graph, 2);
  Candidates candidates;
  routes.route({NodeId{0}, kNoPort, {}, NodeId{0}, NodeId{4}, 0}, candidates);
  ASSERT_EQ(candidates.size(), 1u);
  EXPECT_EQ(candidates[0].port, PortId{1});
  EXPECT_EQ(candidates[0].vcs, all_vcs(2));
  EXPECT_EQ(candidates[0].state, 0u) << "from node 0 to the root it goes up";
  candidates.clear();
  routes.route({NodeId{2}, PortId{0}, {}, NodeId{0}, NodeId{4}, 0}, candidates);
  EXPECT_EQ(candidates[0].state, 1u) << "then down";
  EXPECT_EQ(routes.table_bits(NodeId{0}), 2u * 4 * 2 + 2) << "4 destinations, 2 ports or none, 2 directions";
}

}  // namespace
}  // namespace kintsugi::general::test
