/// Vector routing: the route from one node to another as one vector for each rank.
///
/// Decomposition   the difference d of two nodes, (h, v) in the directions of a rank, gives H = round((h + v) / 2n) and
///                 V = round((v - h) / 2n) for the next rank; this rank keeps (h - n (H - V), v - n (H + V)), at most n
///                 hops. Repeated from rank 0 up to the highest that some node has; the sum of all vectors is d modulo
///                 the side. A rank in between that no node has hands its vector down: (h, v) is (n (h - v),
///                 n (h + v)) of the rank below
/// Ties            toward zero, or the choice with the fewest hops: for n = 2 the hops are then the distance in a
///                 perfect RDT
/// In the header   the vectors of the upper ranks that are still to go, rank 1 lowest. A vector has its h below its v,
///                 in two's complement, 3 bits each unless a plan needs more: RDT(2,4,1) has 6 bits for each rank, 24
///                 in all. Rank 0 is not carried: it is what remains to the destination without the others.
/// Source          Fan, Yang, Funahashi and Amano, section 4, which takes vector routing from Yang, Amano, Shibamura
///                 and Sueyoshi, "Recursive Diagonal Torus: An Interconnection Network for Massively Parallel
///                 Computers", 1993. The formula is worked out from the definition of the ranks.
#pragma once

#include <span>
#include <vector>

#include "models/rdt/geometry.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rdt {

enum class Ties { kTowardZero, kBest };

/// The vectors of a route, by rank.
using Plan = std::array<Vector, kRanks>;

/// Returns the plan for a difference, which is as Rdt::difference gives it.
Plan decompose(const Rdt& rdt, Vector difference, Ties ties);
/// Returns the different plans of all choices at ties; the first has all ties toward zero.
std::vector<Plan> all_plans(const Rdt& rdt, Vector difference);
unsigned hops(const Plan& plan);

/// Where the vectors of the upper ranks are in a header.
class Header {
 public:
  static constexpr unsigned kMostBits = 32;

  /// The header for some plans: as wide as the longest of their vectors.
  Header(const Rdt& rdt, std::span<const Plan> plans);

  /// Returns the bits of all upper ranks. A header of more than kMostBits cannot be used.
  unsigned bits() const { return shift_[highest_ + 1]; }
  RoutingState mask() const { return bits() == kMostBits ? ~RoutingState{0} : (RoutingState{1} << bits()) - 1; }
  RoutingState pack(const Plan& plan) const;
  /// Returns the vector of a rank, 1 or higher.
  Vector upper(RoutingState state, unsigned rank) const;
  /// Returns the header after a hop in an upper rank.
  RoutingState after_hop(RoutingState state, unsigned rank, Way way) const;
  /// Returns the header after all hops of an upper rank.
  RoutingState without(RoutingState state, unsigned rank) const { return state & ~(mask_of(rank) << shift_[rank]); }
  /// Returns the highest rank that is still to go; 0 if only the base torus is.
  unsigned highest_wanted(RoutingState state) const;
  unsigned highest_rank() const { return highest_; }
  /// Returns the bits of a rank, and the number of values that they can have.
  RoutingState bits_of(RoutingState state, unsigned rank) const { return state >> shift_[rank] & mask_of(rank); }
  std::size_t values_of(unsigned rank) const { return std::size_t{1} << 2 * part_bits_[rank]; }
  Vector from_bits(RoutingState bits, unsigned rank) const;

 private:
  RoutingState mask_of(unsigned rank) const { return (RoutingState{1} << 2 * part_bits_[rank]) - 1; }
  RoutingState to_bits(Vector vector, unsigned rank) const;

  unsigned highest_;
  std::array<unsigned, kRanks + 1> shift_{};  ///< where a rank begins, and where the highest one ends
  std::array<unsigned, kRanks> part_bits_{};  ///< of h and of v
};

/// Returns the sum of the upper vectors in nodes of the base torus, modulo the side.
Vector upper_to_base(const Rdt& rdt, const Plan& plan);

}  // namespace kintsugi::rdt
