// The tree of the routes, and the check of multicasts, compared with a plain list of the members that get a copy.
#include "models/routing/multicast.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>

#include "models/registry/families.hpp"
#include "models/routing/multicast_check.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};
constexpr PortId kWest{1};

MulticastSet set_of(std::vector<NodeId> members) {
  return {0, std::move(members)};
}

std::vector<NodeId> all_but(std::size_t nodes, NodeId left_out) {
  std::vector<NodeId> members;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (NodeId{node} != left_out) members.push_back(NodeId{node});
  }
  return members;
}

/// The inputs of the check, on one network.
struct Checked {
  Checked(const Network& network, const MulticastRelation& multicast, unsigned vcs)
      : numbers(network, vcs), dependencies(numbers), check(network, multicast, numbers, dependencies) {}
  ChannelNumbers numbers;
  DependencyGraph dependencies;
  MulticastCheck check;
};

/// A multicast relation made of a function.
class FunctionMulticast final : public MulticastRelation {
 public:
  using Function = std::function<void(const ForkQuery&, std::span<Member>, Fork&)>;
  FunctionMulticast(bool uses_members, Function function)
      : uses_members_(uses_members), function_(std::move(function)) {}
  bool uses_members() const override { return uses_members_; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override {
    function_(query, members, out);
  }

 private:
  bool uses_members_;
  Function function_;
};

// ---- The tree of the routes ----------------------------------------------------------------------------------------

TEST(TreeOfRoutes, forks_where_ways_part_and_divides_the_members) {
  const FunctionRelation shortest(1, [](const RouteQuery& query, Candidates& out) {
    const unsigned ahead = (query.destination.value + 6 - query.at.value) % 6;
    out.push_back({ahead < 3 ? kEast : kWest, 1, ahead});
  });
  const TreeOfRoutes tree(shortest);
  std::vector<Member> members{{NodeId{0}}, {NodeId{1}}, {NodeId{4}}, {NodeId{2}}, {NodeId{5}}};
  Fork fork;
  tree.fork({NodeId{0}, kNoPort, Vc{}, NodeId{0}, 0}, members, fork);
  EXPECT_TRUE(fork.ends_here);
  ASSERT_EQ(fork.branches.size(), 2u);
  EXPECT_EQ(fork.branches[0], (Branch{kEast, 1, 0, 2}));
  EXPECT_EQ(fork.branches[1], (Branch{kWest, 1, 0, 2}));
  std::vector<std::uint32_t> order;
  for (const Member& member : members) order.push_back(member.node.value);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2, 4, 5}));
  EXPECT_EQ(members[2].state, 2u) << "each member carries the state of its own route";
}

TEST(TreeOfRoutes, a_member_without_a_route_is_a_mistake_of_the_model) {
  const FunctionRelation nowhere(1, [](const RouteQuery&, Candidates&) {});
  std::vector<Member> members{{NodeId{1}}};
  Fork fork;
  EXPECT_THROW(TreeOfRoutes(nowhere).fork({NodeId{0}, kNoPort, Vc{}, NodeId{0}, 0}, members, fork), std::logic_error);
}

/// The dependencies of the tree are those of the routes to all its members.
void expect_tree_of_routes(const Network& network, const RoutingRelation& relation, NodeId source,
                           const std::vector<NodeId>& members) {
  const TreeOfRoutes tree(relation);
  Checked checked(network, tree, relation.vcs());
  EXPECT_TRUE(checked.check.delivers(source, set_of(members))) << checked.check.first_failure();
  EXPECT_EQ(checked.check.copies(), members.size());
}

TEST(TreeOfRoutes, reaches_every_random_set_on_every_kind_of_network) {
  const std::vector<std::pair<std::string, Parameters>> networks = {
      {"mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}},
      {"torus", {{"sides", std::vector<std::int64_t>{4, 5}}}},
      {"hypercube", {{"n", std::int64_t{4}}}},
      {"srt1d", {{"n", std::int64_t{5}}}},
      {"srt2d", {{"n", std::int64_t{3}}}}};
  std::mt19937 random(7);
  for (const auto& [kind, parameters] : networks) {
    const auto design = find_family(kind)->build(parameters);
    const Network& network = design->network();
    const RoutingInfo routing = design->routings().front();
    const auto relation = design->routing(routing.name, routing.default_vcs);
    const auto nodes = static_cast<std::uint32_t>(network.nodes());
    for (int trial = 0; trial < 40; ++trial) {
      const NodeId source{static_cast<std::uint32_t>(random() % nodes)};
      std::vector<NodeId> members;
      for (const NodeId node : all_but(nodes, source)) {
        if (random() % 3 == 0) members.push_back(node);
      }
      if (members.empty()) continue;
      SCOPED_TRACE(kind + " from " + network.node_name(source));
      expect_tree_of_routes(network, *relation, source, members);
    }
  }
}

// ---- What the check must find --------------------------------------------------------------------------------------

/// A copy to the east is delivered at every node and forwarded until the last.
FunctionMulticast along_the_ring(std::uint32_t last) {
  return {false, [last](const ForkQuery& query, std::span<Member>, Fork& out) {
            out.ends_here = query.arrival_port != kNoPort;
            if (query.at != NodeId{last}) out.branches.push_back({kEast, 1, 0, 0});
          }};
}

TEST(MulticastCheck, accepts_a_rule_that_needs_no_list) {
  const Network ring = make_plain_ring(6);
  const FunctionMulticast multicast = along_the_ring(3);
  Checked checked(ring, multicast, 1);
  EXPECT_TRUE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}, NodeId{2}, NodeId{3}})));
  EXPECT_EQ(checked.check.copies(), 3u);
  EXPECT_EQ(checked.dependencies.size(), 2u);
}

TEST(MulticastCheck, finds_a_copy_to_a_node_outside_the_set) {
  const Network ring = make_plain_ring(6);
  const FunctionMulticast multicast = along_the_ring(3);
  Checked checked(ring, multicast, 1);
  EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}, NodeId{2}})));
  EXPECT_EQ(checked.check.first_failure(), "multicast from n0: at n3, a copy arrives that is not wanted");
}

TEST(MulticastCheck, finds_a_member_without_a_copy) {
  const Network ring = make_plain_ring(6);
  const FunctionMulticast multicast = along_the_ring(2);
  Checked checked(ring, multicast, 1);
  EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}, NodeId{2}, NodeId{5}})));
  EXPECT_EQ(checked.check.first_failure(), "multicast from n0: at n5, no copy arrives");
}

TEST(MulticastCheck, finds_a_second_copy) {
  const Network ring = make_plain_ring(4);
  // Both directions around the ring, and both end at node 2.
  const FunctionMulticast both(false, [](const ForkQuery& query, std::span<Member>, Fork& out) {
    if (query.arrival_port == kNoPort) {
      out.branches.push_back({kEast, 1, 0, 0});
      out.branches.push_back({kWest, 1, 0, 0});
      return;
    }
    out.ends_here = true;
    const bool eastward = query.arrival_port == kWest;
    if (query.at != NodeId{2}) out.branches.push_back({eastward ? kEast : kWest, 1, 0, 0});
  });
  Checked checked(ring, both, 1);
  EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}, NodeId{2}, NodeId{3}})));
  EXPECT_EQ(checked.check.first_failure(), "multicast from n0: at n2, a copy arrives that is not wanted");
}

TEST(MulticastCheck, finds_a_copy_that_circulates_for_ever) {
  const Network ring = make_plain_ring(4);
  const FunctionMulticast multicast = along_the_ring(99);
  Checked checked(ring, multicast, 1);
  EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}})));
  EXPECT_NE(checked.check.first_failure().find("circulates for ever"), std::string::npos);
}

TEST(MulticastCheck, follows_long_ways_and_long_circles) {
  const Network ring = make_plain_ring(5000);
  const FunctionMulticast line = along_the_ring(4500);
  Checked good(ring, line, 1);
  EXPECT_FALSE(good.check.delivers(NodeId{0}, set_of({NodeId{1}})));
  EXPECT_EQ(good.check.first_failure(), "multicast from n0: at n2, a copy arrives that is not wanted");
  EXPECT_EQ(good.check.copies(), 4500u);
  const FunctionMulticast circle = along_the_ring(99999);
  Checked bad(ring, circle, 1);
  EXPECT_FALSE(bad.check.delivers(NodeId{0}, set_of({NodeId{1}})));
  EXPECT_NE(bad.check.first_failure().find("circulates for ever"), std::string::npos);
}

TEST(MulticastCheck, finds_members_that_a_fork_forgets_or_invents) {
  const Network ring = make_plain_ring(4);
  for (const std::uint32_t kept : {1u, 3u}) {
    const FunctionMulticast multicast(true, [kept](const ForkQuery&, std::span<Member>, Fork& out) {
      out.branches.push_back({kEast, 1, 0, kept});
    });
    Checked checked(ring, multicast, 1);
    EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}, NodeId{2}})));
    EXPECT_NE(checked.check.first_failure().find(kept == 1 ? "forgets members" : "more members"), std::string::npos)
        << checked.check.first_failure();
  }
}

TEST(MulticastCheck, finds_ports_and_channels_that_do_not_exist) {
  const Network ring = make_plain_ring(4);
  for (const Branch wrong : {Branch{PortId{2}, 1, 0, 0}, Branch{kEast, 0, 0, 0}, Branch{kEast, 2, 0, 0}}) {
    const FunctionMulticast multicast(
        false, [wrong](const ForkQuery&, std::span<Member>, Fork& out) { out.branches.push_back(wrong); });
    Checked checked(ring, multicast, 1);
    EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}})));
    EXPECT_NE(checked.check.first_failure(), "");
  }
}

TEST(MulticastCheck, finds_that_the_channel_decides_who_gets_a_copy) {
  const Network ring = make_plain_ring(5);
  const FunctionMulticast multicast(false, [](const ForkQuery& query, std::span<Member>, Fork& out) {
    if (query.arrival_port == kNoPort) return out.branches.push_back({kEast, 3, 0, 0});
    out.ends_here = true;
    if (query.arrival_vc == Vc{1} && query.at == NodeId{1}) out.branches.push_back({kEast, 1, 0, 0});
  });
  Checked checked(ring, multicast, 2);
  EXPECT_FALSE(checked.check.delivers(NodeId{0}, set_of({NodeId{1}})));
  EXPECT_NE(checked.check.first_failure().find("depend on the channel"), std::string::npos);
}

TEST(MulticastCheck, collects_the_dependencies_that_close_a_circle) {
  const Network ring = make_plain_ring(4);
  const FunctionMulticast multicast(false, [](const ForkQuery& query, std::span<Member>, Fork& out) {
    const bool last = query.at.value == (query.source.value + 3) % 4;
    out.ends_here = query.arrival_port != kNoPort;
    if (!last) out.branches.push_back({kEast, 1, 0, 0});
  });
  Checked checked(ring, multicast, 1);
  for (std::uint32_t source = 0; source < 4; ++source) {
    EXPECT_TRUE(checked.check.delivers(NodeId{source}, set_of(all_but(4, NodeId{source}))));
  }
  EXPECT_EQ(checked.dependencies.find_cycle().size(), 4u);
}

// ---- In the proof --------------------------------------------------------------------------------------------------

TEST(ProofWithMulticasts, of_a_tree_of_routes_adds_no_dependencies) {
  for (const auto& [kind, parameters] :
       std::vector<std::pair<std::string, Parameters>>{{"rdt", {{"side", std::int64_t{16}}, {"assignment", "alpha"}}},
                                                       {"rdt", {{"side", std::int64_t{16}}, {"assignment", "beta"}}},
                                                       {"rdt", {{"side", std::int64_t{16}}, {"assignment", "perfect"}}},
                                                       {"torus", {{"sides", std::vector<std::int64_t>{5, 4}}}},
                                                       {"srt2d", {{"n", std::int64_t{3}}}}}) {
    const auto design = find_family(kind)->build(parameters);
    const RoutingInfo routing = design->routings().front();
    const auto relation = design->routing(routing.name, routing.default_vcs);
    const TreeOfRoutes tree(*relation);
    const ProofResult alone = prove(design->network(), *relation);
    const ProofResult both = prove(design->network(), *relation, {}, 2, &tree);
    EXPECT_TRUE(both.holds()) << kind;
    EXPECT_EQ(both.dependencies, alone.dependencies) << kind;
    EXPECT_EQ(both.multicasts, design->network().nodes());
    EXPECT_EQ(both.delivered_multicasts, both.multicasts);
  }
}

TEST(ProofWithMulticasts, fails_when_a_multicast_is_not_delivered_though_all_pairs_are) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{3}}});
  const auto relation = design->routing("dimension-order", 1);
  const FunctionMulticast ends_at_once(false,
                                       [](const ForkQuery&, std::span<Member>, Fork& out) { out.ends_here = true; });
  const ProofResult result = prove(design->network(), *relation, {}, 1, &ends_at_once);
  EXPECT_EQ(result.delivered_pairs, result.pairs);
  EXPECT_TRUE(result.acyclic);
  EXPECT_FALSE(result.holds());
  EXPECT_EQ(result.delivered_multicasts, 0u);
  EXPECT_EQ(result.first_undelivered_multicast, "multicast from x0: at x0, a copy arrives that is not wanted");
}

TEST(ProofWithMulticasts, finds_a_cycle_that_only_the_forks_close) {
  const Network ring = make_plain_ring(4);
  // Packets stay off the link from the last node to the first; multicasts do not.
  const FunctionRelation line(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.destination > query.at ? kEast : kWest, 1, 0});
  });
  const FunctionMulticast round(false, [](const ForkQuery& query, std::span<Member>, Fork& out) {
    out.ends_here = query.arrival_port != kNoPort;
    if (query.at.value != (query.source.value + 3) % 4) out.branches.push_back({kEast, 1, 0, 0});
  });
  EXPECT_TRUE(prove(ring, line).holds());
  const ProofResult result = prove(ring, line, {}, 1, &round);
  EXPECT_EQ(result.delivered_multicasts, 4u);
  EXPECT_FALSE(result.acyclic);
}

}  // namespace
}  // namespace kintsugi
