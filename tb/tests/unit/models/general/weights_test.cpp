// General routings that weigh links, each against a search of its own.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "models/general/nue.hpp"
#include "models/general/routings.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

const LinkWeights kWeights{1, {2, 3}, 5, {30, 5}, 1087, kMostWeight};

/// A link of every kind has the weight of that place.
struct WeightedLink {
  std::uint32_t a;
  std::uint32_t b;
  unsigned kind;
};

Network network_of(std::uint32_t nodes, const std::vector<WeightedLink>& links) {
  Network network("weighted");
  for (std::size_t kind = 0; kind < kWeights.size(); ++kind) network.add_kind("kind " + std::to_string(kind));
  std::vector<unsigned> degree(nodes, 0), used(nodes, 0);
  for (const WeightedLink& link : links) ++degree[link.a], ++degree[link.b];
  for (std::uint32_t node = 0; node < nodes; ++node) {
    PortLayout layout;
    for (unsigned port = 0; port < degree[node]; ++port) layout.push_back("p" + std::to_string(port));
    network.add_node("n" + std::to_string(node), network.add_layout(layout));
  }
  for (const WeightedLink& link : links) {
    const PortRef from{NodeId{link.a}, PortId::from(used[link.a]++)};
    network.connect(from, {NodeId{link.b}, PortId::from(used[link.b]++)}, KindId::from(link.kind));
  }
  return network;
}

/// A connected graph with some parallel links, of all weights.
Network weighted_graph(std::uint32_t nodes, std::size_t links, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<WeightedLink> list;
  const auto kind = [&] { return static_cast<unsigned>(random() % kWeights.size()); };
  for (std::uint32_t node = 1; node < nodes; ++node) {
    const auto other = static_cast<std::uint32_t>(random() % node);
    list.push_back({node, other, kind()});
  }
  while (list.size() < links) {
    const auto a = static_cast<std::uint32_t>(random() % nodes), b = static_cast<std::uint32_t>(random() % nodes);
    if (a != b) list.push_back({a, b, kind()});
  }
  return network_of(nodes, list);
}

using Matrix = std::vector<std::vector<std::uint64_t>>;
constexpr std::uint64_t kNoWay = std::uint64_t{1} << 40;

LinkLatency weight_of(const Link& link) {
  return kWeights[link.kind.value];
}

/// Returns the distances of all pairs, as Floyd and Warshall do.
Matrix distances_of(const Network& network, const Defects& dead = {}) {
  const std::size_t nodes = network.nodes();
  Matrix distance(nodes, std::vector<std::uint64_t>(nodes, kNoWay));
  const auto is_dead = [&](NodeId node) { return std::ranges::binary_search(dead.sites, SiteId{node.value}); };
  for (std::size_t node = 0; node < nodes; ++node) distance[node][node] = 0;
  for (const Link& link : network.links()) {
    const NodeId a = link.a.node, b = link.b.node;
    if (is_dead(a) || is_dead(b) || std::ranges::binary_search(dead.links, link_between(a, b))) continue;
    std::uint64_t &there = distance[a.value][b.value], &back = distance[b.value][a.value];
    there = std::min<std::uint64_t>(there, weight_of(link).there);
    back = std::min<std::uint64_t>(back, weight_of(link).back);
  }
  for (std::size_t k = 0; k < nodes; ++k) {
    for (std::size_t i = 0; i < nodes; ++i) {
      for (std::size_t j = 0; j < nodes; ++j) {
        distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
      }
    }
  }
  return distance;
}

/// Looks for the link that has an end at the port.
unsigned weight_at(const Network& network, PortRef port) {
  for (const Link& link : network.links()) {
    if (link.a == port) return weight_of(link).there;
    if (link.b == port) return weight_of(link).back;
  }
  return 0;
}

/// Returns the sum of weights of the first route.
std::uint64_t weight_of_route(const Network& network, const RoutingRelation& relation, NodeId from, NodeId to) {
  std::uint64_t sum = 0;
  for (const RouteHop& hop : route_hops(network, relation, from, to)) sum += weight_at(network, hop.out);
  return sum;
}

/// Returns the smallest weight of a route that goes up and then down in the order of levels, over pairs (node, went
/// down), by relaxing every link until nothing changes.
Matrix up_down_distances(const Network& network, const std::vector<std::uint64_t>& level) {
  const std::size_t nodes = network.nodes();
  Matrix all;
  for (std::size_t source = 0; source < nodes; ++source) {
    std::vector<std::uint64_t> best(2 * nodes, kNoWay);
    best[source] = 0;
    for (bool changes = true; changes;) {
      changes = false;
      const auto relax = [&](NodeId from, NodeId to, unsigned weight) {
        const bool up = std::pair(level[to.value], to.value) < std::pair(level[from.value], from.value);
        for (const bool went_down : {false, true}) {
          if (up && went_down) continue;
          const std::uint64_t reached = best[from.value + (went_down ? nodes : 0)] + weight;
          std::uint64_t& there = best[to.value + (up ? 0 : nodes)];
          if (reached >= there) continue;
          there = reached;
          changes = true;
        }
      };
      for (const Link& link : network.links()) {
        relax(link.a.node, link.b.node, weight_of(link).there);
        relax(link.b.node, link.a.node, weight_of(link).back);
      }
    }
    for (std::size_t node = 0; node < nodes; ++node) best[node] = std::min(best[node], best[node + nodes]);
    all.push_back(std::move(best));
  }
  return all;
}

TEST(Weights, distances_are_those_of_floyd_and_warshall) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Network network = weighted_graph(20, 45, seed);
    const Defects dead = random_holes(network, 0.05, seed);
    const LiveGraph graph(network, dead, kWeights);
    const Matrix wanted = distances_of(network, dead);
    for (NodeId to{0}; to.value < graph.nodes(); ++to.value) {
      if (!graph.is_alive(to)) continue;
      const std::vector<std::uint32_t> found = graph.distances(to);
      for (std::uint32_t from = 0; from < graph.nodes(); ++from) {
        if (graph.is_alive(NodeId{from})) {
          EXPECT_EQ(found[from] == kUnreachable ? kNoWay : found[from], std::min(kNoWay, wanted[from][to.value]));
        }
      }
    }
  }
}

TEST(Weights, equal_ones_make_the_same_routes_as_none) {
  const Network network = random_graph(24, 50, 4);
  for (const RoutingInfo& routing : routings()) {
    const auto hops = make_routing(network, routing.name, 3);
    const auto weighed = make_routing(network, routing.name, 3, {7});
    for (std::uint32_t from = 0; from < 24; ++from) {
      for (std::uint32_t to = 0; to < 24; ++to) {
        if (from == to) continue;
        const auto one = route_hops(network, *hops, NodeId{from}, NodeId{to});
        const auto other = route_hops(network, *weighed, NodeId{from}, NodeId{to});
        ASSERT_EQ(one.size(), other.size()) << routing.name;
        for (std::size_t i = 0; i < one.size(); ++i) EXPECT_EQ(one[i].out, other[i].out) << routing.name;
      }
    }
  }
}

/// Of two layers, so that few dependencies are refused: nearly all routes have the smallest weight, and none has less.
/// One destination a layer closes no cycle: then all have.
TEST(Weights, routes_of_nue_have_the_smallest_where_no_cycle_is_closed) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Network network = weighted_graph(20, 45, seed);
    const LiveGraph graph(network, {}, kWeights);
    const Matrix wanted = distances_of(network);
    EXPECT_EQ(complaint(network, *make_routing(network, "nue", 20, kWeights), {}), "");
    for (const unsigned layers : {2u, 20u}) {
      const NueTable table = make_nue_table(graph, layers);
      std::uint64_t longer = 0;
      for (NodeId from{0}; from.value < 20; ++from.value) {
        for (NodeId to{0}; to.value < 20; ++to.value) {
          if (from == to) continue;
          std::uint64_t weight = 0;
          for (NodeId at = from; at != to;) {
            const ArcId arc = graph.at({at, table.ports.port(at, to)});
            weight += graph.weight(arc);
            at = graph.arc(arc).to;
          }
          EXPECT_GE(weight, wanted[from.value][to.value]);
          longer += weight > wanted[from.value][to.value] ? 1 : 0;
        }
      }
      EXPECT_LE(longer, layers == 20 ? 0u : 38u) << layers << " layers, seed " << seed;
    }
  }
}

TEST(Weights, routes_of_updown_have_the_smallest_of_those_that_go_up_and_then_down) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Network network = weighted_graph(16, 34, seed);
    const Matrix distances = distances_of(network);
    Matrix to(16, std::vector<std::uint64_t>(16));  // by destination, then source
    for (std::size_t i = 0; i < 256; ++i) to[i % 16][i / 16] = distances[i / 16][i % 16];
    const auto farthest = [](const auto& row) { return std::ranges::max(row); };
    const auto centre = std::ranges::min_element(to, {}, farthest);
    const Matrix wanted = up_down_distances(network, *centre);
    const auto relation = make_routing(network, "updown", 1, kWeights);
    EXPECT_EQ(complaint(network, *relation, {}), "");
    for (std::uint32_t from = 0; from < 16; ++from) {
      for (std::uint32_t to = 0; to < 16; ++to) {
        if (from == to) continue;
        EXPECT_EQ(weight_of_route(network, *relation, NodeId{from}, NodeId{to}), wanted[from][to]);
      }
    }
  }
}

TEST(Weights, around_offers_every_link_on_a_way_of_the_smallest_and_no_other) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    const Network network = weighted_graph(20, 45, seed);
    const Defects dead = random_holes(network, 0.05, seed);
    const Matrix distance = distances_of(network, dead);
    const auto relation = make_routing(network, "around", 2, kWeights);
    relation->know(dead);
    EXPECT_EQ(complaint(network, *relation, dead), "");
    const LiveGraph graph(network, dead);
    for (NodeId at{0}; at.value < 20; ++at.value) {
      for (NodeId to{0}; to.value < 20; ++to.value) {
        if (at == to || !graph.is_alive(at) || distance[at.value][to.value] >= kNoWay) continue;
        std::set<PortId> wanted, offered;
        for (ArcId arc = graph.first_leaving(at.value); arc < graph.first_leaving(at.value + 1); ++arc) {
          const PortRef port{at, graph.arc(arc).port};
          const std::uint64_t by_it = weight_at(network, port) + distance[graph.arc(arc).to.value][to.value];
          if (by_it == distance[at.value][to.value]) wanted.insert(port.port);
        }
        Candidates candidates;
        relation->route({at, kNoPort, {}, at, to, 0}, candidates);
        for (const Candidate& candidate : candidates) {
          if (candidate.vcs != 1) offered.insert(candidate.port);
        }
        EXPECT_EQ(offered, wanted);
      }
    }
  }
}

/// One link of 30 beside two of 2, which one of these being dead makes the shorter way. Back it is 5 beside two of 3.
TEST(Weights, every_general_routing_leaves_a_slow_link_for_two_fast_ones) {
  const Network network = network_of(4, {{0, 2, 3}, {0, 1, 1}, {1, 2, 1}, {2, 3, 0}});
  for (const RoutingInfo& routing : routings()) {
    const auto hops = make_routing(network, routing.name, 2);
    const auto weighed = make_routing(network, routing.name, 2, kWeights);
    EXPECT_EQ(weight_of_route(network, *hops, NodeId{0}, NodeId{3}), 31u) << routing.name;
    EXPECT_EQ(weight_of_route(network, *weighed, NodeId{0}, NodeId{3}), 5u) << routing.name;
    EXPECT_EQ(weight_of_route(network, *weighed, NodeId{2}, NodeId{0}), 5u) << routing.name;
    weighed->know(Defects({}, {{SiteId{0}, SiteId{1}}}));
    EXPECT_EQ(weight_of_route(network, *weighed, NodeId{0}, NodeId{3}), 31u) << routing.name;
  }
}

TEST(Weights, are_one_for_each_kind_and_in_their_range) {
  const Network network = network_of(2, {{0, 1, 0}});
  for (const LinkWeights& wrong : {LinkWeights{1, 2}, LinkWeights{1, 1, 1, 1, 1, 0}, LinkWeights{1, 1, 1, 1, 1, 32768},
                                   LinkWeights{1, 1, 1, 1, 1, {0, 1}}, LinkWeights{1, 1, 1, 1, {1, 32768}, 1}}) {
    EXPECT_THROW(LiveGraph(network, {}, wrong), std::invalid_argument);
  }
}

}  // namespace
}  // namespace kintsugi::general::test
