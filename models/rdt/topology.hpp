/// The Recursive Diagonal Torus as a network.
///
/// Nodes   named "x3.y4"; geometry.hpp has their numbers
/// Ports   "e", "w", "s", "n" of the base torus; "r1_se", "r1_nw", "r1_sw", "r1_ne" and so on for an upper rank: m
///         ranks in an RDT(n, R, m), every rank that exists in a perfect RDT. A node whose rank does not exist has a
///         router with the base ports only. Of the ports that would share the link of a half turn, one has it and the
///         others stay open.
/// Links   "base", "rank 1" .. "rank 5"
/// Also    one representative for each class, one for all nodes of a perfect RDT
/// Errors  throws std::invalid_argument if the RDT is not valid (geometry.hpp)
#pragma once

#include "models/network/network.hpp"
#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

Network make_network(const Rdt& rdt);

}  // namespace kintsugi::rdt
