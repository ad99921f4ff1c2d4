/// Vector routing: the route from one node to another as one vector for each rank.
///
/// Decomposition   the difference d of two nodes, (h, v) in the directions of a rank, gives H = round((h + v) / 4) and
///                 V = round((v - h) / 4) for the next rank; this rank keeps (h - 2 (H - V), v - 2 (H + V)), at most
///                 two hops. Repeated from rank 0 up to the highest; the sum of all vectors is d modulo the side.
/// Ties            toward zero, or the choice with the fewest hops: then the hops are the distance in a perfect RDT
/// In the header   the vectors of ranks 1 .. 4 that are still to go, 6 bits each, 24 in all: h in the low 3, v in the
///                 high 3, two's complement. Rank 0 is not carried: it is what remains to the destination without the
///                 others.
/// Source          Fan, Yang, Funahashi and Amano, section 4, which takes vector routing from Yang, Amano, Shibamura
///                 and Sueyoshi, "Recursive Diagonal Torus: An Interconnection Network for Massively Parallel
///                 Computers", 1993. The formula is worked out from the definition of the ranks.
#pragma once

#include "models/rdt/geometry.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rdt {

enum class Ties { kTowardZero, kBest };

/// The vectors of a route, by rank.
using Plan = std::array<Vector, kRanks>;

/// Returns the plan for a difference, which is as Rdt::difference gives it.
Plan decompose(Vector difference, unsigned highest_rank, Ties ties);
unsigned hops(const Plan& plan);

inline constexpr unsigned kRankBits = 6;                          ///< bits of the header for an upper rank
inline constexpr unsigned kUpperBits = (kRanks - 1) * kRankBits;  ///< and for all of them, 1 .. 4

/// Returns the header bits of the upper ranks of a plan, whose parts must be -4 .. 3.
RoutingState pack_upper(const Plan& plan);
/// Returns the vector of a rank, 1 or higher, in a header.
Vector upper(RoutingState state, unsigned rank);
/// Returns the header after a hop in an upper rank.
RoutingState after_hop(RoutingState state, unsigned rank, Way way);
/// Returns the highest rank that is still to go; 0 if only the base torus is.
unsigned highest_wanted(RoutingState state);
/// Returns the sum of the upper vectors in nodes of the base torus.
Vector upper_to_base(RoutingState state);

}  // namespace kintsugi::rdt
