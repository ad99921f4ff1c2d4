/// Geometry of the Shifted Recursive Torus: coordinates, levels and port numbers, for the network, the routing and the
/// wafer.
///
/// Ring    1D-SRT(n, T): N = 2^n nodes in a ring. A node of level l >= 1 has, beside its two ring links, bypass links
///         to the nodes 2^l ahead and 2^l behind. The pattern of the levels repeats every 2^T nodes.
/// Torus   SRT(n, T, s) of one, two or three dimensions: N nodes along each axis x, y, z; x grows east, y south, z down
///         from plane to plane. Every line along an axis is a 1D-SRT(n, T). Its ring coordinate is x + s y + s^2 z
///         modulo N on a line along x, that times s^-1 on one along y, that times s^-2 on one along z, s^-1 the inverse
///         of s modulo N. An odd factor keeps levels, so a node has the same level on all its lines. One dimension is
///         the ring, for every s.
/// Nodes   node (x, y, z) has number N^2 z + N y + x
/// Range   2 <= n <= 20 for one dimension, 10 for two, 6 for three; T <= n; s odd, 1 <= s < N. Only validate() checks.
/// Source  Inoguchi and Horiguchi 1996, definitions 1 to 9; Kawai, Inoguchi and Horiguchi 2000, definitions 1 and 2.
///         The papers only name the third dimension; README.md says why it is defined this way.
#pragma once

#include <bit>
#include <cstdint>

#include "models/network/types.hpp"

namespace kintsugi::srt {

inline constexpr unsigned kSmallestN = 2;
inline constexpr unsigned kMostDimensions = 3;

/// Returns the largest n of a network of so many dimensions: 2^20 nodes, in three dimensions 2^18.
constexpr unsigned largest_n(unsigned dimensions) {
  return dimensions == 1 ? 20 : dimensions == 2 ? 10 : 6;
}

/// The ports of a router along one axis. Ahead is towards larger coordinates.
///
/// Ring links have the ports 2 k and 2 k + 1 for axis k, the bypass links of d dimensions the same numbers plus 2 d.
/// Names, in this order: e and w along x (e is ahead), n and s along y (s is ahead), u and d along z (d is ahead);
/// then "bypass_e" and so on.
struct AxisPorts {
  PortId ahead;
  PortId behind;
  PortId bypass_ahead;
  PortId bypass_behind;
};
constexpr AxisPorts axis_ports(unsigned dimensions, unsigned axis) {
  const auto port = [](unsigned number) { return PortId{static_cast<std::uint16_t>(number)}; };
  const unsigned ahead = axis == 0 ? 0 : 2 * axis + 1;
  const unsigned behind = axis == 0 ? 1 : 2 * axis;
  return {port(ahead), port(behind), port(ahead + 2 * dimensions), port(behind + 2 * dimensions)};
}

/// Ports of a router of the ring, and their names in the port layout: "e", "w", "bypass_e", "bypass_w". East is +x.
namespace ring_port {
inline constexpr PortId kEast{0};
inline constexpr PortId kWest{1};
inline constexpr PortId kBypassEast{2};
inline constexpr PortId kBypassWest{3};
inline constexpr unsigned kCount = 4;
}  // namespace ring_port

/// Ports of a router of the torus of two dimensions: "e", "w", "n", "s", "bypass_e", "bypass_w", "bypass_n",
/// "bypass_s". South is +y.
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

/// SRT(n, T, s) of one to three dimensions. Axis 0 is x, 1 is y, 2 is z. Coordinates are taken modulo N.
struct Torus {
  unsigned n = 0;
  unsigned T = 0;
  unsigned s = 1;
  unsigned dimensions = 2;
  friend constexpr bool operator==(const Torus&, const Torus&) = default;

  constexpr Ring ring() const { return {n, T}; }
  constexpr unsigned size() const { return 1u << n; }
  constexpr unsigned nodes() const { return 1u << n * dimensions; }
  constexpr unsigned ports() const { return 4 * dimensions; }
  constexpr unsigned wrap(unsigned x) const { return x & (size() - 1); }
  constexpr NodeId node(unsigned x, unsigned y, unsigned z = 0) const {
    return NodeId{(wrap(z) << 2 * n) + (wrap(y) << n) + wrap(x)};
  }
  constexpr unsigned coordinate(NodeId node, unsigned axis) const { return wrap(node.value >> n * axis); }
  constexpr unsigned x(NodeId node) const { return coordinate(node, 0); }
  constexpr unsigned y(NodeId node) const { return coordinate(node, 1); }
  constexpr unsigned z(NodeId node) const { return coordinate(node, 2); }
  /// Returns the node `steps` ahead along an axis, modulo N; steps behind are a negative number modulo 2^32.
  constexpr NodeId ahead(NodeId node, unsigned axis, unsigned steps) const {
    const unsigned at = coordinate(node, axis);
    return NodeId{node.value + (wrap(at + steps) << n * axis) - (at << n * axis)};
  }

  /// Returns the coordinate of a node in the ring of its line along x: x + s y + s^2 z.
  constexpr unsigned row_coordinate(NodeId node) const {
    unsigned sum = coordinate(node, dimensions - 1);
    for (unsigned axis = dimensions - 1; axis > 0; --axis) sum = coordinate(node, axis - 1) + s * sum;
    return wrap(sum);
  }
  constexpr unsigned level(NodeId node) const { return ring().level(row_coordinate(node)); }
  constexpr unsigned level(unsigned x, unsigned y) const { return level(node(x, y)); }
  /// Returns s^-axis modulo N. Times the row coordinate it is the coordinate in the ring of the line along that axis.
  constexpr unsigned ring_factor(unsigned axis) const {
    return axis == 0 ? 1 : wrap(inverse_shift() * ring_factor(axis - 1));
  }
  /// Returns s^-1 modulo N by Newton's iteration: the start value s is right in three bits, each step doubles these.
  constexpr unsigned inverse_shift() const {
    unsigned inverse = s;
    for (int right_bits = 3; right_bits < 32; right_bits *= 2) inverse *= 2 - s * inverse;
    return wrap(inverse);
  }
};

/// Returns the torus of one dimension that a ring is.
constexpr Torus torus_of(const Ring& ring) {
  return {ring.n, ring.T, 1, 1};
}

enum class Variant {
  kStandard,  ///< T = n
  kLong,      ///< T = n - 2: level n - 1 also joins nodes 0 and N/2 (Long Span)
  kShort,     ///< T = n - 3: level n - 2 joins nodes 0, N/4, N/2 and 3N/4 instead (Short Span); n >= 3
};

/// Returns the T of a variant. Throws std::invalid_argument if n is too small for it.
unsigned period_exponent(Variant variant, unsigned n);

/// Returns the shift of the uniform SRT of d dimensions, 2^max(1, ceil((T-1)/d)) + 1, modulo N. In two dimensions it
/// equals the paper's exponent, ceil(l_max/2), for T = n; for the other variants only T gives the paper's Table 1.
unsigned uniform_shift(unsigned n, unsigned T, unsigned dimensions = 2);

/// Throws std::invalid_argument if a parameter is out of range; the message names the range.
void validate(const Ring& ring);
void validate(const Torus& torus);
/// Returns the torus after validate().
inline const Torus& validated(const Torus& torus) {
  validate(torus);
  return torus;
}

}  // namespace kintsugi::srt
