#include "models/general/nue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "models/general/routings.hpp"
#include "models/routing/route.hpp"
#include "models/routing/tables.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

struct Lengths {
  double mean = 0;
  double shortest = 0;
};

Lengths lengths_of(const Network& network, const RoutingRelation& relation, const LiveGraph& graph) {
  Lengths sum;
  double pairs = 0;
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    for (const std::uint32_t source : graph.members(part)) {
      const auto hops = graph.distances(NodeId{source});
      for (const std::uint32_t destination : graph.members(part)) {
        if (source == destination) continue;
        sum.mean += static_cast<double>(route_hops(network, relation, NodeId{source}, NodeId{destination}).size());
        sum.shortest += hops[destination];
        ++pairs;
      }
    }
  }
  return {sum.mean / pairs, sum.shortest / pairs};
}

/// Mesh, torus and hypercube of 256 nodes with a twentieth of the nodes and of the links dead.
TEST(Nue, slow_with_four_channels_routes_are_within_a_tenth_of_the_shortest) {
  const std::vector<std::int64_t> sides{16, 16};
  const Network networks[] = {family_network("mesh", {{"sides", sides}}), family_network("torus", {{"sides", sides}}),
                              family_network("hypercube", {{"n", std::int64_t{8}}})};
  for (const Network& network : networks) {
    for (unsigned seed = 0; seed < 2; ++seed) {
      const Defects dead = random_holes(network, 0.05, seed);
      const auto relation = make_routing(network, "nue", 4);
      relation->know(dead);
      EXPECT_EQ(complaint(network, *relation, dead), "");
      const auto [mean, shortest] = lengths_of(network, *relation, LiveGraph(network, dead));
      EXPECT_LE(mean, 1.1 * shortest) << network.name() << ", seed " << seed;
    }
  }
}

TEST(Nue, a_packet_keeps_the_channel_of_its_destination) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto relation = make_routing(mesh, "nue", 4);
  for (std::uint32_t destination = 0; destination < 16; ++destination) {
    for (std::uint32_t source = 0; source < 16; ++source) {
      if (source == destination) continue;
      for (const RouteHop& hop : route_hops(mesh, *relation, NodeId{source}, NodeId{destination})) {
        EXPECT_EQ(hop.vc.value, destination / 4) << "blocks of four destinations";
      }
    }
  }
}

/// A ring has no shortest routes without a cycle on one channel: some nodes take the longer way.
TEST(Nue, one_channel_is_enough_for_a_ring_and_its_dead_ends_are_bound_to_the_tree) {
  std::uint64_t bound = 0;
  for (const std::int64_t side : {5, 8, 13}) {
    const Network ring = family_network("torus", {{"sides", std::vector<std::int64_t>{side}}});
    const auto relation = make_routing(ring, "nue", 1);
    EXPECT_EQ(complaint(ring, *relation, {}), "");
    const auto [mean, shortest] = lengths_of(ring, *relation, LiveGraph(ring));
    EXPECT_GT(mean, shortest);
    bound += make_nue_table(LiveGraph(ring), 1).bound;
  }
  for (unsigned seed = 0; seed < 20; ++seed) {
    bound += make_nue_table(LiveGraph(random_graph(40, 120, seed)), 1).bound;
  }
  EXPECT_GT(bound, 0u) << "the way out of a dead end is tried";
}

/// Nodes in a ring or a line, neighbours joined by so many links.
Network bundles(std::uint32_t nodes, unsigned links, bool is_ring) {
  Network network(is_ring ? "ring" : "line");
  const KindId wire = network.add_kind("wire");
  PortLayout layout;
  for (unsigned port = 0; port < 2 * links; ++port) layout.push_back("p" + std::to_string(port));
  const std::size_t number = network.add_layout(layout);
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), number);
  for (std::uint32_t node = 0; node + (is_ring ? 0 : 1) < nodes; ++node) {
    for (unsigned link = 0; link < links; ++link) {
      const PortRef to{NodeId{(node + 1) % nodes}, PortId::from(links + link)};
      network.connect({NodeId{node}, PortId::from(link)}, to, wire);
    }
  }
  return network;
}

/// By link from one node to another, in this direction: the routes that take it, and their destinations.
struct Load {
  std::uint64_t routes = 0;
  std::set<std::uint32_t> destinations;
};
using Loads = std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<PortId, Load>>;

/// Follows every route.
Loads loads_of(const Network& network, unsigned vcs) {
  const auto relation = make_routing(network, "nue", vcs);
  EXPECT_EQ(complaint(network, *relation, {}), "");
  Loads loads;
  for (NodeId from{0}; from.value < network.nodes(); ++from.value) {
    for (NodeId to{0}; to.value < network.nodes(); ++to.value) {
      if (from == to) continue;
      for (const RouteHop& hop : route_hops(network, *relation, from, to)) {
        Load& load = loads[{hop.out.node.value, network.peer(hop.out)->node.value}][hop.out.port];
        ++load.routes;
        load.destinations.insert(to.value);
      }
    }
  }
  return loads;
}

/// At a node all routes to one destination leave by one link, so a bundle has no more links in use than destinations.
TEST(Nue, spreads_routes_over_parallel_links_and_the_largest_load_never_rises_with_the_channels) {
  struct Case {
    std::uint32_t nodes;
    unsigned links;
    bool is_ring;
  };
  for (const auto& [nodes, links, is_ring] :
       {Case{8, 2, true}, Case{8, 4, true}, Case{12, 3, true}, Case{8, 4, false}, Case{9, 3, false}}) {
    const Network network = bundles(nodes, links, is_ring);
    std::uint64_t before = ~std::uint64_t{0};
    for (const unsigned vcs : {1u, 2u, 3u, 4u, 6u, 8u, 16u}) {
      std::uint64_t largest = 0;
      for (const auto& [ends, bundle] : loads_of(network, vcs)) {
        std::set<std::uint32_t> destinations;
        for (const auto& [port, load] : bundle) {
          largest = std::max(largest, load.routes);
          destinations.insert(load.destinations.begin(), load.destinations.end());
        }
        EXPECT_EQ(bundle.size(), std::min<std::size_t>(links, destinations.size()))
            << network.name() << ' ' << nodes << " x " << links << ", " << vcs << " channels, from " << ends.first;
      }
      EXPECT_LE(largest, before) << network.name() << ' ' << nodes << " x " << links << ", " << vcs << " channels";
      before = largest;
    }
  }
}

TEST(Nue, counts_every_route_that_takes_an_arc_those_that_pass_through_included) {
  for (const unsigned layers : {1u, 3u}) {
    const Network network = random_graph(24, 40, layers);
    const LiveGraph graph(network, random_holes(network, 0.05, layers));
    const NueTable table = make_nue_table(graph, layers);
    std::vector<std::uint64_t> counted(graph.arcs());
    for (NodeId from{0}; from.value < graph.nodes(); ++from.value) {
      for (NodeId to{0}; to.value < graph.nodes(); ++to.value) {
        for (NodeId at = from; table.ports.port(at, to) != kNoPort;) {
          const ArcId arc = graph.at({at, table.ports.port(at, to)});
          ++counted[arc];
          at = graph.arc(arc).to;
        }
      }
    }
    EXPECT_EQ(table.use, counted) << layers << " layers";
  }
}

TEST(Nue, needs_a_layer) {
  const Network ring = family_network("torus", {{"sides", std::vector<std::int64_t>{4}}});
  EXPECT_THROW(make_nue_table(LiveGraph(ring), 0), std::invalid_argument);
}

TEST(GeneralTables, are_made_with_progress_and_only_once) {
  const Network ring = family_network("torus", {{"sides", std::vector<std::int64_t>{8}}});
  const std::map<std::string, std::size_t> steps = {{"updown", 8}, {"nue", 3 * 8}, {"around", 6 * 8}};
  for (const auto& [name, total] : steps) {
    const auto relation = make_routing(ring, name, 2);
    std::size_t done = 0;
    const auto count = [&, all = total](std::size_t now, std::size_t of) {
      EXPECT_EQ(now, ++done) << name;
      EXPECT_EQ(of, all) << name;
    };
    dynamic_cast<const HasTables&>(*relation).make_tables(count);
    EXPECT_EQ(done, total) << name;
    dynamic_cast<const HasTables&>(*relation).make_tables(count);
    EXPECT_EQ(done, total) << name << ": the tables were there";
  }
}

}  // namespace
}  // namespace kintsugi::general::test
