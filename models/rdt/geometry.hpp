/// Geometry of the Recursive Diagonal Torus (RDT): nodes, ranks and their vectors, which node has which rank, ports.
///
/// Nodes       side x side, side = n^k with the cardinal number n; node (x, y) has number y side + x; x grows east, y
///             south. The side is 16 to 1024 for n = 2; for n from 3 to 16 k is at least 2 and the side at most 1024
/// Ranks       rank 0 is the base torus. A rank has two directions, h and v; v is h turned by 90 degrees. Those of rank
///             r + 1 are n h + n v and n v - n h of rank r. For n = 2 rank 1 leads to (x ± 2, y ± 2), rank 2 to
///             (x ± 8, y) and (x, y ± 8), rank 3 to (x ± 16, y ± 16), rank 4 to (x ± 64, y) and (x, y ± 64), all modulo
///             the side. A rank whose vectors are 0 modulo the side does not exist, nor do the ranks above it and those
///             above R.
/// Class       of an even n one of 2 n^2, (a, b): b = y mod n, a = (x - (y - b)) mod 2n. Links of upper ranks stay
///             within a class. An odd n has no classes: its side is no multiple of 2n, and links over the edge would
///             leave them.
/// Assignment  gives each class m upper ranks: alpha and beta, of RDT(2,4,1), or any other. perfect gives every node
///             all of them. A node whose rank does not exist has its base links only.
/// Ways        the four directions out of a node within a rank: h ahead, h back, v ahead, v back. Ports have the same
///             order: those of rank 0, then those of the node's upper ranks, ascending.
/// Half turn   If a vector is half the side, ahead and back lead to the same node, and on a diagonal rank h and v do
///             too. These share one link: it is at the port ahead of the node in the lower half, and at the port back
///             of the other node; the other ports stay open.
/// Source      Fan, Yang, Funahashi and Amano, "A Torus Assignment for an Interconnection Network Recursive Diagonal
///             Torus", sections 2.1, 2.2 and 3
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi::rdt {

inline constexpr unsigned kSmallest = 4;  ///< exponent of the side, of the cardinal number 2
inline constexpr unsigned kLargest = 10;
inline constexpr unsigned kMostCardinal = 16;
inline constexpr unsigned kMostSide = 1024;       ///< of a network
inline constexpr unsigned kMostPlaneSide = 1024;  ///< of a plane in which distances are computed
inline constexpr unsigned kRanks = 6;             ///< the base torus included
inline constexpr unsigned kR = 4;                 ///< the highest rank of RDT(2,4,1)
inline constexpr unsigned kClasses = 8;           ///< of the cardinal number 2
inline constexpr unsigned kMostClasses = 72;      ///< of the cardinal number 6; larger ones have one upper rank only
inline constexpr unsigned kWays = 4;

enum class Assignment { kAlpha, kBeta, kPerfect, kOther };

/// A set of upper ranks: bit r stands for rank r.
using RankSet = std::uint8_t;
/// The upper ranks of each class, 2n b + a; those that do not exist included.
using ClassRanks = std::array<RankSet, kMostClasses>;

/// A difference of two positions, or a vector in the directions of a rank; at rank 0 h is x and v is y.
struct Vector {
  int h = 0;
  int v = 0;
  friend constexpr bool operator==(Vector, Vector) = default;
  friend constexpr Vector operator+(Vector a, Vector b) { return {a.h + b.h, a.v + b.v}; }
  friend constexpr Vector operator-(Vector a, Vector b) { return {a.h - b.h, a.v - b.v}; }
  friend constexpr Vector operator*(int factor, Vector a) { return {factor * a.h, factor * a.v}; }
};

/// Returns the hops that the vector takes within its rank.
constexpr unsigned length(Vector vector) {
  return static_cast<unsigned>(std::abs(vector.h) + std::abs(vector.v));
}

enum class Way : std::uint8_t { kHAhead, kHBack, kVAhead, kVBack };

inline constexpr std::array<Way, kWays> kAllWays{Way::kHAhead, Way::kHBack, Way::kVAhead, Way::kVBack};

constexpr bool is_ahead(Way way) {
  return way == Way::kHAhead || way == Way::kVAhead;
}
/// Returns the vector of one hop, in the directions of the rank.
constexpr Vector unit(Way way) {
  const int sign = is_ahead(way) ? 1 : -1;
  return way == Way::kHAhead || way == Way::kHBack ? Vector{sign, 0} : Vector{0, sign};
}
/// Returns the way of the first hop of a vector that is not zero: h before v.
constexpr Way first_way(Vector vector) {
  if (vector.h != 0) return vector.h > 0 ? Way::kHAhead : Way::kHBack;
  return vector.v > 0 ? Way::kVAhead : Way::kVBack;
}
constexpr Way opposite(Way way) {
  return static_cast<Way>(static_cast<unsigned>(way) ^ 1u);
}

constexpr bool is_diagonal(unsigned rank) {
  return rank % 2 == 1;
}
constexpr Vector quarter_turn(Vector vector) {
  return {-vector.v, vector.h};
}

/// An RDT(n, R, m) or a PRDT(n, R). Without further arguments an RDT(2,4,1), or the perfect one with the same ranks.
struct Rdt {
  /// The side is cardinal^exponent. `ranks` is for Assignment::kOther. Throws std::invalid_argument, as
  /// require_numbers(), before it computes with a cardinal number or an R that is out of range or a side above
  /// kMostPlaneSide. validate() refuses what else is not defined.
  constexpr Rdt(unsigned exponent = kSmallest, Assignment assignment = Assignment::kAlpha, unsigned cardinal = 2,
                unsigned highest = kR, const ClassRanks& ranks = {});

  unsigned n;  ///< the exponent of the side
  Assignment assignment;
  unsigned cardinal;
  unsigned R;  ///< the highest rank that may exist
  ClassRanks ranks;

  constexpr unsigned side() const { return side_; }
  constexpr unsigned nodes() const { return side_ * side_; }
  constexpr bool is_perfect() const { return assignment == Assignment::kPerfect; }
  /// Returns whether the side is divided evenly by the 2n x n array of classes.
  constexpr bool has_classes() const { return cardinal % 2 == 0; }
  constexpr unsigned classes() const { return has_classes() ? 2 * cardinal * cardinal : 1; }
  constexpr unsigned x(NodeId node) const { return mask_ != 0 ? node.value & mask_ : node.value % side_; }
  constexpr unsigned y(NodeId node) const { return mask_ != 0 ? node.value >> shift_ : node.value / side_; }
  /// Takes any x and y modulo the side.
  constexpr NodeId node(unsigned x, unsigned y) const { return NodeId{y % side_ * side_ + x % side_}; }
  /// Returns the node at a difference from node (0, 0).
  constexpr NodeId node_at(Vector from_zero) const { return moved(NodeId{0}, from_zero); }
  constexpr NodeId moved(NodeId from, Vector by) const {
    return NodeId{wrapped(static_cast<int>(y(from)) + by.v) * side_ + wrapped(static_cast<int>(x(from)) + by.h)};
  }
  /// Returns the equal vector modulo the side with both parts in [-side / 2, side / 2 - 1]; of an odd side up to
  /// (side - 1) / 2 both ways.
  constexpr Vector shortest(Vector vector) const { return {shortest(vector.h), shortest(vector.v)}; }
  constexpr Vector difference(NodeId from, NodeId to) const {
    return shortest(Vector{static_cast<int>(x(to)) - static_cast<int>(x(from)),
                           static_cast<int>(y(to)) - static_cast<int>(y(from))});
  }
  /// Returns the highest rank that exists.
  constexpr unsigned highest_rank() const { return highest_; }
  /// Returns the node that represents a class: column a, row b of the array.
  constexpr NodeId node_of_class(unsigned node_class) const {
    return node(node_class % (2 * cardinal), node_class / (2 * cardinal));
  }
  /// Returns the upper ranks that a class has, those that do not exist included.
  constexpr RankSet ranks_of_class(unsigned node_class) const { return ranks[node_class]; }
  /// Returns the upper ranks that exist and that some node has.
  constexpr RankSet used_ranks() const { return used_; }
  /// Returns the number of upper ranks of a node, m.
  constexpr unsigned upper_ranks() const { return static_cast<unsigned>(std::popcount(ranks[0])); }
  bool has_rank(NodeId node, unsigned rank) const;
  /// Converts a vector of a rank to nodes of the base torus, modulo the side.
  constexpr Vector to_base(unsigned rank, Vector vector) const {
    return vector.h * directions_[rank] + vector.v * quarter_turn(directions_[rank]);
  }
  NodeId neighbour(NodeId node, unsigned rank, Way way) const { return moved(node, to_base(rank, unit(way))); }
  /// Returns whether ahead and back of this rank lead to the same node.
  constexpr bool is_half_turn(unsigned rank) const {
    return 2 * length(directions_[rank]) == (is_diagonal(rank) ? 2 * side_ : side_);
  }
  /// Returns whether a hop passes from the last x to the first or back; for a hop without x part, the same in y.
  bool wraps(NodeId from, unsigned rank, Way way) const;
  /// Returns the port of the link that leads that way; the node must have the rank.
  PortId port(NodeId node, unsigned rank, Way way) const;

 private:
  constexpr unsigned wrapped(int value) const {
    if (mask_ != 0) return static_cast<unsigned>(value) & mask_;
    const int side = static_cast<int>(side_);
    return static_cast<unsigned>((value % side + side) % side);
  }
  constexpr int shortest(int value) const {
    const int half = static_cast<int>(side_) / 2;
    return static_cast<int>(wrapped(value + half)) - half;
  }
  constexpr void set_directions();
  constexpr void set_ranks();

  unsigned side_ = 1;
  unsigned mask_ = 0;  ///< of a side that is a power of two
  unsigned shift_ = 0;
  unsigned highest_ = 0;
  RankSet used_ = 0;
  std::array<Vector, kRanks> directions_{Vector{1, 0}};  ///< h of each rank; no part is longer than half the side
};

/// Throws std::invalid_argument, which names what is valid, if there is no network with these numbers.
/// `with_assignment`: nor one with classes, to which ranks can be assigned.
void require_numbers(unsigned exponent, unsigned cardinal, unsigned highest, bool with_assignment);

namespace detail {

/// Returns the largest exponent whose power is not above the most. The cardinal number is at least 2.
constexpr unsigned most_exponent(unsigned cardinal, unsigned most) {
  unsigned exponent = 0;
  for (unsigned side = cardinal; side <= most; side *= cardinal) ++exponent;
  return exponent;
}

constexpr bool can_compute(unsigned exponent, unsigned cardinal, unsigned highest) {
  return cardinal >= 2 && cardinal <= kMostCardinal && highest >= 1 && highest < kRanks &&
         exponent <= most_exponent(cardinal, kMostPlaneSide);
}

/// The upper ranks, by class 4 b + a.
inline constexpr std::array<unsigned, kClasses> kAlphaRanks{2, 1, 4, 3, 4, 3, 2, 1};
inline constexpr std::array<unsigned, kClasses> kBetaRanks{2, 1, 4, 3, 1, 2, 1, 2};

}  // namespace detail

/// Returns the upper rank that alpha or beta gives to a class, 1 .. 4, even if it does not exist.
constexpr unsigned assigned_rank(Assignment assignment, unsigned node_class) {
  return (assignment == Assignment::kBeta ? detail::kBetaRanks : detail::kAlphaRanks)[node_class];
}

constexpr Rdt::Rdt(unsigned exponent, Assignment which, unsigned cardinal_number, unsigned highest,
                   const ClassRanks& of_classes)
    : n(exponent), assignment(which), cardinal(cardinal_number), R(highest), ranks(of_classes) {
  if (!detail::can_compute(n, cardinal, R)) require_numbers(n, cardinal, R, false);
  for (unsigned i = 0; i < exponent; ++i) side_ *= cardinal;
  if (std::has_single_bit(side_)) {
    mask_ = side_ - 1;
    shift_ = static_cast<unsigned>(std::countr_zero(side_));
  }
  set_directions();
  set_ranks();
}

constexpr void Rdt::set_directions() {
  const int half = static_cast<int>(side_) / 2;
  const auto reduced = [&](int part) { return part > half || part < -half ? shortest(part) : part; };
  bool exists = true;
  for (unsigned rank = 1; rank < kRanks; ++rank) {
    const Vector below = directions_[rank - 1];
    const Vector exact = static_cast<int>(cardinal) * (below + quarter_turn(below));
    directions_[rank] = {reduced(exact.h), reduced(exact.v)};
    exists = exists && rank <= R && wrapped(exact.h) + wrapped(exact.v) != 0;
    if (exists) highest_ = rank;
  }
}

constexpr void Rdt::set_ranks() {
  const auto all = static_cast<RankSet>((2u << R) - 2);
  for (unsigned i = 0; i < kMostClasses; ++i) {
    if (assignment == Assignment::kPerfect) ranks[i] = all;
    if (assignment == Assignment::kAlpha || assignment == Assignment::kBeta) {
      ranks[i] = i < kClasses ? static_cast<RankSet>(1u << assigned_rank(assignment, i)) : RankSet{0};
    }
    used_ = static_cast<RankSet>(used_ | ranks[i]);
  }
  used_ = static_cast<RankSet>(used_ & ((2u << highest_) - 2));
}

/// Returns the class as 2n b + a. For n = 2 nodes (0..3, 0..1) have classes 0 .. 7 in order. All nodes of an odd n have
/// class 0.
unsigned class_of(const Rdt& rdt, NodeId node);
/// Returns a class as text, column and row: "(3,1)".
std::string class_name(const Rdt& rdt, unsigned node_class);
/// Returns the direction in a port's name: "e", "sw" ...
std::string compass(const Rdt& rdt, unsigned rank, Way way);

/// Throws std::invalid_argument if a number is out of range, or classes differ in the number of their ranks or have
/// ranks above R; the message names what is valid.
void validate(const Rdt& rdt);

}  // namespace kintsugi::rdt
