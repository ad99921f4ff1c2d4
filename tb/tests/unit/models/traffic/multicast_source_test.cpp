#include "models/traffic/multicast_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace kintsugi {
namespace {

std::vector<NodeId> drawn(const Addressees& addressees, std::uint32_t source, RandomStream& random) {
  MulticastSet set;
  addressees(NodeId{source}, random, set);
  return set.members;
}

TEST(Addressees, of_all_are_all_other_nodes) {
  RandomStream random(1, 1);
  EXPECT_EQ(drawn(address_all(4), 2, random), (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{3}}));
}

TEST(Addressees, of_a_list_are_its_nodes_in_order_without_the_source) {
  RandomStream random(1, 1);
  const Addressees list = address_list({NodeId{7}, NodeId{2}, NodeId{5}});
  EXPECT_EQ(drawn(list, 2, random), (std::vector<NodeId>{NodeId{5}, NodeId{7}}));
  EXPECT_EQ(drawn(list, 3, random).size(), 3u);
}

TEST(Addressees, random_ones_are_distinct_never_the_source_and_every_set_is_as_likely) {
  RandomStream random(3, 1);
  std::map<std::vector<NodeId>, int> seen;
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    const auto members = drawn(address_random(6, 3), 2, random);
    ASSERT_EQ(members.size(), 3u);
    ASSERT_TRUE(std::ranges::is_sorted(members));
    ASSERT_EQ(std::ranges::adjacent_find(members), members.end());
    ASSERT_FALSE(std::ranges::binary_search(members, NodeId{2}));
    ++seen[members];
  }
  EXPECT_EQ(seen.size(), 10u) << "three of five";
  for (const auto& [members, count] : seen) EXPECT_NEAR(count, kDraws / 10, 200);
}

TEST(Addressees, of_a_group_are_those_of_a_random_other_node) {
  RandomStream random(3, 1);
  const Addressees pairs = address_groups(6, [](NodeId, NodeId node) {
    return std::vector<NodeId>{NodeId{node.value & ~1u}, NodeId{node.value | 1u}};
  });
  std::map<std::vector<NodeId>, int> seen;
  for (int i = 0; i < 500; ++i) ++seen[drawn(pairs, 2, random)];
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen.count({NodeId{3}}), 1u) << "its own pair, without itself";
}

TEST(MulticastSource, creates_multicasts_at_its_rate_and_only_in_its_cycles) {
  const MulticastTraffic traffic{address_all(4), 3, GeometricGaps(0.05)};
  MulticastSource source(NodeId{1}, traffic, 7, 100, 20100);
  int count = 0;
  for (Cycle last = 0; source.due() != GeometricGaps::kNever; ++count) {
    ASSERT_GE(source.due(), std::max<Cycle>(100, last + (count > 0)));
    ASSERT_LT(source.due(), 20100u);
    last = source.due();
    const PacketOrder order = source.take();
    ASSERT_EQ(order.destination, kNoNode);
    ASSERT_EQ(order.flits, 3);
    ASSERT_EQ(order.set->members.size(), 3u);
  }
  EXPECT_NEAR(count, 1000, 100);
}

TEST(MulticastSource, can_create_one_in_every_cycle_from_the_first) {
  const MulticastTraffic traffic{address_all(2), 1, GeometricGaps(1)};
  MulticastSource source(NodeId{0}, traffic, 7, 0, 3);
  for (Cycle cycle = 0; cycle < 3; ++cycle) {
    EXPECT_EQ(source.due(), cycle);
    source.take();
  }
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
}

TEST(MulticastSource, sends_nothing_when_the_node_is_the_only_member) {
  const MulticastTraffic traffic{address_list({NodeId{4}}), 1, GeometricGaps(1)};
  EXPECT_EQ(MulticastSource(NodeId{4}, traffic, 7, 0, 100).due(), GeometricGaps::kNever);
  EXPECT_EQ(MulticastSource(NodeId{3}, traffic, 7, 0, 100).due(), 0u);
}

TEST(MergedSource, takes_what_is_due_first) {
  auto first = std::make_unique<ListSource>(std::vector<ListSource::Entry>{{1, {NodeId{1}, 1}}, {5, {NodeId{2}, 1}}});
  auto second = std::make_unique<ListSource>(std::vector<ListSource::Entry>{{0, {NodeId{3}, 1}}, {5, {NodeId{4}, 1}}});
  MergedSource merged(std::move(first), std::move(second));
  std::vector<std::uint32_t> order;
  while (merged.due() != GeometricGaps::kNever) order.push_back(merged.take().destination.value);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{3, 1, 2, 4}));
}

}  // namespace
}  // namespace kintsugi
