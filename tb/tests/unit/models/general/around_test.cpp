#include "models/general/around.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "models/general/routings.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

Candidates candidates_at(const Routes& routes, NodeId at, NodeId destination, RoutingState state) {
  Candidates candidates;
  routes.route({at, kNoPort, {}, at, destination, state}, candidates);
  return candidates;
}

TEST(Around, a_new_packet_may_take_every_shortest_way_on_the_adaptive_channels) {
  const Network network = random_graph(30, 60, 3);
  const Defects dead = random_holes(network, 0.05, 3);
  const LiveGraph graph(network, dead);
  const AroundRoutes routes(graph, 3);
  for (std::uint32_t part = 0; part < graph.parts(); ++part) {
    for (const std::uint32_t destination : graph.members(part)) {
      const auto hops = graph.distances(NodeId{destination});
      for (const std::uint32_t at : graph.members(part)) {
        if (at == destination) continue;
        std::set<PortId> wanted;
        for (ArcId arc = graph.first_leaving(at); arc < graph.first_leaving(at + 1); ++arc) {
          if (hops[graph.arc(arc).to.value] + 1 == hops[at]) wanted.insert(graph.arc(arc).port);
        }
        const Candidates candidates = candidates_at(routes, NodeId{at}, NodeId{destination}, 0);
        std::set<PortId> adaptive;
        for (const Candidate& candidate : candidates) {
          if (&candidate == &candidates.back()) continue;
          EXPECT_EQ(candidate.vcs, VcSet{0b110});
          EXPECT_EQ(candidate.state, 0u);
          adaptive.insert(candidate.port);
        }
        EXPECT_EQ(adaptive, wanted);
        EXPECT_EQ(candidates.back().vcs, VcSet{1}) << "the escape comes last";
        EXPECT_GT(candidates.back().state, 0u);
      }
    }
  }
}

/// From every state that a packet can have, at every node: the state never falls, escape hops raise it, and an escape
/// is offered. So the number of hops is bounded by the levels and the diameter.
TEST(Around, the_state_in_the_header_bounds_the_route) {
  const Network network = random_graph(24, 50, 9);
  const LiveGraph graph(network);
  const AroundRoutes routes(graph, 2);
  for (std::uint32_t destination = 0; destination < 24; ++destination) {
    std::set<std::pair<std::uint32_t, RoutingState>> seen;
    std::vector<std::pair<std::uint32_t, RoutingState>> open;
    for (std::uint32_t source = 0; source < 24; ++source) {
      if (source != destination) open.emplace_back(source, 0);
    }
    while (!open.empty()) {
      const auto [at, state] = open.back();
      open.pop_back();
      if (at == destination || !seen.emplace(at, state).second) continue;
      const Candidates candidates = candidates_at(routes, NodeId{at}, NodeId{destination}, state);
      ASSERT_FALSE(candidates.empty());
      ASSERT_EQ(candidates.back().vcs, VcSet{1});
      for (const Candidate& candidate : candidates) {
        const bool escapes = candidate.vcs == 1;
        EXPECT_TRUE(escapes ? candidate.state > state : candidate.state == state);
        open.emplace_back(network.peer({NodeId{at}, candidate.port})->node.value, candidate.state);
      }
    }
  }
}

/// Leaves the rule out: adaptive channels are taken whatever the state.
class WithoutTheRule final : public RoutingRelation {
 public:
  explicit WithoutTheRule(const RoutingRelation& inner) : inner_(&inner) {}
  const std::string& name() const override { return inner_->name(); }
  unsigned vcs() const override { return inner_->vcs(); }
  bool uses_source() const override { return false; }
  bool is_adaptive() const override { return true; }
  VcSet adaptive_vcs(NodeId node, PortId port) const override { return inner_->adaptive_vcs(node, port); }
  void route(const RouteQuery& query, Candidates& out) const override {
    RouteQuery fresh = query;
    fresh.state = 0;
    inner_->route(fresh, out);
    for (Candidate& candidate : out) candidate.state = 0;
  }

 private:
  const RoutingRelation* inner_;
};

TEST(Around, without_its_rule_the_proof_finds_a_cycle) {
  const Network torus = family_network("torus", {{"sides", std::vector<std::int64_t>{5, 5}}});
  const auto relation = make_routing(torus, "around", 2);
  EXPECT_TRUE(prove(torus, *relation).holds());
  EXPECT_FALSE(prove(torus, WithoutTheRule(*relation)).acyclic);
}

TEST(Around, one_channel_is_all_escape) {
  const Network torus = family_network("torus", {{"sides", std::vector<std::int64_t>{5, 5}}});
  const auto relation = make_routing(torus, "around", 1);
  EXPECT_FALSE(relation->is_adaptive());
  EXPECT_TRUE(prove(torus, *relation).holds());
}

}  // namespace
}  // namespace kintsugi::general::test
