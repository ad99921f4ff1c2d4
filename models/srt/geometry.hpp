/// Geometry of the Shifted Recursive Torus: coordinates, levels and port numbers, for the network, the routing and the
/// wafer.
///
/// Ring    1D-SRT(n, T): N = 2^n nodes in a ring. A node of level l >= 1 has, beside its two ring links, bypass links
///         to the nodes 2^l ahead and 2^l behind. The pattern of the levels repeats every 2^T nodes.
/// Torus   2D-SRT(n, T, s): N x N nodes, x grows east, y grows south. Row y is a ring in the coordinate
///         X = (x + s y) mod N, column x is one in Y = (y + s^-1 x) mod N, s^-1 the inverse of s modulo N. A node has
///         the same level in both.
/// Nodes   node x of a ring has number x; node (x, y) of a torus has number N y + x
/// Range   2 <= n <= 16 for a ring, 8 for a torus; T <= n; s odd, 1 <= s < N. Only validate() checks it.
/// Source  Inoguchi and Horiguchi 1996, definitions 1 to 9; Kawai, Inoguchi and Horiguchi 2000, definitions 1 and 2
#pragma once

#include <bit>

#include "models/network/types.hpp"

namespace kintsugi::srt {

inline constexpr unsigned kSmallestN = 2;
inline constexpr unsigned kLargestRingN = 16;
inline constexpr unsigned kLargestTorusN = 8;  ///< 65 536 nodes

/// Ports of a router of the ring, and their names in the port layout: "e", "w", "bypass_e", "bypass_w". East is +x.
namespace ring_port {
inline constexpr PortId kEast{0};
inline constexpr PortId kWest{1};
inline constexpr PortId kBypassEast{2};
inline constexpr PortId kBypassWest{3};
inline constexpr unsigned kCount = 4;
}  // namespace ring_port

/// Ports of a router of the torus: "e", "w", "n", "s", "bypass_e", "bypass_w", "bypass_n", "bypass_s". South is +y.
namespace torus_port {
inline constexpr PortId kEast{0};
inline constexpr PortId kWest{1};
inline constexpr PortId kNorth{2};
inline constexpr PortId kSouth{3};
inline constexpr PortId kBypassEast{4};
inline constexpr PortId kBypassWest{5};
inline constexpr PortId kBypassNorth{6};
inline constexpr PortId kBypassSouth{7};
inline constexpr unsigned kCount = 8;
}  // namespace torus_port

/// 1D-SRT(n, T).
struct Ring {
  unsigned n = 0;
  unsigned T = 0;
  friend constexpr bool operator==(const Ring&, const Ring&) = default;

  constexpr unsigned size() const { return 1u << n; }
  constexpr unsigned wrap(unsigned x) const { return x & (size() - 1); }
  /// Returns how many nodes ahead `to` is of `from`, in the positive direction: 0 .. N - 1.
  constexpr unsigned ahead(unsigned from, unsigned to) const { return wrap(to - from); }

  /// Returns the highest level that has links. On higher levels 2^level is a multiple of N.
  constexpr unsigned highest_level() const { return T + 1 < n ? T + 1 : n - 1; }
  /// Returns the level of a node: the smallest l >= 1 with (x - 2^(l-1)) mod min(2^l, 2^T) = 0, or 0 if the link of
  /// that level would be a self loop.
  constexpr unsigned level(unsigned x) const {
    const unsigned zeros = x == 0 ? n : static_cast<unsigned>(std::countr_zero(x));
    const unsigned level = (zeros < T ? zeros : T) + 1;
    return level < n ? level : 0;
  }
  /// Returns the period of the levels. For T = n it is N/2, not N: nodes 0 and N/2 both have level 0.
  constexpr unsigned period() const { return 1u << (T < n ? T : n - 1); }
  /// Returns whether links of this level join opposite nodes: 2^level ahead and 2^level behind are the same node.
  constexpr bool is_half_turn(unsigned level) const { return level + 1 == n; }
};

/// 2D-SRT(n, T, s).
struct Torus {
  unsigned n = 0;
  unsigned T = 0;
  unsigned s = 1;
  friend constexpr bool operator==(const Torus&, const Torus&) = default;

  constexpr Ring ring() const { return {n, T}; }
  constexpr unsigned size() const { return 1u << n; }
  constexpr unsigned wrap(unsigned x) const { return x & (size() - 1); }
  constexpr NodeId node(unsigned x, unsigned y) const { return NodeId{(wrap(y) << n) + wrap(x)}; }
  constexpr unsigned x(NodeId node) const { return wrap(node.value); }
  constexpr unsigned y(NodeId node) const { return node.value >> n; }

  /// Returns X, the coordinate of (x, y) in the ring of its row.
  constexpr unsigned row_coordinate(unsigned x, unsigned y) const { return wrap(x + s * y); }
  /// Returns Y, the coordinate of (x, y) in the ring of its column.
  constexpr unsigned column_coordinate(unsigned x, unsigned y) const { return wrap(y + inverse_shift() * x); }
  constexpr unsigned level(unsigned x, unsigned y) const { return ring().level(row_coordinate(x, y)); }
  /// Returns s^-1 modulo N by Newton's iteration: the start value s is right in three bits, each step doubles these.
  constexpr unsigned inverse_shift() const {
    unsigned inverse = s;
    for (int right_bits = 3; right_bits < 32; right_bits *= 2) inverse *= 2 - s * inverse;
    return wrap(inverse);
  }
};

enum class Variant {
  kStandard,  ///< T = n
  kLong,      ///< T = n - 2: level n - 1 also joins nodes 0 and N/2 (Long Span)
  kShort,     ///< T = n - 3: level n - 2 joins nodes 0, N/4, N/2 and 3N/4 instead (Short Span); n >= 3
};

/// Returns the T of a variant. Throws std::invalid_argument if n is too small for it.
unsigned period_exponent(Variant variant, unsigned n);

/// Returns the shift of the uniform 2D-SRT, 2^max(1, ceil((T-1)/2)) + 1, modulo N. For T = n it equals the paper's
/// exponent, ceil(l_max/2); for the other variants only T gives the paper's Table 1.
unsigned uniform_shift(unsigned n, unsigned T);

/// Throws std::invalid_argument if a parameter is out of range; the message names the range.
void validate(const Ring& ring);
void validate(const Torus& torus);

}  // namespace kintsugi::srt
