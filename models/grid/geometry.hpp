/// Geometry of the reference networks: coordinates, port numbers and names, for network and routing.
///
/// Mesh, torus   1 to 3 dimensions x, y, z of any sides from 2 on; x varies fastest: node (z side_y + y) side_x + x.
///               Ports, by number: "e" +x, "w" -x, "s" +y, "n" -y, "d" +z, "u" -z; two for each dimension there is. On
///               a wafer x grows east and y south, as in the other networks; z grows down from plane to plane.
/// Hypercube     2^n nodes, 1 <= n <= 20; port "d<k>" leads to the node whose number differs in bit k
/// Full          every pair of 2 to 64 nodes is joined; port "p<k>", number k - 1, leads to node (own number + k)
///               modulo nodes, so that all routers are alike
/// Range         only validate() checks ranges
#pragma once

#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <string>

#include "models/network/types.hpp"

namespace kintsugi::grid {

inline constexpr std::size_t kMostDimensions = 3;
inline constexpr unsigned kSmallestSide = 2;
inline constexpr unsigned kMostNodes = 1u << 20;  ///< of a mesh or torus
inline constexpr unsigned kLargestCube = 20;
inline constexpr unsigned kFewestFull = 2;
inline constexpr unsigned kMostFull = kMaxPorts;  ///< one port for each other node and one for the PE

using Sides = boost::container::static_vector<unsigned, kMostDimensions>;

struct Mesh {
  Sides sides;
  bool kinds_by_dimension = false;  ///< whether links along a dimension are a kind of their own: "x", "y", "z"
};
struct Torus {
  Sides sides;
  bool kinds_by_dimension = false;  ///< links around are of the kind of their dimension too
};
struct Hypercube {
  unsigned n = 0;
  constexpr unsigned nodes() const { return 1u << n; }
};
struct Full {
  unsigned nodes = 0;
  constexpr PortId port(unsigned from, unsigned to) const {
    return PortId{static_cast<std::uint16_t>((to + nodes - from) % nodes - 1)};
  }
};

/// @name Ports of a mesh or torus along a dimension, 0 to 2: towards larger coordinates, towards smaller ones
/// @{
constexpr PortId ahead(unsigned dimension) {
  return PortId{static_cast<std::uint16_t>(2 * dimension)};
}
constexpr PortId behind(unsigned dimension) {
  return PortId{static_cast<std::uint16_t>(2 * dimension + 1)};
}
/// @}

/// The first dimension in which two nodes have different coordinates, and the coordinates.
struct Offset {
  unsigned dimension;
  unsigned side;
  unsigned from;
  unsigned to;
};

/// Returns the first offset of two nodes, which must be different.
inline Offset first_offset(const Sides& sides, NodeId from_node, NodeId to_node) {
  std::uint32_t from = from_node.value;
  std::uint32_t to = to_node.value;
  unsigned dimension = 0;
  while (from % sides[dimension] == to % sides[dimension]) {
    from /= sides[dimension];
    to /= sides[dimension];
    ++dimension;
  }
  return {dimension, sides[dimension], from % sides[dimension], to % sides[dimension]};
}

unsigned nodes(const Sides& sides);
/// Returns the coordinates of a node, one for each side.
Sides coordinates(const Sides& sides, NodeId node);
/// Returns the sides as text, such as "8x8".
std::string text(const Sides& sides);

/// Throws std::invalid_argument if a parameter is out of range; the message names the range.
void validate(const Mesh& mesh);
void validate(const Torus& torus);
void validate(const Hypercube& cube);
void validate(const Full& full);

}  // namespace kintsugi::grid
