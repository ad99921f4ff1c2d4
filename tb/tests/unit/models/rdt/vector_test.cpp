#include "models/rdt/vector.hpp"

#include <gtest/gtest.h>

#include "models/network/metrics.hpp"
#include "models/rdt/topology.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::rdt {
namespace {

/// Calls with every difference of a network and its plan.
template <class Check>
void for_every_plan(unsigned n, Ties ties, Check check) {
  const Rdt rdt{n, Assignment::kPerfect};
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    check(rdt, NodeId{node}, decompose(rdt, rdt.difference(NodeId{0}, NodeId{node}), ties));
  }
}

Vector sum_in_base(const Rdt& rdt, const Plan& plan) {
  Vector sum;
  for (unsigned rank = 0; rank < kRanks; ++rank) sum = sum + rdt.to_base(rank, plan[rank]);
  return sum;
}

/// The plans of sides up to 2^10 take seconds.
const unsigned kLargestTried = test::part_of(8u, kLargest);

TEST(RdtVector, an_example_by_hand) {
  // (5, 3): H = 8 / 4 = 2, V = -2 / 4 = 0 toward zero, rest (1, -1); (2, 0): both of 2 / 4 and -2 / 4 are ties.
  const Plan plan = decompose(Rdt{4, Assignment::kPerfect}, {5, 3}, Ties::kTowardZero);
  EXPECT_EQ(plan[0], (Vector{1, -1}));
  EXPECT_EQ(plan[1], (Vector{2, 0}));
  EXPECT_EQ(plan[2], (Vector{0, 0}));
  EXPECT_EQ(hops(plan), 4u);
}

TEST(RdtVector, the_plan_leads_to_the_destination) {
  for (unsigned n = kSmallest; n <= kLargestTried; ++n) {
    for (const Ties ties : {Ties::kTowardZero, Ties::kBest}) {
      for_every_plan(n, ties, [](const Rdt& rdt, NodeId node, const Plan& plan) {
        ASSERT_EQ(rdt.shortest(sum_in_base(rdt, plan)), rdt.difference(NodeId{0}, node));
      });
    }
  }
}

TEST(RdtVector, no_rank_but_the_highest_takes_more_than_two_hops) {
  for (unsigned n = kSmallest; n <= kLargestTried; ++n) {
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
  for (unsigned n = kSmallest; n <= kLargestTried; ++n) EXPECT_EQ(detours(n, Ties::kBest), 0u) << n;
  EXPECT_GT(detours(5, Ties::kTowardZero), 0u) << "ties do not matter";
}

/// The plans for all differences of a network.
std::vector<Plan> plans_of(const Rdt& rdt, Ties ties) {
  std::vector<Plan> plans;
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    plans.push_back(decompose(rdt, rdt.difference(NodeId{0}, NodeId{node}), ties));
  }
  return plans;
}

void expect_that_the_header_carries(const Rdt& rdt, Ties ties) {
  const std::vector<Plan> plans = plans_of(rdt, ties);
  const Header header(rdt, plans);
  ASSERT_LE(header.bits(), Header::kMostBits);
  for (const Plan& plan : plans) {
    const RoutingState state = header.pack(plan);
    ASSERT_EQ(state & ~header.mask(), 0u);
    unsigned highest = 0;
    for (unsigned rank = 1; rank < kRanks; ++rank) {
      ASSERT_EQ(header.upper(state, rank), plan[rank]);
      if (plan[rank] != Vector{}) highest = rank;
    }
    ASSERT_EQ(header.highest_wanted(state), highest);
    ASSERT_EQ(rdt.shortest(upper_to_base(rdt, plan) + plan[0]), rdt.shortest(sum_in_base(rdt, plan)));
  }
}

TEST(RdtVector, the_header_carries_the_upper_ranks) {
  for (unsigned n = kSmallest; n <= kLargestTried; ++n) {
    for (const Ties ties : {Ties::kTowardZero, Ties::kBest}) {
      expect_that_the_header_carries(Rdt{n, Assignment::kPerfect}, ties);
    }
    expect_that_the_header_carries(Rdt(n, Assignment::kPerfect, 2, 5), Ties::kTowardZero);
    for (const unsigned R : {1u, 2u, 3u}) {
      expect_that_the_header_carries(Rdt(n, Assignment::kPerfect, 2, R), Ties::kTowardZero);
    }
  }
  expect_that_the_header_carries(Rdt(4, Assignment::kPerfect, 3, 4), Ties::kTowardZero);
  expect_that_the_header_carries(Rdt(4, Assignment::kPerfect, 4, 4), Ties::kTowardZero);
}

TEST(RdtVector, the_header_of_rdt_2_4_1_has_6_bits_for_each_rank) {
  const Rdt rdt{8, Assignment::kAlpha};
  const Header header(rdt, plans_of(rdt, Ties::kTowardZero));
  EXPECT_EQ(header.bits(), 24u);
  EXPECT_EQ(header.pack({Vector{0, 0}, Vector{-2, 1}, Vector{1, -1}, Vector{0, 2}, Vector{-1, 0}}),
            0b111u << 18 | 0b010'000u << 12 | 0b111'001u << 6 | 0b001'110u);
}

TEST(RdtVector, a_rank_that_no_node_has_hands_its_vector_down) {
  ClassRanks ranks{};
  for (unsigned i = 0; i < kClasses; ++i) ranks[i] = i % 2 == 0 ? 1u << 1 : 1u << 3;
  const Rdt rdt(7, Assignment::kOther, 2, 4, ranks);
  EXPECT_EQ(rdt.used_ranks(), 1u << 1 | 1u << 3);
  bool handed_down = false;
  for (const Plan& plan : plans_of(rdt, Ties::kTowardZero)) {
    ASSERT_EQ(plan[2], Vector{});
    ASSERT_EQ(plan[4], Vector{});
    handed_down = handed_down || length(plan[1]) > 2;
  }
  EXPECT_TRUE(handed_down);
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    const Vector difference = rdt.difference(NodeId{0}, NodeId{node});
    ASSERT_EQ(rdt.shortest(sum_in_base(rdt, decompose(rdt, difference, Ties::kTowardZero))), difference);
  }
  expect_that_the_header_carries(rdt, Ties::kTowardZero);
}

TEST(RdtVector, plans_of_other_cardinal_numbers_lead_to_the_destination) {
  const std::pair<unsigned, unsigned> powers[]{{3, 4}, {4, 4}, {5, 3}, {6, 3}, {16, 2}};
  for (const auto& [cardinal, exponent] : powers) {
    const Rdt rdt(exponent, Assignment::kPerfect, cardinal, 5);
    for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
      const Vector difference = rdt.difference(NodeId{0}, NodeId{node});
      const Plan plan = decompose(rdt, difference, Ties::kTowardZero);
      ASSERT_EQ(rdt.shortest(sum_in_base(rdt, plan)), difference) << cardinal;
      ASSERT_LE(length(plan[0]), cardinal);
    }
  }
}

TEST(RdtVector, all_plans_have_the_same_sum_and_one_of_them_is_the_best) {
  const Rdt rdt{5, Assignment::kPerfect};
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    const Vector difference = rdt.difference(NodeId{0}, NodeId{node});
    const std::vector<Plan> plans = all_plans(rdt, difference);
    unsigned fewest = ~0u;
    for (const Plan& plan : plans) {
      ASSERT_EQ(rdt.shortest(sum_in_base(rdt, plan)), difference);
      fewest = std::min(fewest, hops(plan));
    }
    ASSERT_EQ(plans.front(), decompose(rdt, difference, Ties::kTowardZero));
    ASSERT_EQ(fewest, hops(decompose(rdt, difference, Ties::kBest)));
  }
}

TEST(RdtVector, a_hop_takes_one_from_its_rank_and_leaves_the_others) {
  const Rdt rdt{7, Assignment::kPerfect};
  const Header header(rdt, plans_of(rdt, Ties::kTowardZero));
  const RoutingState state = header.pack({Vector{0, 0}, Vector{-2, 1}, Vector{1, -1}, Vector{0, 2}, Vector{0, 0}});
  const RoutingState after = header.after_hop(state, 2, Way::kVBack);
  EXPECT_EQ(header.upper(after, 1), (Vector{-2, 1}));
  EXPECT_EQ(header.upper(after, 2), (Vector{1, 0}));
  EXPECT_EQ(header.upper(after, 3), (Vector{0, 2}));
  EXPECT_EQ(header.highest_wanted(after), 3u);
  EXPECT_EQ(header.highest_wanted(header.after_hop(header.after_hop(after, 3, Way::kVAhead), 3, Way::kVAhead)), 2u);
  EXPECT_EQ(header.highest_wanted(0), 0u);
}

}  // namespace
}  // namespace kintsugi::rdt
