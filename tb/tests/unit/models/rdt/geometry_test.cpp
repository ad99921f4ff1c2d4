#include "models/rdt/geometry.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <vector>

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
  const Rdt rdt{8, Assignment::kPerfect};
  EXPECT_EQ(rdt.to_base(0, {1, 0}), (Vector{1, 0}));
  EXPECT_EQ(rdt.to_base(0, {0, 1}), (Vector{0, 1}));
  EXPECT_EQ(rdt.to_base(1, {1, 0}), (Vector{2, 2}));
  EXPECT_EQ(rdt.to_base(1, {0, 1}), (Vector{-2, 2}));
  EXPECT_EQ(rdt.to_base(2, {1, 0}), (Vector{0, 8}));
  EXPECT_EQ(rdt.to_base(2, {0, 1}), (Vector{-8, 0}));
  EXPECT_EQ(rdt.to_base(3, {1, 0}), (Vector{-16, 16}));
  EXPECT_EQ(rdt.to_base(3, {0, 1}), (Vector{-16, -16}));
  EXPECT_EQ(rdt.to_base(4, {1, 0}), (Vector{-64, 0}));
  EXPECT_EQ(rdt.to_base(4, {0, 1}), (Vector{0, -64}));
  for (unsigned rank = 0; rank <= kR; ++rank) {
    const Vector step = rdt.to_base(rank, {1, 0});
    EXPECT_EQ(step.h != 0 && step.v != 0, is_diagonal(rank)) << rank;
  }
}

/// The vectors by the definition alone, in whole numbers: rank r + 1 leads to (x ± n, y ± n) of rank r.
std::vector<std::set<std::pair<int, int>>> links_by_definition(int n, int side, unsigned highest) {
  std::vector<std::pair<std::int64_t, std::int64_t>> directions{{1, 0}, {0, 1}};
  std::vector<std::set<std::pair<int, int>>> links;
  for (unsigned rank = 0; rank <= highest; ++rank) {
    const auto [h, v] = std::pair(directions[0], directions[1]);
    const auto modulo = [side](std::int64_t part) { return static_cast<int>((part % side + side) % side); };
    std::set<std::pair<int, int>> of_rank;
    for (const int sign : {1, -1}) {
      for (const auto& direction : {h, v}) {
        of_rank.insert({modulo(sign * direction.first), modulo(sign * direction.second)});
      }
    }
    links.push_back(of_rank);
    directions = {{n * (h.first + v.first), n * (h.second + v.second)},
                  {n * (v.first - h.first), n * (v.second - h.second)}};
  }
  return links;
}

TEST(RdtGeometry, the_links_of_every_cardinal_number_are_those_of_the_definition) {
  for (unsigned cardinal = 2; cardinal <= kMostCardinal; ++cardinal) {
    unsigned side = cardinal;
    for (unsigned exponent = 1; side <= kMostSide; ++exponent, side *= cardinal) {
      if (exponent < (cardinal == 2 ? kSmallest : 2)) continue;
      const Rdt rdt(exponent, Assignment::kPerfect, cardinal, 5);
      ASSERT_EQ(rdt.side(), side);
      const auto links = links_by_definition(static_cast<int>(cardinal), static_cast<int>(side), 5);
      for (unsigned rank = 0; rank <= rdt.highest_rank(); ++rank) {
        std::set<std::pair<int, int>> found;
        const NodeId node = rdt.node(side - 1, side / 2);
        for (const Way way : kAllWays) {
          const NodeId far = rdt.neighbour(node, rank, way);
          found.insert({static_cast<int>((rdt.x(far) + side - rdt.x(node)) % side),
                        static_cast<int>((rdt.y(far) + side - rdt.y(node)) % side)});
        }
        EXPECT_EQ(found, links[rank]) << cardinal << " " << side << " rank " << rank;
      }
      const bool is_last = rdt.highest_rank() == 5 || links[rdt.highest_rank() + 1].contains({0, 0});
      EXPECT_TRUE(is_last) << cardinal << " " << side;
    }
  }
}

TEST(RdtGeometry, links_of_an_even_cardinal_number_never_leave_their_class) {
  for (const unsigned cardinal : {4u, 6u}) {
    const Rdt rdt(3, Assignment::kPerfect, cardinal, 5);
    EXPECT_EQ(rdt.classes(), 2 * cardinal * cardinal);
    std::set<unsigned> classes;
    for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
      classes.insert(class_of(rdt, NodeId{node}));
      for (unsigned rank = 1; rank <= rdt.highest_rank(); ++rank) {
        for (const Way way : kAllWays) {
          ASSERT_EQ(class_of(rdt, rdt.neighbour(NodeId{node}, rank, way)), class_of(rdt, NodeId{node}));
        }
      }
    }
    EXPECT_EQ(classes.size(), rdt.classes());
  }
}

TEST(RdtGeometry, an_odd_cardinal_number_has_no_classes_because_links_over_the_edge_would_leave_them) {
  const Rdt rdt(2, Assignment::kPerfect, 3, 1);
  const auto column = [&](NodeId node) { return (rdt.x(node) + 6 * rdt.side() - (rdt.y(node) - rdt.y(node) % 3)) % 6; };
  const NodeId node = rdt.node(8, 0);
  const NodeId far = rdt.neighbour(node, 1, Way::kHAhead);
  EXPECT_NE(column(node), column(far)) << "the 2n x n array would do";
  EXPECT_FALSE(rdt.has_classes());
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
  const unsigned expected[]{2, 3, 3, 4, 4, 4, 4};
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    const Rdt rdt{n, Assignment::kPerfect};
    EXPECT_EQ(rdt.highest_rank(), expected[n - kSmallest]);
    for (unsigned rank = 1; rank <= kR; ++rank) {
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

TEST(RdtGeometry, rank_5_exists_at_side_256_only_and_only_if_it_may) {
  EXPECT_EQ(Rdt(8, Assignment::kPerfect, 2, 5).highest_rank(), 5u);
  EXPECT_EQ(Rdt(7, Assignment::kPerfect, 2, 5).highest_rank(), 4u);
  EXPECT_EQ(Rdt(8, Assignment::kPerfect, 2, 3).highest_rank(), 3u);
}

/// Returns why there is no RDT with these numbers, for its constructor or for validate().
template <class... Numbers>
std::string why_not(const Numbers&... numbers) {
  try {
    validate(Rdt(numbers...));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(RdtGeometry, what_is_not_defined_is_refused) {
  EXPECT_EQ(why_not(2u, Assignment::kPerfect, 17u, 4u), "the cardinal number must be 2 to 16, not 17");
  EXPECT_EQ(why_not(7u, Assignment::kPerfect, 3u, 4u), "n must be 2 to 6, not 7");
  EXPECT_EQ(why_not(4u, Assignment::kPerfect, 2u, 0u), "R must be 1 to 5, not 0");
  EXPECT_EQ(why_not(2u, Assignment::kOther, 3u, 4u), "only the cardinal numbers 2, 4 and 6 have assignments, not 3");
  EXPECT_EQ(why_not(2u, Assignment::kOther, 8u, 1u), "only the cardinal numbers 2, 4 and 6 have assignments, not 8");
  ClassRanks ranks{2, 2, 2, 2, 2, 2, 2, 6};
  EXPECT_EQ(why_not(4u, Assignment::kOther, 2u, 4u, ranks),
            "every class must have the same number of upper ranks, of 1 to 4");
  ranks[7] = 4;
  EXPECT_EQ(why_not(4u, Assignment::kOther, 2u, 4u, ranks), "nothing was thrown");
  EXPECT_EQ(why_not(4u, Assignment::kOther, 2u, 1u, ranks),
            "every class must have the same number of upper ranks, of 1 to 1");
}

TEST(RdtGeometry, parameters_out_of_range_are_refused_in_words) {
  EXPECT_EQ(why_not(4u, Assignment::kAlpha), "nothing was thrown");
  EXPECT_EQ(why_not(10u, Assignment::kPerfect), "nothing was thrown");
  for (const unsigned n : {3u, 11u}) {
    EXPECT_EQ(why_not(n, Assignment::kBeta), "n must be 4 to 10, not " + std::to_string(n));
  }
}

TEST(RdtGeometry, the_constructor_refuses_numbers_that_it_cannot_compute_with) {
  constexpr unsigned kHuge = 0xffffffff;
  for (const unsigned cardinal : {0u, 1u, 17u, 1u << 16, kHuge}) {
    EXPECT_THROW(Rdt(4, Assignment::kPerfect, cardinal, 4), std::invalid_argument) << cardinal;
  }
  for (const unsigned exponent : {11u, 16u, 32u, kHuge}) {
    EXPECT_THROW(Rdt(exponent, Assignment::kAlpha), std::invalid_argument) << exponent;
  }
  for (const unsigned highest : {0u, kRanks, 31u, 32u, kHuge}) {
    EXPECT_THROW(Rdt(4, Assignment::kPerfect, 2, highest), std::invalid_argument) << highest;
  }
  EXPECT_EQ(why_not(40u), "n must be 4 to 10, not 40");
  EXPECT_EQ(why_not(4u, Assignment::kPerfect, 0u), "the cardinal number must be 2 to 16, not 0");
  EXPECT_EQ(why_not(4u, Assignment::kPerfect, 2u, 32u), "R must be 1 to 5, not 32");
}

TEST(RdtGeometry, every_plane_that_the_constructor_accepts_has_at_most_1024_nodes_along_a_side) {
  for (unsigned cardinal = 2; cardinal <= kMostCardinal; ++cardinal) {
    for (unsigned exponent = 0; exponent < 12; ++exponent) {
      std::uint64_t side = 1;
      for (unsigned i = 0; i < exponent; ++i) side *= cardinal;
      if (side > kMostPlaneSide) {
        EXPECT_THROW(Rdt(exponent, Assignment::kPerfect, cardinal), std::invalid_argument);
      } else {
        EXPECT_EQ(Rdt(exponent, Assignment::kPerfect, cardinal).side(), side);
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi::rdt
