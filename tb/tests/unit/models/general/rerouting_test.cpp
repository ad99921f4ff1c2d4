#include "models/general/rerouting.hpp"

#include <gtest/gtest.h>

#include "models/general/routings.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

/// Sends every message to all neighbours over live links, step by step, as the hardware does.
unsigned flood(const LiveGraph& graph, ReroutingRelation& relation, const Fault& fault,
               const std::vector<NodeId>& beside) {
  std::vector<std::pair<NodeId, FaultMessage>> fresh;
  for (const NodeId node : beside) {
    for (const FaultMessage message : relation.notice(node, fault)) fresh.emplace_back(node, message);
  }
  unsigned steps = 0;
  while (!fresh.empty()) {
    std::vector<std::pair<NodeId, FaultMessage>> next;
    for (const auto& [node, message] : fresh) {
      for (ArcId arc = graph.first_leaving(node.value); arc < graph.first_leaving(node.value + 1); ++arc) {
        const NodeId far = graph.arc(arc).to;
        if (relation.learn(far, message)) next.emplace_back(far, message);
      }
    }
    fresh = std::move(next);
    ++steps;
  }
  return steps;
}

TEST(Rerouting, after_flooding_all_nodes_have_the_routes_of_one_that_knew_from_the_start) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{5, 5}}});
  for (const RoutingInfo& info : routings()) {
    const auto flooded = make_routing(mesh, info.name, 2);
    const auto knew = make_routing(mesh, info.name, 2);
    const Defects dead({SiteId{12}}, {{SiteId{0}, SiteId{1}}});
    knew->know(dead);
    const LiveGraph graph(mesh, dead);
    flood(graph, *flooded, SiteId{12}, {NodeId{7}, NodeId{11}, NodeId{13}, NodeId{17}});
    flood(graph, *flooded, LinkDefect{SiteId{0}, SiteId{1}}, {NodeId{0}, NodeId{1}});
    EXPECT_EQ(complaint(mesh, *flooded, dead), "");
    for (NodeId at{0}; at.value < 25; ++at.value) {
      for (NodeId to{0}; to.value < 25; ++to.value) {
        if (at == to || !graph.is_alive(at)) continue;
        Candidates a;
        Candidates b;
        flooded->route({at, kNoPort, {}, at, to, 0}, a);
        knew->route({at, kNoPort, {}, at, to, 0}, b);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
          EXPECT_TRUE(a[i].port == b[i].port && a[i].vcs == b[i].vcs && a[i].state == b[i].state);
        }
      }
    }
  }
}

TEST(Rerouting, a_message_is_new_to_a_node_once) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = make_routing(mesh, "updown", 1);
  const auto messages = relation->notice(NodeId{0}, LinkDefect{SiteId{1}, SiteId{0}});
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(relation->notice(NodeId{0}, LinkDefect{SiteId{0}, SiteId{1}}).empty())
      << "the same link from its other end";
  EXPECT_TRUE(relation->learn(NodeId{5}, messages.front()));
  EXPECT_FALSE(relation->learn(NodeId{5}, messages.front()));
}

TEST(Rerouting, nodes_that_know_the_same_share_their_routes) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = make_routing(mesh, "updown", 1);
  EXPECT_EQ(&relation->routes_of(NodeId{0}), &relation->routes_of(NodeId{8}));
  relation->notice(NodeId{0}, SiteId{4});
  EXPECT_NE(&relation->routes_of(NodeId{0}), &relation->routes_of(NodeId{8}));
  relation->notice(NodeId{8}, SiteId{4});
  EXPECT_EQ(&relation->routes_of(NodeId{0}), &relation->routes_of(NodeId{8}));
}

TEST(Rerouting, refuses_faults_of_other_networks) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = make_routing(mesh, "nue", 1);
  EXPECT_THROW(relation->know({SiteId{9}}), std::invalid_argument);
  EXPECT_THROW(make_routing(mesh, "new", 1), std::invalid_argument);
  EXPECT_THROW(make_routing(mesh, "nue", 33), std::invalid_argument);
  EXPECT_THROW(make_routing(mesh, "nue", 0), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::general::test
