#include "models/network/distance_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "models/network/batch_search.hpp"
#include "models/network/source_search.hpp"

namespace kintsugi {
namespace {

/// A network with these links, as pairs of nodes; each node has as many ports as it takes.
Network network_of(std::uint32_t nodes, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& links) {
  Network network("random");
  const KindId kind = network.add_kind("base");
  const std::size_t layout = network.add_layout(PortLayout(kMaxPorts - 1, "p"));
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), layout);
  std::vector<std::uint16_t> used(nodes);
  for (const auto& [a, b] : links) {
    const PortRef from{NodeId{a}, PortId{used[a]++}};
    network.connect(from, {NodeId{b}, PortId{used[b]++}}, kind);
  }
  return network;
}

Network random_network(std::uint32_t nodes, unsigned links, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (unsigned i = 0; i < links; ++i) {
    const auto a = static_cast<std::uint32_t>(random() % nodes);
    pairs.push_back({a, static_cast<std::uint32_t>(random() % nodes)});
  }
  return network_of(nodes, pairs);
}

Network path_of(std::uint32_t nodes) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t node = 1; node < nodes; ++node) links.push_back({node - 1, node});
  return network_of(nodes, links);
}

/// The sums by the algorithm of Floyd and Warshall, which searches nothing.
DistanceSums by_tables(const Network& network, std::span<const NodeId> sources) {
  constexpr unsigned kFar = 1u << 20;
  const std::size_t nodes = network.nodes();
  std::vector<std::vector<unsigned>> distance(nodes, std::vector<unsigned>(nodes, kFar));
  for (std::size_t i = 0; i < nodes; ++i) distance[i][i] = 0;
  for (const Link& link : network.links()) {
    if (link.a.node == link.b.node) continue;
    distance[link.a.node.value][link.b.node.value] = distance[link.b.node.value][link.a.node.value] = 1;
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
      }
    }
  }
  DistanceSums sums;
  for (const NodeId source : sources) {
    for (std::size_t j = 0; j < nodes; ++j) {
      const unsigned d = distance[source.value][j];
      if (d >= kFar) sums.connected = false;
      if (j == source.value || d >= kFar) continue;
      ++sums.pairs;
      sums.sum += d;
      sums.largest = std::max(sums.largest, d);
    }
  }
  return sums;
}

std::vector<NodeId> all_nodes(const Network& network) {
  std::vector<NodeId> all;
  for (const NodeId node : ids<NodeId>(network.nodes())) all.push_back(node);
  return all;
}

std::string text_of(const DistanceSums& sums) {
  return std::to_string(sums.pairs) + " pairs, sum " + std::to_string(sums.sum) + ", largest " +
         std::to_string(sums.largest) + (sums.connected ? ", connected" : ", not connected");
}

void expect_all_ways_alike(const Network& network, const std::vector<NodeId>& sources, const std::string& wanted) {
  const Adjacency adjacency(network);
  for (const SearchBy by : {SearchBy::kEither, SearchBy::kSource, SearchBy::kBatch}) {
    for (const unsigned threads : {0u, 1u, 3u}) {
      EXPECT_EQ(text_of(sum_distances(adjacency, sources, {}, threads, by)), wanted)
          << static_cast<int>(by) << ", " << threads << " threads";
    }
  }
}

TEST(DistanceSums, are_those_of_tables_on_random_networks_connected_or_not) {
  for (unsigned seed = 0; seed < 24; ++seed) {
    const Network network = random_network(40 + seed, 30 + 3 * seed, seed);
    const std::vector<NodeId> all = all_nodes(network);
    SCOPED_TRACE("seed " + std::to_string(seed));
    expect_all_ways_alike(network, all, text_of(by_tables(network, all)));
    const std::vector<NodeId> some(all.begin() + 3, all.begin() + 12);
    expect_all_ways_alike(network, some, text_of(by_tables(network, some)));
  }
}

TEST(DistanceSums, of_more_sources_than_a_batch_holds_are_those_of_single_searches) {
  for (const std::uint32_t nodes : {511u, 512u, 513u, 1100u}) {
    const Network network = random_network(nodes, 3 * nodes, nodes);
    const std::vector<NodeId> all = all_nodes(network);
    const Adjacency adjacency(network);
    SCOPED_TRACE(nodes);
    expect_all_ways_alike(network, all, text_of(sum_distances(adjacency, all, {}, 1, SearchBy::kSource)));
  }
}

/// On a path every source has a distance of its own to every node: batches gain nothing, and are given up.
TEST(DistanceSums, of_a_long_path_are_those_of_the_formula) {
  constexpr std::uint64_t kNodes = 1500;
  const Network network = path_of(kNodes);
  const std::uint64_t sum = (kNodes - 1) * kNodes * (kNodes + 1) / 3;
  expect_all_ways_alike(network, all_nodes(network),
                        std::to_string(kNodes * (kNodes - 1)) + " pairs, sum " + std::to_string(sum) + ", largest " +
                            std::to_string(kNodes - 1) + ", connected");
}

TEST(DistanceSums, a_single_node_that_is_not_reached_is_noticed) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t node = 2; node < 700; ++node) links.push_back({node / 2, node});
  const Network network = network_of(701, links);  // nodes 0 and 700 stand alone
  const Adjacency adjacency(network);
  for (const SearchBy by : {SearchBy::kSource, SearchBy::kBatch}) {
    const DistanceSums sums = sum_distances(adjacency, std::vector{NodeId{5}, NodeId{6}}, {}, 1, by);
    EXPECT_FALSE(sums.connected);
    EXPECT_EQ(sums.pairs, 2 * 698u);
    EXPECT_EQ(sum_distances(adjacency, std::vector{NodeId{700}}, {}, 1, by), (DistanceSums{0, 0, 0, false}));
  }
}

TEST(DistanceSums, progress_ends_with_all_sources_and_never_goes_back) {
  const Network network = random_network(1300, 4000, 1);
  const Adjacency adjacency(network);
  for (const SearchBy by : {SearchBy::kSource, SearchBy::kBatch}) {
    for (const unsigned threads : {1u, 4u}) {
      std::size_t last = 0;
      sum_distances(
          adjacency, all_nodes(network),
          [&last](std::size_t done, std::size_t total) {
            EXPECT_EQ(total, 1300u);
            EXPECT_GT(done, last);
            last = done;
          },
          threads, by);
      EXPECT_EQ(last, 1300u);
    }
  }
}

TEST(DistanceSums, an_exception_of_the_progress_ends_all_threads) {
  const Network network = random_network(600, 2000, 1);
  const Adjacency adjacency(network);
  struct Enough {};
  const Progress stop = [](std::size_t done, std::size_t) {
    if (done > 20) throw Enough();
  };
  EXPECT_THROW(sum_distances(adjacency, all_nodes(network), stop, 4, SearchBy::kSource), Enough);
}

TEST(Adjacency, of_lists_is_that_of_the_network_with_these_links_each_neighbour_once_and_no_node_its_own) {
  const std::vector<std::vector<std::uint32_t>> lists{{2, 1, 2}, {1, 0}, {0, 0, 2}, {}};
  const Adjacency of_lists(lists);
  const Adjacency of_network(network_of(4, {{0, 2}, {0, 1}, {0, 2}, {1, 1}, {2, 2}}));
  ASSERT_EQ(of_lists.nodes(), 4u);
  for (std::uint32_t node = 0; node < 4; ++node) {
    EXPECT_TRUE(std::ranges::equal(of_lists.neighbours(node), of_network.neighbours(node))) << node;
  }
  EXPECT_TRUE(std::ranges::equal(of_lists.neighbours(0), std::vector<std::uint32_t>{1, 2}));
  EXPECT_TRUE(of_lists.neighbours(3).empty());
  EXPECT_EQ(of_lists.most_neighbours(), 2u);
}

TEST(BatchSearch, visits_a_node_once_for_all_sources_at_one_distance) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> star;
  for (std::uint32_t leaf = 1; leaf <= 60; ++leaf) star.push_back({0, leaf});
  const Network network = network_of(61, star);
  const Adjacency adjacency(network);
  BatchSearch search(adjacency);
  const std::vector<NodeId> all = all_nodes(network);
  search.run(std::span(all).subspan(1));
  EXPECT_EQ(search.pairs(), 60 * 60u);
  EXPECT_EQ(search.sum(), 60 * (1 + 59 * 2u));
  EXPECT_EQ(search.largest(), 2u);
  EXPECT_EQ(search.visits(), 61u);  // the hub in step 1, each leaf in step 2
}

TEST(SourceSearch, lists_the_nodes_in_the_order_of_their_distances) {
  const Network network = path_of(5);
  const Adjacency adjacency(network);
  SourceSearch search(adjacency);
  search.run(3);
  EXPECT_EQ(search.distances(), (std::vector<std::uint32_t>{3, 2, 1, 0, 1}));
  EXPECT_EQ(std::vector<std::uint32_t>(search.reached().begin(), search.reached().end()),
            (std::vector<std::uint32_t>{3, 2, 4, 1, 0}));
}

}  // namespace
}  // namespace kintsugi
