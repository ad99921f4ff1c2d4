#include "models/general/side_by_side.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "models/general/routings.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

std::unique_ptr<SideBySide> both(const Network& network, const std::string& name, unsigned vcs) {
  return std::make_unique<SideBySide>(network.nodes(), vcs,
                                      [&](unsigned half) { return make_routing(network, name, half); });
}

/// Makes every node learn of the faults, as flooding does in the end.
void tell_all(const Network& network, SideBySide& relation, const Defects& dead) {
  std::vector<FaultMessage> messages;
  const auto add = [&](NodeId at, const Fault& fault) {
    const auto found = relation.notice(at, fault);
    messages.insert(messages.end(), found.begin(), found.end());
  };
  for (const SiteId site : dead.sites) {
    for (const PortRef far : network.peers(NodeId{site.value})) {
      if (far.node != kNoNode) add(far.node, site);
    }
  }
  for (const LinkDefect link : dead.links) add(NodeId{link.a.value}, link);
  for (NodeId node{0}; node.value < network.nodes(); ++node.value) {
    for (const FaultMessage message : messages) relation.learn(node, message);
  }
}

TEST(SideBySide, packets_keep_the_routes_of_their_set_and_new_ones_take_the_adopted) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{5, 5}}});
  for (const RoutingInfo& info : routings()) {
    const auto relation = both(mesh, info.name, 4);
    const auto inner = make_routing(mesh, info.name, 2);
    const auto whole = route_ports(mesh, *inner, NodeId{10}, NodeId{14});
    EXPECT_EQ(route_ports(mesh, *relation, NodeId{10}, NodeId{14}), whole);
    const Defects dead({SiteId{12}});
    tell_all(mesh, *relation, dead);
    EXPECT_EQ(route_ports(mesh, *relation, NodeId{10}, NodeId{14}), whole) << "learning alone changes no route";
    Candidates first;
    relation->route({NodeId{10}, kNoPort, {}, NodeId{10}, NodeId{14}, 0}, first);
    EXPECT_EQ(relation->adopt(), VcSet{0b0011});
    inner->know(dead);
    EXPECT_EQ(route_ports(mesh, *relation, NodeId{10}, NodeId{14}), route_ports(mesh, *inner, NodeId{10}, NodeId{14}));
    Candidates next;
    relation->route({NodeId{11}, PortId{1}, Vc{0}, NodeId{10}, NodeId{14}, first.front().state}, next);
    ASSERT_FALSE(next.empty());
    EXPECT_EQ(next.front().vcs & 0b1100, 0u) << "a packet of the old set stays in it";
  }
}

/// Of a ring of eight with double links: two layers with four channels; as a line one layer. The other half is idle.
TEST(SideBySide, a_pe_injects_on_as_many_channels_as_a_packet_has_of_the_set_in_use) {
  Network ring("ring");
  const KindId wire = ring.add_kind("wire");
  const std::size_t layout = ring.add_layout({"p0", "p1", "p2", "p3"});
  for (std::uint32_t node = 0; node < 8; ++node) ring.add_node("n" + std::to_string(node), layout);
  for (std::uint32_t node = 0; node < 8; ++node) {
    for (const unsigned link : {0u, 1u}) {
      ring.connect({NodeId{node}, PortId::from(link)}, {NodeId{(node + 1) % 8}, PortId::from(2 + link)}, wire);
    }
  }
  const auto relation = both(ring, "nue", 8);
  EXPECT_EQ(relation->injection_vcs(NodeId{2}), 2u);
  Defects cut;
  cut.add(link_between(NodeId{0}, NodeId{1}));
  tell_all(ring, *relation, cut);
  EXPECT_EQ(relation->injection_vcs(NodeId{2}), 2u) << "the routes in use are the same";
  relation->adopt();
  EXPECT_EQ(relation->injection_vcs(NodeId{2}), 4u);
}

/// Also while packets of the old set are left, and after several changes.
TEST(SideBySide, old_and_new_routes_together_are_free_of_deadlock) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Network network = random_graph(24, 45, seed);
    for (const RoutingInfo& info : routings()) {
      const auto relation = both(network, info.name, 4);
      Defects dead = random_holes(network, 0.03, seed);
      relation->know(dead);
      for (unsigned change = 0; change < 3; ++change) {
        const Defects more = random_holes(network, 0.03, 1000 + 100 * seed + change);
        for (const Fault& fault : new_faults(dead, more)) dead.add(fault);
        tell_all(network, *relation, more);
        relation->adopt();
        EXPECT_EQ(complaint(network, *relation, dead), "") << "new packets";
        EXPECT_TRUE(prove(network, *relation->old_and_new(), {}, 1, nullptr, nodes_of(dead)).acyclic);
        relation->finish();
      }
    }
  }
}

/// A node that comes back knew nothing of the changes since it died: its old routes would close a cycle.
TEST(SideBySide, a_node_that_comes_back_sends_by_new_routes_alone) {
  const Network torus = family_network("torus", {{"sides", std::vector<std::int64_t>{4, 4}}});
  const auto relation = both(torus, "around", 4);
  const auto tell = [&](const std::vector<std::pair<NodeId, FaultMessage>>& found, bool to_dead) {
    for (NodeId node{0}; node.value < torus.nodes(); ++node.value) {
      for (const auto& [from, message] : found) {
        if (node != NodeId{5} || to_dead) relation->learn(node, message);
      }
    }
  };
  const auto noticed_by_neighbours = [&](auto notice) {
    std::vector<std::pair<NodeId, FaultMessage>> found;
    for (const PortRef far : torus.peers(NodeId{5})) {
      for (const FaultMessage message : notice(far.node)) found.emplace_back(far.node, message);
    }
    return found;
  };
  tell(noticed_by_neighbours([&](NodeId at) { return relation->notice(at, SiteId{5}); }), false);
  relation->adopt();
  relation->finish();
  relation->notice(NodeId{5}, SiteId{5});
  const auto ended =
      noticed_by_neighbours([&](NodeId at) { return relation->notice_end(at, link_between(at, NodeId{5})); });
  tell(ended, true);
  EXPECT_TRUE(prove(torus, *relation->old_and_new(), {}, 1).acyclic);
  Candidates old;
  relation->old_and_new()->route({NodeId{5}, kNoPort, {}, NodeId{5}, NodeId{10}, 0}, old);
  for (const Candidate& candidate : old) EXPECT_EQ(candidate.vcs & 0b1100, 0u) << "channels of the set in use";
  EXPECT_FALSE(old.empty());
}

/// Both sets are there in full, as packets have them.
TEST(SideBySide, old_and_new_routes_together_have_all_candidates_of_each) {
  const Network cube = family_network("hypercube", {{"n", std::int64_t{9}}});
  const auto relation = both(cube, "around", 4);
  const RouteQuery query{NodeId{0}, kNoPort, {}, NodeId{0}, NodeId{511}, 0};
  Candidates one;
  relation->route(query, one);
  Candidates together;
  relation->old_and_new()->route(query, together);
  EXPECT_EQ(one.size(), 10u) << "nine shortest ways and the escape";
  EXPECT_EQ(together.size(), 2 * one.size());
}

/// What the two sets are for: without them, old and new routes wait for each other.
TEST(SideBySide, in_one_set_old_and_new_routes_can_have_a_cycle) {
  const Network network = random_graph(24, 45, 1);
  class Mixed final : public RoutingRelation {
   public:
    Mixed(const RoutingRelation& before, const RoutingRelation& after) : before_(&before), after_(&after) {}
    const std::string& name() const override { return before_->name(); }
    unsigned vcs() const override { return before_->vcs(); }
    bool uses_source() const override { return false; }
    void route(const RouteQuery& query, Candidates& out) const override {
      const bool fresh = query.arrival_port == kNoPort;
      for (const RoutingState set : {0u, 1u}) {
        if (!fresh && query.state % 2 != set) continue;
        RouteQuery inner = query;
        inner.state = query.state / 2;
        Candidates found;
        (set == 0 ? before_ : after_)->route(inner, found);
        for (Candidate& candidate : found) {
          candidate.state = 2 * candidate.state + set;
          out.push_back(candidate);
        }
      }
    }

   private:
    const RoutingRelation* before_;
    const RoutingRelation* after_;
  };
  unsigned cycles = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const auto before = make_routing(network, "nue", 1);
    const auto after = make_routing(network, "nue", 1);
    after->know(random_holes(network, 0.05, seed));
    cycles += prove(network, Mixed(*before, *after)).acyclic ? 0 : 1;
  }
  EXPECT_GT(cycles, 0u);
}

TEST(SideBySide, an_old_set_must_be_finished_before_the_next_change) {
  const Network mesh = family_network("mesh", {{"sides", std::vector<std::int64_t>{3, 3}}});
  const auto relation = both(mesh, "updown", 2);
  relation->adopt();
  EXPECT_THROW(relation->adopt(), std::logic_error);
  relation->finish();
  EXPECT_EQ(relation->adopt(), VcSet{0b10});
  EXPECT_THROW(both(mesh, "updown", 3), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::general::test
