#include "models/rdt/vector.hpp"

#include <gtest/gtest.h>

#include "models/network/metrics.hpp"
#include "models/rdt/topology.hpp"

namespace kintsugi::rdt {
namespace {

/// Calls with every difference of a network and its plan.
template <class Check>
void for_every_plan(unsigned n, Ties ties, Check check) {
  const Rdt rdt{n, Assignment::kPerfect};
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    check(rdt, NodeId{node}, decompose(rdt.difference(NodeId{0}, NodeId{node}), rdt.highest_rank(), ties));
  }
}

Vector sum_in_base(const Plan& plan) {
  Vector sum;
  for (unsigned rank = 0; rank < kRanks; ++rank) sum = sum + to_base(rank, plan[rank]);
  return sum;
}

TEST(RdtVector, an_example_by_hand) {
  // (5, 3): H = 8 / 4 = 2, V = -2 / 4 = 0 toward zero, rest (1, -1); (2, 0): both of 2 / 4 and -2 / 4 are ties.
  const Plan plan = decompose({5, 3}, 2, Ties::kTowardZero);
  EXPECT_EQ(plan[0], (Vector{1, -1}));
  EXPECT_EQ(plan[1], (Vector{2, 0}));
  EXPECT_EQ(plan[2], (Vector{0, 0}));
  EXPECT_EQ(hops(plan), 4u);
}

TEST(RdtVector, the_plan_leads_to_the_destination) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    for (const Ties ties : {Ties::kTowardZero, Ties::kBest}) {
      for_every_plan(n, ties, [](const Rdt& rdt, NodeId node, const Plan& plan) {
        ASSERT_EQ(rdt.shortest(sum_in_base(plan)), rdt.difference(NodeId{0}, node));
      });
    }
  }
}

TEST(RdtVector, no_rank_but_the_highest_takes_more_than_two_hops) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    for_every_plan(n, Ties::kTowardZero, [](const Rdt& rdt, NodeId, const Plan& plan) {
      for (unsigned rank = 0; rank < rdt.highest_rank(); ++rank) ASSERT_LE(length(plan[rank]), 2u);
      for (unsigned rank = rdt.highest_rank() + 1; rank < kRanks; ++rank) ASSERT_EQ(plan[rank], Vector{});
    });
  }
}

/// Differences for which the plan takes more hops than the distance in the perfect RDT.
unsigned detours(unsigned n, Ties ties) {
  const auto distances = distances_from(make_network({n, Assignment::kPerfect}), NodeId{0});
  unsigned count = 0;
  for_every_plan(n, ties, [&](const Rdt&, NodeId node, const Plan& plan) {
    EXPECT_GE(hops(plan), distances[node.value]);
    count += hops(plan) > distances[node.value];
  });
  return count;
}

TEST(RdtVector, with_best_ties_the_hops_are_the_distance) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) EXPECT_EQ(detours(n, Ties::kBest), 0u) << n;
  EXPECT_GT(detours(5, Ties::kTowardZero), 0u) << "ties do not matter";
}

TEST(RdtVector, the_header_carries_the_upper_ranks) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    for (const Ties ties : {Ties::kTowardZero, Ties::kBest}) {
      for_every_plan(n, ties, [](const Rdt& rdt, NodeId, const Plan& plan) {
        const RoutingState state = pack_upper(plan);
        ASSERT_LT(state, 1u << kUpperBits);
        unsigned highest = 0;
        for (unsigned rank = 1; rank < kRanks; ++rank) {
          ASSERT_EQ(upper(state, rank), plan[rank]);
          if (plan[rank] != Vector{}) highest = rank;
        }
        ASSERT_EQ(highest_wanted(state), highest);
        ASSERT_EQ(rdt.shortest(upper_to_base(state) + plan[0]), rdt.shortest(sum_in_base(plan)));
      });
    }
  }
}

TEST(RdtVector, a_hop_takes_one_from_its_rank_and_leaves_the_others) {
  const RoutingState state = pack_upper({Vector{0, 0}, Vector{-2, 1}, Vector{1, -1}, Vector{0, 2}, Vector{0, 0}});
  const RoutingState after = after_hop(state, 2, Way::kVBack);
  EXPECT_EQ(upper(after, 1), (Vector{-2, 1}));
  EXPECT_EQ(upper(after, 2), (Vector{1, 0}));
  EXPECT_EQ(upper(after, 3), (Vector{0, 2}));
  EXPECT_EQ(highest_wanted(after), 3u);
  EXPECT_EQ(highest_wanted(after_hop(after_hop(after, 3, Way::kVAhead), 3, Way::kVAhead)), 2u);
  EXPECT_EQ(highest_wanted(0), 0u);
}

}  // namespace
}  // namespace kintsugi::rdt
