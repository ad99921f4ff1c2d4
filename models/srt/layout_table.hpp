/// Counts the tracks that the links of a ring of N nodes take in a straight line, beside the formulas of theorem 2 and
/// corollaries 2 and 3 of Inoguchi and Horiguchi 1996. network/line_layout.hpp assigns the tracks. The networks with
/// which the paper compares have rows too.
///
/// Formula   2 l_max + 1 for the standard variant, 2 l_max + 2 for the long and the short one; l_max = log2 N - 1
/// Chordal   chordal ring of degree 3 (Arden and Lee 1981): ring links, and a chord from every odd node to the node w
///           ahead; w is the smallest odd number of at least sqrt(N)
/// Barrel    barrel shifter: node x is joined to x + 2^k and x - 2^k modulo N for every k < log2 N
#pragma once

#include "models/family/family.hpp"
#include "models/network/network.hpp"

namespace kintsugi::srt {

/// Make the networks of the comparison; N = 2^n, n at least 3.
Network make_chordal_ring(unsigned n);
Network make_barrel_shifter(unsigned n);

/// Returns the table for N = 8 to 4096.
PaperTable layout_table();

}  // namespace kintsugi::srt
