// Minimal adaptive routing: its links are those of shortest paths, its escape a mesh, and the proof.
#include "models/srt/minimal.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/walk.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {
namespace {

template <class Check>
void for_each_torus(unsigned n, std::initializer_list<unsigned> shifts, Check check) {
  for (unsigned T = 0; T <= n; ++T) {
    for (const unsigned s : shifts) {
      SCOPED_TRACE("n " + std::to_string(n) + " T " + std::to_string(T) + " shift " + std::to_string(s));
      check(Torus{n, T, s});
    }
  }
}

TEST(SrtMinimal, PortsAreThoseThatLeadOneHopNearer) {
  const auto check = [](const Torus& torus) {
    const Network network = make_network(torus);
    const ShortestPorts nearer(torus);
    for (NodeId to{0}; to.value < network.nodes(); ++to.value) {
      const std::vector<std::uint32_t> distance = distances_from(network, to);
      for (NodeId at{0}; at.value < network.nodes(); ++at.value) {
        unsigned expected = 0;
        for (std::uint16_t port = 0; port < torus_port::kCount; ++port) {
          const auto far = network.peer({at, PortId{port}});
          if (far && distance[far->node.value] < distance[at.value]) expected |= 1u << port;
        }
        ASSERT_EQ(nearer.towards(at, to), expected) << at.value << " to " << to.value;
      }
    }
  };
  for_each_torus(2, {1, 3}, check);
  for_each_torus(3, {1, 3, 5, 7}, check);
  for_each_torus(4, {1, 5, 7}, check);
}

TEST(SrtMinimal, InAnIdleNetworkEveryRouteIsAShortestPath) {
  const Torus torus{4, 2, 3};
  const Network network = make_network(torus);
  const Metrics metrics = measure(network);
  const WalkStatistics walks = walk_all(network, MinimalAdaptive(torus, 3));
  EXPECT_EQ(walks.delivered_pairs, walks.pairs);
  EXPECT_EQ(walks.max_hops, metrics.diameter);
  EXPECT_DOUBLE_EQ(walks.average_hops, metrics.average_distance);
}

TEST(SrtMinimal, TheEscapeIsTheMeshOfTheRingLinks) {
  const Torus torus{3, 2, 3};
  const Network network = make_network(torus);
  const MinimalAdaptive relation(torus, 3);
  std::set<PortRef> mesh;
  for (unsigned y = 0; y < 8; ++y) {
    for (unsigned x = 0; x < 8; ++x) {
      if (x < 7) mesh.insert({torus.node(x, y), torus_port::kEast});
      if (x > 0) mesh.insert({torus.node(x, y), torus_port::kWest});
      if (y < 7) mesh.insert({torus.node(x, y), torus_port::kSouth});
      if (y > 0) mesh.insert({torus.node(x, y), torus_port::kNorth});
    }
  }
  for (NodeId node{0}; node.value < network.nodes(); ++node.value) {
    for (std::uint16_t port = 0; port < torus_port::kCount; ++port) {
      const PortRef out{node, PortId{port}};
      EXPECT_EQ(relation.adaptive_vcs(out.node, out.port), mesh.contains(out) ? 6u : 7u) << network.describe(out);
    }
  }
}

TEST(SrtMinimal, EveryAnswerHasAnEscapeThatAscends) {
  const Torus torus{4, 4, 5};
  const MinimalAdaptive relation(torus, 2);
  for (std::uint32_t at = 0; at < 256; ++at) {
    for (std::uint32_t to = 0; to < 256; ++to) {
      if (at == to) continue;
      RouteQuery query;
      query.at = NodeId{at};
      query.destination = NodeId{to};
      Candidates candidates;
      relation.route(query, candidates);
      const Candidate& escape = candidates.back();
      ASSERT_EQ(escape.vcs, vc_bit(0));
      ASSERT_EQ(relation.adaptive_vcs(query.at, escape.port), vc_bit(1));
      ASSERT_GE(escape.state, 1u);
      ASSERT_LE(escape.state, 32u) << "2 N ranks";
    }
  }
}

void expect_proof(const Torus& torus, unsigned vcs) {
  const Network network = make_network(torus);
  const ProofResult proof = prove(network, MinimalAdaptive(torus, vcs));
  EXPECT_TRUE(proof.acyclic);
  EXPECT_EQ(proof.delivered_pairs, proof.pairs) << proof.first_undelivered;
  const std::uint64_t side = torus.size();
  EXPECT_EQ(proof.escape_channels, 4 * side * (side - 1));
}

TEST(SrtMinimal, IsProvedForEveryPatternAndSeveralShifts) {
  for_each_torus(2, {1, 3}, [](const Torus& torus) { expect_proof(torus, 3); });
  for_each_torus(3, {1, 3, 5, 7}, [](const Torus& torus) { expect_proof(torus, 3); });
  for_each_torus(4, {1, 3, 7}, [](const Torus& torus) { expect_proof(torus, 2); });
}

TEST(SrtMinimal, IsProvedWithAnyNumberOfChannels) {
  for (const unsigned vcs : {1u, 2u, 4u, 32u}) expect_proof(Torus{3, 3, 3}, vcs);
}

TEST(SrtMinimalSlow, IsProvedOn32x32ForEveryPatternAndSeveralShifts) {
  for_each_torus(5, {1, 5, 7}, [](const Torus& torus) { expect_proof(torus, 3); });
}

TEST(SrtMinimal, AReturnFromTheEscapeAnywhereIsFoundToBeCyclic) {
  const Torus torus{3, 2, 1};
  const ProofResult proof = prove(make_network(torus), MinimalAdaptive(torus, 3, Return::kEverywhere));
  EXPECT_FALSE(proof.acyclic);
  ASSERT_FALSE(proof.cycle.empty());
  for (const Channel& channel : proof.cycle) EXPECT_EQ(channel.vc, Vc{0});
}

TEST(SrtMinimal, RefusesParametersOutOfRange) {
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 2}, 3), std::invalid_argument);
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 1}, 0), std::invalid_argument);
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 1}, 33), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::srt
