#include "models/rdt/geometry.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kintsugi::rdt {
namespace {

/// The ranks of the first 4 x 4 nodes, a row a word.
std::string picture(Assignment assignment, unsigned n, unsigned x, unsigned y) {
  const Rdt rdt{n, assignment};
  std::string rows;
  for (unsigned row = 0; row < 4; ++row) {
    for (unsigned column = 0; column < 4; ++column) {
      rows += std::to_string(assigned_rank(assignment, class_of(rdt, rdt.node(x + column, y + row))));
    }
    rows += row < 3 ? "/" : "";
  }
  return rows;
}

TEST(RdtGeometry, the_assignments_are_those_of_the_picture_of_4x4_nodes) {
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    for (unsigned at = 0; at < (1u << n); at += 4) {
      EXPECT_EQ(picture(Assignment::kAlpha, n, at, 0), "2143/4321/4321/2143");
      EXPECT_EQ(picture(Assignment::kAlpha, n, 4, at), "2143/4321/4321/2143");
      EXPECT_EQ(picture(Assignment::kBeta, n, at, 0), "2143/1212/4321/1212");
      EXPECT_EQ(picture(Assignment::kBeta, n, 4, at), "2143/1212/4321/1212");
    }
  }
  EXPECT_NE(picture(Assignment::kBeta, 4, 1, 0), "2143/1212/4321/1212") << "the picture does not depend on the place";
}

TEST(RdtGeometry, the_vectors_of_the_ranks_are_diagonals_of_the_rank_below) {
  EXPECT_EQ(to_base(0, {1, 0}), (Vector{1, 0}));
  EXPECT_EQ(to_base(0, {0, 1}), (Vector{0, 1}));
  EXPECT_EQ(to_base(1, {1, 0}), (Vector{2, 2}));
  EXPECT_EQ(to_base(1, {0, 1}), (Vector{-2, 2}));
  EXPECT_EQ(to_base(2, {1, 0}), (Vector{0, 8}));
  EXPECT_EQ(to_base(2, {0, 1}), (Vector{-8, 0}));
  EXPECT_EQ(to_base(3, {1, 0}), (Vector{-16, 16}));
  EXPECT_EQ(to_base(3, {0, 1}), (Vector{-16, -16}));
  EXPECT_EQ(to_base(4, {1, 0}), (Vector{-64, 0}));
  EXPECT_EQ(to_base(4, {0, 1}), (Vector{0, -64}));
  for (unsigned rank = 0; rank < kRanks; ++rank) {
    const Vector step = to_base(rank, {1, 0});
    EXPECT_EQ(std::max(std::abs(step.h), std::abs(step.v)), kSpan[rank]) << rank;
    EXPECT_EQ(step.h != 0 && step.v != 0, is_diagonal(rank)) << rank;
  }
}

TEST(RdtGeometry, an_upper_rank_never_leaves_its_class) {
  const Rdt rdt{8, Assignment::kPerfect};
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    for (unsigned rank = 1; rank < kRanks; ++rank) {
      for (const Way way : kAllWays) {
        ASSERT_EQ(class_of(rdt, rdt.neighbour(NodeId{node}, rank, way)), class_of(rdt, NodeId{node}));
      }
    }
  }
  EXPECT_NE(class_of(rdt, rdt.neighbour(NodeId{0}, 0, Way::kHAhead)), class_of(rdt, NodeId{0}));
}

TEST(RdtGeometry, ranks_vanish_where_their_vectors_are_0) {
  const unsigned expected[]{2, 3, 3, 4, 4};
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const Rdt rdt{n, Assignment::kPerfect};
    EXPECT_EQ(rdt.highest_rank(), expected[n - kSmallest]);
    for (unsigned rank = 1; rank < kRanks; ++rank) {
      const bool vanishes = rdt.neighbour(NodeId{0}, rank, Way::kHAhead) == NodeId{0};
      EXPECT_EQ(vanishes, rank > rdt.highest_rank()) << rdt.side() << " rank " << rank;
      EXPECT_EQ(rdt.has_rank(NodeId{0}, rank), !vanishes) << rdt.side() << " rank " << rank;
    }
  }
}

TEST(RdtGeometry, a_node_has_only_its_own_upper_rank_unless_perfect) {
  const Rdt alpha{7, Assignment::kAlpha};
  const Rdt beta{7, Assignment::kBeta};
  EXPECT_TRUE(alpha.has_rank(alpha.node(0, 1), 4));
  EXPECT_FALSE(alpha.has_rank(alpha.node(0, 1), 1));
  EXPECT_FALSE(beta.has_rank(beta.node(0, 1), 4));
  EXPECT_TRUE(beta.has_rank(beta.node(0, 1), 1));
  EXPECT_FALSE((Rdt{6, Assignment::kAlpha}.has_rank(NodeId{64}, 4))) << "vanished";
}

TEST(RdtGeometry, differences_are_the_shortest_with_half_the_side_negative) {
  const Rdt rdt{4, Assignment::kAlpha};
  EXPECT_EQ(rdt.difference(rdt.node(0, 0), rdt.node(7, 8)), (Vector{7, -8}));
  EXPECT_EQ(rdt.difference(rdt.node(15, 3), rdt.node(1, 1)), (Vector{2, -2}));
  EXPECT_EQ(rdt.moved(rdt.node(15, 0), {2, -2}), rdt.node(1, 14));
}

TEST(RdtGeometry, only_the_hop_over_the_edge_wraps) {
  const Rdt rdt{5, Assignment::kPerfect};
  EXPECT_TRUE(rdt.wraps(rdt.node(31, 4), 0, Way::kHAhead));
  EXPECT_FALSE(rdt.wraps(rdt.node(30, 4), 0, Way::kHAhead));
  EXPECT_TRUE(rdt.wraps(rdt.node(4, 0), 0, Way::kVBack));
  EXPECT_TRUE(rdt.wraps(rdt.node(1, 9), 1, Way::kVAhead)) << "a diagonal wraps in x";
  EXPECT_FALSE(rdt.wraps(rdt.node(9, 31), 1, Way::kVAhead)) << "a diagonal wraps in x only";
  EXPECT_TRUE(rdt.wraps(rdt.node(1, 24), 2, Way::kHAhead)) << "h of rank 2 has no x part";
}

TEST(RdtGeometry, parameters_out_of_range_are_refused_in_words) {
  EXPECT_NO_THROW(validate({4, Assignment::kAlpha}));
  EXPECT_NO_THROW(validate({8, Assignment::kPerfect}));
  for (const unsigned n : {3u, 9u}) {
    try {
      validate({n, Assignment::kBeta});
      FAIL() << "nothing was thrown";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(), "n must be 4 to 8, not " + std::to_string(n));
    }
  }
}

}  // namespace
}  // namespace kintsugi::rdt
