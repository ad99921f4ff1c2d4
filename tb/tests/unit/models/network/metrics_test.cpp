#include "models/network/metrics.hpp"

#include <gtest/gtest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/visitors.hpp>
#include <random>

namespace kintsugi {
namespace {

/// Nodes with as many ports as it takes; link() uses the next free ones.
class Sketch {
 public:
  explicit Sketch(std::uint32_t nodes) : network("sketch"), used_(nodes) {
    network.add_kind("base");
    network.add_kind("extra");
    const std::size_t router = network.add_layout(PortLayout(16, "p"));
    for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), router);
  }
  void link(std::uint32_t a, std::uint32_t b, KindId kind = KindId{0}) {
    const PortRef from = next_port(a);
    network.connect(from, next_port(b), kind);
  }
  Network network;

 private:
  PortRef next_port(std::uint32_t node) { return {NodeId{node}, PortId{used_[node]++}}; }
  std::vector<std::uint16_t> used_;
};

TEST(Metrics, of_a_line_of_four_are_those_counted_by_hand) {
  Sketch line(4);
  for (std::uint32_t node = 0; node < 3; ++node) line.link(node, node + 1);
  const Metrics metrics = measure(line.network);
  EXPECT_EQ(metrics.nodes, 4u);
  EXPECT_EQ(metrics.links, 3u);
  EXPECT_EQ(metrics.degree_max, 2u);
  EXPECT_TRUE(metrics.connected);
  EXPECT_EQ(metrics.diameter, 3u);
  EXPECT_DOUBLE_EQ(metrics.average_distance, 20.0 / 12);
}

TEST(Metrics, links_are_counted_one_by_one_and_neighbours_apart) {
  Sketch pair(3);
  pair.link(0, 1);
  pair.link(1, 0);
  pair.link(0, 1, KindId{1});
  pair.link(2, 2);
  const Metrics metrics = measure(pair.network);
  EXPECT_EQ(metrics.links, 4u);
  EXPECT_EQ(metrics.links_by_kind.at("base"), 3u);
  EXPECT_EQ(metrics.links_by_kind.at("extra"), 1u);
  EXPECT_EQ(metrics.degree_max, 3u);
  EXPECT_EQ(metrics.neighbours_max, 1u);
}

TEST(Metrics, of_a_disconnected_network_are_those_of_the_reachable_pairs) {
  Sketch islands(5);
  islands.link(0, 1);
  islands.link(1, 2);
  islands.link(3, 4);
  const Metrics metrics = measure(islands.network);
  EXPECT_FALSE(metrics.connected);
  EXPECT_EQ(metrics.diameter, 2u);
  EXPECT_DOUBLE_EQ(metrics.average_distance, 10.0 / 8);
  EXPECT_EQ(distances_from(islands.network, NodeId{0}),
            (std::vector<std::uint32_t>{0, 1, 2, kUnreachable, kUnreachable}));
}

TEST(Metrics, of_a_single_node_are_zero) {
  const Metrics metrics = measure(Sketch(1).network);
  EXPECT_TRUE(metrics.connected);
  EXPECT_EQ(metrics.diameter, 0u);
  EXPECT_EQ(metrics.average_distance, 0);
}

TEST(Metrics, progress_is_told_after_each_representative) {
  Sketch line(4);
  line.network.set_representatives({NodeId{1}, NodeId{2}});
  std::vector<std::size_t> done;
  measure(line.network, [&](std::size_t step, std::size_t total) {
    EXPECT_EQ(total, 2u);
    done.push_back(step);
  });
  EXPECT_EQ(done, (std::vector<std::size_t>{1, 2}));
}

TEST(Metrics, are_drawn_from_some_nodes_if_all_are_too_many) {
  constexpr std::uint32_t kNodes = 1500;
  Sketch path(kNodes);
  for (std::uint32_t node = 0; node + 1 < kNodes; ++node) path.link(node, node + 1);
  const Metrics all = measure(path.network, {}, std::uint64_t{kNodes} * kNodes);
  const Metrics drawn = measure(path.network, {}, std::uint64_t{kNodes} * kNodes - 1);
  EXPECT_EQ(all.drawn_nodes, 0u);
  EXPECT_EQ(all.diameter, kNodes - 1);
  EXPECT_EQ(drawn.drawn_nodes, kDrawnNodes);
  EXPECT_LE(drawn.diameter, all.diameter);
  EXPECT_GT(drawn.diameter, all.diameter - 20);  // some node near an end is drawn
  EXPECT_NE(drawn.average_distance, all.average_distance);
  EXPECT_NEAR(drawn.average_distance, all.average_distance, all.average_distance / 50);
  EXPECT_EQ(measure(path.network, {}, 1).average_distance, drawn.average_distance) << "the draw is always the same";
}

TEST(Metrics, of_nodes_that_are_few_are_never_drawn) {
  Sketch line(4);
  line.link(0, 1);
  EXPECT_EQ(measure(line.network, {}, 1).drawn_nodes, 0u);
}

TEST(Metrics, a_formula_takes_the_place_of_the_search) {
  Sketch line(3);
  line.link(0, 1);
  line.link(1, 2);
  line.network.set_known_distances(KnownDistances{12, 7});
  const Metrics metrics = measure(line.network);
  EXPECT_TRUE(metrics.connected);
  EXPECT_EQ(metrics.diameter, 7u);
  EXPECT_EQ(metrics.average_distance, 2.0);
}

std::vector<std::uint32_t> boost_distances(const Network& network, std::uint32_t source) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Graph graph(network.nodes());
  for (const Link& link : network.links()) boost::add_edge(link.a.node.value, link.b.node.value, graph);
  std::vector<std::uint32_t> distances(network.nodes(), kUnreachable);
  distances[source] = 0;
  auto visitor = boost::make_bfs_visitor(boost::record_distances(distances.data(), boost::on_tree_edge()));
  boost::breadth_first_search(graph, source, boost::visitor(visitor));
  return distances;
}

TEST(Metrics, distances_are_those_of_boost_on_random_networks) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    Sketch sketch(12);
    for (unsigned link = 0; link < 6 + seed % 12; ++link) sketch.link(random() % 12, random() % 12);
    for (std::uint32_t source = 0; source < 12; ++source) {
      ASSERT_EQ(distances_from(sketch.network, NodeId{source}), boost_distances(sketch.network, source))
          << "seed " << seed << ", source " << source;
    }
  }
}

}  // namespace
}  // namespace kintsugi
