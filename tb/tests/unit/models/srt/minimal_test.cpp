// Minimal adaptive routing: its links are those of shortest paths, its escape a mesh, and the proof.
#include "models/srt/minimal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/models/part_of_a_proof.hpp"
#include "tb/tests/unit/test_size.hpp"

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

TEST(SrtMinimal, ports_are_those_that_lead_one_hop_nearer) {
  const auto check = [](const Torus& torus) {
    const Network network = make_network(torus);
    const ShortestPorts nearer(torus);
    for (NodeId to{0}; to.value < network.nodes(); ++to.value) {
      const std::vector<std::uint32_t> distance = distances_from(network, to);
      for (NodeId at{0}; at.value < network.nodes(); ++at.value) {
        unsigned expected = 0;
        for (std::uint16_t port = 0; port < torus.ports(); ++port) {
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
  for (unsigned T = 0; T <= 2; ++T) check(Torus{2, T, 1, 3});
  for (unsigned T = 0; T <= 3; ++T) check(Torus{3, T, 3, 3});
}

TEST(SrtMinimal, in_an_idle_network_every_route_is_a_shortest_path) {
  for (const Torus& torus : {Torus{4, 2, 3}, Torus{3, 3, 3, 3}}) {
    const Network network = make_network(torus);
    const Metrics metrics = measure(network);
    const RouteStatistics routes = route_all_pairs(network, MinimalAdaptive(torus, 3));
    EXPECT_EQ(routes.delivered_pairs, routes.pairs);
    EXPECT_EQ(routes.max_hops, metrics.diameter);
    EXPECT_DOUBLE_EQ(routes.average_hops, metrics.average_distance);
  }
}

TEST(SrtMinimal, the_escape_is_the_mesh_of_the_ring_links) {
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

// ---- Candidates, computed again from coordinates ------------------------------------------------------------------

/// The distance along one dimension, in the shorter direction.
unsigned to_go(unsigned from, unsigned to, unsigned size) {
  const unsigned straight = from < to ? to - from : from - to;
  return std::min(straight, size - straight);
}

/// A link at a port, as coordinates see it.
struct Step {
  unsigned axis;
  bool ahead;
  bool bypass;
};

/// The names of the ports say it: "bypass_u" is a step behind along z.
Step step_of(const Network& network, PortId port) {
  const std::string& name = network.ports(NodeId{0})[port.index()];
  const char direction = name.back();
  const unsigned axis = direction == 'e' || direction == 'w' ? 0 : direction == 'n' || direction == 's' ? 1 : 2;
  return {axis, direction == 'e' || direction == 's' || direction == 'd', name.size() > 1};
}

/// The candidates of a torus for packets to one destination, in every state that they can reach, from every source.
class AllCandidates {
 public:
  AllCandidates(const Torus& torus, unsigned vcs, NodeId to)
      : torus_(torus), network_(make_network(torus)), relation_(torus, vcs), to_(to) {
    distance_ = distances_from(network_, to);
    for (NodeId from{0}; from.value < network_.nodes(); ++from.value) come(from, 0);
    while (!todo_.empty() && !testing::Test::HasFatalFailure()) {
      const auto [at, state] = todo_.back();
      todo_.pop_back();
      check(at, state);
    }
  }
  unsigned returns = 0;  ///< adaptive candidates of packets that have been on the escape
  unsigned refused = 0;  ///< links that lead nearer, but are not for such a packet

 private:
  void come(NodeId at, RoutingState state) {
    if (at != to_ && seen_.insert({at, state}).second) todo_.push_back({at, state});
  }

  /// Returns a coordinate of a node.
  unsigned coordinate(NodeId node, unsigned axis) const {
    for (; axis > 0; --axis) node.value /= torus_.size();
    return node.value % torus_.size();
  }

  /// Returns the port and rank on the mesh, x first.
  std::pair<PortId, unsigned> escape(NodeId at) const {
    const unsigned N = torus_.size();
    unsigned axis = 0;
    while (coordinate(at, axis) == coordinate(to_, axis)) ++axis;
    const unsigned from = coordinate(at, axis);
    const bool ahead = from < coordinate(to_, axis);
    const std::string name = std::vector<std::string>{"w", "e", "n", "s", "u", "d"}[2 * axis + (ahead ? 1 : 0)];
    return {network_.port_named(at, name), axis * N + (ahead ? from : N - 1 - from)};
  }

  bool escape_ascends(NodeId at, RoutingState state) const { return at == to_ || escape(at).second + 1 > state; }

  /// Returns whether the link is one of the mesh, whose channel 0 is the escape.
  bool is_in_mesh(NodeId at, NodeId far, PortId port) const {
    const Step step = step_of(network_, port);
    if (step.bypass) return false;
    const unsigned from = coordinate(at, step.axis), to = coordinate(far, step.axis);
    return from + 1 == to || to + 1 == from;
  }

  /// In the order of preference: 0 and 1 bypass and ring links of the dimension with most nodes to go, 2 and 3 of the
  /// next, and so on; of equals x is before y before z.
  unsigned preference(NodeId at, PortId port) const {
    const Step step = step_of(network_, port);
    const auto left = [&](unsigned axis) { return to_go(coordinate(at, axis), coordinate(to_, axis), torus_.size()); };
    unsigned before = 0;
    for (unsigned axis = 0; axis < torus_.dimensions; ++axis) {
      before += left(axis) > left(step.axis) || (left(axis) == left(step.axis) && axis < step.axis);
    }
    return 2 * before + (step.bypass ? 0 : 1);
  }

  /// Returns the adaptive channels that must be offered, by port.
  std::map<PortId, VcSet> expected(NodeId at, RoutingState state) {
    std::map<PortId, VcSet> channels;
    for (std::uint16_t port = 0; port < torus_.ports(); ++port) {
      const auto far = network_.peer({at, PortId{port}});
      if (!far || distance_[far->node.value] >= distance_[at.value]) continue;
      const VcSet vcs = all_vcs(relation_.vcs()) & ~(is_in_mesh(at, far->node, PortId{port}) ? 1u : 0u);
      const bool ascends = state == 0 || escape_ascends(far->node, state);
      if (vcs != 0 && ascends) channels[PortId{port}] = vcs;
      refused += !ascends;
    }
    return channels;
  }

  void check(NodeId at, RoutingState state) {
    SCOPED_TRACE("at " + network_.node_name(at) + " to " + network_.node_name(to_) + ", state " +
                 std::to_string(state));
    RouteQuery query;
    query.at = at;
    query.destination = to_;
    query.state = state;
    Candidates candidates;
    relation_.route(query, candidates);
    ASSERT_FALSE(candidates.empty());
    check_escape(at, state, candidates.back());
    candidates.pop_back();
    std::map<PortId, VcSet> offered;
    unsigned latest = 0;
    for (const Candidate& candidate : candidates) {
      offered[candidate.port] = candidate.vcs;
      EXPECT_EQ(candidate.state, state) << "an adaptive hop leaves the rank of the last escape as it is";
      EXPECT_GE(preference(at, candidate.port), latest) << "port " << candidate.port.value;
      latest = preference(at, candidate.port);
      come(network_.peer({at, candidate.port})->node, candidate.state);
    }
    ASSERT_EQ(offered, expected(at, state));
    ASSERT_EQ(offered.size(), candidates.size()) << "a port comes twice";
    returns += state == 0 ? 0 : static_cast<unsigned>(candidates.size());
  }

  void check_escape(NodeId at, RoutingState state, const Candidate& candidate) {
    const auto [port, rank] = escape(at);
    ASSERT_EQ(candidate.port, port);
    ASSERT_EQ(candidate.vcs, vc_bit(0));
    ASSERT_EQ(candidate.state, rank + 1);
    ASSERT_GT(candidate.state, state) << "the escape ascends";
    come(network_.peer({at, port})->node, candidate.state);
  }

  Torus torus_;
  Network network_;
  MinimalAdaptive relation_;
  NodeId to_;
  std::vector<std::uint32_t> distance_;
  std::set<std::pair<NodeId, RoutingState>> seen_;
  std::vector<std::pair<NodeId, RoutingState>> todo_;
};

void expect_answers(const Torus& torus, unsigned vcs, std::uint32_t stride) {
  unsigned returns = 0, refused = 0;
  for (NodeId to{0}; to.value < torus.nodes(); to.value += stride) {
    const AllCandidates candidates(torus, vcs, to);
    ASSERT_FALSE(testing::Test::HasFailure());
    returns += candidates.returns;
    refused += candidates.refused;
  }
  EXPECT_GT(returns, 0u);
  EXPECT_GT(refused, 0u);
}

TEST(SrtMinimal, wherever_a_packet_can_come_it_is_offered_what_the_header_says) {
  for_each_torus(3, {1, 3, 5}, [](const Torus& torus) { expect_answers(torus, 3, 3); });
  expect_answers(Torus{3, 2, 3}, 1, 1);
  expect_answers(Torus{4, 2, 5}, 2, 23);
  expect_answers(Torus{2, 2, 1, 3}, 3, 5);
  expect_answers(Torus{3, 2, 3, 3}, 2, 131);
}

// ---- Freedom from deadlock -----------------------------------------------------------------------------------------

void expect_proof(const Torus& torus, unsigned vcs, std::uint32_t every = 1) {
  const Network network = make_network(torus);
  const MinimalAdaptive relation(torus, vcs);
  const ProofResult proof = test::prove_part(network, relation, every);
  EXPECT_TRUE(proof.acyclic);
  EXPECT_EQ(proof.delivered_pairs, proof.pairs) << proof.first_undelivered;
  const std::uint64_t lines = torus.dimensions * torus.nodes() / torus.size();
  EXPECT_EQ(proof.escape_channels, lines * 2 * (torus.size() - 1));
}

TEST(SrtMinimal, is_proved_for_every_pattern_and_several_shifts) {
  for_each_torus(2, {1, 3}, [](const Torus& torus) { expect_proof(torus, 3); });
  for_each_torus(3, {1, 3, 5, 7}, [](const Torus& torus) { expect_proof(torus, 3); });
  for_each_torus(4, {1, 3, 7}, [](const Torus& torus) { expect_proof(torus, 2); });
}

TEST(SrtMinimal, is_proved_with_any_number_of_channels) {
  for (const unsigned vcs : {1u, 2u, 4u, 32u}) expect_proof(Torus{3, 3, 3}, vcs);
}

TEST(SrtMinimalSlow, is_proved_on_32x32_for_every_pattern_and_several_shifts) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "those of 16 x 16 are proved";
  for_each_torus(5, {1, 5, 7}, [](const Torus& torus) { expect_proof(torus, 3, 7); });
}

TEST(SrtMinimal, a_return_from_the_escape_anywhere_is_found_to_be_cyclic) {
  for (const Torus& torus : {Torus{3, 2, 1}, Torus{2, 2, 1, 3}}) {
    const ProofResult proof = prove(make_network(torus), MinimalAdaptive(torus, 3, Return::kEverywhere));
    EXPECT_FALSE(proof.acyclic);
    ASSERT_FALSE(proof.cycle.empty());
    for (const Channel& channel : proof.cycle) EXPECT_EQ(channel.vc, Vc{0});
  }
}

TEST(SrtMinimal, refuses_parameters_out_of_range) {
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 2}, 3), std::invalid_argument);
  EXPECT_THROW(MinimalAdaptive(Torus{7, 4, 1, 3}, 3), std::invalid_argument);
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 1}, 0), std::invalid_argument);
  EXPECT_THROW(MinimalAdaptive(Torus{4, 4, 1}, 33), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::srt
