#include "models/general/nue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <random>
#include <set>
#include <span>
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

/// Returns the channels that routes offer at a node to a destination.
VcSet channels_to(const Routes& routes, NodeId at, NodeId to) {
  Candidates candidates;
  routes.route({.at = at, .source = at, .destination = to}, candidates);
  EXPECT_EQ(candidates.size(), 1u);
  return candidates.empty() ? 0 : candidates.front().vcs;
}

/// A ring of double links has two layers with four channels.
TEST(Nue, a_packet_may_take_all_channels_of_its_destinations_layer_at_every_node) {
  const Network ring = bundles(8, 2, true);
  const NueRoutes routes(LiveGraph(ring), 4);
  for (NodeId to{0}; to.value < 8; ++to.value) {
    for (NodeId at{0}; at.value < 8; ++at.value) {
      if (at == to) continue;
      EXPECT_EQ(channels_to(routes, at, to), to.value < 4 ? 0b0101u : 0b1010u) << "blocks of four destinations";
    }
  }
}

TEST(Nue, has_the_channels_of_two_layers_apart_and_equally_many) {
  const Network ring = bundles(8, 2, true);
  for (const unsigned vcs : {4u, 5u, 7u, 12u, 32u}) {
    const NueRoutes routes(LiveGraph(ring), vcs);
    std::set<VcSet> sets;
    for (NodeId to{1}; to.value < ring.nodes(); ++to.value) sets.insert(channels_to(routes, NodeId{0}, to));
    EXPECT_GT(sets.size(), 1u) << vcs << " channels";
    VcSet all = 0;
    for (const VcSet set : sets) {
      EXPECT_EQ(all & set, 0u) << vcs << " channels";
      EXPECT_EQ(std::popcount(set), static_cast<int>(vcs / sets.size())) << vcs << " channels";
      all |= set;
    }
    EXPECT_EQ(all & ~all_vcs(vcs), 0u);
  }
}

/// As many as a packet has on any other link, whatever is left over.
TEST(Nue, a_pe_injects_on_as_many_channels_as_a_layer_has) {
  const Network ring = bundles(8, 2, true);
  for (unsigned vcs = 1; vcs <= 32; ++vcs) {
    const auto relation = make_routing(ring, "nue", vcs);
    const NueRoutes routes(LiveGraph(ring), vcs);
    for (NodeId at{0}; at.value < ring.nodes(); ++at.value) {
      const VcSet channels = channels_to(routes, at, NodeId{(at.value + 1) % 8});
      EXPECT_EQ(relation->injection_vcs(at), static_cast<unsigned>(std::popcount(channels))) << vcs << " channels";
    }
  }
  EXPECT_EQ(make_routing(ring, "nue", 5)->injection_vcs(NodeId{0}), 2u);
  EXPECT_EQ(make_routing(ring, "updown", 5)->injection_vcs(NodeId{0}), 5u);
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

struct Bundles {
  std::uint32_t nodes;
  unsigned links;
  bool is_ring;
};
constexpr Bundles kBundles[] = {{8, 2, true}, {8, 4, true}, {12, 3, true}, {8, 4, false}, {9, 3, false}};

/// At a node all routes to one destination leave by one link, so a bundle has no more links in use than destinations.
TEST(Nue, spreads_routes_over_parallel_links_and_the_largest_load_never_rises_with_the_channels) {
  for (const auto& [nodes, links, is_ring] : kBundles) {
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

double price(std::uint64_t load, unsigned layers, unsigned vcs) {
  const double each = vcs / layers;
  return static_cast<double>(load) * (1 + 0.4 / (each * each));
}

TEST(Nue, takes_one_layer_and_all_channels_where_more_layers_make_no_load_smaller) {
  for (const bool is_ring : {false, true}) {
    const Network network = bundles(8, is_ring ? 3 : 4, is_ring);
    for (const unsigned vcs : {1u, 2u, 3u, 4u, 6u, 8u, 16u, 32u}) {
      EXPECT_EQ(choose_layers(LiveGraph(network), vcs), std::vector{1u}) << network.name() << ", " << vcs;
    }
  }
}

TEST(Nue, with_more_channels_no_price_and_no_load_rises_and_no_other_number_is_much_better) {
  std::mt19937 random(7);
  const std::vector<unsigned> numbers = layers_to_try(32);
  for (unsigned trial = 0; trial < 1000; ++trial) {
    std::vector<std::uint64_t> loads;
    std::map<unsigned, std::uint64_t> load;
    for (const unsigned number : numbers) {
      loads.push_back(loads.empty() ? 1000 : loads.back() * (60 + random() % 60) / 100 + 1);
      load[number] = loads.back();
    }
    double before = 2 * price(1000, 1, 1);
    std::uint64_t least = 1000;
    unsigned layers_before = 1;
    for (unsigned vcs = 1; vcs <= 32; ++vcs) {
      const std::vector<unsigned> tried = layers_to_try(vcs);
      const unsigned layers = choose_layers(std::span(loads).first(tried.size()), vcs);
      EXPECT_LE(layers, vcs);
      const double now = price(load.at(layers), layers, vcs);
      EXPECT_LE(now, before * (1 + 1e-9)) << vcs << " channels";
      EXPECT_LE(10 * load.at(layers), 11 * least) << vcs << " channels";
      const auto loses_a_channel = [&](unsigned other) {
        return (vcs - 1) / layers_before > 1 && vcs / other == 1 && 5 * load.at(other) > 3 * load.at(layers_before);
      };
      EXPECT_FALSE(loses_a_channel(layers)) << vcs << " channels";
      for (const unsigned other : tried) {
        if (10 * load.at(other) > 11 * least || loses_a_channel(other)) continue;
        EXPECT_GE(price(load.at(other), other, vcs), 0.95 * now * (1 - 1e-9)) << vcs << " channels";
      }
      before = now;
      least = std::min(least, load.at(layers));
      layers_before = layers;
    }
  }
}

TEST(Nue, the_load_of_a_channel_never_rises_with_the_channels) {
  std::vector<Network> networks;
  for (const auto& [nodes, links, is_ring] : kBundles) networks.push_back(bundles(nodes, links, is_ring));
  networks.push_back(family_network("torus", {{"sides", std::vector<std::int64_t>{6, 6}}}));
  for (unsigned seed = 0; seed < 4; ++seed) networks.push_back(random_graph(24, 40, seed));
  for (const Network& network : networks) {
    const LiveGraph graph(network);
    double before = 1e9;
    for (unsigned vcs = 1; vcs <= 16; ++vcs) {
      const std::vector<unsigned> layers = choose_layers(graph, vcs);
      const NueTable table = make_nue_table(graph, layers);
      const double now = price(largest_loads(graph, table).front(), layers.front(), vcs);
      EXPECT_LE(now, before * (1 + 1e-9)) << network.name() << ", " << vcs << " channels";
      before = now;
    }
  }
}

/// A ring and a line that are not connected: a dead node or link in one changes no route in the other.
TEST(Nue, each_part_chooses_its_layers_by_its_own_links) {
  constexpr std::uint32_t kNodes = 8;
  Network both("ring and line");
  const KindId wire = both.add_kind("wire");
  const std::size_t layout = both.add_layout({"p0", "p1", "p2", "p3"});
  for (std::uint32_t node = 0; node < 2 * kNodes; ++node) both.add_node("n" + std::to_string(node), layout);
  for (std::uint32_t node = 0; node < 2 * kNodes; ++node) {
    const bool is_ring = node < kNodes;
    if (node == 2 * kNodes - 1) continue;
    const std::uint32_t next = is_ring ? (node + 1) % kNodes : node + 1;
    for (const unsigned link : {0u, 1u}) {
      both.connect({NodeId{node}, PortId::from(link)}, {NodeId{next}, PortId::from(2 + link)}, wire);
    }
  }
  EXPECT_EQ(choose_layers(LiveGraph(both), 4), (std::vector{2u, 1u}));
  const auto whole = make_routing(both, "nue", 4);
  EXPECT_EQ(complaint(both, *whole, {}), "");
  Defects cut;
  cut.add(link_between(NodeId{11}, NodeId{12}));
  EXPECT_EQ(choose_layers(LiveGraph(both, cut), 4), (std::vector{2u, 1u, 1u}));
  EXPECT_EQ(whole->injection_vcs(NodeId{0}), 2u);
  EXPECT_EQ(whole->injection_vcs(NodeId{kNodes}), 4u);
  const NueRoutes before(LiveGraph(both), 4);
  const NueRoutes after(LiveGraph(both, cut), 4);
  for (NodeId at{0}; at.value < kNodes; ++at.value) {
    for (NodeId to{0}; to.value < kNodes; ++to.value) {
      if (at != to) {
        EXPECT_EQ(channels_to(before, at, to), channels_to(after, at, to));
      }
    }
  }
}

/// A ring whose routers have so many PEs each, as nodes of their own behind them.
Network ring_with_pes(std::uint32_t routers, unsigned links, unsigned pes) {
  Network network("ring with PEs");
  const KindId wire = network.add_kind("wire");
  PortLayout layout;
  for (unsigned port = 0; port < 2 * links + pes; ++port) layout.push_back("p" + std::to_string(port));
  const std::size_t of_router = network.add_layout(layout);
  const std::size_t of_pe = network.add_layout({"router"});
  std::vector<NodeId> alone;
  for (std::uint32_t node = 0; node < routers; ++node) {
    alone.push_back(network.add_node("r" + std::to_string(node), of_router));
  }
  for (std::uint32_t node = 0; node < routers; ++node) {
    for (unsigned link = 0; link < links; ++link) {
      const PortRef to{NodeId{(node + 1) % routers}, PortId::from(links + link)};
      network.connect({NodeId{node}, PortId::from(link)}, to, wire);
    }
    for (unsigned pe = 0; pe < pes; ++pe) {
      const NodeId own = network.add_node("pe" + std::to_string(network.nodes()), of_pe);
      network.connect({NodeId{node}, PortId::from(2 * links + pe)}, {own, PortId{0}}, wire);
    }
  }
  network.set_routers_alone(alone);
  return network;
}

TEST(Nue, deals_the_nodes_with_a_pe_to_its_layers_and_routers_without_one_apart_from_them) {
  const Network network = ring_with_pes(8, 4, 4);
  for (const unsigned layers : {2u, 4u}) {
    const NueTable table = make_nue_table(LiveGraph(network), layers);
    std::map<unsigned, unsigned> with_pe, alone;
    for (NodeId node{0}; node.value < network.nodes(); ++node.value) {
      ++(network.has_pe(node) ? with_pe : alone)[table.layer[node.value]];
    }
    for (unsigned layer = 0; layer < layers; ++layer) {
      EXPECT_EQ(with_pe[layer], 32 / layers);
      EXPECT_EQ(alone[layer], 8 / layers);
    }
  }
}

TEST(Nue, counts_the_routes_between_nodes_with_a_pe_alone) {
  const Network network = ring_with_pes(6, 2, 3);
  const LiveGraph graph(network);
  for (const unsigned layers : {1u, 2u}) {
    const NueTable table = make_nue_table(graph, layers);
    std::vector<std::uint64_t> counted(graph.arcs());
    for (const NodeId from : network.nodes_with_pe()) {
      for (const NodeId to : network.nodes_with_pe()) {
        for (NodeId at = from; at != to; at = graph.arc(graph.at({at, table.ports.port(at, to)})).to) {
          ++counted[graph.at({at, table.ports.port(at, to)})];
        }
      }
    }
    EXPECT_EQ(table.use, counted) << layers << " layers";
  }
  for (const unsigned vcs : {1u, 2u, 4u}) EXPECT_EQ(complaint(network, *make_routing(network, "nue", vcs), {}), "");
}

/// All packets of a PE take its link, whatever the routes are: 15 of each direction if two PEs at each of 8 routers
/// send to all others. With two layers no link of the ring has as many.
TEST(Nue, chooses_layers_without_regard_to_the_only_link_of_a_node) {
  const Network network = ring_with_pes(8, 4, 2);
  const LiveGraph graph(network);
  const NueTable table = make_nue_table(graph, 2);
  std::uint64_t of_ring = 0;
  for (ArcId arc = 0; arc < graph.arcs(); ++arc) {
    const auto [from, port, to] = graph.arc(arc);
    if (network.has_pe(from) || network.has_pe(to)) {
      EXPECT_EQ(table.use[arc], 15u);
    } else {
      of_ring = std::max(of_ring, table.use[arc]);
    }
  }
  EXPECT_LT(of_ring, 15u);
  EXPECT_EQ(largest_loads(graph, table), std::vector{of_ring});
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
  const std::map<std::string, std::size_t> steps = {{"updown", 8}, {"nue", 3 * 3 * 8}, {"around", 6 * 8}};
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
