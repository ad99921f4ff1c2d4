#include "models/rdt/local_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kintsugi::rdt {
namespace {

unsigned rank_at(const Rdt& rdt, NodeId node) {
  return assigned_rank(rdt.assignment, class_of(rdt, node));
}

TEST(RdtLocalTable, the_ring_turns_from_x_to_y) {
  EXPECT_EQ(ring(1), (std::vector<Vector>{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}));
  EXPECT_EQ(ring(2), (std::vector<Vector>{{2, 0}, {1, 1}, {0, 2}, {-1, 1}, {-2, 0}, {-1, -1}, {0, -2}, {1, -1}}));
}

/// Returns the largest distance of an entry.
unsigned farthest(Assignment assignment) {
  unsigned most = 0;
  for (const LocalTable& table : local_tables({7, assignment}, TwoHopRule::kFree)) {
    for (unsigned rank = 1; rank < kRanks; ++rank) {
      for (const Move& move : table.nearest(rank)) most = std::max(most, length(move.to));
    }
  }
  return most;
}

TEST(RdtLocalTable, every_rank_is_a_neighbour_in_alpha_and_at_most_two_hops_away_in_beta) {
  EXPECT_EQ(farthest(Assignment::kAlpha), 1u);
  EXPECT_EQ(farthest(Assignment::kBeta), 2u);
}

TEST(RdtLocalTable, every_class_finds_every_other_rank) {
  for (const Assignment assignment : {Assignment::kAlpha, Assignment::kBeta}) {
    for (const TwoHopRule rule : {TwoHopRule::kFree, TwoHopRule::kBetween}) {
      const Rdt rdt{7, assignment};
      for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
        const NodeId node = rdt.node(8 + node_class % 4, 8 + node_class / 4);
        const LocalTable table(rdt, node_class, rule);
        for (unsigned rank = 1; rank <= kR; ++rank) {
          EXPECT_EQ(table.nearest(rank).empty(), rank == rank_at(rdt, node));
          for (const Move& move : table.nearest(rank)) EXPECT_EQ(rank_at(rdt, rdt.moved(node, move.to)), rank);
        }
      }
    }
  }
}

/// Two-hop entries of beta whose first hop does not reach a rank strictly between the present and the wanted one.
unsigned not_between(TwoHopRule rule) {
  const Rdt rdt{7, Assignment::kBeta};
  unsigned count = 0;
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    const NodeId node = rdt.node(8 + node_class % 4, 8 + node_class / 4);
    const LocalTable table(rdt, node_class, rule);
    for (unsigned rank = 1; rank < kRanks; ++rank) {
      for (const Move& move : table.nearest(rank)) {
        const unsigned middle = rank_at(rdt, rdt.moved(node, unit(move.first)));
        const unsigned present = rank_at(rdt, node);
        const bool is_between = std::min(rank, present) < middle && middle < std::max(rank, present);
        count += length(move.to) == 2 && !is_between;
      }
    }
  }
  return count;
}

TEST(RdtLocalTable, the_two_hop_rule_passes_a_rank_in_between) {
  EXPECT_EQ(not_between(TwoHopRule::kBetween), 0u);
  EXPECT_GT(not_between(TwoHopRule::kFree), 0u);
}

TEST(RdtLocalTable, of_equally_near_nodes_the_one_that_leaves_least_is_taken) {
  // Beta, node (3, 0) has rank 3; rank 2 is south, east and north of it, in this order of the ring from +x.
  const LocalTable table({7, Assignment::kBeta}, 3, TwoHopRule::kFree);
  EXPECT_EQ(table.nearest(2).size(), 3u);
  EXPECT_EQ(table.choose(2, {0, 2}).to, (Vector{0, 1}));
  EXPECT_EQ(table.choose(2, {1, -1}).to, (Vector{1, 0})) << "of equal ones the first";
  EXPECT_EQ(table.choose(2, {0, -1}).to, (Vector{0, -1}));
}

TEST(RdtLocalTable, an_entry_takes_6_bits_and_8_with_its_first_hop) {
  for (const Assignment assignment : {Assignment::kAlpha, Assignment::kBeta}) {
    for (const LocalTable& table : local_tables({7, assignment}, TwoHopRule::kFree)) {
      std::size_t entries = 0;
      for (unsigned rank = 1; rank < kRanks; ++rank) entries += table.nearest(rank).size();
      EXPECT_EQ(table.bits(), 6 * entries);
      EXPECT_GE(entries, 3u) << "one for each other rank";
    }
  }
  EXPECT_EQ(LocalTable({7, Assignment::kAlpha}, 0, TwoHopRule::kBetween).bits(), 24u);
}

}  // namespace
}  // namespace kintsugi::rdt
