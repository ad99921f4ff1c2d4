#include "models/routing/dead_ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};
constexpr PortId kWest{1};

/// The results for packets to one node.
struct Found {
  bool passes;
  std::uint64_t dependencies;
};

Found find(const Network& network, const FunctionRelation& relation, NodeId destination) {
  const ChannelNumbers numbers(network, relation.vcs());
  DependencyGraph dependencies(numbers);
  const bool passes = DeadEndCheck(relation, numbers, dependencies).passes(destination);
  return {passes, dependencies.size()};
}

FunctionRelation always(Candidate candidate) {
  return FunctionRelation(2, [candidate](const RouteQuery&, Candidates& out) { out.push_back(candidate); });
}

TEST(DeadEnds, there_are_none_on_a_ring) {
  const Found found = find(make_plain_ring(5), always({kEast, 1, 0}), NodeId{0});
  EXPECT_TRUE(found.passes);
  EXPECT_EQ(found.dependencies, 3u);
}

TEST(DeadEnds, each_kind_is_seen) {
  const Network ring = make_plain_ring(3);
  EXPECT_FALSE(find(ring, FunctionRelation(1, [](const RouteQuery&, Candidates&) {}), NodeId{0}).passes);
  EXPECT_FALSE(find(ring, always({PortId{2}, 1, 0}), NodeId{0}).passes);
  EXPECT_FALSE(find(ring, always({kEast, 0, 0}), NodeId{0}).passes);
  EXPECT_FALSE(find(ring, always({kEast, 5, 0}), NodeId{0}).passes);
  Network open("open");
  open.add_kind("base");
  open.add_layout({"e", "w"});
  open.add_node("a", 0);
  open.add_node("b", 0);
  EXPECT_FALSE(find(open, always({kEast, 1, 0}), NodeId{0}).passes);
}

TEST(DeadEnds, one_is_seen_behind_the_last_candidate) {
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value == 3 && query.arrival_port == kEast) return;  // came from node 4, going west
    out.push_back({kEast, 1, 0});
    if (query.at.value == 4) out.push_back({kWest, 1, 0});
  });
  EXPECT_FALSE(find(make_plain_ring(5), relation, NodeId{0}).passes);
}

// The next three tests route along nodes 1 to 4, where a hop differs from an earlier one in one property only.

TEST(DeadEnds, a_hop_on_more_channels_is_another_hop) {
  const FunctionRelation relation(2, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value == 3 && query.arrival_port != kNoPort && query.arrival_vc == Vc{1}) return;
    const bool came = query.arrival_port != kNoPort;
    out.push_back({kEast, query.at.value == 2 && came ? all_vcs(2) : vc_bit(0), 0});
  });
  EXPECT_FALSE(find(make_plain_ring(5), relation, NodeId{0}).passes);
}

TEST(DeadEnds, a_hop_in_another_state_is_another_hop) {
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value == 4 && query.state == 2) return;
    out.push_back({kEast, 1, std::min(query.state + 1, 2u)});
  });
  EXPECT_FALSE(find(make_plain_ring(5), relation, NodeId{0}).passes);
}

TEST(DeadEnds, a_hop_to_the_same_node_by_another_port_is_another_hop) {
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value == 3 && query.arrival_port == kEast) return;
    out.push_back({query.at.value == 4 && query.arrival_port != kNoPort ? kWest : kEast, 1, 0});
  });
  EXPECT_FALSE(find(make_plain_ring(5), relation, NodeId{0}).passes);
}

TEST(DeadEnds, every_source_is_asked_also_when_there_are_many) {
  const Network ring = make_plain_ring(2500);
  for (const std::uint32_t bad : {1u, 1023u, 1024u, 2047u, 2048u, 2499u}) {
    const FunctionRelation lost_at_once(1, [bad](const RouteQuery& query, Candidates& out) {
      if (query.arrival_port != kNoPort || query.at.value != bad) out.push_back({kEast, 1, 0});
    });
    EXPECT_FALSE(find(ring, lost_at_once, NodeId{0}).passes) << bad;
  }
  const Found found = find(ring, always({kEast, 1, 0}), NodeId{0});
  EXPECT_TRUE(found.passes);
  EXPECT_EQ(found.dependencies, 2498u);
}

TEST(DeadEnds, one_destination_says_nothing_about_the_next) {
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value != 3 || query.destination.value != 1) out.push_back({kEast, 1, 0});
  });
  const Network ring = make_plain_ring(5);
  const ChannelNumbers numbers(ring, 1);
  DependencyGraph dependencies(numbers);
  DeadEndCheck check(relation, numbers, dependencies);
  EXPECT_TRUE(check.passes(NodeId{0}));
  EXPECT_FALSE(check.passes(NodeId{1}));
  EXPECT_TRUE(check.passes(NodeId{2}));
}

TEST(DeadEnds, a_circle_is_not_one) {
  // The header leaves this to the dependencies.
  const FunctionRelation to_and_fro(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.at.value == 2 ? kWest : kEast, 1, 0});
  });
  const Network ring = make_plain_ring(5);
  const ChannelNumbers numbers(ring, 1);
  DependencyGraph dependencies(numbers);
  EXPECT_TRUE(DeadEndCheck(to_and_fro, numbers, dependencies).passes(NodeId{0}));
  EXPECT_TRUE(dependencies.has_cycle());
}

}  // namespace
}  // namespace kintsugi
