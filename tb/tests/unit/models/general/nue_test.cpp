#include "models/general/nue.hpp"

#include <gtest/gtest.h>

#include <map>
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
    for (unsigned seed = 0; seed < 5; ++seed) {
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
