/// Direct networks of which tables of the papers print diameter and degree, and which no family builds. By
/// breadth-first search of the graph, links taken both ways, or by formula.
///
/// Torus        by formula: half of each side, rounded down
/// Hypercube    by formula: n
/// De Bruijn    B(2, n): x is joined to 2 x and 2 x + 1 modulo 2^n; formula n
/// Kautz        K(2, n), 3 2^(n-1) nodes: x is joined to -2 x - 1 and -2 x - 2 modulo their number (Imase and Itoh);
///              formula n
/// Star graph   n! permutations, joined if the first symbol and another one are exchanged
/// CCC          cycles of `cycle` nodes at each corner of a cube of `dimensions`; node p < dimensions of a cycle is
///              joined along dimension p. Its own form has cycle = dimensions
/// Crossed cube of n dimensions: along dimension l bit l changes, the bits above it and, of an odd l, the bit below it
///              do not, and of each full pair of bits below, bit 2 i + 1 changes if bit 2 i is 1 (Efe); formula
///              (n + 1) / 2 rounded up. Which bits change depends on the even bits alone, so nodes that differ in odd
///              bits are alike
/// Midimew      N nodes, x is joined to x ± b and x ± (b - 1) modulo N, b = sqrt(N / 2) rounded up (Beivide et al.)
/// Not here     Pradhan's network, circular omega and hypernet: Fan et al. do not define them
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/network/types.hpp"

namespace kintsugi::direct {

/// A graph without names and ports.
struct PlainGraph {
  std::vector<std::vector<std::uint32_t>> neighbours;  ///< by node; each neighbour once
  std::vector<NodeId> sources;                         ///< nodes that represent all
};

PlainGraph de_bruijn(unsigned n);
PlainGraph kautz(unsigned n);
/// n is at most 9.
PlainGraph star_graph(unsigned n);
/// `dimensions` is at most `cycle`, which is at least 3.
PlainGraph cube_connected_cycles(unsigned dimensions, unsigned cycle);
PlainGraph crossed_cube(unsigned n);
PlainGraph midimew(std::uint32_t nodes);

struct DiameterAndDegree {
  unsigned diameter = 0;
  unsigned degree = 0;
  friend bool operator==(DiameterAndDegree, DiameterAndDegree) = default;
};

/// By formula. Sides are at least 3, n at least 3.
DiameterAndDegree torus_by_formula(std::span<const unsigned> sides);
DiameterAndDegree hypercube_by_formula(unsigned n);
DiameterAndDegree de_bruijn_by_formula(unsigned n);
DiameterAndDegree kautz_by_formula(unsigned n);
DiameterAndDegree crossed_cube_by_formula(unsigned n);

/// The graph is connected.
DiameterAndDegree diameter_and_degree(const PlainGraph& graph);

}  // namespace kintsugi::direct
