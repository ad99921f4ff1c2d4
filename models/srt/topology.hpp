/// The Shifted Recursive Torus as a network.
///
/// Nodes   geometry.hpp has their numbers; named "n5" in one dimension, "x3.y4" in two, "x3.y4.z1" in three
/// Ports   those of axis_ports() in geometry.hpp; every router has all of them, those without a link stay open
/// Links   "base": e is joined to w of x + 1, s to n of y + 1, d to u of z + 1, modulo N.
///         "level l": bypass_e of a node of level l is joined to bypass_w of x + 2^l, bypass_s to bypass_n of y + 2^l,
///         bypass_d to bypass_u of z + 2^l, modulo N. If x + 2^l and x - 2^l are the same node (l = n - 1) there is one
///         link, without a wrap: bypass_e of the node with x < N/2 is joined to bypass_w of x + N/2, the other two
///         ports stay open; the same for y and z.
/// Also    one representative per residue of the level pattern: translations by (s, -1, 0), by (0, s, -1) and by a
///         multiple of the period along any axis keep levels
/// Errors  throws std::invalid_argument if a parameter is out of range
/// Source  Inoguchi and Horiguchi 1996, definitions 1 to 9; Kawai, Inoguchi and Horiguchi 2000, definitions 1 and 2
#pragma once

#include "models/network/network.hpp"
#include "models/srt/geometry.hpp"

namespace kintsugi::srt {

Network make_network(const Ring& ring);
Network make_network(const Torus& torus);

}  // namespace kintsugi::srt
