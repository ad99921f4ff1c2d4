#include "models/routing/route.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};
constexpr PortId kWest{1};

TEST(Route, passes_the_nodes_of_the_first_candidate) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation relation(1, [](const RouteQuery&, Candidates& out) {
    out.push_back({kEast, 1, 0});
    out.push_back({kWest, 1, 0});
  });
  EXPECT_EQ(route(ring, relation, NodeId{3}, NodeId{1}),
            (std::vector<NodeId>{NodeId{3}, NodeId{4}, NodeId{0}, NodeId{1}}));
}

TEST(Route, the_ports_are_those_it_leaves_by) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation relation(1, [](const RouteQuery&, Candidates& out) { out.push_back({kWest, 1, 0}); });
  EXPECT_EQ(route_ports(ring, relation, NodeId{1}, NodeId{4}),
            (std::vector<PortRef>{{NodeId{1}, kWest}, {NodeId{0}, kWest}}));
}

TEST(Route, takes_the_lowest_channel_and_carries_the_state) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation relation(4, [](const RouteQuery& query, Candidates& out) {
    if (query.arrival_port != kNoPort) {
      EXPECT_EQ(query.arrival_vc, Vc{1});
      EXPECT_EQ(query.arrival_port, kWest);
    }
    EXPECT_EQ(query.state, query.at.value);
    out.push_back({kEast, vc_bit(1) | vc_bit(3), query.state + 1});
  });
  EXPECT_EQ(route(ring, relation, NodeId{0}, NodeId{4}).size(), 5u);
}

TEST(Route, ends_where_there_is_no_answer) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value < 2) out.push_back({kEast, 1, 0});
  });
  EXPECT_EQ(route(ring, relation, NodeId{0}, NodeId{4}).back(), NodeId{2});
}

TEST(Route, has_a_number_of_hops_if_it_arrives) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation relation(1, [](const RouteQuery& query, Candidates& out) {
    if (query.at.value != 2) out.push_back({kEast, 1, 0});
  });
  EXPECT_EQ(count_hops(ring, relation, NodeId{3}, NodeId{1}), 3u);
  EXPECT_EQ(count_hops(ring, relation, NodeId{3}, NodeId{3}), 0u);
  EXPECT_EQ(count_hops(ring, relation, NodeId{0}, NodeId{4}), std::nullopt);
}

TEST(Route, ends_when_it_would_circle_for_ever) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation bounce(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.at.value % 2 == 0 ? kEast : kWest, 1, 0});
  });
  EXPECT_LT(route(ring, bounce, NodeId{0}, NodeId{3}).size(), 20u);
  EXPECT_NE(route(ring, bounce, NodeId{0}, NodeId{3}).back(), NodeId{3});
}

TEST(Route, that_passes_a_node_twice_in_different_states_goes_on) {
  const Network ring = make_plain_ring(5);
  const FunctionRelation there_and_back(1, [](const RouteQuery& query, Candidates& out) {
    out.push_back({query.state == 0 ? kEast : kWest, 1, 1});
  });
  EXPECT_EQ(route(ring, there_and_back, NodeId{0}, NodeId{4}),
            (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{0}, NodeId{4}}));
}

TEST(Route, does_not_follow_a_wrong_answer) {
  const Network ring = make_plain_ring(3);
  for (const Candidate wrong : {Candidate{PortId{2}, 1, 0}, Candidate{kEast, 0, 0}, Candidate{kEast, vc_bit(2), 0}}) {
    const FunctionRelation relation(2, [=](const RouteQuery&, Candidates& out) { out.push_back(wrong); });
    EXPECT_EQ(route(ring, relation, NodeId{0}, NodeId{2}).size(), 1u);
  }
}

TEST(RouteAllPairs, counts_only_the_hops_of_delivered_pairs) {
  const Network ring = make_plain_ring(4);
  const FunctionRelation never_into_two(1, [](const RouteQuery& query, Candidates& out) {
    if (query.destination.value != 2) out.push_back({kEast, 1, 0});
  });
  const RouteStatistics statistics = route_all_pairs(ring, never_into_two);
  EXPECT_EQ(statistics.pairs, 12u);
  EXPECT_EQ(statistics.delivered_pairs, 9u);
  EXPECT_DOUBLE_EQ(statistics.average_hops, 2.0);
  EXPECT_EQ(statistics.max_hops, 3u);
}

}  // namespace
}  // namespace kintsugi
