/// The local table of a router: the positions of the nearest nodes of each upper rank. A packet that needs a rank that
/// its node does not have moves to such a node over the base torus.
///
/// Entries  for each rank that some node has but not the node's own: the nodes that have it at the smallest ring
///          distance |x| + |y| at which there is one (1 in alpha, up to 2 in others with n = 2, up to n in all), in the
///          order of the ring from +x turning to +y. All nodes of a class have the same entries.
/// Choice   the entry with the least |rest - entry|, the hops left to correct later; the first of equal ones
/// Source   Fan, Yang, Funahashi and Amano, section 4.1, step 2. Step 3 there adds the move to the rest, but it must be
///          subtracted.
#pragma once

#include <vector>

#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

/// The route of a move of two hops.
enum class TwoHopRule {
  kFree,    ///< x first
  kBetween  ///< only through a node whose rank lies strictly between the present and the wanted one
};

struct Move {
  Vector to;  ///< relative to the node
  Way first;  ///< the first hop
};

class LocalTable {
 public:
  /// `rdt` is not perfect. TwoHopRule::kBetween is for RDTs with one upper rank at each node; where it leaves no move,
  /// the entries of the rank are empty.
  LocalTable(const Rdt& rdt, unsigned node_class, TwoHopRule rule);
  const std::vector<Move>& nearest(unsigned rank) const { return nearest_[rank]; }
  /// Returns the move for a rank that exists and is not the node's own; `rest` is the vector that rank 0 must correct.
  const Move& choose(unsigned rank, Vector rest) const;
  /// Returns the bits of the entries in a router of the cardinal number 2: 3 for x and 3 for y, and 2 for the first hop
  /// unless it is always x.
  unsigned bits() const;

 private:
  TwoHopRule rule_;
  std::array<std::vector<Move>, kRanks> nearest_;
};

/// Returns the tables of all classes.
std::vector<LocalTable> local_tables(const Rdt& rdt, TwoHopRule rule);

/// Returns whether the rule leaves a move from every class to every rank that some node has.
bool has_every_move(const Rdt& rdt, TwoHopRule rule);

/// Returns the positions at a ring distance, from +x turning to +y.
std::vector<Vector> ring(int distance);

}  // namespace kintsugi::rdt
