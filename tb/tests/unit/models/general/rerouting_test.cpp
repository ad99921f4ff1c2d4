#include "models/general/rerouting.hpp"

#include <gtest/gtest.h>

#include "models/general/routings.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

using Fresh = std::vector<std::pair<NodeId, FaultMessage>>;

/// Sends every message to all neighbours over live links, step by step, as the hardware does.
void flood(const LiveGraph& graph, ReroutingRelation& relation, Fresh fresh) {
  while (!fresh.empty()) {
    Fresh next;
    for (const auto& [node, message] : fresh) {
      for (ArcId arc = graph.first_leaving(node.value); arc < graph.first_leaving(node.value + 1); ++arc) {
        const NodeId far = graph.arc(arc).to;
        if (relation.learn(far, message)) next.emplace_back(far, message);
      }
    }
    fresh = std::move(next);
  }
}

/// A network whose nodes and links die and come back.
class Living {
 public:
  Living(const Network& network, ReroutingRelation& relation) : network_(&network), relation_(&relation) {}
  const Defects& dead() const { return dead_; }

  void die(const Fault& fault) {
    dead_.add(fault);
    const LiveGraph graph(*network_, dead_);
    Fresh fresh;
    for (const NodeId node : beside(fault)) {
      if (!graph.is_alive(node)) continue;
      for (const FaultMessage message : relation_->notice(node, fault)) fresh.emplace_back(node, message);
    }
    flood(graph, *relation_, std::move(fresh));
  }
  void come_back(const Fault& fault) {
    const LiveGraph before(*network_, dead_);
    Fresh fresh;
    if (const SiteId* site = std::get_if<SiteId>(&fault)) {
      std::erase(dead_.sites, *site);
      for (const FaultMessage message : relation_->notice(NodeId{site->value}, fault)) {
        fresh.emplace_back(NodeId{site->value}, message);
      }
    } else {
      std::erase(dead_.links, std::get<LinkDefect>(fault));
    }
    const LiveGraph graph(*network_, dead_);
    for (ArcId arc = 0; arc < graph.arcs(); ++arc) {
      const auto [from, port, to] = graph.arc(arc);
      if (before.at({from, port}) != kNoArc) continue;
      for (const FaultMessage message : relation_->notice_end(from, link_between(from, to)))
        fresh.emplace_back(from, message);
      for (const FaultMessage message : relation_->all_known(from)) {
        if (relation_->learn(to, message)) fresh.emplace_back(to, message);
      }
    }
    flood(graph, *relation_, std::move(fresh));
  }

 private:
  std::vector<NodeId> beside(const Fault& fault) const {
    std::vector<NodeId> nodes;
    if (const auto* link = std::get_if<LinkDefect>(&fault)) return {NodeId{link->a.value}, NodeId{link->b.value}};
    for (const PortRef far : network_->peers(NodeId{std::get<SiteId>(fault).value})) {
      if (far.node != kNoNode) nodes.push_back(far.node);
    }
    return nodes;
  }

  const Network* network_;
  ReroutingRelation* relation_;
  Defects dead_;
};

/// Expects the routes of a relation that knew from the start, at every live node to every node of its part.
void expect_routes_of_one_that_knew(const Network& network, const ReroutingRelation& relation, const Defects& dead) {
  const auto knew = make_routing(network, relation.name(), relation.vcs());
  knew->know(dead);
  EXPECT_EQ(complaint(network, relation, dead), "");
  const LiveGraph graph(network, dead);
  for (NodeId at{0}; at.value < graph.nodes(); ++at.value) {
    if (!graph.is_alive(at)) continue;
    for (const std::uint32_t to : graph.members(graph.part(at))) {
      if (at.value == to) continue;
      Candidates a;
      Candidates b;
      relation.route({at, kNoPort, {}, at, NodeId{to}, 0}, a);
      knew->route({at, kNoPort, {}, at, NodeId{to}, 0}, b);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_TRUE(a[i].port == b[i].port && a[i].vcs == b[i].vcs && a[i].state == b[i].state);
      }
    }
  }
}

TEST(Rerouting, after_flooding_all_nodes_have_the_routes_of_one_that_knew_from_the_start) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{5, 5}}});
  for (const RoutingInfo& info : routings()) {
    const auto relation = make_routing(mesh, info.name, 2);
    Living living(mesh, *relation);
    living.die(SiteId{12});
    living.die(LinkDefect{SiteId{0}, SiteId{1}});
    expect_routes_of_one_that_knew(mesh, *relation, living.dead());
  }
}

/// Random deaths and returns of nodes and links, also such as cut the network into parts and join them again.
TEST(Rerouting, after_deaths_and_returns_nodes_have_the_routes_of_one_that_knew_from_the_start) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Network network = random_graph(16, 20, seed);
    const auto relation = make_routing(network, routings()[seed % 3].name, 1 + seed % 2);
    Living living(network, *relation);
    std::mt19937 random(seed);
    std::vector<Fault> dead;
    for (unsigned step = 0; step < 40; ++step) {
      if (!dead.empty() && random() % 2 == 0) {
        const std::size_t which = random() % dead.size();
        living.come_back(dead[which]);
        dead.erase(dead.begin() + static_cast<std::ptrdiff_t>(which));
      } else {
        const Link& link = network.links()[random() % network.links().size()];
        const LinkDefect ends = link_between(link.a.node, link.b.node);
        const std::vector<Fault> either = {ends.a, ends};
        const Fault& fault = either[random() % 3 == 0 ? 0 : 1];
        if (std::ranges::find(dead, fault) != dead.end()) continue;
        living.die(fault);
        dead.push_back(fault);
      }
      ASSERT_NO_FATAL_FAILURE(expect_routes_of_one_that_knew(network, *relation, living.dead()));
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

TEST(Rerouting, a_late_message_of_a_fault_does_not_undo_its_end) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = make_routing(mesh, "updown", 1);
  const LinkDefect link{SiteId{0}, SiteId{1}};
  const auto fault = relation->notice(NodeId{0}, link);
  const auto end = relation->notice_end(NodeId{0}, link);
  ASSERT_EQ(end.size(), 1u);
  EXPECT_TRUE(relation->learn(NodeId{8}, end.front()));
  EXPECT_FALSE(relation->learn(NodeId{8}, fault.front()));
  EXPECT_EQ(&relation->routes_of(NodeId{8}), &relation->routes_of(NodeId{4})) << "the link works";
  EXPECT_TRUE(relation->notice_end(NodeId{0}, link).empty()) << "it knows";
}

TEST(Rerouting, nodes_that_know_the_same_share_their_routes) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = make_routing(mesh, "updown", 1);
  EXPECT_EQ(&relation->routes_of(NodeId{0}), &relation->routes_of(NodeId{8}));
  const auto messages = relation->notice(NodeId{1}, SiteId{4});
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_TRUE(relation->learn(NodeId{0}, messages.front()));
  EXPECT_NE(&relation->routes_of(NodeId{0}), &relation->routes_of(NodeId{8}));
  EXPECT_TRUE(relation->learn(NodeId{8}, messages.front()));
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
