/// The Recursive Diagonal Torus as a network.
///
/// Nodes   named "x3.y4"; geometry.hpp has their numbers
/// Ports   "e", "w", "s", "n" of the base torus; "r1_se", "r1_nw", "r1_sw", "r1_ne" and so on for an upper rank: one
///         rank in an RDT(2,4,1), every rank that has not vanished in a perfect RDT. A node whose rank has vanished has
///         a router with the base ports only. Ports of a half turn that share a link stay open but one.
/// Links   "base", "rank 1" .. "rank 4"
/// Also    one representative for each of the eight classes, one for all nodes of a perfect RDT
/// Errors  std::invalid_argument when n is out of range
#pragma once

#include "models/network/network.hpp"
#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

Network make_network(const Rdt& rdt);

}  // namespace kintsugi::rdt
