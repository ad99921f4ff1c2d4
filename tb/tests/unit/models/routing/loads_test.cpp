#include "models/routing/loads.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kEast{0};

FunctionRelation eastwards(std::uint32_t up_to) {
  return FunctionRelation(1, [up_to](const RouteQuery& query, Candidates& out) {
    if (query.at.value < up_to) out.push_back({kEast, 1, 0});
  });
}

TEST(Loads, of_a_ring_that_goes_one_way_are_those_of_all_pairs) {
  const Network ring = make_plain_ring(5);
  const Loads loads = count_loads(ring, eastwards(5));
  EXPECT_EQ(loads.delivered_pairs, 20u);
  EXPECT_EQ(loads.hops, 5u * (1 + 2 + 3 + 4));
  for (std::uint32_t node = 0; node < 5; ++node) {
    EXPECT_EQ(loads.at({NodeId{node}, kEast}).packets, 10u);
    EXPECT_EQ(loads.at({NodeId{node}, kEast}).packets_of_others, 6u);
    EXPECT_EQ(loads.at({NodeId{node}, PortId{1}}).packets, 0u);
  }
  EXPECT_EQ(largest_load_of_a_link(ring, loads), 10u);
}

TEST(Loads, leave_out_packets_that_are_not_delivered) {
  const Network ring = make_plain_ring(5);
  const Loads loads = count_loads(ring, eastwards(2));
  EXPECT_EQ(loads.delivered_pairs, 3u);  // 0 to 1, 0 to 2, 1 to 2
  EXPECT_EQ(loads.hops, 4u);
  EXPECT_EQ(loads.at({NodeId{1}, kEast}).packets, 2u);
  EXPECT_EQ(loads.at({NodeId{1}, kEast}).packets_of_others, 1u);
  EXPECT_EQ(loads.at({NodeId{2}, kEast}).packets, 0u);
}

TEST(Loads, of_a_link_are_those_of_both_ways) {
  Network pair("pair");
  const KindId kind = pair.add_kind("base");
  const std::size_t layout = pair.add_layout({"only"});
  pair.add_node("a", layout);
  pair.add_node("b", layout);
  pair.connect({NodeId{0}, PortId{0}}, {NodeId{1}, PortId{0}}, kind);
  EXPECT_EQ(largest_load_of_a_link(pair, count_loads(pair, eastwards(2))), 2u);
}

}  // namespace
}  // namespace kintsugi
