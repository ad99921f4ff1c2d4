/// The local table of a router: where the nearest nodes of each upper rank are. A packet that needs a rank its node
/// does not have moves there over the base torus.
///
/// Entries  for each rank but the node's own, the nodes that have it at the smallest ring distance |x| + |y| at which
///          there is one (1, or 2 in beta), in the order of the ring from +x turning to +y. The same for all nodes of a
///          class.
/// Choice   the entry that leaves the least, |rest - entry|, to be corrected later; the first of equal ones
/// Source   Fan, Yang, Funahashi and Amano, section 4.1, step 2. Its step 3 adds the move to what is left to correct
///          where it must be subtracted.
#pragma once

#include <vector>

#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

/// How a move of two hops goes.
enum class TwoHopRule {
  kFree,    ///< x first
  kBetween  ///< only by way of a node whose rank lies strictly between the present and the wanted one
};

struct Move {
  Vector to;  ///< relative to the node
  Way first;  ///< the first hop
};

class LocalTable {
 public:
  /// `rdt` is alpha or beta.
  LocalTable(const Rdt& rdt, unsigned node_class, TwoHopRule rule);
  const std::vector<Move>& nearest(unsigned rank) const { return nearest_[rank]; }
  /// The move to take for a rank that has not vanished and is not the node's own; `rest` is what rank 0 has to correct.
  const Move& choose(unsigned rank, Vector rest) const;
  /// What the entries take in a router: 3 bits for x and 3 for y, and 2 for the first hop if it is not just x first.
  unsigned bits() const;

 private:
  TwoHopRule rule_;
  std::array<std::vector<Move>, kRanks> nearest_;
};

/// The tables of all classes.
std::vector<LocalTable> local_tables(const Rdt& rdt, TwoHopRule rule);

/// The nodes at a ring distance, from +x turning to +y.
std::vector<Vector> ring(int distance);

}  // namespace kintsugi::rdt
