/// Geometry of the Recursive Diagonal Torus (RDT): nodes, ranks and their vectors, which node has which rank, ports.
///
/// Nodes       side x side, side = 2^n, 4 <= n <= 8; node (x, y) has number y side + x; x grows east, y south
/// Ranks       rank 0 is the base torus. A rank has two directions, h and v; v is h turned by 90 degrees. Those of rank
///             r + 1 are 2 h + 2 v and 2 v - 2 h of rank r, so that rank 1 leads to (x ± 2, y ± 2), rank 2 to
///             (x ± 8, y) and (x, y ± 8), rank 3 to (x ± 16, y ± 16), rank 4 to (x ± 64, y) and (x, y ± 64), all modulo
///             the side. A rank whose vectors are 0 modulo the side does not exist, nor do the ranks above it.
/// Class       one of eight, (a, b): b = y mod 2, a = (x - (y - b)) mod 4. Links of upper ranks stay within a class.
/// Assignment  alpha and beta give each class one upper rank; perfect gives every node all of them. A node whose rank
///             does not exist has its base links only.
/// Ways        the four directions out of a node within a rank: h ahead, h back, v ahead, v back. Ports have the same
///             order: those of rank 0, then those of the node's rank, or of rank 1, rank 2 ... if it has all ranks.
/// Half turn   If a vector is half the side, ahead and back lead to the same node, and on a diagonal rank h and v do
///             too. These share one link: it is at the port ahead of the node in the lower half, and at the port back
///             of the other node; the other ports stay open.
/// Source      Fan, Yang, Funahashi and Amano, "A Torus Assignment for an Interconnection Network Recursive Diagonal
///             Torus", sections 2.1, 2.2 and 3
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi::rdt {

inline constexpr unsigned kSmallest = 4;  ///< n
inline constexpr unsigned kLargest = 8;
inline constexpr unsigned kRanks = 5;  ///< the base torus included
inline constexpr unsigned kClasses = 8;
inline constexpr unsigned kWays = 4;

enum class Assignment { kAlpha, kBeta, kPerfect };

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

/// How far a hop of a rank leads in x, in y or in both.
inline constexpr std::array<int, kRanks> kSpan{1, 2, 8, 16, 64};
constexpr bool is_diagonal(unsigned rank) {
  return rank % 2 == 1;
}
constexpr Vector quarter_turn(Vector vector) {
  return {-vector.v, vector.h};
}
constexpr std::array<Vector, kRanks> h_directions() {
  std::array<Vector, kRanks> directions{Vector{1, 0}};
  for (unsigned rank = 1; rank < kRanks; ++rank) {
    directions[rank] = 2 * directions[rank - 1] + 2 * quarter_turn(directions[rank - 1]);
  }
  return directions;
}
inline constexpr std::array<Vector, kRanks> kHDirection = h_directions();

/// Converts a vector of a rank to nodes of the base torus.
constexpr Vector to_base(unsigned rank, Vector vector) {
  return vector.h * kHDirection[rank] + vector.v * quarter_turn(kHDirection[rank]);
}

struct Rdt {
  unsigned n = kSmallest;
  Assignment assignment = Assignment::kAlpha;

  constexpr unsigned side() const { return 1u << n; }
  constexpr unsigned nodes() const { return side() * side(); }
  constexpr bool is_perfect() const { return assignment == Assignment::kPerfect; }
  constexpr unsigned x(NodeId node) const { return node.value & (side() - 1); }
  constexpr unsigned y(NodeId node) const { return node.value >> n; }
  /// Takes any x and y modulo the side.
  constexpr NodeId node(unsigned x, unsigned y) const { return NodeId{(y & (side() - 1)) << n | (x & (side() - 1))}; }
  constexpr NodeId moved(NodeId from, Vector by) const {
    return node(x(from) + static_cast<unsigned>(by.h), y(from) + static_cast<unsigned>(by.v));
  }
  /// Returns the equal vector modulo the side with both parts in [-side / 2, side / 2 - 1].
  constexpr Vector shortest(Vector vector) const { return {wrapped(vector.h), wrapped(vector.v)}; }
  constexpr Vector difference(NodeId from, NodeId to) const {
    return shortest(
        {static_cast<int>(x(to)) - static_cast<int>(x(from)), static_cast<int>(y(to)) - static_cast<int>(y(from))});
  }
  /// Returns the highest rank that exists.
  constexpr unsigned highest_rank() const {
    unsigned rank = 0;
    while (rank + 1 < kRanks && kSpan[rank + 1] < static_cast<int>(side())) ++rank;
    return rank;
  }
  bool has_rank(NodeId node, unsigned rank) const;
  NodeId neighbour(NodeId node, unsigned rank, Way way) const { return moved(node, to_base(rank, unit(way))); }
  /// Returns whether ahead and back of this rank lead to the same node.
  constexpr bool is_half_turn(unsigned rank) const { return 2 * kSpan[rank] == static_cast<int>(side()); }
  /// Returns whether a hop passes from the last x to the first or back; for a hop without x part, the same in y.
  bool wraps(NodeId from, unsigned rank, Way way) const;
  /// Returns the port of the link that leads that way; the node must have the rank.
  PortId port(NodeId node, unsigned rank, Way way) const;

 private:
  constexpr int wrapped(int value) const {
    const int half = static_cast<int>(side()) / 2;
    return static_cast<int>(static_cast<unsigned>(value + half) & (side() - 1)) - half;
  }
};

/// Returns the class as 4 b + a, 0 .. 7: nodes (0..3, 0..1) have classes 0 .. 7 in order.
unsigned class_of(const Rdt& rdt, NodeId node);
/// Returns the upper rank that alpha or beta gives to a class, 1 .. 4, even if it does not exist.
unsigned assigned_rank(Assignment assignment, unsigned node_class);
/// Returns the class as text, such as "(3,1)".
std::string class_name(unsigned node_class);
/// Returns the direction in a port's name: "e", "sw" ...
std::string compass(unsigned rank, Way way);

/// Throws std::invalid_argument if n is out of range; the message names the range.
void validate(const Rdt& rdt);

}  // namespace kintsugi::rdt
